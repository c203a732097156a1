// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/hints/hint_lists.h"

namespace streamscope {

namespace {

constexpr std::string_view pinIn = R"(-float *input = static_cast<float *>(std::malloc(bytes));
+float *input = nullptr;
+cudaHostAlloc(&input, bytes, cudaHostAllocDefault); // or once: cudaHostRegister(input, bytes, cudaHostRegisterDefault)
 for (int i = 0; i < steps; ++i) {
-    cudaMemcpy(data, input, bytes, cudaMemcpyHostToDevice);
+    cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, stream);
     work<<<grid, block, 0, stream>>>(data);
 }
)";

constexpr std::string_view pinBoth = R"(-float *input = static_cast<float *>(std::malloc(bytes));
-float *output = static_cast<float *>(std::malloc(bytes));
+float *input = nullptr, *output = nullptr;
+cudaHostAlloc(&input, bytes, cudaHostAllocDefault); // or once: cudaHostRegister(input, bytes, cudaHostRegisterDefault)
+cudaHostAlloc(&output, bytes, cudaHostAllocDefault);
 for (int i = 0; i < steps; ++i) {
-    cudaMemcpy(data, input, bytes, cudaMemcpyHostToDevice);
+    cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, stream);
     work<<<grid, block, 0, stream>>>(data);
-    cudaMemcpy(output, data, bytes, cudaMemcpyDeviceToHost);
+    cudaMemcpyAsync(output, data, bytes, cudaMemcpyDeviceToHost, stream);
+    cudaStreamSynchronize(stream); // before the host reads output
 }
)";

constexpr std::string_view pinAsynchronous = R"(-float *input = static_cast<float *>(std::malloc(bytes));
-float *output = static_cast<float *>(std::malloc(bytes));
+float *input = nullptr, *output = nullptr;
+cudaHostAlloc(&input, bytes, cudaHostAllocDefault); // or once: cudaHostRegister(input, bytes, cudaHostRegisterDefault)
+cudaHostAlloc(&output, bytes, cudaHostAllocDefault);
 for (int i = 0; i < steps; ++i) {
-    cudaMemcpy(data, input, bytes, cudaMemcpyHostToDevice);
+    cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, stream);
     work<<<grid, block, 0, stream>>>(data);
-    cudaMemcpy(output, data, bytes, cudaMemcpyDeviceToHost);
+    cudaMemcpyAsync(output, data, bytes, cudaMemcpyDeviceToHost, stream);
 }
+cudaStreamSynchronize(stream); // once, before the host reads output
)";

constexpr std::string_view synchronisations = R"( for (int i = 0; i < steps; ++i) {
     work<<<grid, block, 0, stream>>>(data);
-    cudaDeviceSynchronize();
+    cudaEventRecord(worked, stream); // another stream that needs the result waits on the device
+    cudaStreamWaitEvent(other, worked, 0);
     more<<<grid, block, 0, other>>>(data);
 }
+cudaDeviceSynchronize(); // once, before the host reads a result or the clock
)";

constexpr std::string_view resultReads = R"( for (int i = 0; i < steps; ++i) {
     work<<<grid, block, 0, stream>>>(data, sum);
-    cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDeviceToHost);
-    total += value;
+    add<<<1, 1, 0, stream>>>(total, sum); // stays on the GPU
 }
+cudaMemcpy(&value, total, sizeof value, cudaMemcpyDeviceToHost); // once, or every 100 steps
)";

constexpr std::string_view awaitedResults = R"( for (int i = 0; i < requests; ++i) {
     const int turn = i % streams;
+    if (i >= streams) {
+        cudaStreamSynchronize(stream[turn]); // its last result, while the other streams work
+        answer(i - streams, output[turn]);
+    }
     cudaMemcpyAsync(data[turn], input[i], bytes, cudaMemcpyHostToDevice, stream[turn]);
     work<<<grid, block, 0, stream[turn]>>>(data[turn]);
     cudaMemcpyAsync(output[turn], data[turn], bytes, cudaMemcpyDeviceToHost, stream[turn]);
-    cudaStreamSynchronize(stream[turn]);
-    answer(i, output[turn]);
 }
+cudaDeviceSynchronize(); // the last result of each stream
)";

