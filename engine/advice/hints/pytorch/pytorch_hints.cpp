// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/hints/hint_lists.h"

namespace streamscope {

namespace {

constexpr std::string_view pinIn = R"(-loader = DataLoader(dataset, batch_size=size)
+loader = DataLoader(dataset, batch_size=size, pin_memory=True)  # other tensors: data = data.pin_memory(), once
 for batch in loader:
-    batch = batch.to(device)
+    batch = batch.to(device, non_blocking=True)
     output = step(batch)
)";

constexpr std::string_view pinBoth = R"(-loader = DataLoader(dataset, batch_size=size)
+loader = DataLoader(dataset, batch_size=size, pin_memory=True)  # other tensors: data = data.pin_memory(), once
+result = torch.empty(shape, pin_memory=True)
 for batch in loader:
-    batch = batch.to(device)
+    batch = batch.to(device, non_blocking=True)
     output = step(batch)
-    result = output.cpu()
+    result.copy_(output)  # waits, so that the host can read result
)";

constexpr std::string_view pinAsynchronous = R"(-loader = DataLoader(dataset, batch_size=size)
+loader = DataLoader(dataset, batch_size=size, pin_memory=True)  # other tensors: data = data.pin_memory(), once
+result, copied = torch.empty(shape, pin_memory=True), torch.cuda.Event()
 for batch in loader:
-    batch = batch.to(device)
+    batch = batch.to(device, non_blocking=True)
     output = step(batch)
-    result = output.cpu()
+    result.copy_(output, non_blocking=True)
+    copied.record()
+copied.synchronize()  # before the host reads result
)";

constexpr std::string_view synchronisations = R"( for batch in loader:
     output = step(batch)
-    torch.cuda.synchronize()
+torch.cuda.synchronize()  # once, before the host reads a result or the clock; .cpu() and .item() wait by themselves
)";

constexpr std::string_view resultReads = R"(+total = torch.zeros((), device=device)
 for batch in loader:
     loss = step(batch)
-    total += loss.item()
+    total += loss.detach()  # stays on the GPU; an if on a value of the GPU waits, too
+print(total.item())  # once, or every 100 steps
)";

constexpr std::string_view awaitedResults = R"( for i, request in enumerate(requests):
     turn = i % len(streams)
+    if i >= len(streams):
+        streams[turn].synchronize()  # its last result, while the other streams work
+        answer(outputs[turn])
     with torch.cuda.stream(streams[turn]):
         outputs[turn].copy_(model(request.to(device, non_blocking=True)), non_blocking=True)
-    streams[turn].synchronize()
-    answer(outputs[turn])
+torch.cuda.synchronize()  # the last result of each stream
)";

constexpr std::string_view graph =
    R"(+static_batch = torch.empty_like(batch, device=device)  # a graph reads and writes the same memory each time
+warmup = torch.cuda.Stream()  # an optimizer inside of step must allow it: Adam(parameters, capturable=True)
+warmup.wait_stream(torch.cuda.current_stream())
+with torch.cuda.stream(warmup):
+    for _ in range(3):
+        step(static_batch)
+torch.cuda.current_stream().wait_stream(warmup)
+graph = torch.cuda.CUDAGraph()
+with torch.cuda.graph(graph):
+    output = step(static_batch)
 for batch in loader:
-    output = step(batch)
+    static_batch.copy_(batch, non_blocking=True)  # stays outside: each batch lies elsewhere
+    graph.replay()  # output is the same memory each time; what the host asks of it (.item()) stays outside, too
)";

constexpr std::string_view fuse = R"(+step = torch.compile(step)  # fuses element-wise kernels
 for batch in loader:
     output = step(batch)
)";

constexpr std::string_view hostWork = R"(-loader = DataLoader(dataset, batch_size=size)
+loader = DataLoader(dataset, batch_size=size, num_workers=4, persistent_workers=True)  # decode in other processes
+step = torch.compile(step)  # less Python for each launch
 for batch in loader:
     output = step(batch)
)";

constexpr std::string_view sideStream =
    R"(+side = torch.cuda.Stream()  # does not wait for the default stream, nor that for it
