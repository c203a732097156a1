// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/sweep/landscape.h"

#include "engine/run/prediction.h"
#include "engine/run/run_job.h"
#include "experiments/registry.h"
#include "tests/gui/sample_runs.h"

#include <QtTest>

using namespace streamscope;

class TestLandscape : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pointsArePredictions();
    void valuesStayInTheirRange();
    void whatCannotRunHasNoMakespan();
};

namespace {

DeviceInfo deviceOf(const std::string &id)
{
    DeviceInfo device;
    device.id = id;
    device.kind = DeviceKind::Simulated;
    return device;
}

const KnobLandscape *find(const std::vector<KnobLandscape> &all, const std::string &name)
{
    for (const KnobLandscape &one : all)
        if (one.name == name)
            return &one;
    return nullptr;
}

} // namespace

void TestLandscape::pointsArePredictions()
{
    const Preset preset = builtIn("two-stream-exercise");
    const DeviceInfo device = deviceOf("sim:unit");
    const std::vector<KnobLandscape> all = knobLandscapes(preset.experiment, preset.parameters, device, {});
    QVERIFY(!find(all, "repeat") && !find(all, "seed") && !find(all, "priorities"));
    const KnobLandscape *streams = find(all, "streams");
    QVERIFY(streams && streams->points.size() >= 3);
    QCOMPARE(std::get<std::int64_t>(streams->points[streams->present].value), preset.parameters.integer("streams"));
    for (const KnobLandscape::Point &point : streams->points) {
        Preset turned = preset;
        turned.parameters.set("streams", point.value);
        RunRequest request;
        request.experiment = turned.experiment;
        request.parameters = turned.parameters;
        QCOMPARE(*point.makespanNs, predict(request, device, {}).makespanNs());
    }
    QCOMPARE(*streams->points[0].makespanNs, std::int64_t{6'000'000}); // one stream: one after the other
    const KnobLandscape *order = find(all, "issue_order");
    QCOMPARE(order->points.size(), std::size_t{3});
}

void TestLandscape::valuesStayInTheirRange()
{
    ParameterSpec spec;
    spec.minimum = 1;
    spec.maximum = 100;
    const auto numbers = [&](std::int64_t present) {
        std::vector<std::int64_t> list;
        for (const ParameterValue &value : typicalValues(spec, present))
            list.push_back(std::get<std::int64_t>(value));
        return list;
    };
    QCOMPARE(numbers(16), (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 64}));
    QCOMPARE(numbers(100), (std::vector<std::int64_t>{6, 12, 25, 50, 100}));
    spec.minimum = 0;
    QCOMPARE(numbers(0), (std::vector<std::int64_t>{0, 2, 4, 8, 16}));
    spec.maximum = 3;
    QCOMPARE(numbers(2), (std::vector<std::int64_t>{0, 1, 2, 3}));
    spec.maximum = std::numeric_limits<std::int64_t>::max();
    QCOMPARE(numbers(spec.maximum).back(), spec.maximum);
}

void TestLandscape::whatCannotRunHasNoMakespan()
{
    Preset preset = builtIn("large-pipeline");
    preset.parameters.set("bytes", std::int64_t{1} << 30);
    const std::vector<KnobLandscape> all =
        knobLandscapes(preset.experiment, preset.parameters, deviceOf("sim:c1060"), {});
    const KnobLandscape *bytes = find(all, "bytes");
    QVERIFY(bytes);
    QVERIFY(bytes->points[0].makespanNs);
    QVERIFY(!bytes->points.back().makespanNs); // more than its memory
}

QTEST_GUILESS_MAIN(TestLandscape)
#include "tst_landscape.moc"
