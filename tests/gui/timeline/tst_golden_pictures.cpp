// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Holds pictures against those in tests/data/pictures, whose README says how they are renewed.
#include "engine/run/named_run.h"
#include "gui/comparison/comparison_picture.h"
#include "gui/pictures/timeline_image.h"
#include "gui/timeline/text/timeline_theme.h"
#include "tests/gui/sample_runs.h"

#include <QCoreApplication>
#include <QImage>
#include <QPainter>
#include <QTest>

#include <chrono>
#include <cstdlib>
#include <functional>

using namespace streamscope;

namespace {

constexpr int maxDistance = 64;             ///< of 255, in any colour
constexpr double maxDifferentShare = 0.006; ///< share of the pixels that may be further away

/// The share of pixels that are not alike; 1 for pictures of different size.
double shareOfOthers(const QImage &a, const QImage &b)
{
    if (a.size() != b.size() || a.isNull())
        return 1;
    const QImage left = a.convertToFormat(QImage::Format_RGB32), right = b.convertToFormat(QImage::Format_RGB32);
    qint64 others = 0;
    for (int y = 0; y < left.height(); ++y) {
        const auto *first = reinterpret_cast<const QRgb *>(left.constScanLine(y));
        const auto *second = reinterpret_cast<const QRgb *>(right.constScanLine(y));
        for (int x = 0; x < left.width(); ++x) {
            const int distance =
                std::max({std::abs(qRed(first[x]) - qRed(second[x])), std::abs(qGreen(first[x]) - qGreen(second[x])),
                          std::abs(qBlue(first[x]) - qBlue(second[x]))});
            others += distance > maxDistance ? 1 : 0;
        }
    }
    return static_cast<double>(others) / (static_cast<double>(left.width()) * left.height());
}

/// Without the hour of the day.
PictureSource undated(PictureSource source)
{
    for (auto &facts : source.facts)
        std::erase_if(facts, [](const QString &fact) { return fact.startsWith(QStringLiteral("20")); });
    return source;
}

/// Operations of one stream on a fictional device, by the clock of events.
struct SmallRun
{
    std::shared_ptr<Recording> recording = std::make_shared<Recording>();

    explicit SmallRun(DeviceKind kind)
    {
        recording->device.kind = kind;
        recording->device.id = "cuda:0";
        recording->device.name = "Test GPU";
        recording->device.asyncEngineCount = 2;
        if (kind == DeviceKind::Cuda)
            recording->verification = Verification::Passed; // else its bars are marked
        recording->timeline.addStream({"0", 0, 0});
        recording->timeline.addStream({"1", 0, -5});
    }

    void add(OperationKind kind, const char *name, int stream, std::int64_t readyUs, std::int64_t startUs,
             std::int64_t endUs) const
    {
        Span span;
        span.kind = kind;
        span.engine = engineOf(kind);
        span.name = recording->timeline.intern(name);
        span.stream = stream;
        span.clock = recording->device.kind == DeviceKind::Simulated ? Clock::Model : Clock::EventEngine;
        span.issue = 0;
        span.ready = readyUs * 1000;
        span.start = startUs * 1000;
        span.end = endUs * 1000;
        recording->timeline.append(span);
    }
};

std::shared_ptr<Recording> pipeline(DeviceKind kind, std::int64_t kernelUs, bool third)
{
    const SmallRun run(kind);
    run.add(OperationKind::H2D, "in 0", 0, 0, 0, 1000);
    run.add(OperationKind::Kernel, "work 0", 0, 1000, 1000, 1000 + kernelUs);
    run.add(OperationKind::H2D, "in 1", 1, 0, 1000, 1900);
    run.add(OperationKind::Kernel, "work 1", 1, 1900, 1000 + kernelUs, 1000 + 2 * kernelUs);
    run.add(OperationKind::D2H, "out 0", 0, 1000 + kernelUs, 1000 + kernelUs, 2100 + kernelUs);
    if (third)
        run.add(OperationKind::Memset, "clear", 1, 1000 + 2 * kernelUs, 1100 + 2 * kernelUs, 1600 + 2 * kernelUs);
    return run.recording;
}

PictureSource waitingAndExecuting()
{
    return undated(pictureOf(runPreset("two-stream-exercise")));
}

PictureSource measuredAndPredicted()
{
    PictureSource source;
    source.title = QStringLiteral("Measured, with its prediction");
    source.facts = {{QStringLiteral("Test GPU (cuda:0)"), QStringLiteral("clock: event+engine")}};
    source.recording = pipeline(DeviceKind::Cuda, 1500, false);
    source.prediction = pipeline(DeviceKind::Simulated, 1200, false);
    return source;
}

PictureSource predictionMerged()
{
    const SmallRun run(DeviceKind::Simulated);
    run.add(OperationKind::H2D, "in", 0, 0, 0, 3000);
    for (int i = 0; i < 4000; ++i) // dense, then sparse
        run.add(OperationKind::Kernel, "small", 1, i < 3000 ? i : 3000 + 6 * (i - 3000),
                i < 3000 ? i : 3000 + 6 * (i - 3000), (i < 3000 ? i : 3000 + 6 * (i - 3000)) + 1);
    run.add(OperationKind::D2H, "out", 0, 3000, 6000, 9000);
    PictureSource source;
    source.title = QStringLiteral("Predicted, and merged");
    source.origin = RunOrigin::Predicted;
    source.recording = run.recording;
    return source;
}

PictureSource comparisonOfTwo()
{
    NamedRun a, b;
    a.title = QStringLiteral("first");
    a.recording = pipeline(DeviceKind::Cuda, 1500, true);
    a.parameters = {QStringLiteral("chunks 2"), QStringLiteral("kernel_work 64")};
    b.title = QStringLiteral("second");
    b.origin = RunOrigin::Predicted;
    b.recording = pipeline(DeviceKind::Simulated, 1900, false);
    b.parameters = {QStringLiteral("chunks 2"), QStringLiteral("kernel_work 80")};
    return comparisonPicture(std::make_shared<const ComparedRuns>(a, b, ComparisonScale::Absolute));
}

} // namespace

class GoldenPicturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void looksAsItDid_data();
    void looksAsItDid();
    void aMissingBarIsNoticed();
    void otherLettersPass();

private:
    static QString pathOf(const QString &name)
    {
        return qEnvironmentVariable("STREAMSCOPE_SOURCE_DIR") + QStringLiteral("/tests/data/pictures/") + name
               + QStringLiteral(".png");
    }
    static QImage drawn(const PictureSource &source, bool dark)
    {
        return recordingBitmap(source, {.width = 900, .devicePixelRatio = 1, .dark = dark});
    }
};

using MakeSource = std::function<PictureSource()>;
Q_DECLARE_METATYPE(MakeSource)

void GoldenPicturesTest::looksAsItDid_data()
{
    QTest::addColumn<MakeSource>("make");
    QTest::addColumn<bool>("dark");
    QTest::newRow("waiting-and-executing") << MakeSource(waitingAndExecuting) << false;
    QTest::newRow("measured-and-predicted") << MakeSource(measuredAndPredicted) << true;
    QTest::newRow("prediction-merged") << MakeSource(predictionMerged) << false;
    QTest::newRow("comparison") << MakeSource(comparisonOfTwo) << false;
}

void GoldenPicturesTest::looksAsItDid()
{
    QFETCH(MakeSource, make);
    QFETCH(bool, dark);
    const QString name = QString::fromLatin1(QTest::currentDataTag());
    const QImage now = drawn(make(), dark);
    if (qEnvironmentVariableIsSet("STREAMSCOPE_RENEW_PICTURES")) {
        QVERIFY(now.convertToFormat(QImage::Format_RGB32).save(pathOf(name)));
        return;
    }
    const QImage golden(pathOf(name));
    QVERIFY2(!golden.isNull(), qPrintable(pathOf(name)));
    const double share = shareOfOthers(now, golden);
    if (share > maxDifferentShare)
        now.save(QCoreApplication::applicationDirPath() + QStringLiteral("/golden-") + name + QStringLiteral(".png"));
    QVERIFY2(share <= maxDifferentShare, qPrintable(QStringLiteral("%1 % differ").arg(share * 100)));
}

/// The tolerance is small enough: one missing operation exceeds it.
void GoldenPicturesTest::aMissingBarIsNoticed()
{
    const PictureSource source = waitingAndExecuting();
    const QImage whole = drawn(source, false);
    QImage less = whole;
    const PictureLayout layout = pictureLayout(source, {.width = 900});
    QPainter painter(&less);
    painter.fillRect(layout.scene.bars.back().rect.translated(layout.origin), TimelineTheme::light().background);
    painter.end();
    QVERIFY(shareOfOthers(whole, less) > maxDifferentShare);
    QCOMPARE(shareOfOthers(whole, whole), 0.0);
    QCOMPARE(shareOfOthers(whole, whole.copy(0, 0, 800, 100)), 1.0);
}

/// A font rasteriser that shades the edges of letters otherwise is no other picture.
void GoldenPicturesTest::otherLettersPass()
{
    const QImage sharp = drawn(waitingAndExecuting(), false);
    QImage soft = sharp;
    for (int y = 0; y < soft.height(); ++y)
        for (int x = 0; x < soft.width(); ++x) {
            const QColor colour = sharp.pixelColor(x, y);
            if (colour.saturation() < 30 && colour.lightness() < 200) // grey: the edge of a letter
                soft.setPixelColor(x, y, colour.lighter(130));
        }
    QVERIFY(soft != sharp);
    QVERIFY(shareOfOthers(sharp, soft) <= maxDifferentShare);
}

QTEST_MAIN(GoldenPicturesTest)
#include "tst_golden_pictures.moc"
