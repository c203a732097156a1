// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/timeline_image.h"

#include "engine/program/errors.h"
#include "gui/timeline/text/timeline_theme.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/files.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

using namespace streamscope;

namespace {

int pixelsOf(const QImage &image, const QColor &colour)
{
    int count = 0;
    for (int y = 0; y < image.height(); ++y) {
        const auto *line = reinterpret_cast<const QRgb *>(image.constScanLine(y));
        for (int x = 0; x < image.width(); ++x)
            count += (line[x] | 0xff000000) == colour.rgb();
    }
    return count;
}

QString textOf(const QByteArray &svg)
{
    QXmlStreamReader xml(svg);
    QString text;
    while (!xml.atEnd()) {
        if (xml.readNext() == QXmlStreamReader::Characters)
            text += xml.text().toString() + QLatin1Char('\n');
    }
    return xml.hasError() ? QString() : text;
}

} // namespace

class TimelineImageTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_result = runPreset("two-stream-exercise"); }
    void pngHasTheColoursOfWhatRan();
    void svgIsWellFormedAndSaysEverything();
    void pdfHasOnePageOfTheRightShape();
    void heightFollowsTheLanes();
    void lanesOfTheSmsAreDrawnWhereTheyAreShown();
    void theCriticalPathIsFramedOnRequest();
    void sameRunSamePicture();
    void filesAppearWholeOrNotAtAll();
    void suffixesAreChecked();

private:
    std::shared_ptr<const RunResult> m_result;
};

