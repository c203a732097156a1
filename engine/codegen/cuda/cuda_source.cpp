// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/cuda/cuda_source.h"

#include "engine/codegen/cuda/cuda_data.h"
#include "engine/codegen/cuda/cuda_kernels.h"
#include "engine/codegen/cuda/cuda_statements.h"
#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"
#include "engine/codegen/layout/data_lines.h"
#include "engine/codegen/layout/host_bound.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace streamscope {

namespace {

bool has(const Program &program, OperationKind kind)
{
    return std::any_of(program.operations.begin(), program.operations.end(),
                       [kind](const Operation &operation) { return operation.kind == kind; });
}

bool usesTensorCores(const Program &program)
{
    return std::any_of(program.operations.begin(), program.operations.end(), [](const Operation &operation) {
        return operation.kind == OperationKind::Kernel && operation.kernel->kind == KernelKind::Tensor;
    });
}

std::uint32_t mostSharedMemory(const Program &program)
{
    std::uint32_t most = 0;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel && operation.kernel->kind == KernelKind::Spin)
            most = std::max(most, operation.kernel->sharedMemory);
    return most;
}

void refuse(const Program &program)
{
    const auto problem = [](std::string_view what) {
        throw InputError(Phrase("engine", "no code can be written for %1; run it with streamscope run").arg(what));
    };
    for (const std::string_view what : {graphProblem(program), threadProblem(program)})
        if (!what.empty())
            problem(what);
}

/// The device that records each event.
std::vector<int> eventDevices(const Program &program)
{
    std::vector<int> devices(program.events.size(), 0);
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::EventRecord)
            devices[static_cast<std::size_t>(operation.event)] = program.deviceOf(operation);
    return devices;
}

std::string joined(const std::vector<int> &numbers)
{
    std::string text;
    for (const int number : numbers)
        text += (text.empty() ? "" : ", ") + std::to_string(number);
    return text;
}

/// The host reads it itself, through its caches.
bool isPageableInput(const BufferGroup &group)
{
    return group.isInput && group.like.hostMemory == HostMemory::Pageable;
}

/// Writes one file.
class CudaWriter
{
public:
    CudaWriter(const Program &program, const CodeOrigin &origin)
        : m_program(program), m_origin(origin), m_expected(program, 0), m_layout(program, m_expected),
          m_checked(!checkLines(m_layout, m_expected).lines.empty())
    {}

    std::string file()
    {
        writeHead();
        writeHelpers();
        m_code.line("int main()");
        m_code.open("{");
        writePeers();
        writeStreams();
        writeEvents();
        writeBuffers();
        writeAllocations();
        writeSharedMemory();
        writeIssue();
        writeRuns();
        writeCheck();
        writeEnd();
        m_code.close("}");
        return m_code.text();
    }

private:
    void writeHead();
    void writeHelpers();
    void writePeers();
    void writeStreams();
    void writeEvents();
    void writeAllocations();
    void writeSharedMemory();
    void writeBuffers();
    void writeBuffer(const BufferGroup &group);
    void writeIssue();
    void writeThreads();
    void writeRuns();
    void writeForgetting();
    void writeLeavingCaches();
    void writeCheck();
    void writeEnd();
    /// "for (…) body" for an array, or the body for one.
    void forAll(const BufferGroup &group, const std::string &before, const std::string &after);
    bool graphed() const { return m_program.submission == Submission::Graph; }
    bool gated() const { return m_program.submission == Submission::Gated; }
    bool threaded() const { return m_program.threadCount() > 1; }
    bool manyDevices() const { return m_program.deviceCount() > 1; }

    const Program &m_program;
    const CodeOrigin &m_origin;
    ExpectedData m_expected;
    CodeLayout m_layout;
    bool m_checked; ///< whether it checks what comes back
    CodeText m_code;
};

