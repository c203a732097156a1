// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/files.h"

#include "engine/run/trace_job.h"
#include "engine/run/what_if/what_if.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QtTest>

#include <algorithm>

using namespace streamscope;
using namespace streamscope::test;

/// Programs before and after one change, recorded on H200s (tests/data/pairs): what is reached stays so. The rules were
/// mended with these recordings, so this is no proof for others.
class TestPairs : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void replays_data() { pairs(); }
    void replays();
    void predictions_data() { pairs(); }
    void predictions();
    void copiesBesideOthers();
    void medianAndRanges();

private:
    static void pairs();
};

namespace {

constexpr double noGain = 0.03;

/// Each knows its folder.
const QJsonArray &recordedPairs()
{
    static const QJsonArray pairs = [] {
        QJsonArray all;
        const QDir sets(sourcePath(QStringLiteral("tests/data/pairs")));
        for (const QString &set : sets.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name)) {
            const QString folder = sets.filePath(set) + QLatin1Char('/');
            QFile file(folder + QStringLiteral("pairs.json"));
            if (!file.open(QIODevice::ReadOnly))
                qFatal("no pairs.json");
            for (const QJsonValue value :
                 QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("pairs")).toArray()) {
                QJsonObject pair = value.toObject();
                pair[QStringLiteral("folder")] = folder;
                all.append(pair);
            }
        }
        return all;
    }();
    return pairs;
}

QString keyOf(const QJsonObject &pair)
{
    return pair[QStringLiteral("folder")].toString().section(QLatin1Char('/'), -2, -2) + QLatin1Char('/')
           + pair[QStringLiteral("name")].toString();
}

/// Whether there is a gain, where no rule knows it yet.
const char *missedGain(const QJsonObject &pair)
{
    static const QMap<QString, const char *> reasons{
        {QStringLiteral("h200-bank/order-books-two-threads"),
         "3.3 % won, none predicted; without the profiler, which makes graphs dear, 18 %"},
        {QStringLiteral("h200-clinic/decoder-muxer"),
         "that the decoder waits for a free buffer stands in no call: it runs ahead here"},
        {QStringLiteral("h200-clinic/half-the-keys"),
         "the host was 1.6 times as slow in the first recording; elsewhere the error is 0.3 %"},
        {QStringLiteral("h200-clinic/two-stages-two-threads"),
         "the profiler does not see ranges of other threads, and both threads share Python's lock"},
        {QStringLiteral("h200-clinic/tokens-of-long-steps"), "rounds of the same program differ by 1.4 times"},
        {QStringLiteral("h200-forum/timer-behind-item"), "rounds of the same program differ by 1.3 times"},
        {QStringLiteral("h200-forum/average-in-graph"), "rounds of the same program differ by 1.3 times"},
        {QStringLiteral("h200-forum/beam-reorder"), "rounds of the same program differ by 1.5 times"},
        {QStringLiteral("h200-forum/recurrent-ahead"), "rounds of the same program differ by 1.6 times"},
        {QStringLiteral("h200-cluster/half-precision-gradients"),
         "beside an all-reduce of half the bytes the products took 6 % less"},
        {QStringLiteral("h200-cluster/accumulate-reduce-once"),
         "the host was 15 % slower in the second recording; without the profiler 18 % are won"},
        {QStringLiteral("h200-cluster/scatter-at-once"), "the other rank was later in the second recording"},
        {QStringLiteral("h200-factory/cameras-over-belt"), "rounds of the same program differ by 1.7 times"},
        {QStringLiteral("h200-factory/augment-each-image"), "rounds of the same program differ by 1.7 times"},
        {QStringLiteral("h200-observatory-advised/nowcast-frames-advised"),
         "each chunk needs six rows of its neighbours, and took other kernels: 4.5 % predicted, none won"},
        {QStringLiteral("h200-railway/energy-of-a-line"),
         "6.2 % predicted, 1.7 won: branches of a graph whose kernels fill the GPU start later than streams do"},
        {QStringLiteral("h200-newsroom/desk-of-a-radio-show"),
         "4.7 % won, none predicted: branches of a graph whose kernels share SMs end in another order"},
        {QStringLiteral("h200-theatre/voices-high-and-low"), "9.4 % won, none predicted: under the profiler another "
                                                             "stream took Python less than elsewhere; without it 19.4"},
        {QStringLiteral("h200-studio/scenes-from-archive"), "rounds of the same program differ by 1.5 times"},
        {QStringLiteral("h200-studio/ladder-of-encodings"),
         "4.5 % won, 1.6 predicted: kernels that fill the GPU overlap with the copies of the next block"},
        {QStringLiteral("h200-branches/branches-side-result"),
         "6.7 % predicted and nothing won: kernels on two branches behind a copy start later in a graph"},
        {QStringLiteral("h200-training/halve-products-beside"),
         "beside half of the products the all-reduce itself took 3 % less"},
        {QStringLiteral("h200-workshop/full-graphs"), "two graphs that fill the GPU win 3.8 % side by side, 0.6 here"},
        {QStringLiteral("h200-workshop/graph-in-turn"), "5.5 % predicted, 1.3 won; without the profiler nothing"},
        {QStringLiteral("h200-field/metrics-loop"),
         "the host was 10 % faster in the second recording; without the profiler that program took 14 % longer"},
        {QStringLiteral("h200-harbour/robot-and-its-map"), "the host was 30 % faster in the second recording"},
        {QStringLiteral("h200-museum/essays-and-four-judges"),
         "30 % won, none predicted: a wait behind each chain keeps the order"},
        {QStringLiteral("h200-museum/two-readers-search"),
         "3.2 % won, none predicted: each wait stands behind a copy whose data the host may need"},
        {QStringLiteral("h200-everyday/adversaries-items"),
         "the host was 6 % faster in the second recording; without the profiler that program took 17 % longer"}};
    return reasons.value(keyOf(pair));
}

