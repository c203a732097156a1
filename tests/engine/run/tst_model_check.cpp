// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/errors.h"
#include "engine/run/model_check/check_figures.h"
#include "engine/run/model_check/configuration_draw.h"
#include "engine/run/model_check/configuration_measuring.h"
#include "engine/run/model_check/measured_csv.h"
#include "engine/run/model_check/model_check.h"
#include "experiments/registry.h"

#include <QtTest>

#include <algorithm>
#include <map>

using namespace streamscope;

namespace {

ModelCheckPlan planOf(const std::vector<const Experiment *> &experiments, int configurations, std::uint64_t seed = 1)
{
    ModelCheckGrid grid;
    grid.experiments = experiments;
    grid.configurations = configurations;
    grid.seed = seed;
    grid.devices = 8;
    grid.realGpu = true;
    return planModelCheck(grid, loadDeviceProfile("h200"), {});
}

std::string textOf(const ModelCheckPlan &plan)
{
    std::string text;
    for (const MeasuredConfiguration &c : plan.configurations)
        text += c.experiment->id() + " " + settingsText(c.parameters) + "\n";
    return text;
}

} // namespace

class TestModelCheck : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyExperimentIsInTheGrid();
    void theSeedDrawsTheGrid();
    void theDrawVariesEveryKnob();
    void limitsHold();
    void figures();
    void theHostsPace();
    void csvReadsItself();
    void aFailureDoesNotEndTheCheck();
    void whatIsNotSteadyIsMeasuredAgain();
    void shortRunsAreMeasuredMoreOften();
    void aSlowPassDoesNotCount();
    void noPassBeginsWhenTimeIsUp();
    void whatIsKnownTeachesNothing();
    void fewNeedAProcess();
};

void TestModelCheck::everyExperimentIsInTheGrid()
{
    const ModelCheckPlan plan = planOf(experiments(), 5);
    QCOMPARE(plan.configurations.size(), experiments().size() * 5);
    QVERIFY(plan.skipped.empty());
    for (const MeasuredConfiguration &c : plan.configurations) {
        QCOMPARE(c.parameters.integer("repeat"), std::int64_t(7));
        QCOMPARE(c.parameters.integer("warmup"), std::int64_t(2));
    }
}

void TestModelCheck::theSeedDrawsTheGrid()
{
    const Experiment *one = findExperiment("launch-cost"), *two = findExperiment("transfer-size");
    const std::string both = textOf(planOf({one, two}, 4));
    QCOMPARE(textOf(planOf({one}, 4)) + textOf(planOf({two}, 4)), both);
    QVERIFY(textOf(planOf({one, two}, 4, 2)) != both);
}

void TestModelCheck::theDrawVariesEveryKnob()
{
    for (const Experiment *experiment : experiments()) {
        ConfigurationDraw draw(*experiment, -5, 1);
        const Parameters first = draw.next();
        std::vector<Parameters> others;
        for (int i = 0; i < 50; ++i)
            others.push_back(draw.next());
        for (const ParameterSpec &spec : first.specs()) {
            const bool varied = std::any_of(others.begin(), others.end(), [&](const Parameters &other) {
                return other.value(spec.name) != first.value(spec.name);
            });
            const bool ofTheRun = spec.name == "repeat" || spec.name == "warmup" || spec.name == "seed";
            QVERIFY2(varied != ofTheRun, (experiment->id() + " " + spec.name).c_str());
        }
    }
}