void CudaWriter::writeHead()
{
    m_code.line("// " + m_origin.title);
    for (const std::string &line : originLines(m_origin))
        m_code.line("// " + line);
    const bool nccl = has(m_program, OperationKind::Collective);
    if (nccl)
        m_code.line("// Needs NVIDIA's NCCL with its header: the package libnccl-dev, or developer.nvidia.com/nccl");
    m_code.line(std::string("// Build and run: nvcc -O3 -std=c++17 -arch=native FILE.cu -o program ")
                + (nccl ? "-lnccl " : "") + "&& "
                + (m_program.connections > 0
                       ? "CUDA_DEVICE_MAX_CONNECTIONS=" + std::to_string(m_program.connections) + " "
                       : "")
                + "./program");
    m_code.line("#include <cuda_runtime.h>");
    if (nccl)
        m_code.line("#include <nccl.h>");
    if (usesTensorCores(m_program)) {
        m_code.line("#include <cuda_bf16.h>");
        m_code.line("#include <mma.h>");
    }
    if (isHostBound(m_program)) {
        m_code.line("#ifdef __linux__");
        m_code.line("#include <sched.h>");
        m_code.line("#endif");
    }
    if (std::any_of(m_layout.groups().begin(), m_layout.groups().end(), isPageableInput)) {
        m_code.line("#ifdef __x86_64__");
        m_code.line("#include <emmintrin.h>");
        m_code.line("#endif");
    }
    m_code.line();
    std::vector<std::string> headers{"algorithm", "chrono",  "cstddef",  "cstdint", "cstdio",
                                     "cstdlib",   "cstring", "iterator", "utility", "vector"};
    if (threaded())
        headers.insert(headers.end(), {"atomic", "functional", "thread"});
    std::sort(headers.begin(), headers.end());
    for (const std::string &header : headers)
        m_code.line("#include <" + header + ">");
    m_code.line();
    m_code.line("#define CHECK(call)                                                                    \\");
    m_code.line("    do {                                                                               \\");
    m_code.line("        const cudaError_t error = (call);                                              \\");
    m_code.line("        if (error != cudaSuccess) {                                                    \\");
    m_code.line("            std::fprintf(stderr, \"%s:%d: %s: %s\\n\", __FILE__, __LINE__, #call,         \\");
    m_code.line("                         cudaGetErrorString(error));                                   \\");
    m_code.line("            std::exit(1);                                                              \\");
    m_code.line("        }                                                                              \\");
    m_code.line("    } while (false)");
    m_code.line();
    if (nccl) {
        m_code.line("#define CHECK_NCCL(call)                                                               \\");
        m_code.line("    do {                                                                               \\");
        m_code.line("        const ncclResult_t result = (call);                                            \\");
        m_code.line("        if (result != ncclSuccess) {                                                   \\");
        m_code.line("            std::fprintf(stderr, \"%s:%d: %s: %s\\n\", __FILE__, __LINE__, #call,         \\");
        m_code.line("                         ncclGetErrorString(result));                                  \\");
        m_code.line("            std::exit(1);                                                              \\");
        m_code.line("        }                                                                              \\");
        m_code.line("    } while (false)");
        m_code.line();
    }
}

void CudaWriter::writeHelpers()
{
    m_code.line(cudaKernels(m_program) + cudaHelpers(m_program, m_layout.graphCount() > 0));
    if (m_layout.chunkBytes() > 0) {
        m_code.line("constexpr std::size_t chunkBytes = " + std::to_string(m_layout.chunkBytes()) + "; // "
                    + sizeComment(m_layout.chunkBytes()));
        if (m_layout.chunkBytes() % sizeof(float) == 0)
            m_code.line("[[maybe_unused]] constexpr std::size_t chunkElements = chunkBytes / sizeof(float);");
        m_code.line();
    }
}

/// What lets devices reach each other.
void CudaWriter::writePeers()
{
    const std::string count = std::to_string(m_program.deviceCount());
    if (manyDevices() && has(m_program, OperationKind::Peer) && m_program.peerAccess) {
        m_code.line("// Copies go from device to device; without this the driver stages them through the host.");
        m_code.open("for (int device = 0; device < " + count + "; ++device) {");
        m_code.line("CHECK(cudaSetDevice(device));");
        m_code.line("for (int other = 0; other < " + count + "; ++other)");
        m_code.line("    if (other != device)");
        m_code.line("        CHECK(cudaDeviceEnablePeerAccess(other, 0));");
        m_code.close("}");
        m_code.line("CHECK(cudaSetDevice(0));");
        m_code.line();
    }
    if (has(m_program, OperationKind::Collective)) {
        m_code.line("// One process drives all devices, as in the lab.");
        m_code.line("ncclComm_t communicators[" + count + "];");
        m_code.line("CHECK_NCCL(ncclCommInitAll(communicators, " + count + ", nullptr));");
        m_code.line();
    }
}

