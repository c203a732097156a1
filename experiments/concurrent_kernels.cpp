// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Spin kernels of a chosen size on several streams.
class ConcurrentKernels final : public Experiment
{
public:
    std::string id() const override { return "concurrent-kernels"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Concurrent kernels"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "Kernels on several streams: which of them run at the same time, and what stops the others?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string ConcurrentKernels::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Equal kernels go to the streams in turn, and each of their blocks just runs for a given time. A block takes "
        "more than half of the shared memory of an SM of the H200, so one block is one SM: with 132 SMs, 66 blocks are "
        "half of the device.\n\nLook at the stream lanes. Streams do not share the SMs among them: the first kernel "
        "takes what it wants, the next one gets what is left over. Two kernels of half the SMs run side by side; with "
        "three quarters the second starts with the quarter left and needs a second wave (1.5 at a time); a kernel that "
        "fills the device leaves nothing, and two streams are no better than one. A pale, hatched part is a kernel "
        "that was ready and waited for SMs.\n\nTry: share 50, 75 and 100 with two kernels (66, 99 and 132 blocks); "
        "128, 160 and 256 kernels of one block on as many streams (a device holds 128 kernels at once since compute "
        "capability 7.5, and the next ones wait however many SMs are free); very short kernels (the host cannot launch "
        "them as fast as they end); one stream; shared memory 0 (several blocks share an SM); fewer streams than "
        "kernels. On another device, set blocks by its SMs and shared memory to a little more than half of what its SM "
        "has.");
}

std::vector<ParameterSpec> ConcurrentKernels::parameters() const
{
    ParameterSpec kernels = notTuned(streamsParameter(8));
    kernels.name = "kernels";
    kernels.label = QT_TRANSLATE_NOOP("engine", "Kernels");
    kernels.maximum = 512;
    kernels.help = QT_TRANSLATE_NOOP(
        "engine", "How many kernels are launched. Kernel i goes to stream i modulo the number of streams.");
    ParameterSpec share = integerParameter(
        "share", QT_TRANSLATE_NOOP("engine", "Share of the SMs"), 0, 1000, 0,
        QT_TRANSLATE_NOOP("engine",
                          "Blocks of a kernel in percent of the SMs, instead of their number; 0: as 'blocks' says."),
        "%");
    share.logarithmic = false;
    return {kernels,
            streamsParameter(8),
            blocksParameter(16),
            durationParameter(500),
            sharedMemoryParameter(moreThanHalfAnSm),
            prioritiesParameter(),
            streamFlagsParameter(),
            share,
            integerParameter("sms", QT_TRANSLATE_NOOP("engine", "SMs"), 1, 4096, 132,
                             QT_TRANSLATE_NOOP("engine", "How many SMs the share is of: the H200 has 132."))};
}

/// Blocks of each kernel: as many as are asked for, or a share of the SMs.
std::int64_t blocksOf(const Parameters &values)
{
    constexpr std::int64_t percent = 100;
    const std::int64_t share = values.integer("share");
    return share == 0 ? values.integer("blocks") : std::max<std::int64_t>(1, values.integer("sms") * share / percent);
}

Program ConcurrentKernels::build(const Parameters &values) const
{
    Program program;
    program.title = title();
    const std::int64_t streams = values.integer("streams");
    for (std::int64_t i = 0; i < streams; ++i)
        program.streams.push_back(makeStream(values, static_cast<std::size_t>(i), std::to_string(i)));
    const TimedKernel spin = spinWork(values, blocksOf(values));
    for (std::int64_t i = 0; i < values.integer("kernels"); ++i) {
        Operation op;
        op.kind = OperationKind::Kernel;
        op.name = "kernel " + std::to_string(i);
        op.stream = static_cast<std::int32_t>(i % streams);
        op.chunk = static_cast<std::int32_t>(i);
        op.kernel = spin.work;
        op.durationNs = spin.durationNs;
        program.operations.push_back(std::move(op));
    }
    return program;
}

const Registered<ConcurrentKernels> registeredConcurrentKernels;

} // namespace

} // namespace streamscope
