// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/remote/engine_process.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"
#include "tests/support/experiment_runs.h"

#include <QCoreApplication>

#include <algorithm>
#include <cstdio>
#include <string>

// Runs of experiments on a real GPU, and the figures that tests ask of them.

namespace streamscope::test {

/// The device under test: STREAMSCOPE_TEST_DEVICE, else cuda:0. A simulated one tries the tests themselves.
inline std::string testDevice()
{
    return qEnvironmentVariable("STREAMSCOPE_TEST_DEVICE", QStringLiteral("cuda:0")).toStdString();
}

/// The program of which each run takes a fresh process: CUDA starts once for a process, with one number of connections.
inline QString programUnderTest()
{
    return qEnvironmentVariable("STREAMSCOPE_PROGRAM", QCoreApplication::applicationDirPath() + "/streamscope");
}

/// One run of a Program on the device under test, in a process of its own. Durations are in ms where not named
/// otherwise.
class GpuRun
{
public:
    GpuRun(const std::string &experiment, const ExperimentSettings &settings = {})
        : GpuRun(findExperiment(experiment), settings)
    {}

    GpuRun(Program program, const RunOptions &options)
        : m_program(std::move(program)),
          m_recording(EngineProcess(localEngineHost(programUnderTest().toStdString()), m_program.connections, {})
                          .run({testDevice(), m_program, options}, {})),
          m_analysis(analyze(m_recording, &m_program))
    {}

    const Recording &recording() const { return m_recording; }
    /// Median of the plain runs.
    double makespan() const { return ms(m_recording.makespans.median()); }
    bool has(const std::string &finding) const
    {
        return std::any_of(m_analysis.findings.begin(), m_analysis.findings.end(),
                           [&](const Finding &one) { return one.id == finding; });
    }
    bool isRight() const { return m_recording.verification != Verification::Failed; }

    /// Times of the first operation with this name, in us from the start of the run.
    double readyUs(const std::string &name) const { return us(times().ready(indexOf(name))); }
    double startUs(const std::string &name) const { return us(times().starts()[indexOf(name)]); }
    double endUs(const std::string &name) const { return us(times().ends()[indexOf(name)]); }
    double tookUs(const std::string &name) const { return endUs(name) - startUs(name); }
    double gigabytesPerSecond(const std::string &name) const
    {
        return static_cast<double>(m_program.operations[indexOf(name)].bytes) / tookUs(name) / 1000;
    }

    /// From the first start to the last end of a kind.
    double span(OperationKind kind) const
    {
        std::int64_t begin = INT64_MAX, end = 0;
        for (std::size_t i = 0; i < times().size(); ++i)
            if (times().kinds()[i] == kind) {
                begin = std::min(begin, times().starts()[i]);
                end = std::max(end, times().ends()[i]);
            }
        return ms(end - begin);
    }
    double sum(OperationKind kind) const
    {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i < times().size(); ++i)
            if (times().kinds()[i] == kind)
                sum += times().ends()[i] - times().starts()[i];
        return ms(sum);
    }
    /// Kernels at a time, on average.
    double concurrency() const { return sum(OperationKind::Kernel) / span(OperationKind::Kernel); }
    /// Time that operations of both kinds spent beside each other, pair by pair.
    double overlap(OperationKind a, OperationKind b) const
    {
        std::int64_t together = 0;
        for (std::size_t i = 0; i < times().size(); ++i)
            for (std::size_t k = 0; k < times().size(); ++k)
                if (times().kinds()[i] == a && times().kinds()[k] == b)
                    together += std::max<std::int64_t>(0, std::min(times().ends()[i], times().ends()[k])
                                                              - std::max(times().starts()[i], times().starts()[k]));
        return ms(together);
    }
    double startup(const std::string &step) const
    {
        for (const StartupStep &one : m_recording.startup)
            if (one.name == step)
                return ms(one.end - one.begin);
        return 0;
    }

private:
    GpuRun(const Experiment *experiment, const ExperimentSettings &settings)
        : GpuRun(ExperimentRun::programOf(experiment->id(), settings), optionsOf(*experiment, settings))
    {}
    static RunOptions optionsOf(const Experiment &experiment, const ExperimentSettings &settings)
    {
        Parameters values = experiment.defaults();
        values.setText("repeat", "5");
        for (const auto &[name, text] : settings)
            values.setText(name, text);
        return runOptionsOf(values);
    }
    static double ms(std::int64_t ns) { return static_cast<double>(ns) / 1e6; }
    static double us(std::int64_t ns) { return static_cast<double>(ns) / 1e3; }

    const Timeline &times() const { return m_recording.timeline; }
    std::size_t indexOf(const std::string &name) const
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i)
            if (m_program.operations[i].name == name)
                return i;
        throw std::logic_error("no operation " + name);
    }

    Program m_program;
    Recording m_recording;
    RunAnalysis m_analysis;
};

/// Prints the figures that a check compares, and fails the running test when it does not hold.
#define CHECK_FIGURES(condition, ...)                                                                                  \
    do {                                                                                                               \
        qInfo().noquote() << #__VA_ARGS__ << "=" << QList<double>{__VA_ARGS__};                                        \
        QVERIFY(condition);                                                                                            \
    } while (false)

} // namespace streamscope::test
