// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <vector>

namespace streamscope {

namespace {

/// A training loop with a loader, double-buffered or deeper.
class Prefetch final : public Experiment
{
public:
    std::string id() const override { return "prefetch"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Prefetching"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "A loader on the host, copies on one stream, computing on another: how far must the loader run ahead?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string Prefetch::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "For every step the host loads a batch (loader_ms), copies it on one stream and computes on it on another. The "
        "buffers are used again after 'depth' steps: before the loader fills one, the host waits until the copy out of "
        "it is done; before a copy overwrites one on the device, its stream waits until the kernel that reads it is "
        "done.\n\nLook at the time per step. Synchronising every step (as .item() or a print of the loss does) makes "
        "it loader + copy + compute at any depth. Without that, depth 2 lets the loader work while the GPU computes: "
        "the slower of the two sets the pace. More than that only evens out steps of different length, which are all "
        "equal here.\n\nTry: sync_every_step yes and no; depth 1 and 2; loader_ms above and below the kernel's time "
        "(the GPU waits for the loader, or the loader for the GPU).");
}

std::vector<ParameterSpec> Prefetch::parameters() const
{
    ParameterSpec duration =
        integerParameter("loader_ms", QT_TRANSLATE_NOOP("engine", "Loading"), 0, 10'000, 2,
                         QT_TRANSLATE_NOOP("engine", "How long the host takes to load a batch."), "ms");
    ParameterSpec depth = integerParameter("depth", QT_TRANSLATE_NOOP("engine", "Depth"), 1, 4, 2,
                                           QT_TRANSLATE_NOOP("engine", "How many batches may be under way: buffers."));
    depth.logarithmic = false;
    return {duration,
            tuned(depth, {std::int64_t{1}, std::int64_t{2}, std::int64_t{3}, std::int64_t{4}}),
            tuned(choiceParameter(
                "sync_every_step", QT_TRANSLATE_NOOP("engine", "Synchronise every step"), {"no", "yes"},
                QT_TRANSLATE_NOOP("engine", "yes: the host waits for the device at the end of each step."))),
            integerParameter("steps", QT_TRANSLATE_NOOP("engine", "Steps"), 1, 1000, 12,
                             QT_TRANSLATE_NOOP("engine", "Batches that are loaded and computed on.")),
            sizeParameter("bytes", QT_TRANSLATE_NOOP("engine", "Batch"), 4, std::int64_t{1} << 34,
                          std::int64_t{16} << 20, QT_TRANSLATE_NOOP("engine", "Data of one batch.")),
            hostMemoryParameter(),
            kernelWorkParameter(8192),
            prioritiesParameter(),
            streamFlagsParameter()};
}

Program Prefetch::build(const Parameters &values) const
{
    const std::uint64_t bytes = wholeFloats("bytes", values.integer("bytes")) * 4;
    const std::int64_t depth = values.integer("depth"), steps = values.integer("steps");
    const bool everyStep = values.choice("sync_every_step") == "yes";
    constexpr std::int64_t nanosecondsPerMillisecond = 1'000'000;
    ProgramBuilder builder(title());
    const std::int32_t copies = builder.addStream(makeStream(values, 0, "copy")),
                       compute = builder.addStream(makeStream(values, 1, "compute"));
    std::vector<std::int32_t> batch, onDevice, result, copied, computed;
    for (std::int64_t slot = 0; slot < depth; ++slot) {
        const std::string number = std::to_string(slot);
        batch.push_back(builder.addHostBuffer("batch " + number, bytes, hostMemoryOf(values)));
        onDevice.push_back(builder.addDeviceBuffer("on device " + number, bytes));
        result.push_back(builder.addDeviceBuffer("result " + number, bytes));
        copied.push_back(builder.addEvent("copied " + number));
        computed.push_back(builder.addEvent("computed " + number));
    }
    for (std::int64_t step = 0; step < steps; ++step) {
        const auto slot = static_cast<std::size_t>(step % depth);
        const std::string number = " " + std::to_string(step);
        const auto chunk = static_cast<std::int32_t>(step);
        if (step >= depth)
            builder.syncEvent("wait for the buffer", copied[slot]);
        Operation &load = builder.hostWork("load" + number, values.integer("loader_ms") * nanosecondsPerMillisecond);
        load.chunk = chunk;
        load.writes = {builder.all(batch[slot])};
        if (step >= depth)
            builder.wait(copies, computed[slot]);
        builder.copy("H2D" + number, copies, builder.all(batch[slot]), builder.all(onDevice[slot])).chunk = chunk;
        builder.record(copies, copied[slot]);
        builder.wait(compute, copied[slot]);
        builder
            .fma("compute" + number, compute, builder.all(onDevice[slot]), builder.all(result[slot]),
                 values.integer("kernel_work"))
            .chunk = chunk;
        builder.record(compute, computed[slot]);
        if (everyStep)
            builder.syncDevice("end of step" + number);
    }
    for (std::size_t slot = 0; slot < result.size() && slot < static_cast<std::size_t>(steps); ++slot) {
        const std::int32_t output = builder.addHostBuffer("output " + std::to_string(slot), bytes, HostMemory::Pinned);
        builder.copy("D2H to check " + std::to_string(slot), compute, builder.all(result[slot]), builder.all(output));
    }
    return builder.take();
}

const Registered<Prefetch> registeredPrefetch;

} // namespace

} // namespace streamscope
