// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/programs.h"

#include "experiments/registry.h"

#include <QtTest>

using namespace streamscope;
using namespace streamscope::test;

/// sim:h200 against makespans of real H200s: docs/measurements/2026-11-21-h200-pipeline and -clocks. The profile was
/// fitted to the pinned ones, so this is no blind test; it keeps a change of the model from going unnoticed.
class TestRecordedRuns : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pinned();
    void pageable();
};

namespace {

struct RecordedRun
{
    std::int64_t mebibytes;
    int chunks, streams;
    const char *order;
    int work;
    double ms; ///< measured, median
};

constexpr RecordedRun pinnedRuns[] = {
    {256, 16, 4, "serial", 64, 10.363},          {256, 16, 4, "depth-first", 64, 5.769},
    {256, 16, 4, "breadth-first", 64, 6.689},    {16, 32, 4, "depth-first", 1024, 0.531},
    {16, 8, 4, "depth-first", 64, 0.4251},       {256, 16, 4, "breadth-first", 64, 6.6679},
    {256, 16, 4, "breadth-first", 8192, 22.151}, {256, 16, 4, "depth-first", 1024, 5.9061},
    {256, 16, 4, "depth-first", 64, 5.7867},     {256, 16, 4, "depth-first", 8192, 20.276},
    {256, 4, 4, "depth-first", 64, 6.5351},      {256, 4, 4, "depth-first", 8192, 22.082},
    {256, 64, 8, "breadth-first", 64, 6.9688},   {256, 64, 8, "depth-first", 64, 5.8487},
    {256, 8, 4, "breadth-first", 64, 6.5809},    {256, 8, 4, "depth-first", 64, 6.0087},
    {256, 8, 4, "serial", 64, 10.1408},          {4, 64, 8, "depth-first", 64, 0.3908},
};

constexpr RecordedRun pageableRuns[] = {
    {256, 16, 4, "serial", 64, 45.963},
    {256, 16, 4, "depth-first", 64, 45.405},
    {256, 16, 4, "breadth-first", 64, 51.283},
};

double predictedMs(const RecordedRun &run, const char *memory)
{
    const Experiment *experiment = findExperiment("copy-compute-pipeline");
    Parameters values = experiment->defaults();
    values.set("bytes", run.mebibytes << 20);
    values.set("chunks", std::int64_t{run.chunks});
    values.set("streams", std::int64_t{run.streams});
    values.set("issue_order", std::string(run.order));
    values.set("kernel_work", std::int64_t{run.work});
    values.set("host_memory", std::string(memory));
    return makespanMs(simulate(loadDeviceProfile("h200"), experiment->build(values)));
}

template <std::size_t N>
std::vector<double> sortedErrors(const RecordedRun (&runs)[N], const char *memory)
{
    std::vector<double> errors;
    for (const RecordedRun &run : runs) {
        const double ms = predictedMs(run, memory);
        errors.push_back(std::abs(ms / run.ms - 1));
        qInfo("%lld MiB, %d chunks on %d streams, %s, %d FMA, %s: %.3f ms, measured %.3f (%+.1f %%)",
              static_cast<long long>(run.mebibytes), run.chunks, run.streams, run.order, run.work, memory, ms, run.ms,
              (ms / run.ms - 1) * 100);
    }
    std::sort(errors.begin(), errors.end());
    return errors;
}

} // namespace

void TestRecordedRuns::pinned()
{
    const std::vector<double> errors = sortedErrors(pinnedRuns, "pinned");
    QVERIFY(errors[errors.size() / 2] <= 0.01);
    QVERIFY(errors.back() <= 0.05);
}

void TestRecordedRuns::pageable()
{
    const std::vector<double> errors = sortedErrors(pageableRuns, "pageable");
    QVERIFY(errors[errors.size() / 2] <= 0.05);
    QVERIFY(errors.back() <= 0.15);
}

QTEST_GUILESS_MAIN(TestRecordedRuns)
#include "tst_recorded_runs.moc"
