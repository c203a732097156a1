// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <array>

namespace streamscope {

namespace {

/// Batches that pass through stages, each stage on a stream of its own.
class EventPipeline final : public Experiment
{
public:
    std::string id() const override { return "event-pipeline"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "A pipeline joined by events"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "Three stages on three streams, joined by events; and what happens where one of the waits is missing.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

constexpr int stageCount = 3;
using StageNames = std::array<const char *, stageCount>;

/// The words of the knob and the stages that they stand for.
StageNames stageNames(const std::string &choice)
{
    if (choice == "texture-relevance-allocation")
        return {"texture", "relevance", "allocation"};
    return {"preprocess", "encode", "decode"};
}

std::string EventPipeline::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine", "Every batch passes three stages, each with a stream of its own. A stage may begin with a batch when "
                  "the stage before it is done with that batch: it records an event there, and the next stage's stream "
                  "waits for it. So three batches are in work at a time, and the run is about as long as the slowest "
                  "stage of all batches.\n\nLook at the waits between the lanes: each stage starts when the one above "
                  "it ends. With missing_wait the second (or third) stage no longer waits. The run becomes shorter and "
                  "wrong: the stage reads what the stage before it has not written yet. The findings name both kernels "
                  "and the wait that is missing, on a simulated device, too; on a real one the data that comes back "
                  "may show it, or not: that is what a race is.\n\nTry: missing_wait; one batch (nothing to overlap); "
                  "many small batches (each wait and launch costs some microseconds).");
}

std::vector<ParameterSpec> EventPipeline::parameters() const
{
    return {choiceParameter("stages", QT_TRANSLATE_NOOP("engine", "Stages"),
                            {"preprocess-encode-decode", "texture-relevance-allocation"},
                            QT_TRANSLATE_NOOP("engine", "What the three stages are called.")),
            integerParameter("batches", QT_TRANSLATE_NOOP("engine", "Batches"), 1, 4096, 8,
                             QT_TRANSLATE_NOOP("engine", "How many batches pass through all stages.")),
            bytesParameter(std::int64_t{64} << 20),
            choiceParameter("missing_wait", QT_TRANSLATE_NOOP("engine", "Missing wait"), {"none", "second", "third"},
                            QT_TRANSLATE_NOOP("engine", "The stage that does not wait for the one before it.")),
            hostMemoryParameter(),
            kernelWorkParameter(1024),
            prioritiesParameter(),
            streamFlagsParameter()};
}

Program EventPipeline::build(const Parameters &values) const
{
    const auto batches = static_cast<std::uint64_t>(values.integer("batches"));
    const std::uint64_t part = wholeFloats("bytes", values.integer("bytes")) / batches * floatBytes;
    if (part == 0)
        throw InputError(
            Phrase("engine",
                   "parameter 'batches': %1 batches need one float each; make 'bytes' larger or 'batches' smaller")
                .arg(batches));
    ProgramBuilder builder(title());
    const StageNames names = stageNames(values.choice("stages"));
    const HostMemory memory = hostMemoryOf(values);
    const std::int32_t input = builder.addHostBuffer("input", part * batches, memory);
    std::array<std::int32_t, stageCount + 1> data{};
    for (int i = 0; i <= stageCount; ++i) // each stage has its own results, so that no batch disturbs another
        data[i] = builder.addDeviceBuffer(i == 0 ? "raw" : std::string("after ") + names[i - 1], part * batches);
    const std::int32_t output = builder.addHostBuffer("output", part * batches, memory);
    for (int i = 0; i < stageCount; ++i)
        builder.addStream(makeStream(values, static_cast<std::size_t>(i), names[i]));
    const std::string &missing = values.choice("missing_wait");
    for (std::uint64_t batch = 0; batch < batches; ++batch) {
        const auto at = [&](std::int32_t buffer) { return BufferRange{buffer, batch * part, part}; };
        const auto chunk = static_cast<std::int32_t>(batch);
        const std::string number = " " + std::to_string(batch);
        builder.copy("H2D" + number, 0, at(input), at(data[0])).chunk = chunk;
        for (int stage = 0; stage < stageCount; ++stage) {
            const bool waits = stage > 0 && !(missing == "second" && stage == 1) && !(missing == "third" && stage == 2);
            if (waits)
                builder.order(stage - 1, stage);
            builder
                .fma(names[stage] + number, stage, at(data[stage]), at(data[stage + 1]), values.integer("kernel_work"))
                .chunk = chunk;
        }
        builder.copy("D2H" + number, stageCount - 1, at(data[stageCount]), at(output)).chunk = chunk;
    }
    return builder.take();
}

const Registered<EventPipeline> registeredEventPipeline;

} // namespace

} // namespace streamscope
