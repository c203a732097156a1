// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Copies to the device on one stream and back on another, at the same time or one direction only.
class BidirectionalCopy final : public Experiment
{
public:
    std::string id() const override { return "bidirectional-copy"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Copies in both directions"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine",
                                 "Host to device and device to host at once: what does each direction cost the other?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

/// Writes the copies of the chosen directions into a Program.
class BidirectionalBuilder
{
public:
    explicit BidirectionalBuilder(const Parameters &values);
    Program build();

private:
    /// Bytes of one copy; the first ones are one float longer where the data does not divide.
    BufferRange pieceOf(std::int32_t buffer, std::int64_t chunk) const;
    void addBuffers();
    std::int32_t addBuffer(const char *id, BufferPlace place, std::uint64_t bytes);
    void addStreams();
    void fillSource();
    void copyIn(std::int64_t chunk);
    void copyBack(std::int64_t chunk);
    void checkCopyIn();
    void add(OperationKind kind, std::int32_t stream, const BufferRange &from, const BufferRange &to,
             const std::string &name, std::int64_t chunk);

    const Parameters &m_values;
    const bool m_in, m_back;
    const std::int64_t m_chunks;
    const std::uint64_t m_floats;
    std::int32_t m_streamIn = -1, m_streamBack = -1;
    std::int32_t m_input = -1, m_arrived = -1, m_source = -1, m_output = -1, m_check = -1; ///< buffers
    Program m_program;
};

std::string BidirectionalCopy::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "One stream copies to the device (H2D), another one copies back (D2H). A device with two copy engines runs "
        "them at the same time; one with a single engine takes turns. Both share the way to the host, so neither is as "
        "fast as alone: on a PCIe 5 H200 each direction keeps about nine tenths of its rate, on others half.\n\nLook "
        "at the copies' GB/s, alone (directions h2d, then d2h) and together (both), and at where the shorter direction "
        "ends: the copies of the other one are faster from there on. Two copies of the same direction never run at "
        "once, on however many streams.\n\nTry: pageable memory (the driver stages the copies and holds the host in "
        "them, so the directions take turns); small copies (the time of each is latency, and both directions cost "
        "nothing); a device with one copy engine (sim:c1060).\n\nWhat comes back is checked. D2H copies read from a "
        "region that is filled on the device first; of the H2D copies the last 64 KiB come back at the end.");
}

std::vector<ParameterSpec> BidirectionalCopy::parameters() const
{
    ParameterSpec directions;
    directions.name = "directions";
    directions.label = QT_TRANSLATE_NOOP("engine", "Directions");
    directions.type = ParameterType::Choice;
    directions.choices = {"h2d", "d2h", "both"};
    directions.defaultValue = std::string("both");
    directions.help =
        QT_TRANSLATE_NOOP("engine", "h2d: to the device only; d2h: to the host only; both: each on its own stream.");

    ParameterSpec bytes = bytesParameter(std::int64_t{256} << 20);
    bytes.help = QT_TRANSLATE_NOOP("engine", "How much data goes each way, all copies together.");
    ParameterSpec chunks = chunksParameter(8);
    chunks.help = QT_TRANSLATE_NOOP("engine", "Copies of each direction; each moves its part of the data.");
    return {directions, bytes, chunks, hostMemoryParameter(), prioritiesParameter(), streamFlagsParameter()};
}

Program BidirectionalCopy::build(const Parameters &values) const
{
    return BidirectionalBuilder(values).build();
}

BidirectionalBuilder::BidirectionalBuilder(const Parameters &values)
    : m_values(values), m_in(values.choice("directions") != "d2h"), m_back(values.choice("directions") != "h2d"),
      m_chunks(values.integer("chunks")), m_floats(static_cast<std::uint64_t>(values.integer("bytes")) / floatBytes)
{
    if (values.integer("bytes") % static_cast<std::int64_t>(floatBytes) != 0)
        throw InputError(Phrase("engine", "parameter 'bytes': %1 is no whole number of floats; use a multiple of 4")
                             .arg(values.integer("bytes")));
    if (static_cast<std::uint64_t>(m_chunks) > m_floats)
        throw InputError(Phrase("engine", "parameter 'chunks': %1 copies of %2 floats: each copy needs one at least; "
                                          "make 'bytes' larger or 'chunks' smaller")
                             .arg(m_chunks, m_floats));
}

