// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Data in, a kernel on it, data back, cut into chunks that travel on several streams.
class CopyComputePipeline final : public Experiment
{
public:
    std::string id() const override { return "copy-compute-pipeline"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Copy–compute pipeline"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "Data in, a kernel on it, data back: how much of the copying hides under the computing?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

/// Writes the operations of one pipeline into a Program.
class PipelineBuilder
{
public:
    PipelineBuilder(const Parameters &values);
    Program build();

private:
    /// The part of the data that belongs to a chunk; the first chunks are one float longer when it does not divide.
    BufferRange rangeOf(std::int32_t buffer, std::int64_t chunk) const;
    void addStreamsAndBuffers();
    void copyIn(std::int64_t chunk) { copy(OperationKind::H2D, "H2D", hostIn, onDevice, chunk); }
    void compute(std::int64_t chunk);
    void copyBack(std::int64_t chunk) { copy(OperationKind::D2H, "D2H", resultBuffer(), hostOut, chunk); }
    void copy(OperationKind kind, const char *name, std::int32_t from, std::int32_t to, std::int64_t chunk);
    void waitFor(std::int64_t chunk);
    void buildChunks();
    void buildFrames();
    Operation operation(OperationKind kind, std::int64_t chunk, const char *name) const;

    enum : std::int32_t { hostIn, onDevice, hostOut, results };
    /// Where the kernels put their results: over their data, or beside it.
    std::int32_t resultBuffer() const { return m_inPlace ? onDevice : results; }

    const Parameters &m_values;
    std::int64_t m_chunks;
    std::int64_t m_streams;
    std::uint64_t m_elements;
    bool m_inPlace;
    Program m_program;
};

std::string CopyComputePipeline::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Every chunk of the data is copied to the device (H2D), worked on by a kernel, and copied back (D2H). On one "
        "stream these three follow each other; on several streams the copy in of one chunk, the kernel of another and "
        "the copy back of a third can run at the same time, because each direction of copying and the SMs are engines "
        "of their own.\n\nLook at the engine lanes: the busiest one sets the bound. Gaps there are what can still be "
        "won. Pale, hatched parts in the stream lanes are operations that were ready and waited for their "
        "engine.\n\nWith pipeline frames the chunks are whole frames, as a video filter has them: while the kernel "
        "works on one, the next one comes and the one before goes. On one stream this is no better than one after the "
        "other.\n\nTry: pageable memory (the host is held in every copy, overlap is gone); breadth-first with more "
        "chunks than streams (kernels wait for all copies of their stream); one chunk (nothing to overlap); very many "
        "chunks (the cost per operation eats the gain); a device with a single copy engine (sim:c1060).");
}

std::vector<ParameterSpec> CopyComputePipeline::parameters() const
{
    return {
        bytesParameter(std::int64_t{256} << 20),
        chunksParameter(16),
        streamsParameter(4),
        hostMemoryParameter(),
        issueOrderParameter(),
        kernelWorkParameter(64),
        prioritiesParameter(),
        streamFlagsParameter(),
        tuned(choiceParameter(
            "pipeline", QT_TRANSLATE_NOOP("engine", "Pipeline"), {"chunks", "frames"},
            QT_TRANSLATE_NOOP(
                "engine",
                "chunks: copy in, kernel, copy back of one chunk after the other, in the issue order; frames: the "
                "kernel of a chunk, then the copy in of the next and the copy back of its own."))),
        choiceParameter("data", QT_TRANSLATE_NOOP("engine", "Buffers"), {"in-place", "in-and-out"},
                        QT_TRANSLATE_NOOP("engine", "in-place: the kernel writes over what it reads; in-and-out: "
                                                    "beside it, so that input and result are both on the device."))};
}

Program CopyComputePipeline::build(const Parameters &values) const
{
    return PipelineBuilder(values).build();
}

PipelineBuilder::PipelineBuilder(const Parameters &values)
    : m_values(values), m_chunks(values.integer("chunks")), m_streams(values.integer("streams")),
      m_elements(static_cast<std::uint64_t>(values.integer("bytes")) / floatBytes),
      m_inPlace(values.choice("data") == "in-place")
{
    const auto bytes = static_cast<std::uint64_t>(values.integer("bytes"));
    if (bytes % floatBytes != 0)
        throw InputError(
            Phrase("engine", "parameter 'bytes': %1 is no whole number of floats; use a multiple of 4").arg(bytes));
    if (static_cast<std::uint64_t>(m_chunks) > m_elements)
        throw InputError(Phrase("engine", "parameter 'chunks': %1 chunks of %2 floats: each chunk needs one at least; "
                                          "make 'bytes' larger or 'chunks' smaller")
                             .arg(m_chunks, m_elements));
}

