// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "experiments/shared_parameters.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <utility>

namespace streamscope {

namespace {

ParameterSpec number(const char *name, const char *label, std::int64_t minimum, std::int64_t maximum,
                     std::int64_t defaultValue, const char *help)
{
    ParameterSpec spec;
    spec.name = name;
    spec.label = label;
    spec.minimum = minimum;
    spec.maximum = maximum;
    spec.defaultValue = defaultValue;
    spec.help = help;
    spec.logarithmic = true;
    return spec;
}

ParameterSpec choice(const char *name, const char *label, std::vector<std::string> choices, const char *defaultValue,
                     const char *help)
{
    ParameterSpec spec;
    spec.name = name;
    spec.label = label;
    spec.type = ParameterType::Choice;
    spec.choices = std::move(choices);
    spec.defaultValue = std::string(defaultValue);
    spec.help = help;
    return spec;
}

/// Values of a tuning knob that is a number.
std::vector<ParameterValue> numbers(std::initializer_list<std::int64_t> values)
{
    return {values.begin(), values.end()};
}

} // namespace

ParameterSpec integerParameter(const char *name, const char *label, std::int64_t minimum, std::int64_t maximum,
                               std::int64_t defaultValue, const char *help, const char *unit)
{
    ParameterSpec spec = number(name, label, minimum, maximum, defaultValue, help);
    spec.unit = unit;
    return spec;
}

ParameterSpec sizeParameter(const char *name, const char *label, std::int64_t minimum, std::int64_t maximum,
                            std::int64_t defaultBytes, const char *help)
{
    ParameterSpec spec = integerParameter(name, label, minimum, maximum, defaultBytes, help, "B");
    spec.type = ParameterType::Size;
    return spec;
}

ParameterSpec choiceParameter(const char *name, const char *label, std::vector<std::string> choices, const char *help)
{
    const std::string first = choices.front();
    return choice(name, label, std::move(choices), first.c_str(), help);
}

std::uint64_t wholeFloats(const char *name, std::int64_t bytes)
{
    if (bytes % std::int64_t{floatBytes} != 0)
        throw InputError(Phrase("engine", "parameter '%1': %2 is no whole number of floats; use a multiple of 4")
                             .arg(std::string(name), bytes));
    return static_cast<std::uint64_t>(bytes) / floatBytes;
}

ParameterSpec bytesParameter(std::int64_t defaultBytes)
{
    ParameterSpec spec =
        number("bytes", QT_TRANSLATE_NOOP("engine", "Data size"), 4, std::int64_t{1} << 40, defaultBytes,
               QT_TRANSLATE_NOOP("engine", "How much data goes in, is worked on and comes back, all chunks together."));
    spec.type = ParameterType::Size;
    spec.unit = "B";
    return spec;
}

ParameterSpec chunksParameter(std::int64_t defaultChunks)
{
    return tuned(number("chunks", QT_TRANSLATE_NOOP("engine", "Chunks"), 1, 65536, defaultChunks,
                        QT_TRANSLATE_NOOP("engine", "The pieces into which the data is cut. More pieces overlap more, "
                                                    "but each operation has its own cost.")),
                 numbers({1, 2, 4, 8, 16, 32, 64, 128, 256}));
}

ParameterSpec streamsParameter(std::int64_t defaultStreams)
{
    return tuned(number("streams", QT_TRANSLATE_NOOP("engine", "Streams"), 1, 1024, defaultStreams,
                        QT_TRANSLATE_NOOP("engine", "CUDA streams. Chunk i goes to stream i modulo this number.")),
                 numbers({1, 2, 3, 4, 6, 8, 12, 16, 32}));
}

ParameterSpec hostMemoryParameter()
{
    // Not tuned: write-combined and registered memory, which copy like pinned memory.
    return tuned(
        choice("host_memory", QT_TRANSLATE_NOOP("engine", "Host memory"),
               {"pageable", "pinned", "write-combined", "registered"}, "pinned",
               QT_TRANSLATE_NOOP("engine",
                                 "How the host side is allocated. pageable: malloc, the driver stages each copy and "
                                 "the host waits; pinned: cudaHostAlloc; write-combined: pinned, fast to write and "
                                 "very slow to read for the CPU; registered: malloc and cudaHostRegister.")),
        {std::string("pageable"), std::string("pinned")});
}

ParameterSpec issueOrderParameter()
{
    return tuned(choice(
        "issue_order", QT_TRANSLATE_NOOP("engine", "Issue order"), {"serial", "depth-first", "breadth-first"},
        "depth-first",
        QT_TRANSLATE_NOOP("engine",
                          "serial: copy in, kernel, copy back of a chunk, then wait for it; depth-first: the same "
                          "without waiting; breadth-first: all copies in, then all kernels, then all copies back.")));
}

ParameterSpec kernelWorkParameter(std::int64_t defaultWork)
{
    ParameterSpec spec = number("kernel_work", QT_TRANSLATE_NOOP("engine", "Kernel work"), 0, 1 << 20, defaultWork,
                                QT_TRANSLATE_NOOP("engine", "Fused multiply-adds that the kernel does on each float. "
                                                            "More of it makes the kernels longer beside the copies."));
    spec.unit = "FMA/element";
    return spec;
}

ParameterSpec prioritiesParameter()
{
    ParameterSpec spec;
    spec.name = "priorities";
    spec.label = QT_TRANSLATE_NOOP("engine", "Priorities");
    spec.type = ParameterType::IntegerList;
    spec.minimum = -100;
    spec.maximum = 0;
    spec.defaultValue = std::vector<std::int64_t>{0};
    spec.help = QT_TRANSLATE_NOOP(
        "engine", "Stream priorities, one per stream, repeated when there are more streams. A lower number is more "
                  "urgent; the device's properties say how far it goes. Priorities act on kernels, not on copies.");
    return spec;
}

ParameterSpec streamFlagsParameter()
{
    return tuned(choice(
        "stream_flags", QT_TRANSLATE_NOOP("engine", "Stream flags"), {"blocking", "non-blocking"}, "non-blocking",
        QT_TRANSLATE_NOOP("engine",
                          "blocking: the stream waits for work on the default (NULL) stream and the other way round; "
                          "non-blocking: it does not. It matters only beside work on the default stream.")));
}

ParameterSpec blocksParameter(std::int64_t defaultBlocks)
{
    return number("blocks", QT_TRANSLATE_NOOP("engine", "Blocks"), 1, 65535, defaultBlocks,
                  QT_TRANSLATE_NOOP("engine",
                                    "Blocks of a kernel. With the shared memory that a block takes by default, one "
                                    "block fits on an SM of the H200, so this many of its 132 SMs are taken."));
}

ParameterSpec durationParameter(std::int64_t defaultMicroseconds)
{
    ParameterSpec spec =
        number("duration_us", QT_TRANSLATE_NOOP("engine", "Block duration"), 1, 10'000'000, defaultMicroseconds,
               QT_TRANSLATE_NOOP("engine", "How long each block of a spin kernel runs."));
    spec.unit = "µs";
    return spec;
}

ParameterSpec sharedMemoryParameter(std::int64_t defaultBytes)
{
    ParameterSpec spec = number(
        "shared_memory", QT_TRANSLATE_NOOP("engine", "Shared memory"), 0, std::int64_t{1} << 20, defaultBytes,
        QT_TRANSLATE_NOOP(
            "engine",
            "Dynamic shared memory of each block. More than half of what an SM has keeps a second block away from it, "
            "so that the number of blocks is the number of SMs; the device's properties say how much that is."));
    spec.type = ParameterType::Size;
    spec.unit = "B";
    spec.logarithmic = false;
    return spec;
}

HostMemory hostMemoryOf(const Parameters &values)
{
    HostMemory memory = HostMemory::Pinned;
    parseHostMemory(values.choice("host_memory"), memory);
    return memory;
}

bool nonBlockingOf(const Parameters &values)
{
    return values.choice("stream_flags") == "non-blocking";
}

IssueOrder issueOrderOf(const Parameters &values)
{
    const std::string &text = values.choice("issue_order");
    if (text == "serial")
        return IssueOrder::Serial;
    return text == "breadth-first" ? IssueOrder::BreadthFirst : IssueOrder::DepthFirst;
}

TimedKernel spinWork(const Parameters &values, std::int64_t blocks)
{
    KernelWork work;
    work.kind = KernelKind::Spin;
    work.grid = static_cast<std::uint32_t>(blocks);
    work.sharedMemory = static_cast<std::uint32_t>(values.integer("shared_memory"));
    return {work, values.integer("duration_us") * 1000};
}

Stream makeStream(const Parameters &values, std::size_t stream, const std::string &id)
{
    Stream result;
    result.id = id;
    result.priority = priorityOf(values, stream);
    result.nonBlocking = nonBlockingOf(values);
    return result;
}

int priorityOf(const Parameters &values, std::size_t stream)
{
    const auto &list = values.list("priorities");
    return static_cast<int>(list[stream % list.size()]);
}

} // namespace streamscope