+side.wait_stream(torch.cuda.current_stream())  # where it needs its results
+with torch.cuda.stream(side):
+    output = step(batch)
+torch.cuda.current_stream().wait_stream(side)  # where they are needed
-output = step(batch)
)";

constexpr std::string_view queues = R"(+import os
+os.environ["CUDA_DEVICE_MAX_CONNECTIONS"] = "${connections}"  # before CUDA starts
 import torch
)";

constexpr std::string_view depthFirst = R"( for i, stream in enumerate(streams):
     with torch.cuda.stream(stream):
         parts[i].copy_(inputs[i], non_blocking=True)
-for i, stream in enumerate(streams):
-    with torch.cuda.stream(stream):
         results[i] = work(parts[i])
-for i, stream in enumerate(streams):
-    with torch.cuda.stream(stream):
         outputs[i].copy_(results[i], non_blocking=True)
)";

constexpr std::string_view breadthFirst = R"( for i, stream in enumerate(streams):
     with torch.cuda.stream(stream):
         parts[i].copy_(inputs[i], non_blocking=True)
+for i, stream in enumerate(streams):
+    with torch.cuda.stream(stream):
         results[i] = work(parts[i])
+for i, stream in enumerate(streams):
+    with torch.cuda.stream(stream):
         outputs[i].copy_(results[i], non_blocking=True)
)";

constexpr std::string_view chunks = R"(+streams = [torch.cuda.Stream() for _ in range(${streams})]
-device_data.copy_(host_data, non_blocking=True)  # both pinned
-host_result.copy_(work(device_data), non_blocking=True)
+pieces = zip(host_data.chunk(${chunks}), device_data.chunk(${chunks}), host_result.chunk(${chunks}))  # both pinned
+for i, (source, data, result) in enumerate(pieces):
+    with torch.cuda.stream(streams[i % ${streams}]):
+        data.copy_(source, non_blocking=True)
+        result.copy_(work(data), non_blocking=True)
 torch.cuda.synchronize()
)";

constexpr std::string_view merge =
    R"(+sizes = [part.numel() for part in parts]  # once, before the loop; the parts are of one dtype
+packed = torch.empty(sum(sizes), dtype=parts[0].dtype, pin_memory=True)
+parts = [view.view_as(part) for view, part in zip(packed.split(sizes), parts)]
+arrived = torch.empty_like(packed, device=device)
+batch = [view.view_as(part) for view, part in zip(arrived.split(sizes), parts)]
+copied = torch.cuda.Event()
 for _ in range(steps):
+    copied.synchronize()  # the copy before has read packed
     fill(parts)  # makes the data there; gathering with torch.cat(tensors, out=packed) may cost what the copies did
-    batch = [part.to(device, non_blocking=True) for part in parts]
+    arrived.copy_(packed, non_blocking=True)
+    copied.record()
     output = step(batch)
)";

constexpr std::string_view mergeBack =
    R"(+sizes = [result.numel() for result in results]  # once, before the loop; the results are of one dtype
+packed = torch.empty(sum(sizes), dtype=results[0].dtype, device=device)
+results = [view.view_as(result) for view, result in zip(packed.split(sizes), results)]
+arrived = torch.empty_like(packed, device="cpu", pin_memory=True)
+answers = [view.view_as(result) for view, result in zip(arrived.split(sizes), results)]
 for batch in loader:
     step(batch, out=results)  # makes them there; where it cannot: torch.cat(tensors, out=packed), a kernel more
-    answers = [result.to("cpu", non_blocking=True) for result in results]
+    arrived.copy_(packed, non_blocking=True)
     torch.cuda.synchronize()  # before the host reads the answers, and before the next copy
)";

constexpr std::string_view mergeInside =
    R"(-for target, source in zip(targets, sources):
-    target.copy_(source)
+torch._foreach_copy_(targets, sources)  # one call, and a few kernels for all; side by side: torch.cat(out=...)
)";

