// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// Many short kernels.
class LaunchCost final : public Experiment
{
public:
    std::string id() const override { return "launch-cost"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "The cost of a launch"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Kernels shorter than their launch: streams against a CUDA graph, and what "
                                           "holding the streams back shows.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string LaunchCost::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "A launch takes the host some 3 microseconds. Kernels that are shorter leave the GPU waiting for the host: the "
        "run is as long as the launches, however short the kernels are, and on more streams it is no shorter.\n\nLook "
        "at the host lane, where one call follows the other, and at the gaps between the kernels. With submission "
        "graph the host makes one call for all of them, and what is left is the GPU's own time from one kernel to the "
        "next. With submission gated the streams are held until everything is issued: this shows how long the GPU "
        "takes when the host is out of the way, with ordinary launches.\n\nTry: submission live, gated, graph; kernels "
        "of 1, 5 and 50 microseconds (from about 4 on the launches hide); 1 and 4 streams.");
}

std::vector<ParameterSpec> LaunchCost::parameters() const
{
    ParameterSpec duration = durationParameter(1);
    duration.help = QT_TRANSLATE_NOOP("engine", "How long each kernel runs.");
    return {integerParameter("kernels", QT_TRANSLATE_NOOP("engine", "Kernels"), 1, 100'000, 200,
                             QT_TRANSLATE_NOOP("engine", "How many are launched.")),
            duration,
            streamsParameter(1),
            blocksParameter(1),
            sharedMemoryParameter(0),
            prioritiesParameter(),
            streamFlagsParameter()};
}

Program LaunchCost::build(const Parameters &values) const
{
    ProgramBuilder builder(title());
    const std::int64_t streams = values.integer("streams");
    for (std::int64_t i = 0; i < streams; ++i)
        builder.addStream(makeStream(values, static_cast<std::size_t>(i), std::to_string(i)));
    for (std::int64_t i = 0; i < values.integer("kernels"); ++i)
        builder
            .kernel("kernel " + std::to_string(i), static_cast<std::int32_t>(i % streams),
                    spinWork(values, values.integer("blocks")))
            .chunk = static_cast<std::int32_t>(i);
    return builder.take();
}

const Registered<LaunchCost> registeredLaunchCost;

} // namespace

} // namespace streamscope