/// What no rule knows yet, by pair (docs/measurements/replay.md).
const char *missed(const QJsonObject &pair)
{
    const char *const asGain = missedGain(pair);
    const QMap<QString, const char *> reasons{
        {QStringLiteral("h200/bucket-gradients"),
         "the other rank came 70 to 126 us late to its buckets; in four of five rounds elsewhere it did not"},
        {QStringLiteral("h200-airport/weather-radar-profiles"),
         "the profiler made chunks on two streams dearer; without it the error is 1.9 %"},
        {QStringLiteral("h200-airport/gradients-of-delays"), "rounds of the same program differ by 1.4 times"},
        {QStringLiteral("h200-airport/conflicts-beside-statistics"),
         "small kernels take 9 us, not 3, where they run beside a kernel that the memory limits"},
        {QStringLiteral("h200-clinic/half-the-keys"), asGain},
        {QStringLiteral("h200-clinic/two-stages-two-threads"), asGain},
        {QStringLiteral("h200-clinic/tokens-of-long-steps"), asGain},
        {QStringLiteral("h200-forum/repeats-without-size"),
         "of operators whose launches go some of their work stays; rounds differ by 1.3 times"},
        {QStringLiteral("h200-forum/kmeans-on-host-data"),
         "the host was a third as fast in the first recording; elsewhere chunks took longer than whole blocks"},
        {QStringLiteral("h200-forum/timer-behind-item"), asGain},
        {QStringLiteral("h200-forum/average-in-graph"), asGain},
        {QStringLiteral("h200-forum/beam-reorder"), asGain},
        {QStringLiteral("h200-forum/recurrent-ahead"), asGain},
        {QStringLiteral("h200-cluster/tensor-parallel-decode"),
         "graphs with collectives took the host less than others of as many nodes"},
        {QStringLiteral("h200-cluster/accumulate-reduce-once"), asGain},
        {QStringLiteral("h200-cluster/pipeline-micro-batches"), "rounds of the same program differ by 1.2 times"},
        {QStringLiteral("h200-railway/boards-of-six-platforms"),
         "kernels of 16 warps on each SM, each slowed by younger ones, end one after the other, here together"},
        {QStringLiteral("h200-railway/junction-of-two-lines"),
         "a node of a graph of two branches took the call less than in other programs"},
        {QStringLiteral("h200-theatre/voices-high-and-low"), asGain},
        {QStringLiteral("h200-newsroom/archive-of-many-years"),
         "24 operators fewer in each turn: the host's other work took 28 % less, too"},
        {QStringLiteral("h200-brewery/bottles-under-four-cameras"),
         "the replay is 10 % too long, and kernels of atomics take 12 us beside others, 2 alone"},
        {QStringLiteral("h200-brewery/crusts-and-crumbs"),
         "kernels bound by barriers and by memory hardly slow each other, and are taken to"},
        {QStringLiteral("h200-brewery/labels-of-two-lines"),
         "kernels of few warps that wait for memory are not slower beside others, here they are"},
        {QStringLiteral("h200-brewery/crates-by-three-questions"),
         "what is left between the launches of three branches"},
        {QStringLiteral("h200-theatre/dialogue-without-noise"),
         "waits directly behind a copy back stay here, as its data may be needed; there they went"},
        {QStringLiteral("h200-theatre/microphones-of-actors"),
         "the profiler made the host the limit: 160 copies became 10, and 6 % were won that without it are none"},
        {QStringLiteral("h200-studio/prompts-to-images"), "rounds of the same program differ by 1.8 times"},
        {QStringLiteral("h200-studio/grading-nodes"), "rounds of the same program differ by 1.7 times"},
        {QStringLiteral("h200-studio/emitters-own-memory"),
         "kernels beside a cudaFree of another thread take longer, and become shorter without it"},
        {QStringLiteral("h200-observatory-advised/chi-square-shown-advised"),
         "graphs with a wait for .item() between them took 59 % less, not 66"},
        {QStringLiteral("h200-hospital-advised/wards-two-threads-advised"),
         "the two threads share Python's lock, and find it taken less often than the trace of single launches shows"},
        {QStringLiteral("h200-factory/cameras-over-belt"), asGain},
        {QStringLiteral("h200-factory/augment-each-image"), asGain},
        {QStringLiteral("h200-factory/annealing-four-threads"),
         "one thread's calls were slower in the first recording; elsewhere the error is -6.9 %"},
        {QStringLiteral("h200-branches/branches-staggered"),
         "the call handed over nine nodes of three branches first, here three of one"},
        {QStringLiteral("h200-field/metrics-loop"), "the host was 10 % faster in the second recording"},
        {QStringLiteral("h200-harbour/robot-and-its-map"), asGain},
        {QStringLiteral("h200-museum/essays-and-four-judges"), asGain},
        {QStringLiteral("h200-museum/families-as-graphs"),
         "a graph with a host function takes 25 us more to launch, and the function begins 18 us later"},
        {QStringLiteral("h200-museum/scans-of-sculptures"),
         "the library needs one launch for the product of a chunk, and four for that of the whole"},
        {QStringLiteral("h200-field/phase-timers"),
         "the host was 13 % slower in the second recording; elsewhere the error is 8.6 %"},
        {QStringLiteral("h200-field/segmentation-loader"),
         "the host was slower in the second recording; without the profiler the error is 0.1 %"},
        {QStringLiteral("h200-nccl/bucket-gradients-16"),
         "its second launch took the host 114 us before and 88 after; 88 to 151 in nine recordings"},
        {QStringLiteral("h200-published/experts-batched"),
         "products of few blocks that become one batch run side by side, too"},
        {QStringLiteral("h200-published/lstm-cells-graph"),
         "graphs of this program took the host 1.6 us for each node; 0.6 to 1 in others"},
        {QStringLiteral("h200-published/mask-to-host"), "the host frees and allocates 2 MiB for each copy back"},
        {QStringLiteral("h200-published/whole-network-graph"), "its graphs wait for copies on the device"},
        {QStringLiteral("h200-workshop/pinned-alloc-loop"), "what the host writes to new memory takes longer than to "
                                                            "memory that it has used; elsewhere the error is 6.9 %"},
        {QStringLiteral("h200-second/graph-turns"),
         "on that machine graphs took the host 1.5 times as long to launch as on others, kernels did not"}};
    return reasons.value(keyOf(pair));
}