void TestModelCheck::limitsHold()
{
    ModelCheckGrid grid;
    grid.experiments = {findExperiment("bidirectional-copy"), findExperiment("gradient-buckets")};
    grid.mostBytes = 16 << 20;
    grid.longestNs = 300'000;
    const ModelCheckPlan plan = planModelCheck(grid, loadDeviceProfile("h200"), {});
    QVERIFY(!plan.configurations.empty());
    SimulatorExecutor model(loadDeviceProfile("h200"));
    for (const MeasuredConfiguration &c : plan.configurations) {
        const Program program = buildProgram(*c.experiment, c.parameters);
        QVERIFY(program.deviceBytes() + program.hostBytes() <= 16 << 20);
        QVERIFY(model.run(program, {}, {}).makespans.median() <= 300'000);
    }
    QCOMPARE(plan.skipped.size(), std::size_t(1));
    QCOMPARE(plan.skipped[0].reason, std::string("it needs 2 GPUs, there is 1"));
}

void TestModelCheck::figures()
{
    ModelCheck check;
    const auto add = [&check](const char *id, std::int64_t measured, std::int64_t predicted) {
        const Experiment *experiment = findExperiment(id);
        check.rows.push_back(
            {{experiment, experiment->defaults(), {}, measured, measured, measured, measured}, predicted, {}, {}});
    };
    add("launch-cost", 100, 110);
    add("launch-cost", 100, 80);
    add("launch-cost", 100, 100);
    add("transfer-size", 200, 300);
    const std::vector<CheckFigures> figures = figuresOf(check);
    QCOMPARE(figures.size(), std::size_t(3));
    QCOMPARE(figures[0].experiment, std::string("launch-cost"));
    QCOMPARE(figures[0].medianError, 0.1);
    QCOMPARE(figures[0].p95Error, 0.19);
    QCOMPARE(figures[0].worst->predictedNs, std::int64_t(80));
    QCOMPARE(figures[2].count, std::size_t(4));
    QCOMPARE(figures[2].medianError, 0.15);
    QCOMPARE(figuresOf({}).back().count, std::size_t(0));
    QVERIFY(!pageableFiguresOf(check)); // both are pinned by default
    for (CheckedConfiguration &row : check.rows)
        if (row.measured.parameters.has("host_memory"))
            row.measured.parameters.set("host_memory", std::string("pageable"));
    QCOMPARE(pageableFiguresOf(check)->count, std::size_t(1));
    QCOMPARE(pageableFiguresOf(check)->medianError, 0.5);
    QVERIFY(!steadyFiguresOf(check)); // all are
    check.rows.front().measured.thirdQuartileNs =
        check.rows.front().measured.firstQuartileNs + check.rows.front().measured.medianNs / 5;
    QCOMPARE(steadyFiguresOf(check)->count, check.rows.size() - 1);
    QVERIFY(steadyFiguresOf(check)->worst != &check.rows.front());
}

/// Only of what the host's calls decide.
void TestModelCheck::theHostsPace()
{
    ModelCheck check;
    const Experiment *experiment = findExperiment("launch-cost");
    const auto add = [&](std::int64_t measured, WorkClass decides) {
        CheckedConfiguration row{
            {experiment, experiment->defaults(), {}, measured, measured, measured, measured}, 100, {}, {}};
        row.mix.shares[static_cast<std::size_t>(decides)] = 0.6;
        check.rows.push_back(row);
    };
    for (const std::int64_t measured : {110, 120, 130, 140})
        add(measured, WorkClass::HostCalls);
    add(500, WorkClass::KernelsSpin);
    QVERIFY(!hostPaceOf(check)); // four say too little
    add(150, WorkClass::HostCalls);
    QCOMPARE(hostPaceOf(check)->count, std::size_t(5));
    QCOMPARE(hostPaceOf(check)->factor, 1.3);
}

void TestModelCheck::csvReadsItself()
{
    std::vector<MeasuredConfiguration> rows = planOf(experiments(), 2).configurations;
    for (MeasuredConfiguration &row : rows) {
        row.device = "=GPU, \"new\"";
        row.medianNs = 1234;
        row.minimumNs = row.firstQuartileNs = row.thirdQuartileNs = 1000;
    }
    const QByteArray csv = measuredCsv(rows);
    const std::vector<MeasuredConfiguration> read =
        readMeasuredCsv({csv.constData(), static_cast<std::size_t>(csv.size())}, "m.csv", findExperiment);
    QCOMPARE(measuredCsv(read), csv);
    QVERIFY(read.front().parameters == rows.front().parameters);
    QVERIFY_THROWS_EXCEPTION(InputError, readMeasuredCsv("experiment\n", "m.csv", findExperiment));
}

void TestModelCheck::aFailureDoesNotEndTheCheck()
{
    std::vector<MeasuredConfiguration> configurations =
        planOf({findExperiment("concurrent-kernels")}, 1).configurations;
    configurations.push_back(configurations.front());
    configurations.front().parameters.set("shared_memory", std::int64_t{512} << 10); // no SM has as much
    SimulatorExecutor device(loadDeviceProfile("h200"));
    std::size_t calls = 0;
    const ModelCheckMeasurement measured =
        measureConfigurations(configurations, device, {}, [&calls](const auto &rows) { calls = rows.size(); });
    QCOMPARE(measured.rows.size(), std::size_t(1));
    QCOMPARE(measured.refused.size(), std::size_t(1));
    QCOMPARE(calls, std::size_t(1));
    QVERIFY(measured.rows[0].medianNs > 0 && !measured.stopped && measured.failed.empty());
    std::stop_source stop;
    stop.request_stop();
    RunControl stopped;
    stopped.stop = stop.get_token();
    QVERIFY(measureConfigurations(configurations, device, stopped).stopped);
}

/// The simulator, whose runs take 100 and `percent` % of its times in turns.
class UnsteadyDevice final : public Executor
{
public:
    explicit UnsteadyDevice(int percent) : m_percent(percent) {}
    const DeviceInfo &device() const override { return m_model.device(); }
    Recording run(const Program &program, const RunOptions &options, const RunControl &control) override
    {
        m_repeats.push_back(options.repeat);
        Recording recording = m_model.run(program, options, control);
        for (std::size_t i = 0; i < recording.makespans.plain.size(); i += 2)
            recording.makespans.plain[i] = recording.makespans.plain[i] * m_percent / 100;
        return recording;
    }
    int runs() const { return static_cast<int>(m_repeats.size()); }
    const std::vector<int> &repeats() const { return m_repeats; }

private:
    int m_percent;
    std::vector<int> m_repeats; ///< of each call
    SimulatorExecutor m_model{loadDeviceProfile("h200")};
};

std::vector<MeasuredConfiguration> oneKernel(int us)
{
    std::vector<MeasuredConfiguration> one = planOf({findExperiment("concurrent-kernels")}, 1).configurations;
    one.front().parameters.set("duration_us", std::int64_t{us});
    one.front().parameters.set("kernels", std::int64_t{1});
    return one;
}

void TestModelCheck::whatIsNotSteadyIsMeasuredAgain()
{
    const std::vector<MeasuredConfiguration> one = oneKernel(50);
    for (const auto &[percent, most, inFirst, expected] :
         {std::tuple(110, 3, 2, 2), std::tuple(100, 3, 1, 0), std::tuple(110, 1, 2, 0)}) {
        UnsteadyDevice first(percent), others(percent);
        std::vector<int> asked;
        MeasuringPasses passes;
        passes.most = most;
        passes.executor = [&](int pass) -> Executor & {
            asked.push_back(pass);
            return others;
        };
        std::size_t changes = 0;
        const ModelCheckMeasurement measured = measureConfigurations(
            one, first, {}, [&changes](const auto &) { ++changes; }, passes);
        QCOMPARE(measured.rows.size(), std::size_t(1));
        QCOMPARE(first.runs(), inFirst);
        QCOMPARE(others.runs(), expected);
        QCOMPARE(changes, std::size_t(1 + expected));
        QCOMPARE(asked, expected == 0 ? std::vector<int>() : std::vector({1, 2}));
    }
}

void TestModelCheck::shortRunsAreMeasuredMoreOften()
{
    for (const auto &[us, repeats] : {std::pair(50, std::vector({7, 60})), std::pair(1000, std::vector({7, 18})),
                                      std::pair(5000, std::vector({7}))}) {
        UnsteadyDevice device(110);
        measureConfigurations(oneKernel(us), device, {});
        QCOMPARE(device.repeats(), repeats);
    }
}

/// What counts is the median of the runs of all passes: here one pass of three takes twice as long.
void TestModelCheck::aSlowPassDoesNotCount()
{
    const std::vector<MeasuredConfiguration> one = planOf({findExperiment("concurrent-kernels")}, 1).configurations;
    UnsteadyDevice usual(102), slow(204);
    MeasuringPasses passes;
    passes.most = 3;
    passes.executor = [&](int pass) -> Executor & { return pass == 1 ? slow : usual; };
    const ModelCheckMeasurement measured = measureConfigurations(one, usual, {}, {}, passes);
    const ModelCheckMeasurement alone = measureConfigurations(one, usual, {});
    QCOMPARE(measured.rows.front().medianNs, alone.rows.front().medianNs);
}

void TestModelCheck::noPassBeginsWhenTimeIsUp()
{
    const std::vector<MeasuredConfiguration> one = planOf({findExperiment("concurrent-kernels")}, 1).configurations;
    UnsteadyDevice device(110);
    MeasuringPasses passes;
    passes.most = 3;
    passes.until = std::chrono::steady_clock::now();
    QCOMPARE(measureConfigurations(one, device, {}, {}, passes).rows.size(), std::size_t(1));
    QCOMPARE(device.runs(), 1);
}

/// Beyond two of an experiment a grid may ask for what the model does not know well.
void TestModelCheck::whatIsKnownTeachesNothing()
{
    ModelCheckGrid grid;
    grid.experiments = {findExperiment("default-stream"), findExperiment("launch-cost")};
    grid.configurations = 8;
    grid.leastRange = 0.09;
    const DeviceProfile model = loadDeviceProfile("h200");
    const ModelCheckPlan plan = planModelCheck(grid, model, {});
    std::map<std::string, int> narrow, all;
    for (const CheckedConfiguration &row : predictConfigurations(plan.configurations, model, {}).rows) {
        const std::string id = row.measured.experiment->id();
        ++all[id];
        narrow[id] += row.range->highNs < row.range->lowNs * (1 + grid.leastRange) ? 1 : 0;
    }
    QVERIFY2(narrow["default-stream"] == 2 && all["default-stream"] < 8,
             qPrintable(QString::number(all["default-stream"])));
    QVERIFY(narrow["launch-cost"] <= 2);
    QCOMPARE(all["launch-cost"], 8);
}

void TestModelCheck::fewNeedAProcess()
{
    ModelCheckGrid grid;
    grid.experiments = {findExperiment("first-run")};
    grid.configurations = 8;
    grid.mostWithProcess = 2;
    const std::vector<MeasuredConfiguration> drawn = planModelCheck(grid, loadDeviceProfile("h200"), {}).configurations;
    QCOMPARE(drawn.size(), std::size_t(8));
    QCOMPARE(std::count_if(drawn.begin(), drawn.end(),
                           [](const auto &row) { return row.parameters.choice("process") == "fresh"; }),
             2);
}

QTEST_GUILESS_MAIN(TestModelCheck)
#include "tst_model_check.moc"