void TimelineImageTest::pngHasTheColoursOfWhatRan()
{
    QImage image;
    QVERIFY(image.loadFromData(timelineImage(*m_result, ImageFormat::Png), "PNG"));
    QCOMPARE(image.width(), 2800);
    image = image.convertToFormat(QImage::Format_RGB32);
    const TimelineTheme &theme = TimelineTheme::light();
    const int h2d = pixelsOf(image, theme.style(OperationKind::H2D).fill);
    const int kernel = pixelsOf(image, theme.style(OperationKind::Kernel).fill);
    const int d2h = pixelsOf(image, theme.style(OperationKind::D2H).fill);
    // Two of each in the stream lanes and two in the engine lanes, all of the same length.
    QVERIFY(h2d > 20'000);
    QVERIFY(std::abs(h2d - kernel) < h2d / 10);
    QVERIFY(std::abs(d2h - kernel) < d2h / 10);
    QVERIFY(pixelsOf(image, theme.style(OperationKind::H2D).waiting) > 1'000);
    QCOMPARE(pixelsOf(image, theme.style(OperationKind::D2H).waiting), 0); // none of them waited
    QVERIFY(pixelsOf(image, theme.badge) > 500);                           // "Simulated"
    QCOMPARE(image.text(QStringLiteral("Title")), QString::fromStdString(m_result->request.experiment->title()));
}

void TimelineImageTest::svgIsWellFormedAndSaysEverything()
{
    const QByteArray svg = timelineImage(*m_result, ImageFormat::Svg);
    const QString text = textOf(svg);
    for (const QString &wanted :
         {QStringLiteral("Simulated"), QStringLiteral("clock: model"), QStringLiteral("Unit-time device"),
          QStringLiteral("Speed-up 1.50"), QStringLiteral("chunks 2"), QStringLiteral("Stream 0"),
          QStringLiteral("Stream 1"), QStringLiteral("75 % busy"), QStringLiteral("Copy engine H2D"),
          QStringLiteral("Kernel"), QStringLiteral("waiting for an engine")})
        QVERIFY2(text.contains(wanted), qPrintable(wanted));
    QVERIFY(text.contains(QStringLiteral("Makespan 4\u00a0ms")));
    QVERIFY(text.contains(QStringLiteral("waits 1\u00a0ms")));
    QVERIFY(svg.contains("DejaVu Sans"));
    // 1400 pixels at 96 per inch are 370 mm; Qt's default of 72 would make it 494 mm.
    const auto size = QRegularExpression(QStringLiteral("<svg width=\"([0-9.]+)mm\"")).match(QString::fromUtf8(svg));
    QVERIFY(size.hasMatch());
    QVERIFY(std::abs(size.captured(1).toDouble() - 1400 * 25.4 / 96) < 0.1);
}

void TimelineImageTest::pdfHasOnePageOfTheRightShape()
{
    const QByteArray pdf = timelineImage(*m_result, ImageFormat::Pdf);
    QVERIFY(pdf.startsWith("%PDF-"));
    QVERIFY(pdf.trimmed().endsWith("%%EOF"));
    QVERIFY(pdf.contains("/Count 1"));
    const auto box = QRegularExpression(QStringLiteral("/MediaBox \\[0(?:\\.0*)? 0(?:\\.0*)? ([0-9.]+) ([0-9.]+)\\]"))
                         .match(QString::fromLatin1(pdf));
    QVERIFY(box.hasMatch());
    const QImage bitmap = timelineBitmap(*m_result, {.width = 1400, .devicePixelRatio = 1});
    const double shape = box.captured(1).toDouble() / box.captured(2).toDouble();
    QVERIFY(std::abs(shape - static_cast<double>(bitmap.width()) / bitmap.height()) < 0.02);
}

void TimelineImageTest::heightFollowsTheLanes()
{
    const auto larger = runPreset("large-pipeline"); // 4 streams instead of 2
    QVERIFY(timelineBitmap(*larger, {}).height() > timelineBitmap(*m_result, {}).height());
}

void TimelineImageTest::lanesOfTheSmsAreDrawnWhereTheyAreShown()
{
    RunRequest request = runPreset("leftover-three-quarters")->request;
    request.device = "sim:k20c";
    request.blocks = true;
    const auto result = std::make_shared<RunResult>(runOn(*openDevice(request.device), request, {}));
    const PictureSource source = pictureOf(result);
    const PictureLayout all = pictureLayout(source, {});
    const auto details = [](const PictureLayout &layout) {
        return static_cast<std::size_t>(std::count_if(layout.scene.lanes.begin(), layout.scene.lanes.end(),
                                                      [](const SceneLane &lane) { return lane.content->isDetail(); }));
    };
    QCOMPARE(details(all), result->recording.timeline.blocks().lanes().size());
    const PictureLayout hidden = pictureLayout(source, {.blockLanes = false});
    QCOMPARE(details(hidden), std::size_t{0});
    LaneArrangement streams;
    streams.grouping = LaneGrouping::Streams; // without the SMs: nothing is kept free for them
    const PictureLayout byStream = pictureLayout(source, {.lanes = streams});
    for (const PictureLayout *layout : {&all, &hidden, &byStream}) {
        const double bottom = layout->scene.lanes.back().rect.bottom();
        QVERIFY2(std::abs(layout->scene.plotRect.bottom() - bottom) < 8,
                 qPrintable(QString::number(layout->scene.plotRect.bottom() - bottom)));
    }
}

void TimelineImageTest::theCriticalPathIsFramedOnRequest()
{
    const QImage plain = recordingBitmap(pictureOf(m_result), {.devicePixelRatio = 1});
    const QImage framed = recordingBitmap(pictureOf(m_result), {.devicePixelRatio = 1, .paths = ShownPaths::All});
    QVERIFY(textOf(recordingImage(pictureOf(m_result), ImageFormat::Svg, {.paths = ShownPaths::All}))
                .contains("framed: the critical path"));
    const QColor ink = TimelineTheme::light().text;
    QVERIFY(pixelsOf(framed.convertToFormat(QImage::Format_RGB32), ink)
            > pixelsOf(plain.convertToFormat(QImage::Format_RGB32), ink) + 2000);
}

void TimelineImageTest::sameRunSamePicture()
{
    QCOMPARE(timelineImage(*m_result, ImageFormat::Png), timelineImage(*m_result, ImageFormat::Png));
    QCOMPARE(timelineImage(*m_result, ImageFormat::Svg), timelineImage(*m_result, ImageFormat::Svg));
}

void TimelineImageTest::filesAppearWholeOrNotAtAll()
{
    const QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("run.SVG")).toStdString();
    writeTimelineImage(*m_result, path);
    QCOMPARE(test::contentOf(QString::fromStdString(path)), timelineImage(*m_result, ImageFormat::Svg));
    QVERIFY_THROWS_EXCEPTION(
        RunError, writeTimelineImage(*m_result, folder.filePath(QStringLiteral("missing/run.png")).toStdString()));
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList(QStringLiteral("run.SVG")));
}

void TimelineImageTest::suffixesAreChecked()
{
    QCOMPARE(imageFormatOf("a/b.PDF"), ImageFormat::Pdf);
    try {
        imageFormatOf("picture.jpg");
        QFAIL("a JPEG is not offered");
    } catch (const InputError &error) {
        const QString message = QString::fromUtf8(error.what());
        QVERIFY(message.contains(QStringLiteral("picture.jpg")));
        QVERIFY(message.contains(QStringLiteral(".png, .svg or .pdf")));
    }
}

QTEST_MAIN(TimelineImageTest)
#include "tst_timeline_image.moc"