void CudaWriter::writeStreams()
{
    const std::vector<std::int32_t> &created = m_layout.createdStreams();
    if (created.empty())
        return;
    const auto of = [&](std::size_t i) -> const Stream & {
        return m_program.streams[static_cast<std::size_t>(created[i])];
    };
    bool alike = true;
    for (std::size_t i = 1; i < created.size(); ++i)
        alike = alike && of(i).nonBlocking == of(0).nonBlocking && of(i).priority == of(0).priority
                && of(i).device == of(0).device;
    const auto flag = [](const Stream &stream) {
        return stream.nonBlocking ? "cudaStreamNonBlocking" : "cudaStreamDefault";
    };
    m_code.line("cudaStream_t streams[" + std::to_string(created.size()) + "];");
    if (alike && of(0).device == 0) {
        m_code.line("for (cudaStream_t &stream : streams)");
        m_code.line(std::string("    CHECK(cudaStreamCreateWithPriority(&stream, ") + flag(of(0)) + ", "
                    + std::to_string(of(0).priority) + "));");
    } else {
        for (std::size_t i = 0; i < created.size(); ++i) {
            if (manyDevices())
                m_code.line("CHECK(cudaSetDevice(" + std::to_string(of(i).device) + "));");
            m_code.line("CHECK(cudaStreamCreateWithPriority(&streams[" + std::to_string(i) + "], " + flag(of(i)) + ", "
                        + std::to_string(of(i).priority) + ")); // " + of(i).id);
        }
        if (manyDevices())
            m_code.line("CHECK(cudaSetDevice(0));");
    }
    m_code.line();
}

void CudaWriter::writeEvents()
{
    if (m_program.events.empty())
        return;
    m_code.line("cudaEvent_t events[" + std::to_string(m_program.events.size()) + "];");
    const std::vector<int> devices = eventDevices(m_program);
    if (!manyDevices()) {
        m_code.line("for (cudaEvent_t &event : events)");
        m_code.line("    CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));");
    } else {
        m_code.line("// An event belongs to the device that records it.");
        m_code.line("constexpr int eventDevices[] = {" + joined(devices) + "};");
        m_code.open("for (std::size_t i = 0; i < std::size(events); ++i) {");
        m_code.line("CHECK(cudaSetDevice(eventDevices[i]));");
        m_code.line("CHECK(cudaEventCreateWithFlags(&events[i], cudaEventDisableTiming));");
        m_code.close("}");
        m_code.line("CHECK(cudaSetDevice(0));");
    }
    m_code.line();
}

/// What the operations allocate themselves.
void CudaWriter::writeAllocations()
{
    if (m_layout.allocations() == 0)
        return;
    m_code.line("std::vector<void *> allocations(" + std::to_string(m_layout.allocations()) + ");");
    if (m_layout.hasPool()) {
        m_code.line("cudaMemPool_t pool = nullptr;");
        m_code.line("cudaMemPoolProps properties{};");
        m_code.line("properties.allocType = cudaMemAllocationTypePinned;");
        m_code.line("properties.location.type = cudaMemLocationTypeDevice;");
        m_code.line("CHECK(cudaMemPoolCreate(&pool, &properties));");
        m_code.line("std::uint64_t kept = " + std::to_string(m_program.poolReleaseThreshold)
                    + "; // bytes that the pool keeps at a synchronisation");
        m_code.line("CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));");
    }
    m_code.line();
}

/// More than 48 KiB for each block must be asked for.
void CudaWriter::writeSharedMemory()
{
    constexpr std::uint32_t always = 48 << 10;
    if (const std::uint32_t most = mostSharedMemory(m_program); most > always)
        m_code.line("CHECK(cudaFuncSetAttribute(spinKernel, cudaFuncAttributeMaxDynamicSharedMemorySize, "
                    + std::to_string(most) + "));");
}

void CudaWriter::forAll(const BufferGroup &group, const std::string &before, const std::string &after)
{
    if (group.buffers.size() == 1) {
        m_code.line(before + group.name + after);
        return;
    }
    m_code.line("for (float *&buffer : " + group.name + ")");
    m_code.line("    " + before + "buffer" + after);
}

void CudaWriter::writeBuffer(const BufferGroup &group)
{
    const bool many = group.buffers.size() > 1;
    m_code.line("float *" + group.name + (many ? "[" + std::to_string(group.buffers.size()) + "] = {}" : " = nullptr")
                + "; // " + sizeComment(group.like.bytes) + (many ? " each" : ""));
    const std::string bytes = std::to_string(group.like.bytes);
    if (group.like.place == BufferPlace::Device) {
        if (manyDevices())
            m_code.line("CHECK(cudaSetDevice(" + std::to_string(group.like.device) + "));");
        forAll(group, "CHECK(cudaMalloc(&", ", " + bytes + "));");
        return;
    }
    switch (group.like.hostMemory) {
    case HostMemory::Pinned:
        forAll(group, "CHECK(cudaHostAlloc(&", ", " + bytes + ", cudaHostAllocDefault));");
        break;
    case HostMemory::WriteCombined:
        forAll(group, "CHECK(cudaHostAlloc(&", ", " + bytes + ", cudaHostAllocWriteCombined));");
        break;
    case HostMemory::Pageable:
        forAll(group, "allocatePageable(&", ", " + bytes + ");");
        break;
    case HostMemory::Registered:
        forAll(group, "allocatePageable(&", ", " + bytes + ");");
        m_code.line(many ? "for (float *buffer : " + group.name + ")" : "{");
        m_code.line("    CHECK(cudaHostRegister(" + std::string(many ? "buffer" : group.name) + ", " + bytes
                    + ", cudaHostRegisterDefault));");
        if (!many)
            m_code.line("}");
        break;
    }
}

