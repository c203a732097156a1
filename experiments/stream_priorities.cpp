// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// Long work on one stream and a short piece on a more urgent one that comes later.
class StreamPriorities final : public Experiment
{
public:
    std::string id() const override { return "stream-priorities"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Stream priorities"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "A small urgent kernel, or copy, arrives while a long one runs: when does it get its turn?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

/// Writes the two pieces of work and the time between them into a Program.
class PrioritiesBuilder
{
public:
    explicit PrioritiesBuilder(const Parameters &values) : m_values(values) {}
    Program build();

private:
    enum : std::int32_t { background, urgent };

    void addKernel(std::int32_t stream, const char *name, std::int64_t blocks);
    void addArrival();
    void addBuffers();
    void copyIn(std::int32_t stream, std::int64_t piece);
    void copyBack(std::int32_t stream, std::int64_t first, std::int64_t count);
    void buildKernels();
    void buildCopies();

    const Parameters &m_values;
    Program m_program;
};

std::string StreamPriorities::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "A long kernel runs on the stream 'background': its blocks need the SMs several times over (waves). A little "
        "later the host launches a small kernel on the stream 'urgent'. Priority decides who gets the SMs when blocks "
        "end, and nothing before that: a running block is never stopped.\n\nLook at where the urgent kernel starts. "
        "With priorities 0,-5 it starts when the current wave ends, and the long kernel goes on behind it. With equal "
        "priorities it waits until the last wave of the long kernel leaves room. So the delay of an urgent kernel is "
        "up to one block duration of the others: short blocks make a device responsive, priority alone does "
        "not.\n\nTry: priorities 0 against 0,-5; blocks of 100 µs and of 5 ms; one wave (there is no boundary to act "
        "at); blocks that leave some SMs free (the urgent kernel starts at once); work copies (the copies of the "
        "urgent stream wait for those before them in the copy engine: priority does not act on copies).");
}

std::vector<ParameterSpec> StreamPriorities::parameters() const
{
    ParameterSpec work;
    work.name = "work";
    work.label = QT_TRANSLATE_NOOP("engine", "Work");
    work.type = ParameterType::Choice;
    work.choices = {"kernels", "copies"};
    work.defaultValue = std::string("kernels");
    work.help = QT_TRANSLATE_NOOP("engine", "kernels: a long and a small one; copies: a row of copies to the device "
                                            "(one for each wave) and a single one, each of the same size.");

    ParameterSpec waves = notTuned(chunksParameter(8));
    waves.name = "waves";
    waves.label = QT_TRANSLATE_NOOP("engine", "Waves");
    waves.maximum = 1000;
    waves.help = QT_TRANSLATE_NOOP(
        "engine",
        "How many times over the long kernel needs the SMs; with copies, how many the background stream makes.");

    ParameterSpec blocks = blocksParameter(132);
    blocks.help = QT_TRANSLATE_NOOP("engine", "Blocks of one wave: the SMs of the device, where a block takes more "
                                              "than half of an SM's shared memory. 132 suits the H200.");
    ParameterSpec urgentBlocks = blocksParameter(16);
    urgentBlocks.name = "urgent_blocks";
    urgentBlocks.label = QT_TRANSLATE_NOOP("engine", "Urgent blocks");
    urgentBlocks.help = QT_TRANSLATE_NOOP("engine", "Blocks of the small kernel.");

    ParameterSpec arrival = durationParameter(200);
    arrival.name = "arrival_us";
    arrival.label = QT_TRANSLATE_NOOP("engine", "Arrival");
    arrival.minimum = 0;
    arrival.help = QT_TRANSLATE_NOOP("engine", "How long the host works between the two launches.");

    ParameterSpec bytes = bytesParameter(std::int64_t{16} << 20);
    bytes.maximum = std::int64_t{1} << 32;
    bytes.help = QT_TRANSLATE_NOOP("engine", "Data of each copy, where the work is copies.");

    ParameterSpec priorities = prioritiesParameter();
    priorities.defaultValue = std::vector<std::int64_t>{0, -5};
    return {work,
            waves,
            blocks,
            urgentBlocks,
            durationParameter(500),
            arrival,
            sharedMemoryParameter(moreThanHalfAnSm),
            bytes,
            hostMemoryParameter(),
            priorities,
            streamFlagsParameter()};
}

