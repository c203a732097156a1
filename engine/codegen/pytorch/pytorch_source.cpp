// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/pytorch_source.h"

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/code_text.h"
#include "engine/codegen/layout/host_bound.h"
#include "engine/codegen/pytorch/chunk_views.h"
#include "engine/codegen/pytorch/pytorch_data.h"
#include "engine/codegen/pytorch/pytorch_helpers.h"
#include "engine/codegen/pytorch/pytorch_kernels.h"
#include "engine/codegen/pytorch/pytorch_statements.h"
#include "engine/codegen/pytorch/rank_program.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <utility>

namespace streamscope {

namespace {

constexpr std::uint64_t elementBytes = sizeof(float);
constexpr std::string_view defaultStreamLine = "default_stream = torch.cuda.default_stream()";

bool has(const Program &program, OperationKind kind)
{
    return std::any_of(program.operations.begin(), program.operations.end(),
                       [kind](const Operation &operation) { return operation.kind == kind; });
}

void refuse(const Program &program)
{
    const auto problem = [](std::string_view what) {
        throw InputError(
            Phrase("engine", "no PyTorch code can be written for %1; run it with streamscope run").arg(what));
    };
    for (const std::string_view what : {graphProblem(program), threadProblem(program)})
        if (!what.empty())
            problem(what);
    if (program.threadCount() > 1 && has(program, OperationKind::Collective))
        problem("an all-reduce beside several host threads");
    for (const Operation &operation : program.operations) {
        if (operation.kind == OperationKind::Kernel)
            checkPytorchLaunch(operation.kernel);
        if (operation.kind == OperationKind::Collective && operation.reads != operation.writes)
            problem("an all-reduce from one buffer into another");
    }
}

/// torch.cuda.Stream() makes streams as these: non-blocking, of priority 0 or −1, and no more than its pool has beside
/// the timer's own.
bool fitsPool(const Program &program)
{
    constexpr int poolSize = 31;
    std::map<std::pair<int, int>, int> sizes;
    return std::all_of(program.streams.begin(), program.streams.end(), [&](const Stream &stream) {
        return stream.kind != StreamKind::Created
               || (stream.nonBlocking && stream.priority <= 0 && stream.priority >= -1
                   && ++sizes[{stream.device, stream.priority}] <= poolSize);
    });
}

bool holds(const DataLines &lines, ExpectedPiece::Kind kind)
{
    return std::any_of(lines.lines.begin(), lines.lines.end(),
                       [kind](const DataLine &line) { return line.kind == kind; });
}

/// Writes one script.
class PytorchWriter
{
public:
    /// `buffers`: of a rank, where its buffers are among those of `whole`; empty where the script does all.
    PytorchWriter(const Program &program, const Program &whole, const std::vector<std::size_t> &buffers,
                  const CodeOrigin &origin)
        : m_program(program), m_origin(origin), m_expected(program, 0), m_layout(program, m_expected),
          m_ranks(buffers.empty() ? 0 : whole.deviceCount()), m_fills(fillLines(m_layout, m_expected)),
          m_checks(checkLines(m_layout, ExpectedData(whole, 0), buffers)), m_kernels(pytorchKernels(program))
    {
        m_setting.distributed = m_ranks > 0;
        m_setting.manyDevices = program.deviceCount() > 1;
        m_needs.rawStreams = !fitsPool(program);
        const bool combined = std::any_of(program.buffers.begin(), program.buffers.end(), [](const Buffer &buffer) {
            return buffer.place == BufferPlace::Host
                   && (buffer.hostMemory == HostMemory::WriteCombined || buffer.hostMemory == HostMemory::Registered);
        });
        m_needs.cudart = m_needs.rawStreams || combined || has(program, OperationKind::HostFunction)
                         || has(program, OperationKind::Alloc) || has(program, OperationKind::Free);
        m_needs.distributed = m_setting.distributed;
        m_needs.graphs = m_layout.graphCount() > 0;
        m_needs.kernels = !m_kernels.empty();
        m_needs.patterns = !m_fills.lines.empty() || holds(m_checks, ExpectedPiece::Kind::Pattern);
        m_needs.bits = holds(m_checks, ExpectedPiece::Kind::Bits);
    }

