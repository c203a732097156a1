// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/formats/files/preset.h"
#include "engine/run/run_job.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <set>

using namespace streamscope;

/// The findings about the built-in experiments are true.
class TestExperimentFindings : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyExperimentHasAPreset();
    void hiddenCollectivesAreOverlap();
    void startingIsNotWaiting();
    void sharedQueuesAreNamed();
    void prioritiesThatCannotAct();

private:
    static RunResult runOf(const char *experiment,
                           const std::vector<std::pair<const char *, const char *>> &settings = {})
    {
        RunRequest request;
        request.experiment = findExperiment(experiment);
        request.parameters = request.experiment->defaults();
        for (const auto &[name, value] : settings)
            request.parameters.setText(name, value);
        SimulatorExecutor model(loadDeviceProfile("h200"));
        return runOn(model, request, {});
    }
    static const Finding *find(const RunResult &result, const char *id)
    {
        const auto &findings = result.analysis.findings;
        const auto found =
            std::find_if(findings.begin(), findings.end(), [id](const Finding &finding) { return finding.id == id; });
        return found == findings.end() ? nullptr : &*found;
    }
};

void TestExperimentFindings::everyExperimentHasAPreset()
{
    std::set<std::string> withPreset;
    for (const Preset &preset : builtInPresets(experiments()))
        withPreset.insert(preset.experiment->id());
    for (const Experiment *experiment : experiments())
        QVERIFY2(withPreset.contains(experiment->id()), experiment->id().c_str());
}

/// The copies that check the result are next to nothing; the all-reduces lie under the backward pass.
void TestExperimentFindings::hiddenCollectivesAreOverlap()
{
    const RunResult result = runOf("gradient-buckets");
    QVERIFY(result.analysis.summary.speedup > 2);
}

/// A kernel that starts some microseconds after its predecessor in the stream does not wait for an engine.
void TestExperimentFindings::startingIsNotWaiting()
{
    QVERIFY(!find(runOf("launch-cost"), "waits-for-engine"));
    QVERIFY(!find(runOf("first-run"), "waits-for-engine"));
}

void TestExperimentFindings::sharedQueuesAreNamed()
{
    const RunResult result = runOf("hardware-queues");
    const Finding *waits = find(result, "waits-for-engine");
    QVERIFY(waits);
    QVERIFY(waits->evidence[1].second > 10'000); // µs, over 32 streams
    QVERIFY2(waits->text.find("hardware queue") != std::string::npos, waits->text.c_str());
}

/// An urgent copy waits behind a row of copies; an urgent kernel waits until blocks end, which matters where they are
/// long.
void TestExperimentFindings::prioritiesThatCannotAct()
{
    const RunResult row = runOf("stream-priorities", {{"work", "copies"}});
    QVERIFY(find(row, "priority-cannot-act"));
    QVERIFY(find(row, "priority-cannot-act")->text.find("do not act on copies") != std::string::npos);
    const RunResult blocks = runOf("stream-priorities", {{"waves", "2"}, {"duration_us", "2000"}});
    QVERIFY(find(blocks, "priority-cannot-act"));
    QVERIFY(find(blocks, "priority-cannot-act")->text.find("not displaced") != std::string::npos);
    QVERIFY(!find(runOf("stream-priorities", {{"waves", "1000"}, {"duration_us", "20"}}), "priority-cannot-act"));
    QVERIFY(!find(runOf("stream-priorities", {{"work", "copies"}, {"priorities", "0"}}), "priority-cannot-act"));
}

QTEST_GUILESS_MAIN(TestExperimentFindings)
#include "tst_experiment_findings.moc"