void PipelineBuilder::addStreamsAndBuffers()
{
    for (std::int64_t i = 0; i < m_streams; ++i) {
        Stream stream;
        stream.id = std::to_string(i);
        stream.priority = priorityOf(m_values, static_cast<std::size_t>(i));
        stream.nonBlocking = nonBlockingOf(m_values);
        m_program.streams.push_back(stream);
    }
    // In and out are separate on the host, so that every repeat starts from the same data.
    const std::uint64_t bytes = m_elements * floatBytes;
    const HostMemory memory = hostMemoryOf(m_values);
    m_program.buffers = {{"input", BufferPlace::Host, memory, 0, bytes},
                         {"device", BufferPlace::Device, HostMemory::Pinned, 0, bytes},
                         {"output", BufferPlace::Host, memory, 0, bytes}};
    if (!m_inPlace)
        m_program.buffers.push_back({"results", BufferPlace::Device, HostMemory::Pinned, 0, bytes});
}

BufferRange PipelineBuilder::rangeOf(std::int32_t buffer, std::int64_t chunk) const
{
    const auto count = static_cast<std::uint64_t>(m_chunks);
    const auto index = static_cast<std::uint64_t>(chunk);
    const std::uint64_t share = m_elements / count, longer = m_elements % count;
    const std::uint64_t first = index * share + std::min(index, longer);
    return {buffer, first * floatBytes, (share + (index < longer ? 1 : 0)) * floatBytes};
}

Operation PipelineBuilder::operation(OperationKind kind, std::int64_t chunk, const char *name) const
{
    Operation op;
    op.kind = kind;
    op.stream = static_cast<std::int32_t>(chunk % m_streams);
    op.chunk = static_cast<std::int32_t>(chunk);
    op.name = std::string(name) + " " + std::to_string(chunk);
    return op;
}

void PipelineBuilder::copy(OperationKind kind, const char *name, std::int32_t from, std::int32_t to, std::int64_t chunk)
{
    Operation op = operation(kind, chunk, name);
    op.reads = {rangeOf(from, chunk)};
    op.writes = {rangeOf(to, chunk)};
    op.bytes = op.reads.front().bytes;
    m_program.operations.push_back(std::move(op));
}

void PipelineBuilder::compute(std::int64_t chunk)
{
    Operation op = operation(OperationKind::Kernel, chunk, "kernel");
    op.reads = {rangeOf(onDevice, chunk)};
    op.writes = {rangeOf(resultBuffer(), chunk)};
    op.kernel.own().kind = KernelKind::Fma;
    op.kernel.own().elements = op.reads.front().bytes / floatBytes;
    op.kernel.own().workPerElement = m_values.integer("kernel_work");
    m_program.operations.push_back(std::move(op));
}

void PipelineBuilder::waitFor(std::int64_t chunk)
{
    Operation op = operation(OperationKind::Sync, chunk, "synchronize");
    op.syncScope = SyncScope::Stream;
    m_program.operations.push_back(std::move(op));
}

Program PipelineBuilder::build()
{
    m_program.title = "Copy–compute pipeline";
    addStreamsAndBuffers();
    m_program.operations.reserve(static_cast<std::size_t>(m_chunks) * 4);
    if (m_values.choice("pipeline") == "frames")
        buildFrames();
    else
        buildChunks();
    return std::move(m_program);
}

/// Whole frames in a row, as a video filter has them: while the kernel works on one, the next one comes and the one
/// before goes. The stream of a frame orders its three parts, so that no events are needed.
void PipelineBuilder::buildFrames()
{
    copyIn(0);
    for (std::int64_t frame = 0; frame < m_chunks; ++frame) {
        compute(frame);
        if (frame + 1 < m_chunks)
            copyIn(frame + 1);
        copyBack(frame);
    }
}

void PipelineBuilder::buildChunks()
{
    if (issueOrderOf(m_values) == IssueOrder::BreadthFirst) {
        for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk)
            copyIn(chunk);
        for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk)
            compute(chunk);
        for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk)
            copyBack(chunk);
        return;
    }
    const bool serial = issueOrderOf(m_values) == IssueOrder::Serial;
    for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk) {
        copyIn(chunk);
        compute(chunk);
        copyBack(chunk);
        if (serial)
            waitFor(chunk);
    }
}

const Registered<CopyComputePipeline> registeredCopyComputePipeline;

} // namespace

} // namespace streamscope