    std::string file()
    {
        writeHead();
        writeImports();
        writeConstants();
        m_code.line(pytorchHelpers(m_program, m_needs));
        m_code.open("def main():");
        writeProcess();
        writeKernels();
        writeStreams();
        writeBuffers();
        writeIssue();
        writeRuns();
        writeCheck();
        m_code.close({});
        m_code.line();
        m_code.line();
        m_code.open("if __name__ == \"__main__\":");
        m_code.line("sys.exit(main())");
        m_code.close({});
        return tidied(m_code.text());
    }

private:
    void writeHead();
    void writeImports();
    void writeConstants();
    void writeProcess();
    void writeKernels();
    void writeStreams();
    void writeBuffers();
    void writeBuffer(const BufferGroup &group);
    void writeIssue();
    void writeIssued();
    void writeThreads();
    void writeRuns();
    void writeForgetting();
    void writeCheck();
    std::string streamCall(const Stream &stream) const;
    /// No more than two empty lines at once.
    static std::string tidied(std::string text);
    bool threaded() const { return m_program.threadCount() > 1; }
    bool graphed() const { return m_program.submission == Submission::Graph; }
    bool hasDefaultStream() const
    {
        return !m_setting.manyDevices && std::ranges::any_of(m_program.streams, [](const Stream &stream) {
            return stream.kind == StreamKind::LegacyDefault;
        });
    }
    bool gated() const { return m_program.submission == Submission::Gated; }
    std::string runsText() const { return std::to_string(m_origin.warmup + m_origin.repeat); }