constexpr std::string_view prefetch = R"(+import collections
+import itertools
+
+def prefetched(loader, device, depth=${depth}):
+    """Copies `depth` batches ahead on a stream of its own; the loader pins them (pin_memory=True)."""
+    stream, ahead = torch.cuda.Stream(), collections.deque()
+    for batch in itertools.chain(loader, [None] * depth):
+        if batch is not None:
+            with torch.cuda.stream(stream):
+                ahead.append((batch.to(device, non_blocking=True), stream.record_event()))
+        if ahead and (batch is None or len(ahead) > depth):
+            ready, copied = ahead.popleft()
+            torch.cuda.current_stream().wait_event(copied)
+            ready.record_stream(torch.cuda.current_stream())  # its memory is not given away before
+            yield ready
+
-for batch in loader:
-    batch = batch.to(device)
+for batch in prefetched(loader, device):
     output = step(batch)
)";

constexpr std::string_view copyStream = R"(+copies = torch.cuda.Stream()
-data.copy_(batch, non_blocking=True)
+with torch.cuda.stream(copies):
+    data.copy_(batch, non_blocking=True)  # batch is pinned
+torch.cuda.current_stream().wait_stream(copies)  # only before the kernel that reads data
 output = step(data)
)";

constexpr std::string_view twoResults = R"( copies = torch.cuda.Stream()
-result, output = torch.empty(shape, pin_memory=True), torch.empty(shape, device=device)
+results = [torch.empty(shape, pin_memory=True) for _ in range(2)]  # a copy back and the next step have one each
+outputs = [torch.empty(shape, device=device) for _ in range(2)]
+copied = [torch.cuda.Event() for _ in range(2)]
 for i, batch in enumerate(loader):
-    torch.cuda.current_stream().wait_stream(copies)
-    step(batch, out=output)
+    torch.cuda.current_stream().wait_event(copied[i % 2])  # the copy of two steps before has read this output
+    step(batch, out=outputs[i % 2])
     copies.wait_stream(torch.cuda.current_stream())
     with torch.cuda.stream(copies):
-        result.copy_(output, non_blocking=True)
+        results[i % 2].copy_(outputs[i % 2], non_blocking=True)
+        copied[i % 2].record()  # the host reads results[i % 2] behind copied[i % 2].synchronize()
)";

constexpr std::string_view allocations = R"(+buffer = torch.empty(shape, device=device)  # once
 for batch in loader:
-    buffer = torch.empty(shape, device=device)
-    torch.cuda.empty_cache()  # gives the memory back to the driver: the next step has to ask for it again
     step(batch, out=buffer)
)";

constexpr std::string_view priority = R"(-urgent = torch.cuda.Stream()
+urgent = torch.cuda.Stream(priority=-1)  # PyTorch has 0 and -1; ${value} was tried
 with torch.cuda.stream(urgent):
     answer = small_step(request)
)";

constexpr std::string_view buckets = R"(-model = DistributedDataParallel(model)
+model = DistributedDataParallel(model, bucket_cap_mb=${bytes/MiB}, gradient_as_bucket_view=True)
)";

constexpr std::string_view peer = R"(-other = tensor.cpu().to("cuda:1")
+other = tensor.to("cuda:1", non_blocking=True)  # directly, where torch.cuda.can_device_access_peer(0, 1)
)";

} // namespace

std::vector<CodeHint> pytorchHints()
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
            {"null-stream-order", "nonblocking", "", sideStream},
            {"shared-queues", "connections", "", queues},
            {"issue-order", "order=breadth-first", "copy", breadthFirst},
            {"issue-order", "order", "copy", depthFirst},
            {"few-chunks", "split", "copy", chunks},
            {"small-copies", "merge", "copy", merge},
            {"small-copies", "merge:d2h bytes<=64KiB", "d2h", mergeBack},
            {"small-copies", "merge:d2h bytes<=4MiB", "d2h", mergeBack},
            {"device-copies", "merge:d2d bytes<=4MiB", "d2d", mergeInside},
            {"late-copies", "prefetch", "h2d", prefetch},
            {"late-copies", "move", "copy", copyStream},
            {"held-by-copies-back", "drop", "d2h", twoResults},
            {"allocations", "drop", "", allocations},
            {"late-urgent-work", "priority", "", priority},
            {"collectives", "bucket", "", buckets},
            {"staged-peer-copies", "peer", "peer", peer}};
}

} // namespace streamscope
