// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// The same work twice, with all that it needs made anew.
class FirstRun final : public Experiment
{
public:
    std::string id() const override { return "first-run"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "The first run"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Cold against warm: what the first time costs that the second does not.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
    std::vector<ParameterSpec> commonParameters() const override;
};

std::string FirstRun::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Do not time a first run; this is why. Each round allocates pinned memory and memory from a stream's pool, "
        "copies in, computes, copies back and frees. The first round gets the pool's memory from the system, the "
        "second one finds it there.\n\nLook at the calls on the host lane: the first allocation from the pool holds "
        "the host longer than all later ones, and pinned memory is slow every time, since each of its pages is touched "
        "and locked. Look at the repeats, too: there is no warm-up here, so the first of them is the cold one.\n\nOn a "
        "real GPU this takes a fresh process, so that every run of it is a first one. What that process paid before it "
        "could run anything, creating the context and loading the kernels, stands above the timeline as Start-up and "
        "in the findings: by the host's clock, and in no makespan. A simulated device has nothing of the kind: no "
        "profile has a measured figure for it.\n\nTry: process running and warmup 2 (the difference goes away); rounds "
        "4; larger 'bytes' (pinning takes longer by the page).");
}

std::vector<ParameterSpec> FirstRun::parameters() const
{
    return {integerParameter("rounds", QT_TRANSLATE_NOOP("engine", "Rounds"), 1, 100, 2,
                             QT_TRANSLATE_NOOP("engine", "How often everything is done.")),
            sizeParameter("bytes", QT_TRANSLATE_NOOP("engine", "Data size"), 4, std::int64_t{1} << 32,
                          std::int64_t{16} << 20, QT_TRANSLATE_NOOP("engine", "Of each allocation and each copy.")),
            kernelWorkParameter(64),
            choiceParameter(
                "process", QT_TRANSLATE_NOOP("engine", "Process"), {"fresh", "running"},
                QT_TRANSLATE_NOOP("engine",
                                  "fresh: on a GPU, one in which nothing has run yet; running: this one, as it is."))};
}

/// As every run, but without a warm-up, which would hide what this is about.
std::vector<ParameterSpec> FirstRun::commonParameters() const
{
    std::vector<ParameterSpec> specs = Experiment::commonParameters();
    for (ParameterSpec &spec : specs)
        if (spec.name == "warmup")
            spec.defaultValue = std::int64_t{0};
    return specs;
}

Program FirstRun::build(const Parameters &values) const
{
    const std::uint64_t bytes = wholeFloats("bytes", values.integer("bytes")) * 4;
    ProgramBuilder builder(title());
    builder.program().coldStart = values.choice("process") == "fresh";
    builder.program().poolReleaseThreshold = keepsEverything; // keeps all, so that only growth is slow
    const std::int32_t stream = builder.addStream("work"), input = builder.addHostBuffer("input", bytes),
                       device = builder.addDeviceBuffer("device", bytes),
                       output = builder.addHostBuffer("output", bytes);
    for (std::int64_t i = 0; i < values.integer("rounds"); ++i) {
        const std::string round = " " + std::to_string(i);
        const auto step = [&](Operation &operation) { operation.chunk = static_cast<std::int32_t>(i); };
        step(builder.allocation(OperationKind::Alloc, "pinned memory" + round, bytes, Operation::none,
                                AllocationPlace::PinnedHost));
        step(builder.allocation(OperationKind::Alloc, "pool memory" + round, bytes, stream));
        step(builder.copy("H2D" + round, stream, builder.all(input), builder.all(device)));
        step(builder.fma("kernel" + round, stream, builder.all(device), builder.all(device),
                         values.integer("kernel_work")));
        step(builder.copy("D2H" + round, stream, builder.all(device), builder.all(output)));
        step(builder.allocation(OperationKind::Free, "free pool memory" + round, bytes, stream));
        step(builder.syncStream("wait" + round, stream));
        step(builder.allocation(OperationKind::Free, "free pinned memory" + round, bytes, Operation::none,
                                AllocationPlace::PinnedHost));
    }
    return builder.take();
}

const Registered<FirstRun> registeredFirstRun;

} // namespace

} // namespace streamscope
