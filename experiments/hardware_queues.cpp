// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// Small dependent kernels on many streams, in front of few hardware queues.
class HardwareQueuesExperiment final : public Experiment
{
public:
    std::string id() const override { return "hardware-queues"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Hardware queues"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "More streams than hardware queues: kernels of independent streams wait for "
                                           "each other although nothing links them.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string HardwareQueuesExperiment::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine", "Streams reach the GPU through hardware queues (connections), 8 by default. Streams that share one "
                  "stand in one line: a kernel that waits for the one before it in its stream blocks all behind it, of "
                  "other streams, too. These false dependencies need two dependent kernels in a stream at least; with "
                  "one kernel per stream a single queue is enough.\n\nLook at the staircase: 32 streams of two kernels "
                  "take 33 kernel times on 1 connection, 17 on 2, 9 on 4, 5 on 8, 3 on 16 and 2 on 32. Breadth-first, "
                  "all first kernels before all second ones, nothing is in the way.\n\nCUDA reads the number once, "
                  "when a program starts (CUDA_DEVICE_MAX_CONNECTIONS, 1 to 32). So on a real GPU another number takes "
                  "a fresh process, which StreamScope starts by itself for that one run; the findings say so. "
                  "Simulated devices take any. On Blackwell the number was seen to have no effect.\n\nTry: connections "
                  "1, 2, 4, 16, 32; issue_order breadth-first; kernels 1; 6 kernels on 8 streams.");
}

std::vector<ParameterSpec> HardwareQueuesExperiment::parameters() const
{
    ParameterSpec order = tuned(choiceParameter(
        "issue_order", QT_TRANSLATE_NOOP("engine", "Issue order"), {"depth-first", "breadth-first"},
        QT_TRANSLATE_NOOP("engine", "depth-first: all kernels of a stream, then those of the next; breadth-first: the "
                                    "first kernel of each stream, then the second of each.")));
    return {
        notTuned(streamsParameter(32)), // each has its kernels
        integerParameter("kernels", QT_TRANSLATE_NOOP("engine", "Kernels per stream"), 1, 1000, 2,
                         QT_TRANSLATE_NOOP("engine", "Kernels of each stream, one after the other.")),
        order,
        tuned(integerParameter(
                  "connections", QT_TRANSLATE_NOOP("engine", "Connections"), 1, 32, 8,
                  QT_TRANSLATE_NOOP("engine",
                                    "Hardware queues between streams and the GPU (CUDA_DEVICE_MAX_CONNECTIONS).")),
              {std::int64_t{1}, std::int64_t{2}, std::int64_t{4}, std::int64_t{8}, std::int64_t{16}, std::int64_t{32}}),
        blocksParameter(1),
        durationParameter(500),
        sharedMemoryParameter(0)};
}

Program HardwareQueuesExperiment::build(const Parameters &values) const
{
    ProgramBuilder builder(title());
    builder.program().connections = static_cast<int>(values.integer("connections"));
    const std::int64_t streams = values.integer("streams"), kernels = values.integer("kernels");
    for (std::int64_t i = 0; i < streams; ++i)
        builder.addStream(std::to_string(i));
    const bool depth = values.choice("issue_order") == "depth-first";
    for (std::int64_t i = 0; i < streams * kernels; ++i) {
        const std::int64_t stream = depth ? i / kernels : i % streams, kernel = depth ? i % kernels : i / streams;
        builder
            .kernel("kernel " + std::to_string(kernel) + " of " + std::to_string(stream),
                    static_cast<std::int32_t>(stream), spinWork(values, values.integer("blocks")))
            .chunk = static_cast<std::int32_t>(kernel);
    }
    return builder.take();
}

const Registered<HardwareQueuesExperiment> registeredHardwareQueuesExperiment;

} // namespace

} // namespace streamscope