BufferRange BidirectionalBuilder::pieceOf(std::int32_t buffer, std::int64_t chunk) const
{
    const auto count = static_cast<std::uint64_t>(m_chunks);
    const auto index = static_cast<std::uint64_t>(chunk);
    const std::uint64_t share = m_floats / count, longer = m_floats % count;
    const std::uint64_t first = index * share + std::min(index, longer);
    return {buffer, first * floatBytes, (share + (index < longer ? 1 : 0)) * floatBytes};
}

std::int32_t BidirectionalBuilder::addBuffer(const char *id, BufferPlace place, std::uint64_t bytes)
{
    const HostMemory memory = place == BufferPlace::Host ? hostMemoryOf(m_values) : HostMemory::Pinned;
    m_program.buffers.push_back({id, place, memory, 0, bytes});
    return static_cast<std::int32_t>(m_program.buffers.size()) - 1;
}

void BidirectionalBuilder::addBuffers()
{
    constexpr std::uint64_t checkedBytes = 64 << 10;
    const std::uint64_t bytes = m_floats * floatBytes;
    if (m_in) {
        m_input = addBuffer("input", BufferPlace::Host, bytes);
        m_arrived = addBuffer("arrived", BufferPlace::Device, bytes);
        m_check = addBuffer("check", BufferPlace::Host, std::min(bytes, checkedBytes));
    }
    if (m_back) {
        m_source = addBuffer("source", BufferPlace::Device, pieceOf(0, 0).bytes);
        m_output = addBuffer("output", BufferPlace::Host, bytes);
    }
}

void BidirectionalBuilder::addStreams()
{
    const auto addStream = [this](const char *id) {
        m_program.streams.push_back(makeStream(m_values, m_program.streams.size(), id));
        return static_cast<std::int32_t>(m_program.streams.size()) - 1;
    };
    if (m_in)
        m_streamIn = addStream("in");
    if (m_back)
        m_streamBack = addStream("out");
}

void BidirectionalBuilder::add(OperationKind kind, std::int32_t stream, const BufferRange &from, const BufferRange &to,
                               const std::string &name, std::int64_t chunk)
{
    Operation op;
    op.kind = kind;
    op.stream = stream;
    op.name = name;
    op.chunk = static_cast<std::int32_t>(chunk);
    op.bytes = to.bytes;
    if (from.buffer >= 0)
        op.reads = {from};
    op.writes = {to};
    m_program.operations.push_back(std::move(op));
}

/// All copies back read the same piece, which keeps the filling short beside them.
void BidirectionalBuilder::fillSource()
{
    constexpr std::uint8_t anyByte = 0x3c;
    add(OperationKind::Memset, m_streamBack, {}, {m_source, 0, pieceOf(0, 0).bytes}, "fill the source",
        Operation::none);
    m_program.operations.back().memsetValue = anyByte;
}

void BidirectionalBuilder::copyIn(std::int64_t chunk)
{
    add(OperationKind::H2D, m_streamIn, pieceOf(m_input, chunk), pieceOf(m_arrived, chunk),
        "H2D " + std::to_string(chunk), chunk);
}

void BidirectionalBuilder::copyBack(std::int64_t chunk)
{
    const BufferRange to = pieceOf(m_output, chunk);
    add(OperationKind::D2H, m_streamBack, {m_source, 0, to.bytes}, to, "D2H " + std::to_string(chunk), chunk);
}

void BidirectionalBuilder::checkCopyIn()
{
    const std::uint64_t all = m_floats * floatBytes;
    const std::uint64_t bytes = m_program.buffers[static_cast<std::size_t>(m_check)].bytes;
    add(OperationKind::D2H, m_streamIn, {m_arrived, all - bytes, bytes}, {m_check, 0, bytes}, "D2H to check",
        Operation::none);
}

Program BidirectionalBuilder::build()
{
    m_program.title = "Copies in both directions";
    addBuffers();
    addStreams();
    if (m_back)
        fillSource();
    for (std::int64_t chunk = 0; chunk < m_chunks; ++chunk) {
        if (m_in)
            copyIn(chunk);
        if (m_back)
            copyBack(chunk);
    }
    if (m_in)
        checkCopyIn();
    return std::move(m_program);
}

const Registered<BidirectionalCopy> registeredBidirectionalCopy;

} // namespace

} // namespace streamscope