void CudaWriter::writeBuffers()
{
    for (const BufferGroup &group : m_layout.groups())
        writeBuffer(group);
    if (manyDevices())
        m_code.line("CHECK(cudaSetDevice(0));");
    writeCudaFills(m_layout, m_expected, m_code);
    if (!m_layout.groups().empty())
        m_code.line();
}

void CudaWriter::writeIssue()
{
    if (m_layout.graphCount() > 0) {
        m_code.line("Graph graphs[" + std::to_string(m_layout.graphCount()) + "];");
        writeGraphs(m_layout, m_code);
        m_code.line();
    }
    if (threaded())
        return writeThreads();
    m_code.line("// The program: what the host issues, in this order.");
    m_code.open("const auto issue = [&] {");
    writeStatements(m_layout, 0, m_code);
    m_code.close("};");
    m_code.line();
}

void CudaWriter::writeThreads()
{
    const int threads = m_program.threadCount();
    m_code.line("// The program: what each host thread issues, in this order.");
    m_code.line("HostThreads threads(" + std::to_string(threads) + ");");
    std::string all;
    for (int thread = 0; thread < threads; ++thread) {
        const std::string name = "issueOfThread" + std::to_string(thread);
        m_code.open("const auto " + name + " = [&] {");
        writeStatements(m_layout, thread, m_code);
        m_code.close("};");
        all += (all.empty() ? "" : ", ") + name;
    }
    m_code.line("threads.start({" + all + "});");
    m_code.line("const auto issue = [&] { threads.run(); };");
    m_code.line();
}

void CudaWriter::writeRuns()
{
    m_code.line(
        "// Each run lies between two events on a stream of its own, which all streams wait for and report to.");
    std::string streams, devices;
    std::size_t created = 0;
    for (const Stream &stream : m_program.streams) {
        const std::string name = stream.kind == StreamKind::Created ? "streams[" + std::to_string(created++) + "]"
                                 : stream.kind == StreamKind::LegacyDefault ? "cudaStreamLegacy"
                                                                            : "cudaStreamPerThread";
        streams += (streams.empty() ? "" : ", ") + name;
        devices += (devices.empty() ? "" : ", ") + std::to_string(stream.device);
    }
    if (created == m_program.streams.size() && !manyDevices()) {
        m_code.line("Timer timer({std::begin(streams), std::end(streams)}, std::vector<int>(" + std::to_string(created)
                    + "));");
    } else {
        m_code.line("Timer timer({" + streams + "}, {" + devices + "});");
    }
    if (gated())
        m_code.line("Gate gate; // holds the streams until everything is enqueued");
    if (graphed())
        m_code.line("const cudaGraphExec_t graph = timer.capture(issue);");
    const int runs = m_origin.warmup + m_origin.repeat;
    if (m_checked)
        writeForgetting();
    m_code.line("std::vector<float> milliseconds;");
    m_code.open("for (int run = 0; run < " + std::to_string(runs) + "; ++run) {");
    if (m_checked) {
        m_code.line("if (run == " + std::to_string(runs - 1) + ") // the one that is checked");
        m_code.line("    forget();");
    }
    const auto outsideOfRun = [this](const std::vector<std::size_t> &operations, bool allocates) {
        for (const std::size_t index : operations) {
            const Operation &operation = m_program.operations[index];
            const std::string slot = "allocations[" + std::to_string(m_layout.slotOf(index)) + "]";
            const std::string stream = operation.stream == Operation::none ? "" : "nullptr";
            m_code.line("CHECK("
                        + cudaAllocation(operation, allocates, slot,
                                         std::to_string(std::max<std::uint64_t>(operation.bytes, 1)), stream)
                        + ");" + (allocates ? " // the program frees it" : ""));
        }
    };
    if (m_layout.hasPool()) {
        if (!m_layout.staysAllocated().empty())
            m_code.line("CHECK(cudaDeviceSynchronize());");
        m_code.line("CHECK(cudaMemPoolTrimTo(pool, 0)); // each run begins with an empty pool");
    }
    outsideOfRun(m_layout.freesFirst(), true);
    writeLeavingCaches();
    if (isHostBound(m_program))
        m_code.line("moveToFastCore();");
    const std::string call = graphed() ? "timer.launch(graph)"
                             : gated() ? "timer.time(issue, gate)"
                                       : "timer.time(issue)";
    m_code.line("const float taken = " + call + ";");
    outsideOfRun(m_layout.staysAllocated(), false);
    m_code.line("if (run >= " + std::to_string(m_origin.warmup) + ") // the first load code and touch memory");
    m_code.line("    milliseconds.push_back(taken);");
    m_code.close("}");
    m_code.line("std::sort(milliseconds.begin(), milliseconds.end());");
    m_code.line("std::printf(\"makespan    %.3f ms (median of %zu runs, minimum %.3f ms)\\n\", "
                "milliseconds[milliseconds.size() / 2],");
    m_code.line("            milliseconds.size(), milliseconds.front());");
    m_code.line();
}