ReplayedRun replayOf(const QJsonObject &pair, const char *side)
{
    const QString file = pair[QLatin1String(side)].toObject()[QStringLiteral("trace")].toString();
    const QString path = pair[QStringLiteral("folder")].toString() + file;
    return replayRun(std::make_shared<const RunResult>(openTrace({path.toStdString(), {}}, {})), {}, {}, {});
}

struct Judged
{
    double error = 0; ///< of the prediction: (predicted − real) / real
    double gain = 0, realGain = 0;
    bool inside = false;
};

Judged judged(const QJsonObject &pair)
{
    std::vector<RequestedChange> changes;
    for (const QJsonValue change : pair[QStringLiteral("change")].toArray())
        changes.push_back(parseChange(change.toString().toStdString()));
    const WhatIfBase base = whatIfBase(replayOf(pair, "before"));
    const WhatIf result = whatIf(base, changes);
    const std::int64_t real = replayOf(pair, "after").replay->measuredNs();
    return {static_cast<double>(result.predictedNs - real) / static_cast<double>(real), result.gain(base),
            1 - static_cast<double>(real) / static_cast<double>(base.beforeNs()),
            result.range && result.range->contains(real)};
}

} // namespace

void TestPairs::pairs()
{
    QTest::addColumn<QJsonObject>("pair");
    for (const QJsonValue pair : recordedPairs())
        QTest::addRow("%s", qPrintable(keyOf(pair.toObject()))) << pair.toObject();
}