constexpr std::string_view graph = R"(+cudaGraph_t graph;
+cudaGraphExec_t step;
+cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal); // once: the same launches with the same addresses
+first<<<grid, block, 0, stream>>>(data);
+second<<<grid, block, 0, stream>>>(data);
+cudaStreamEndCapture(stream, &graph);
+cudaGraphInstantiate(&step, graph, 0);
 for (int i = 0; i < steps; ++i) {
-    first<<<grid, block, 0, stream>>>(data);
-    second<<<grid, block, 0, stream>>>(data);
+    cudaGraphLaunch(step, stream);
 }
)";

constexpr std::string_view fuse = R"( for (int i = 0; i < steps; ++i) {
-    first<<<grid, block, 0, stream>>>(data);
-    second<<<grid, block, 0, stream>>>(data);
+    firstAndSecond<<<grid, block, 0, stream>>>(data); // one kernel: what stays in registers is not read again
 }
)";

constexpr std::string_view hostWork = R"(+std::future<void> next = std::async(std::launch::async, prepare, inputs[0]);
 for (int i = 0; i < steps; ++i) {
-    prepare(inputs[i % 2]);
+    next.get();
+    if (i + 1 < steps) // beside the copy and the kernels of this step
+        next = std::async(std::launch::async, prepare, inputs[(i + 1) % 2]);
     cudaMemcpyAsync(data, inputs[i % 2], bytes, cudaMemcpyHostToDevice, stream);
     work<<<grid, block, 0, stream>>>(data);
 }
)";

constexpr std::string_view nonBlocking = R"(-cudaStreamCreate(&stream);
+cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); // it and the NULL stream do not wait for each other
 work<<<grid, block, 0, stream>>>(data);
-more<<<grid, block>>>(others);
+more<<<grid, block, 0, otherStream>>>(others); // or compile with --default-stream per-thread
)";

constexpr std::string_view queues =
    R"(+setenv("CUDA_DEVICE_MAX_CONNECTIONS", "${connections}", 1); // before the first call of CUDA, or in the shell
 cudaSetDevice(0);
)";

constexpr std::string_view depthFirst = R"( for (int i = 0; i < parts; ++i) {
     cudaMemcpyAsync(data[i], input[i], bytes, cudaMemcpyHostToDevice, streams[i]);
-}
-for (int i = 0; i < parts; ++i) {
     work<<<grid, block, 0, streams[i]>>>(data[i]);
-}
-for (int i = 0; i < parts; ++i) {
     cudaMemcpyAsync(output[i], data[i], bytes, cudaMemcpyDeviceToHost, streams[i]);
 }
)";

constexpr std::string_view breadthFirst = R"( for (int i = 0; i < parts; ++i) {
     cudaMemcpyAsync(data[i], input[i], bytes, cudaMemcpyHostToDevice, streams[i]);
+}
+for (int i = 0; i < parts; ++i) {
     work<<<grid, block, 0, streams[i]>>>(data[i]);
+}
+for (int i = 0; i < parts; ++i) {
     cudaMemcpyAsync(output[i], data[i], bytes, cudaMemcpyDeviceToHost, streams[i]);
 }
)";

constexpr std::string_view chunks = R"(-cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, stream);
-work<<<grid, block, 0, stream>>>(data, elements);
-cudaMemcpyAsync(output, data, bytes, cudaMemcpyDeviceToHost, stream);
+cudaStream_t streams[${streams}];
+for (cudaStream_t &one : streams)
+    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
+const std::size_t part = elements / ${chunks}; // the last chunk takes the rest; input and output are pinned
+for (std::size_t i = 0; i < ${chunks}; ++i) {
+    const std::size_t at = i * part, count = i + 1 < ${chunks} ? part : elements - at;
+    cudaMemcpyAsync(data + at, input + at, count * sizeof *data, cudaMemcpyHostToDevice, streams[i % ${streams}]);
+    work<<<grid, block, 0, streams[i % ${streams}]>>>(data + at, count);
+    cudaMemcpyAsync(output + at, data + at, count * sizeof *data, cudaMemcpyDeviceToHost, streams[i % ${streams}]);
+}
 cudaDeviceSynchronize();
)";

constexpr std::string_view largerChunks = R"(-const std::size_t part = elements / chunks;
+const std::size_t part = elements / chunks * ${chunks}; // the last chunk takes the rest
-for (std::size_t i = 0; i < chunks; ++i) {
-    const std::size_t at = i * part, count = i + 1 < chunks ? part : elements - at;
+for (std::size_t at = 0, i = 0; at < elements; at += part, ++i) {
+    const std::size_t count = std::min(part, elements - at);
     cudaStream_t stream = streams[i % streamCount];
     cudaMemcpyAsync(data + at, input + at, count * sizeof *data, cudaMemcpyHostToDevice, stream);
     work<<<gridFor(count), block, 0, stream>>>(data + at, count);
     cudaMemcpyAsync(output + at, data + at, count * sizeof *data, cudaMemcpyDeviceToHost, stream);
 }
)";