/// As the lab does before each of its runs. Here only before the last one, so that it takes part in no median.
void CudaWriter::writeForgetting()
{
    m_code.line("// What came back in other runs must not be taken for what this one brings: where a wait is missing, "
                "NaN does.");
    m_code.open("const auto forget = [&] {");
    for (const BufferGroup &group : m_layout.groups()) {
        const bool device = group.like.place == BufferPlace::Device;
        if (group.isInput)
            continue;
        if (device && manyDevices())
            m_code.line("CHECK(cudaSetDevice(" + std::to_string(group.like.device) + "));");
        forAll(group, device ? "CHECK(cudaMemset(" : "std::memset(",
               ", 0xff, " + std::to_string(group.like.bytes) + (device ? "));" : ");"));
        if (device && manyDevices())
            m_code.line("CHECK(cudaDeviceSynchronize());");
    }
    m_code.line(manyDevices() ? "CHECK(cudaSetDevice(0));" : "CHECK(cudaDeviceSynchronize());");
    m_code.close("};");
}

void CudaWriter::writeLeavingCaches()
{
    for (const BufferGroup &group : m_layout.groups())
        if (isPageableInput(group))
            forAll(group, "leaveCaches(", ", " + std::to_string(group.like.bytes) + ");");
}

void CudaWriter::writeCheck()
{
    if (!m_checked) {
        m_code.line("std::printf(\"data        " + std::string(uncheckedText(m_program)) + "\\n\");");
        m_code.line();
        return;
    }
    m_code.line("bool right = true;");
    writeCudaChecks(m_layout, m_expected, m_code);
    m_code.line("std::printf(\"data        %s\\n\", right ? \"right\" : \"WRONG\");");
    m_code.line();
}

void CudaWriter::writeEnd()
{
    for (const BufferGroup &group : m_layout.groups()) {
        const bool host = group.like.place == BufferPlace::Host;
        const bool own =
            group.like.hostMemory == HostMemory::Pageable || group.like.hostMemory == HostMemory::Registered;
        const bool many = group.buffers.size() > 1;
        const std::string name = many ? "buffer" : group.name;
        if (many)
            m_code.open("for (float *buffer : " + group.name + ") {");
        if (host && group.like.hostMemory == HostMemory::Registered)
            m_code.line("CHECK(cudaHostUnregister(" + name + "));");
        m_code.line(!host ? "CHECK(cudaFree(" + name + "));"
                    : own ? "std::free(" + name + ");"
                          : "CHECK(cudaFreeHost(" + name + "));");
        if (many)
            m_code.close("}");
    }
    if (!m_program.events.empty())
        m_code.line("for (const cudaEvent_t event : events)\n        CHECK(cudaEventDestroy(event));");
    if (!m_layout.createdStreams().empty())
        m_code.line("for (const cudaStream_t stream : streams)\n        CHECK(cudaStreamDestroy(stream));");
    if (has(m_program, OperationKind::Collective))
        m_code.line("for (const ncclComm_t communicator : communicators)\n"
                    "        CHECK_NCCL(ncclCommDestroy(communicator));");
    m_code.line(m_checked ? "return right ? 0 : 1;" : "return 0;");
}

} // namespace

std::string cudaSource(const Program &program, const CodeOrigin &origin)
{
    refuse(program);
    return CudaWriter(program, origin).file();
}

} // namespace streamscope