void TestPairs::replays()
{
    QFETCH(QJsonObject, pair);
    for (const char *side : {"before", "after"}) {
        const double error = replayOf(pair, side).replay->error();
        if (keyOf(pair) == QLatin1String("h200-railway/interlocking-beside-crowds") && qstrcmp(side, "after") == 0)
            QEXPECT_FAIL("", "blocks of ten waves end one by one, here together: urgent ones come in a wave later",
                         Continue);
        if (keyOf(pair) == QLatin1String("h200-brewery/bottles-under-four-cameras") && qstrcmp(side, "before") == 0)
            QEXPECT_FAIL("", "pageable copies of four threads hold each other up less here", Continue);
        QVERIFY2(std::abs(error) <= Replay::acceptableError, qPrintable(QStringLiteral("%1: %2").arg(side).arg(error)));
    }
}

void TestPairs::predictions()
{
    QFETCH(QJsonObject, pair);
    const Judged result = judged(pair);
    if (missedGain(pair))
        QEXPECT_FAIL("", missedGain(pair), Continue);
    QVERIFY((result.gain >= noGain) == (result.realGain >= noGain));
    if (missed(pair))
        QEXPECT_FAIL("", missed(pair), Continue);
    QVERIFY2(std::abs(result.error) <= 0.1, qPrintable(QString::number(result.error)));
}

/// Under the profiler an engine takes its next copy later, most of all one to the host beside one to the device.
void TestPairs::copiesBesideOthers()
{
    for (const QJsonValue pair : recordedPairs()) {
        const QString name = pair[QStringLiteral("name")].toString();
        if (name != QStringLiteral("split-two-kernels") && name != QStringLiteral("split-rows"))
            continue;
        const double error = replayOf(pair.toObject(), "after").replay->error();
        QVERIFY2(std::abs(error) < 0.008, qPrintable(QStringLiteral("%1: %2").arg(name).arg(error)));
    }
}

void TestPairs::medianAndRanges()
{
    std::vector<double> errors;
    std::size_t inside = 0;
    for (const QJsonValue pair : recordedPairs()) {
        const Judged result = judged(pair.toObject());
        errors.push_back(std::abs(result.error));
        inside += result.inside ? 1 : 0;
    }
    std::sort(errors.begin(), errors.end());
    QVERIFY2(errors[errors.size() / 2] <= 0.042, qPrintable(QString::number(errors[errors.size() / 2])));
    QVERIFY2(inside * 5 >= errors.size() * 4, qPrintable(QString::number(inside)));
}

QTEST_GUILESS_MAIN(TestPairs)
#include "tst_pairs.moc"