    const Program &m_program;
    const CodeOrigin &m_origin;
    ExpectedData m_expected;
    CodeLayout m_layout;
    int m_ranks = 0; ///< processes; 0: not distributed
    DataLines m_fills, m_checks;
    std::vector<PytorchKernel> m_kernels;
    PytorchSetting m_setting;
    PytorchNeeds m_needs;
    BoundCalls m_calls;
    bool m_selectsStreams = false;
    CodeText m_code;
};

std::string PytorchWriter::tidied(std::string text)
{
    for (std::size_t at = text.find("\n\n\n\n"); at != std::string::npos; at = text.find("\n\n\n\n", at))
        text.erase(at, 1);
    return text;
}

void PytorchWriter::writeHead()
{
    m_code.line("# " + m_origin.title);
    for (const std::string &line : originLines(m_origin))
        m_code.line("# " + line);
    m_code.line("# Run: "
                + (m_ranks > 0 ? "torchrun --nproc-per-node=" + std::to_string(m_ranks) + " FILE.py"
                               : std::string("python3 FILE.py")));
    m_code.line("# Needs PyTorch 2.10 or newer with CUDA 12 or newer on Linux"
                + std::string(m_kernels.empty() ? "" : ", and CUDA's headers: CUDA_HOME names their toolkit"));
    m_code.line(
        "# Python issues an operation in 4 to 8 us, and CUDA C++ in 2 to 4: many short operations take longer than "
        "in the lab.");
    if (std::any_of(m_layout.groups().begin(), m_layout.groups().end(), [](const BufferGroup &group) {
            return group.isInput && group.like.hostMemory == HostMemory::Pageable;
        }))
        m_code.line(
            "# The lab takes what copies read out of the processor's caches before each run, which Python cannot: "
            "pageable copies of less than 64 MiB may be faster here.");
}

void PytorchWriter::writeImports()
{
    if (m_needs.graphs)
        m_code.line("import contextlib");
    if (m_needs.cudart || m_needs.kernels)
        m_code.line("import ctypes");
    if (m_needs.kernels || m_layout.allocations() > 0)
        m_code.line("import functools");
    if (m_program.connections > 0 || m_ranks > 0 || threaded() || isHostBound(m_program))
        m_code.line("import os");
    m_code.line("import sys");
    if (threaded())
        m_code.line("import threading");
    if (has(m_program, OperationKind::HostWork) || has(m_program, OperationKind::HostFunction)
        || isHostBound(m_program))
        m_code.line("import time");
    if (threaded())
        m_code.line("import traceback");
    m_code.line();
    if (m_program.connections > 0) {
        m_code.line("# Hardware queues that streams map to; CUDA reads it when it starts.");
        m_code.line("os.environ[\"CUDA_DEVICE_MAX_CONNECTIONS\"] = \"" + std::to_string(m_program.connections) + "\"");
        m_code.line();
    }
    m_code.line("import torch");
    if (m_ranks > 0)
        m_code.line("import torch.distributed as dist");
    m_code.line();
}

void PytorchWriter::writeConstants()
{
    if (const std::uint64_t bytes = m_layout.chunkBytes(); bytes > 0 && bytes % elementBytes == 0) {
        m_code.line("CHUNK = " + std::to_string(bytes / elementBytes) + "  # elements: " + sizeComment(bytes));
        m_code.line();
    }
    if (!m_kernels.empty())
        m_code.line("# The lab's kernels, which NVRTC compiles when the script starts.");
    for (const PytorchKernel &kernel : m_kernels)
        if (!kernel.declared)
            m_code.line(kernel.constant + " = r\"\"\"\n" + kernel.source + "\"\"\"\n");
    m_code.line();
}

void PytorchWriter::writeProcess()
{
    if (m_ranks == 0)
        return;
    m_code.line("rank = int(os.environ[\"LOCAL_RANK\"])  # torchrun starts a process for each GPU");
    m_code.line("torch.cuda.set_device(rank)");
    m_code.line("dist.init_process_group(\"nccl\", device_id=torch.device(\"cuda\", rank))");
    m_code.line();
}

void PytorchWriter::writeKernels()
{
    for (const PytorchKernel &kernel : m_kernels) {
        const std::string made = "Kernel(" + kernel.constant + ", \"" + kernel.name + "\""
                                 + (kernel.sharedMemory > 0 ? ", " + std::to_string(kernel.sharedMemory) : "") + ")";
        const bool each = m_setting.manyDevices && kernel.variable != "gate_kernel";
        if (!each) {
            m_code.line(kernel.variable + " = " + made);
            continue;
        }
        m_code.line(kernel.variable + " = []  # a device runs what was loaded into it");
        m_code.open("for device in range(" + std::to_string(m_program.deviceCount()) + "):");
        m_code.open("with torch.cuda.device(device):");
        m_code.line(kernel.variable + ".append(" + made + ")");
        m_code.close({});
        m_code.close({});
    }
    if (!m_kernels.empty())
        m_code.line();
}

std::string PytorchWriter::streamCall(const Stream &stream) const
{
    if (m_needs.rawStreams)
        return "raw_stream(" + std::to_string(stream.nonBlocking ? 1 : 0) + ", " + std::to_string(stream.priority)
               + ", " + (m_ranks > 0 ? "rank" : std::to_string(stream.device)) + ")";
    const std::string device = m_setting.manyDevices ? "device=" + std::to_string(stream.device) : "";
    const std::string priority = stream.priority == 0 ? "" : "priority=" + std::to_string(stream.priority);
    return "torch.cuda.Stream(" + device + (device.empty() || priority.empty() ? "" : ", ") + priority + ")";
}

void PytorchWriter::writeStreams()
{
    const std::vector<std::int32_t> &created = m_layout.createdStreams();
    std::vector<std::string> calls;
    for (const std::int32_t stream : created)
        calls.push_back(streamCall(m_program.streams[static_cast<std::size_t>(stream)]));
    const bool alike = std::adjacent_find(calls.begin(), calls.end(), std::not_equal_to<>()) == calls.end();
    if (alike && !calls.empty()) {
        m_code.line("streams = [" + calls.front() + " for _ in range(" + std::to_string(calls.size()) + ")]");
    } else if (!calls.empty()) {
        m_code.open("streams = [");
        for (std::size_t i = 0; i < calls.size(); ++i)
            m_code.line(calls[i] + ",  # " + m_program.streams[static_cast<std::size_t>(created[i])].id);
        m_code.close("]");
    }
    for (const Stream &stream : m_program.streams) {
        if (stream.kind == StreamKind::PerThreadDefault)
            m_code.line("per_thread_stream = torch.cuda.ExternalStream(2)  # cudaStreamPerThread; PyTorch itself uses "
                        "the default stream");
    }
    if (hasDefaultStream())
        m_code.line(defaultStreamLine);
    if (!m_program.events.empty())
        m_code.line("events = [torch.cuda.Event() for _ in range(" + std::to_string(m_program.events.size()) + ")]");
    m_code.line();
}

void PytorchWriter::writeBuffer(const BufferGroup &group)
{
    const std::string elements =
        elementsText((group.like.bytes + elementBytes - 1) / elementBytes, m_layout.chunkBytes(), "CHUNK");
    const bool many = group.buffers.size() > 1;
    std::string call = "torch.empty(" + elements;
    if (group.like.place == BufferPlace::Device) {
        call += ", device=\"cuda" + (m_setting.manyDevices ? ":" + std::to_string(group.like.device) : "") + "\")";
    } else {
        switch (group.like.hostMemory) {
        case HostMemory::Pinned:
            call += ", pin_memory=True)";
            break;
        case HostMemory::Pageable:
            call = "torch.zeros(" + elements + ")"; // written once, so that its pages exist
            break;
        case HostMemory::WriteCombined:
            call = "write_combined(" + elements + ")";
            break;
        case HostMemory::Registered:
            call = "registered(" + elements + ")";
            break;
        }
    }
    if (many)
        call = "[" + call + " for _ in range(" + std::to_string(group.buffers.size()) + ")]";
    m_code.line(pytorchName(group) + " = " + call + "  # " + sizeComment(group.like.bytes) + (many ? " each" : ""));
}

void PytorchWriter::writeBuffers()
{
    for (const BufferGroup &group : m_layout.groups())
        writeBuffer(group);
    writeChunkViews(m_layout, m_code);
    writePytorchFills(m_layout, m_fills, m_code);
    if (m_layout.allocations() > 0)
        m_code.line("allocations = [ctypes.c_void_p() for _ in range(" + std::to_string(m_layout.allocations()) + ")]");
    if (m_layout.hasPool())
        m_code.line("pool = make_pool(" + std::to_string(m_program.poolReleaseThreshold) + ")");
    if (!m_layout.groups().empty() || m_layout.allocations() > 0)
        m_code.line();
}

void PytorchWriter::writeIssue()
{
    CodeText code = m_code.beside();
    std::swap(code, m_code);
    writeIssued();
    std::swap(code, m_code);
    if (m_selectsStreams && !hasDefaultStream())
        m_code.line(defaultStreamLine);
    m_calls.write(m_code);
    m_code.append(code);
}

/// What uses the bound calls, which stand before it.
void PytorchWriter::writeIssued()
{
    if (m_needs.graphs) {
        m_code.line("graphs = [Graph() for _ in range(" + std::to_string(m_layout.graphCount()) + ")]");
        writePytorchGraphs(m_layout, m_setting, m_calls, m_code);
        m_code.line();
    }
    if (threaded())
        return writeThreads();
    m_code.open("def issue():");
    m_code.line("\"\"\"The program: what the host issues, in this order.\"\"\"");
    m_selectsStreams = writePytorchStatements(m_layout, 0, m_setting, m_calls, m_code);
    m_code.close({});
    m_code.line();
}

void PytorchWriter::writeThreads()
{
    const int threads = m_program.threadCount();
    m_code.line("threads = HostThreads(" + std::to_string(threads) + ")");
    m_code.line();
    std::string all;
    for (int thread = 0; thread < threads; ++thread) {
        const std::string name = "issue_of_thread_" + std::to_string(thread);
        m_code.open("def " + name + "():");
        m_code.line("\"\"\"What this host thread issues, in this order.\"\"\"");
        m_selectsStreams |= writePytorchStatements(m_layout, thread, m_setting, m_calls, m_code);
        m_code.close({});
        m_code.line();
        all += (all.empty() ? "" : ", ") + name;
    }
    m_code.line("threads.start(" + all + ")");
    m_code.line("issue = threads.run");
    m_code.line();
}

/// As the lab does before each of its runs. Here only before the last one, so that it takes part in no median.
void PytorchWriter::writeForgetting()
{
    m_code.line();
    m_code.open("def forget():");
    m_code.line(
        "\"\"\"What came back in other runs must not be taken for what this one brings: where a wait is missing, "
        "NaN does.\"\"\"");
    for (const BufferGroup &group : m_layout.groups()) {
        if (group.isInput)
            continue;
        const bool many = group.buffers.size() > 1;
        if (many)
            m_code.open("for buffer in " + pytorchName(group) + ":");
        m_code.line((many ? "buffer" : pytorchName(group)) + ".fill_(float(\"nan\"))");
        if (many)
            m_code.close({});
    }
    m_code.line(m_ranks > 0 || m_setting.manyDevices ? "synchronize_all()" : "torch.cuda.synchronize()");
    m_code.close({});
    m_code.line();
}

void PytorchWriter::writeRuns()
{
    std::string streams;
    std::size_t created = 0;
    for (const Stream &stream : m_program.streams) {
        const bool legacy = stream.kind == StreamKind::LegacyDefault;
        const std::string name = stream.kind == StreamKind::Created ? "streams[" + std::to_string(created++) + "]"
                                 : !legacy                          ? "per_thread_stream"
                                 : m_setting.manyDevices
                                     ? "torch.cuda.default_stream(" + std::to_string(stream.device) + ")"
                                     : "default_stream";
        streams += (streams.empty() ? "" : ", ") + name;
    }
    m_code.line("timer = Timer("
                + (created == m_program.streams.size() && created > 0 ? "streams" : "[" + streams + "]") + ")");
    const bool outside = !m_layout.freesFirst().empty() || !m_layout.staysAllocated().empty();
    if (gated()) {
        m_code.line("gate = Gate(gate_kernel)  # holds the streams until everything is enqueued");
        m_code.line("gate.hold(timer.clock)  # it is open: this loads its code");
        if (!outside) {
            m_code.line("issue()  # loads the kernels, for which a closed gate would have to wait");
            m_code.line(m_ranks > 0 || m_setting.manyDevices ? "synchronize_all()" : "torch.cuda.synchronize()");
        }
    }
    if (graphed())
        m_code.line("graph = timer.capture(issue)");
    if (isHostBound(m_program))
        m_code.line("fast_core = FastCore()");
    if (!m_checks.lines.empty())
        writeForgetting();
    m_code.line("milliseconds = []");
    m_code.open("for run in range(" + runsText() + "):");
    if (!m_checks.lines.empty()) {
        m_code.open("if run == " + std::to_string(m_origin.warmup + m_origin.repeat - 1)
                    + ":  # the one that is checked");
        m_code.line("forget()");
        m_code.close({});
    }
    const auto outsideOfRun = [this](const std::vector<std::size_t> &operations, bool allocates) {
        for (const std::size_t index : operations) {
            const Operation &operation = m_program.operations[index];
            m_code.line(pytorchAllocation(operation, allocates,
                                          "allocations[" + std::to_string(m_layout.slotOf(index)) + "]",
                                          std::to_string(std::max<std::uint64_t>(operation.bytes, 1)),
                                          operation.stream == Operation::none ? "" : "torch.cuda.default_stream()")
                        + "()" + (allocates ? "  # the program frees it" : ""));
        }
    };
    if (m_layout.hasPool()) {
        if (!m_layout.staysAllocated().empty())
            m_code.line("torch.cuda.synchronize()");
        m_code.line("check(cudart.cudaMemPoolTrimTo(pool, ctypes.c_size_t(0)))  # each run begins with an empty pool");
    }
    outsideOfRun(m_layout.freesFirst(), true);
    if (isHostBound(m_program))
        m_code.line("fast_core.move_there()");
    m_code.line(std::string("taken = ")
                + (graphed() ? "timer.launch(graph)"
                   : gated() ? "timer.time(issue, gate)"
                             : "timer.time(issue)"));
    outsideOfRun(m_layout.staysAllocated(), false);
    if (m_ranks > 0) {
        m_code.line("slowest = torch.tensor(taken, device=\"cuda\")");
        m_code.line("dist.all_reduce(slowest, op=dist.ReduceOp.MAX)");
        m_code.line("taken = slowest.item()");
    }
    m_code.open("if run >= " + std::to_string(m_origin.warmup) + ":  # the first load code and touch memory");
    m_code.line("milliseconds.append(taken)");
    m_code.close({});
    m_code.close({});
    m_code.line("milliseconds.sort()");
    m_code.line("median, runs, shortest = milliseconds[len(milliseconds) // 2], len(milliseconds), milliseconds[0]");
    if (m_ranks > 0)
        m_code.open("if rank == 0:");
    m_code.line("print(f\"makespan    {median:.3f} ms (median of {runs} runs, minimum {shortest:.3f} ms)\")");
    if (m_ranks > 0)
        m_code.close({});
    m_code.line();
}

void PytorchWriter::writeCheck()
{
    const bool checked = !m_checks.lines.empty();
    if (checked)
        writePytorchChecks(m_layout, m_checks, m_code);
    if (checked && m_ranks > 0) {
        m_code.line("everywhere = torch.tensor(int(right), device=\"cuda\")");
        m_code.line("dist.all_reduce(everywhere, op=dist.ReduceOp.MIN)");
        m_code.line("right = bool(everywhere.item())");
    }
    if (m_ranks > 0) {
        m_code.line("dist.destroy_process_group()");
        m_code.open("if rank == 0:");
    }
    m_code.line(checked ? "print(\"data        \" + (\"right\" if right else \"WRONG\"))"
                        : "print(\"data        " + std::string(uncheckedText(m_program)) + "\")");
    if (m_ranks > 0)
        m_code.close({});
    m_code.line(checked ? "return 0 if right else 1" : "return 0");
}

} // namespace

std::string pytorchSource(const Program &program, const CodeOrigin &origin)
{
    refuse(program);
    if (!has(program, OperationKind::Collective))
        return PytorchWriter(program, program, {}, origin).file();
    const RankProgram rank = rankProgram(program);
    return PytorchWriter(rank.program, program, rank.buffers, origin).file();
}

} // namespace streamscope