constexpr std::string_view merge =
    R"(+cudaHostAlloc(&packed, offset[parts], cudaHostAllocDefault); // once, before the loop
+for (int i = 0; i < parts; ++i) { // what makes the data writes them there: std::memcpy may cost what the copies did
+    input[i] = packed + offset[i];
+    data[i] = packedData + offset[i];
+}
-for (int i = 0; i < parts; ++i)
-    cudaMemcpyAsync(data[i], input[i], bytes[i], cudaMemcpyHostToDevice, stream);
+cudaMemcpyAsync(packedData, packed, offset[parts], cudaMemcpyHostToDevice, stream);
)";

constexpr std::string_view mergeBack =
    R"(+for (int i = 0; i < parts; ++i) { // once: the kernels write their results side by side
+    result[i] = packedResult + offset[i];
+    output[i] = packedOutput + offset[i]; // pinned
+}
-for (int i = 0; i < parts; ++i)
-    cudaMemcpyAsync(output[i], result[i], bytes[i], cudaMemcpyDeviceToHost, stream);
+cudaMemcpyAsync(packedOutput, packedResult, offset[parts], cudaMemcpyDeviceToHost, stream);
)";

constexpr std::string_view mergeInside =
    R"(-for (int row = 0; row < rows; ++row)
-    cudaMemcpyAsync(to + row * pitch, from + row * rowBytes, rowBytes, cudaMemcpyDeviceToDevice, stream);
+// Side by side: one cudaMemcpyAsync. Blocks anywhere: one kernel that has the addresses of all.
+cudaMemcpy2DAsync(to, pitch, from, rowBytes, rowBytes, rows, cudaMemcpyDeviceToDevice, stream);
)";

constexpr std::string_view prefetch = R"(+constexpr int ahead = ${depth}, buffers = ahead + 1; // each of data and input
+const auto copyIn = [&](int i) {
+    cudaStreamWaitEvent(copies, used[i % buffers], 0);
+    cudaMemcpyAsync(data[i % buffers], input[i % buffers], bytes, cudaMemcpyHostToDevice, copies);
+    cudaEventRecord(copied[i % buffers], copies);
+};
+for (int i = 0; i < ahead && i < steps; ++i)
+    copyIn(i);
 for (int i = 0; i < steps; ++i) {
-    cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, stream);
-    work<<<grid, block, 0, stream>>>(data);
+    if (i + ahead < steps) // the host has filled input[(i + ahead) % buffers]
+        copyIn(i + ahead);
+    cudaStreamWaitEvent(stream, copied[i % buffers], 0);
+    work<<<grid, block, 0, stream>>>(data[i % buffers]);
+    cudaEventRecord(used[i % buffers], stream);
 }
)";

constexpr std::string_view copyStream = R"(-cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, stream);
+cudaMemcpyAsync(data, input, bytes, cudaMemcpyHostToDevice, copies); // a stream of its own; input is pinned
+cudaEventRecord(copied, copies);
+cudaStreamWaitEvent(stream, copied, 0); // only before the kernel that reads data
 work<<<grid, block, 0, stream>>>(data);
)";

constexpr std::string_view twoResults = R"( for (int i = 0; i < steps; ++i) {
-    cudaStreamWaitEvent(stream, copiedBack, 0);
-    work<<<grid, block, 0, stream>>>(result);
+    cudaStreamWaitEvent(stream, copiedBack[i % 2], 0); // of two steps before
+    work<<<grid, block, 0, stream>>>(result[i % 2]);
     cudaEventRecord(worked, stream);
     cudaStreamWaitEvent(copies, worked, 0);
-    cudaMemcpyAsync(output, result, bytes, cudaMemcpyDeviceToHost, copies);
-    cudaEventRecord(copiedBack, copies);
+    cudaMemcpyAsync(output[i % 2], result[i % 2], bytes, cudaMemcpyDeviceToHost, copies);
+    cudaEventRecord(copiedBack[i % 2], copies);
 }
)";

constexpr std::string_view allocations =
    R"(+cudaMalloc(&data, most); // once; or cudaMallocAsync and cudaFreeAsync in the loop
 for (int i = 0; i < steps; ++i) {
-    cudaMalloc(&data, bytes);
     work<<<grid, block, 0, stream>>>(data);
-    cudaFree(data);
 }
