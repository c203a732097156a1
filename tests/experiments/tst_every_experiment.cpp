// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/experiment_runs.h"

#include "engine/executors/checks/cuda_checks.h"
#include "engine/formats/files/preset.h"
#include "engine/formats/files/program_file.h"
#include "engine/program/errors.h"
#include "engine/program/expected_data.h"
#include "engine/program/order/hazards.h"
#include "engine/run/devices.h"
#include "engine/run/run_job.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// Checks for every built-in experiment and every preset.
class TestEveryExperiment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thereAreNineteen();
    void explainsItself_data() { addExperiments(); }
    void explainsItself();
    void presetRuns_data() { addPresets(); }
    void presetRuns();
    void presetsAreFreeOfRaces_data() { addPresets(); }
    void presetsAreFreeOfRaces();
    void suitsARealGpu_data() { addPresets(); }
    void suitsARealGpu();
    void allThatComesBackIsChecked_data() { addPresets(); }
    void allThatComesBackIsChecked();
    void becomesAProgramFile_data() { addPresets(); }
    void becomesAProgramFile();
    void rangesAreEnforced_data() { addExperiments(); }
    void rangesAreEnforced();

private:
    static void addExperiments();
    static void addPresets();
    static Preset preset();
};

void TestEveryExperiment::addExperiments()
{
    QTest::addColumn<QString>("id");
    for (const Experiment *experiment : experiments())
        QTest::newRow(experiment->id().c_str()) << QString::fromStdString(experiment->id());
}

void TestEveryExperiment::addPresets()
{
    QTest::addColumn<QString>("name");
    for (const Preset &preset : builtInPresets(experiments()))
        QTest::newRow(preset.name.c_str()) << QString::fromStdString(preset.name);
}

Preset TestEveryExperiment::preset()
{
    const QString name = *static_cast<const QString *>(QTest::qData("name", QMetaType::QString));
    for (Preset &preset : builtInPresets(experiments()))
        if (preset.name == name.toStdString())
            return std::move(preset);
    throw std::logic_error("no preset");
}

void TestEveryExperiment::thereAreNineteen()
{
    QCOMPARE(experiments().size(), std::size_t{19});
}

void TestEveryExperiment::explainsItself()
{
    QFETCH(QString, id);
    const Experiment *experiment = findExperiment(id.toStdString());
    const QString text = QString::fromStdString(experiment->explanation());
    QVERIFY(text.contains("Look at"));
    QVERIFY(text.contains("Try"));
    QVERIFY(!text.contains("\\n"));
    const auto presets = builtInPresets(experiments());
    QVERIFY(std::any_of(presets.begin(), presets.end(),
                        [&](const Preset &preset) { return preset.experiment->id() == experiment->id(); }));
    for (const ParameterSpec &spec : experiment->parameters())
        QVERIFY2(!spec.label.empty() && !spec.help.empty(), spec.name.c_str());
}

void TestEveryExperiment::presetRuns()
{
    const Preset chosen = preset();
    const auto executor = openDevice(chosen.device.empty() ? "sim:h200" : chosen.device);
    const RunResult result = runOn(*executor, {chosen.experiment, chosen.parameters, {}}, {});
    QVERIFY(result.recording.makespans.median() > 0);
    QCOMPARE(result.recording.timeline.size(), result.program.operations.size());
}

/// All presets except the two that show a race.
void TestEveryExperiment::presetsAreFreeOfRaces()
{
    const Preset chosen = preset();
    const auto races = findRaces(buildProgram(*chosen.experiment, chosen.parameters));
    const bool wrong = chosen.name == "event-pipeline-race" || chosen.name == "multi-stage";
    QVERIFY2(races.empty() != wrong,
             races.empty() ? "" : raceText(buildProgram(*chosen.experiment, chosen.parameters), races[0]).c_str());
}

void TestEveryExperiment::suitsARealGpu()
{
    const Preset chosen = preset();
    DeviceInfo device = loadDeviceProfile("h200").info;
    device.kind = DeviceKind::Cuda;
    requireCudaRuns(buildProgram(*chosen.experiment, chosen.parameters), device);
}

/// The final contents of host buffers are known, except where a kernel with two inputs, or a race, wrote them.
void TestEveryExperiment::allThatComesBackIsChecked()
{
    const Preset chosen = preset();
    const Program program = buildProgram(*chosen.experiment, chosen.parameters);
    const ExpectedData expected(program, 1);
    std::vector<bool> written(program.buffers.size(), false);
    for (const Operation &operation : program.operations)
        for (const BufferRange &range : operation.writes)
            written[range.buffer] = true;
    for (std::size_t i = 0; i < program.buffers.size(); ++i) {
        if (program.buffers[i].place != BufferPlace::Host || !written[i])
            continue;
        for (const ExpectedPiece &piece : expected.pieces(i))
            QVERIFY2(piece.kind != ExpectedPiece::Kind::Unknown, program.buffers[i].id.c_str());
    }
}

void TestEveryExperiment::becomesAProgramFile()
{
    const Preset chosen = preset();
    ProgramFile file;
    file.program = buildProgram(*chosen.experiment, chosen.parameters);
    file.parameters = Parameters(runParameters());
    const ProgramFile back = readProgramFile(programFileJson(file), "written.json");
    QVERIFY(back.program == file.program);
}

void TestEveryExperiment::rangesAreEnforced()
{
    QFETCH(QString, id);
    Parameters values = findExperiment(id.toStdString())->defaults();
    for (const ParameterSpec &spec : values.specs()) {
        if (spec.type == ParameterType::Choice) {
            QVERIFY_THROWS_EXCEPTION(InputError, values.set(spec.name, std::string("no such")));
        } else if (spec.type != ParameterType::IntegerList) {
            QVERIFY_THROWS_EXCEPTION(InputError, values.set(spec.name, spec.minimum - 1));
            QVERIFY_THROWS_EXCEPTION(InputError, values.set(spec.name, spec.maximum + 1));
        }
    }
}

QTEST_GUILESS_MAIN(TestEveryExperiment)
#include "tst_every_experiment.moc"