Program StreamPriorities::build(const Parameters &values) const
{
    return PrioritiesBuilder(values).build();
}

Program PrioritiesBuilder::build()
{
    m_program.title = "Stream priorities";
    m_program.streams = {makeStream(m_values, background, "background"), makeStream(m_values, urgent, "urgent")};
    if (m_values.choice("work") == "copies")
        buildCopies();
    else
        buildKernels();
    return std::move(m_program);
}

void PrioritiesBuilder::addKernel(std::int32_t stream, const char *name, std::int64_t blocks)
{
    Operation op;
    op.kind = OperationKind::Kernel;
    op.name = name;
    op.stream = stream;
    const TimedKernel spin = spinWork(m_values, blocks);
    op.kernel = spin.work;
    op.durationNs = spin.durationNs;
    m_program.operations.push_back(std::move(op));
}

void PrioritiesBuilder::addArrival()
{
    Operation op;
    op.kind = OperationKind::HostWork;
    op.name = "until the urgent work arrives";
    op.durationNs = m_values.integer("arrival_us") * 1000;
    m_program.operations.push_back(std::move(op));
}

void PrioritiesBuilder::buildKernels()
{
    addKernel(background, "long kernel", m_values.integer("blocks") * m_values.integer("waves"));
    addArrival();
    addKernel(urgent, "urgent kernel", m_values.integer("urgent_blocks"));
}

/// The pieces lie one behind the other in each buffer, the urgent one last.
void PrioritiesBuilder::addBuffers()
{
    const auto bytes = static_cast<std::uint64_t>(m_values.integer("bytes"));
    if (bytes % 4 != 0)
        throw InputError(
            Phrase("engine", "parameter 'bytes': %1 is no whole number of floats; use a multiple of 4").arg(bytes));
    const std::uint64_t all = bytes * static_cast<std::uint64_t>(m_values.integer("waves") + 1);
    const HostMemory memory = hostMemoryOf(m_values);
    m_program.buffers = {{"input", BufferPlace::Host, memory, 0, all},
                         {"device", BufferPlace::Device, HostMemory::Pinned, 0, all},
                         {"output", BufferPlace::Host, memory, 0, all}};
}

void PrioritiesBuilder::copyIn(std::int32_t stream, std::int64_t piece)
{
    Operation op;
    op.kind = OperationKind::H2D;
    op.name = stream == urgent ? std::string("urgent H2D") : "H2D " + std::to_string(piece);
    op.stream = stream;
    op.chunk = static_cast<std::int32_t>(piece);
    op.bytes = static_cast<std::uint64_t>(m_values.integer("bytes"));
    op.reads = {{0, static_cast<std::uint64_t>(piece) * op.bytes, op.bytes}};
    op.writes = {{1, static_cast<std::uint64_t>(piece) * op.bytes, op.bytes}};
    m_program.operations.push_back(std::move(op));
}

void PrioritiesBuilder::copyBack(std::int32_t stream, std::int64_t first, std::int64_t count)
{
    const auto bytes = static_cast<std::uint64_t>(m_values.integer("bytes"));
    Operation op;
    op.kind = OperationKind::D2H;
    op.name = "D2H to check";
    op.stream = stream;
    op.bytes = bytes * static_cast<std::uint64_t>(count);
    op.reads = {{1, static_cast<std::uint64_t>(first) * bytes, op.bytes}};
    op.writes = {{2, static_cast<std::uint64_t>(first) * bytes, op.bytes}};
    m_program.operations.push_back(std::move(op));
}

void PrioritiesBuilder::buildCopies()
{
    addBuffers();
    const std::int64_t waves = m_values.integer("waves");
    for (std::int64_t piece = 0; piece < waves; ++piece)
        copyIn(background, piece);
    addArrival();
    copyIn(urgent, waves);
    // Everything goes back only after all copies in, so that the two directions do not disturb each other.
    Operation wait;
    wait.kind = OperationKind::Sync;
    wait.name = "synchronize";
    m_program.operations.push_back(wait);
    copyBack(background, 0, waves);
    copyBack(urgent, waves, 1);
}

const Registered<StreamPriorities> registeredStreamPriorities;

} // namespace

} // namespace streamscope