+cudaFree(data);
)";

constexpr std::string_view pool = R"(+cudaMemPool_t pool;
+cudaDeviceGetDefaultMemPool(&pool, 0);
+std::uint64_t kept = UINT64_MAX; // by default a synchronisation gives all unused memory back
+cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
 cudaMallocAsync(&data, bytes, stream);
)";

constexpr std::string_view hostFunctions = R"( cudaMemcpyAsync(output, data, bytes, cudaMemcpyDeviceToHost, stream);
-cudaLaunchHostFunc(stream, consume, output);
+cudaEventRecord(copied, stream);
+cudaStreamWaitEvent(functions, copied, 0); // a stream of its own: what follows in stream does not wait
+cudaLaunchHostFunc(functions, consume, output);
 work<<<grid, block, 0, stream>>>(others);
)";

constexpr std::string_view ownStream = R"(+cudaStreamCreateWithFlags(&branch, cudaStreamNonBlocking); // once
 for (int i = 0; i < steps; ++i) {
     work<<<grid, block, 0, stream>>>(data);
-    other<<<grid, block, 0, stream>>>(others);
+    other<<<grid, block, 0, branch>>>(others); // only where it needs nothing of data, and work nothing of others
 }
+cudaEventRecord(done, branch);
+cudaStreamWaitEvent(stream, done, 0); // before the first work in stream that needs others
)";

constexpr std::string_view priority = R"(-cudaStreamCreateWithFlags(&urgent, cudaStreamNonBlocking);
+cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, ${value}); // see cudaDeviceGetStreamPriorityRange
 smallWork<<<grid, block, 0, urgent>>>(data);
)";

constexpr std::string_view buckets = R"(-for (int i = 0; i < tensors; ++i)
-    ncclAllReduce(gradient[i], gradient[i], count[i], ncclFloat, ncclSum, communicator, stream);
+// The gradients lie in one buffer; a bucket holds ${bytes} of neighbours and goes when the last of them is there.
+for (const Bucket &bucket : buckets)
+    ncclAllReduce(bucket.data, bucket.data, bucket.count, ncclFloat, ncclSum, communicator, stream);
)";

constexpr std::string_view peer = R"(+cudaSetDevice(0);
+cudaDeviceEnablePeerAccess(1, 0); // once, where cudaDeviceCanAccessPeer says yes; the same on device 1
 cudaMemcpyPeerAsync(there, 1, here, 0, bytes, stream);
)";

} // namespace

std::vector<CodeHint> cudaHints()
{
    return {{"pageable-copies", "pin:h2d pageable", "h2d pageable", pinIn},
            {"pageable-copies", "pin:asynchronous=both", "copy pageable", pinAsynchronous},
            {"pageable-copies", "pin", "copy pageable", pinBoth},
            {"synchronisations", "unsync", "sync", synchronisations},
            {"result-reads", "drop", "d2h bytes<=64", resultReads},
            {"awaited-results", "postpone", "d2h", awaitedResults},
            {"late-host", "graph", "kernel", graph},
            {"late-host", "merge", "kernel", fuse},
            {"full-launch-queue", "graph", "kernel", graph},
            {"host-work", "host", "", hostWork},
            {"null-stream-order", "nonblocking", "", nonBlocking},
            {"shared-queues", "connections", "", queues},
            {"issue-order", "order=breadth-first", "copy", breadthFirst},
            {"issue-order", "order", "copy", depthFirst},
            {"few-chunks", "split", "copy", chunks},
            {"many-chunks", "join", "copy", largerChunks},
            {"small-copies", "merge", "copy", merge},
            {"small-copies", "merge:d2h bytes<=64KiB", "d2h", mergeBack},
            {"small-copies", "merge:d2h bytes<=4MiB", "d2h", mergeBack},
            {"device-copies", "merge:d2d bytes<=4MiB", "d2d", mergeInside},
            {"late-copies", "prefetch", "h2d", prefetch},
            {"late-copies", "move", "copy", copyStream},
            {"held-by-copies-back", "drop", "d2h", twoResults},
            {"allocations", "drop", "", allocations},
            {"forgetful-pool", "pool", "", pool},
            {"host-functions", "move", "", hostFunctions},
            {"independent-kernels", "move", "kernel", ownStream},
            {"late-urgent-work", "priority", "", priority},
            {"collectives", "bucket", "", buckets},
            {"staged-peer-copies", "peer", "peer", peer}};
}

} // namespace streamscope
