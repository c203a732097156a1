// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// Steps that allocate what they work on.
class AllocationExperiment final : public Experiment
{
public:
    std::string id() const override { return "allocation"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Allocating in the loop"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "cudaMalloc and cudaFree in every step against cudaMallocAsync from a pool "
                                           "that forgets, or keeps, its memory.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string AllocationExperiment::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine", "Every step gets memory, runs a kernel and gives the memory back; at its end the host synchronises, "
                  "as a loop that prints something does. cudaMalloc and cudaFree go to the system, and cudaFree waits "
                  "until the device is idle. cudaMallocAsync takes memory from a pool, in the order of its stream, and "
                  "does not make the host wait.\n\nLook at the host lane. A pool whose release threshold is 0, the "
                  "default, gives its unused memory back at every synchronisation, so that the next step gets it from "
                  "the system again: no better than cudaMalloc. With the threshold at its maximum, as libraries set "
                  "it, only the first step is slow.\n\nTry: allocator malloc, async-0, async-max; sync_every_step no "
                  "(then the pool has no occasion to give memory back); several streams.");
}

std::vector<ParameterSpec> AllocationExperiment::parameters() const
{
    return {tuned(choiceParameter(
                "allocator", QT_TRANSLATE_NOOP("engine", "Allocator"), {"malloc", "async-0", "async-max"},
                QT_TRANSLATE_NOOP("engine", "cudaMalloc and cudaFree, or cudaMallocAsync and cudaFreeAsync from a pool "
                                            "with the release threshold 0 or as large as possible."))),
            integerParameter("steps", QT_TRANSLATE_NOOP("engine", "Steps"), 1, 10'000, 20,
                             QT_TRANSLATE_NOOP("engine", "How often.")),
            sizeParameter("bytes", QT_TRANSLATE_NOOP("engine", "Memory"), 4, std::int64_t{1} << 34,
                          std::int64_t{64} << 20, QT_TRANSLATE_NOOP("engine", "Of each step.")),
            tuned(choiceParameter(
                "sync_every_step", QT_TRANSLATE_NOOP("engine", "Synchronise every step"), {"yes", "no"},
                QT_TRANSLATE_NOOP("engine", "yes: the host waits for the device at the end of each step."))),
            durationParameter(200),
            streamsParameter(1),
            streamFlagsParameter()};
}

Program AllocationExperiment::build(const Parameters &values) const
{
    ProgramBuilder builder(title());
    const std::string &allocator = values.choice("allocator");
    if (allocator == "async-max")
        builder.program().poolReleaseThreshold = keepsEverything;
    const std::int64_t streams = values.integer("streams");
    for (std::int64_t i = 0; i < streams; ++i) {
        Stream stream;
        stream.id = std::to_string(i);
        stream.nonBlocking = nonBlockingOf(values);
        builder.addStream(stream);
    }
    const auto bytes = static_cast<std::uint64_t>(values.integer("bytes"));
    for (std::int64_t i = 0; i < values.integer("steps"); ++i) {
        const std::string number = " " + std::to_string(i);
        const auto stream = static_cast<std::int32_t>(i % streams);
        const std::int32_t place = allocator == "malloc" ? Operation::none : stream;
        const auto step = [&](Operation &operation) { operation.chunk = static_cast<std::int32_t>(i); };
        step(builder.allocation(OperationKind::Alloc, "allocate" + number, bytes, place));
        step(builder.kernel("kernel" + number, stream, spinKernel(values.integer("duration_us") * 1000, 1)));
        step(builder.allocation(OperationKind::Free, "free" + number, bytes, place));
        if (values.choice("sync_every_step") == "yes")
            step(builder.syncDevice("wait" + number));
    }
    return builder.take();
}

const Registered<AllocationExperiment> registeredAllocationExperiment;

} // namespace

} // namespace streamscope
