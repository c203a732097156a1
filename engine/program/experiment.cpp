// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/experiment.h"

#include "engine/program/text/translatable.h"

#include <limits>

namespace streamscope {

std::vector<ParameterSpec> Experiment::commonParameters() const
{
    return runParameters();
}

Parameters Experiment::defaults() const
{
    std::vector<ParameterSpec> specs = parameters();
    for (ParameterSpec &spec : commonParameters())
        specs.push_back(std::move(spec));
    return Parameters(std::move(specs));
}

std::vector<ParameterSpec> runParameters()
{
    ParameterSpec submission;
    submission.name = "submission";
    submission.label = QT_TRANSLATE_NOOP("engine", "Submission");
    submission.type = ParameterType::Choice;
    submission.choices = {"live", "gated", "graph"};
    submission.defaultValue = std::string("live");
    submission.help =
        QT_TRANSLATE_NOOP("engine", "live: the device gets each operation as the host issues it; gated: the streams "
                                    "are held until all is enqueued, so that the host's launch times do not show; "
                                    "graph: everything is captured into a CUDA graph and launched with one call.");

    ParameterSpec repeat;
    repeat.name = "repeat";
    repeat.label = QT_TRANSLATE_NOOP("engine", "Repeats");
    repeat.minimum = 1;
    repeat.maximum = 10'000;
    repeat.defaultValue = std::int64_t{10};
    repeat.help = QT_TRANSLATE_NOOP(
        "engine", "How often the whole run is timed without instrumentation. The median is the makespan that counts.");

    ParameterSpec warmup;
    warmup.name = "warmup";
    warmup.label = QT_TRANSLATE_NOOP("engine", "Warm-up runs");
    warmup.minimum = 0;
    warmup.maximum = 1'000;
    warmup.defaultValue = std::int64_t{2};
    warmup.help = QT_TRANSLATE_NOOP(
        "engine", "Runs that are discarded first: the first one pays for loading kernels and touching memory.");

    ParameterSpec seed;
    seed.name = "seed";
    seed.label = QT_TRANSLATE_NOOP("engine", "Data seed");
    seed.minimum = 0;
    seed.maximum = std::numeric_limits<std::int32_t>::max();
    seed.defaultValue = std::int64_t{0};
    seed.help = QT_TRANSLATE_NOOP(
        "engine",
        "Shifts the input data that is sent through the run and checked afterwards. It does not change any time.");
    return {tuned(submission, {std::string("live"), std::string("graph")}), repeat, warmup, seed};
}

Program buildProgram(const Experiment &experiment, const Parameters &values)
{
    Program program = experiment.build(values);
    parseSubmission(values.choice("submission"), program.submission);
    return program;
}

} // namespace streamscope
