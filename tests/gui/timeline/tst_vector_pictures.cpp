// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Parses SVG and PDF files and looks for every operation in them, at the place that its times say.
#include "tests/support/vector_picture.h"

#include "engine/run/named_run.h"
#include "engine/run/trace_job.h"
#include "gui/comparison/comparison_picture.h"
#include "gui/pictures/font_subset.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/window/main_window.h"
#include "gui/workspace/settings.h"
#include "tests/gui/sample_runs.h"
#include "tests/support/files.h"

#include <QAction>
#include <QFile>
#include <QPainterPath>
#include <QProcess>
#include <QRawFont>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>

using namespace streamscope;
using namespace streamscope::test;

namespace {

/// As letters, without regard to ligatures and unbreakable blanks.
QString plain(const QString &text)
{
    return text.normalized(QString::NormalizationForm_KC).simplified();
}

/// Looks for the operations of a picture among the rectangles of its file.
class Search
{
public:
    Search(const PictureSource &source, const ImageOptions &options, VectorPicture picture)
        : m_content(source.compared ? TimelineContent(source.compared) : TimelineContent(source.recording)),
          m_layout(pictureLayout(source, options)), m_picture(std::move(picture))
    {}

    int visible() const { return m_visible; }

    /// What is not as it should be; empty: everything is.
    QString problem()
    {
        if (!m_picture.problem.isEmpty())
            return m_picture.problem;
        if (std::abs(m_picture.size.width() - m_layout.size.width()) > 1
            || std::abs(m_picture.size.height() - m_layout.size.height()) > 1)
            return QStringLiteral("the size is another one");
        for (const SceneLane &lane : m_layout.scene.lanes)
            if (const QString wrong = problemOf(lane); !wrong.isEmpty())
                return wrong;
        return problemOfTexts();
    }

private:
    QString problemOf(const SceneLane &scene)
    {
        const auto *operations = scene.content->operations();
        if (!operations)
            return {}; // a lane of other things, such as a prediction that has just come
        const Lane &lane = operations->lane;
        for (const std::uint32_t span : lane.spans) {
            const LaneInterval interval = intervalOn(lane.kind, m_content.timeline(), span);
            const QRectF wanted = placeOf(interval, scene.rect);
            if (wanted.isNull())
                continue; // outside of the range
            ++m_visible;
            if (!isDrawn(wanted, scene))
                return QStringLiteral("%1, operation %2: nothing at %3 … %4")
                    .arg(QString::fromStdString(lane.label))
                    .arg(span)
                    .arg(wanted.left())
                    .arg(wanted.right());
        }
        return {};
    }

    /// From the times alone: where the operation lies in the picture, cut at the edges of the plot; null outside.
    QRectF placeOf(const LaneInterval &interval, const QRectF &lane) const
    {
        const TimelineScene &scene = m_layout.scene;
        const auto x = [&](std::int64_t ns) {
            return m_layout.origin.x() + scene.plotRect.left()
                   + static_cast<double>(ns - scene.axis.originNs) / scene.axis.nsPerPixel;
        };
        const double first = m_layout.origin.x() + scene.plotRect.left(), past = first + scene.plotRect.width();
        if (x(interval.end) < first + 1 || x(interval.begin) > past - 1)
            return {};
        const double left = std::max(first, x(interval.begin)), right = std::min(past, x(interval.end));
        return {left, lane.top() + m_layout.origin.y(), std::max(right - left, 1e-9), lane.height()};
    }

    /// A wide one has a rectangle of its own as long as it is; a narrow one may share a pixel with others.
    bool isDrawn(const QRectF &wanted, const SceneLane &scene) const
    {
        const bool narrow = wanted.width() < 2;
        for (const QRectF &rect : m_picture.rects) {
            if (rect.top() < wanted.top() || rect.bottom() > wanted.bottom() + 0.1)
                continue;
            if (narrow && rect.left() <= wanted.left() + 1 && rect.right() >= wanted.right() - 1
                && rect.width() < wanted.width() + 3)
                return true;
            const bool highEnough = rect.height() > scene.row * 0.6;
            if (!narrow && highEnough && std::abs(rect.left() - wanted.left()) <= 1.01
                && std::abs(rect.right() - wanted.right()) <= 1.01)
                return true;
        }
        return false;
    }

    QString problemOfTexts() const
    {
        QStringList texts;
        for (const QString &text : m_picture.texts)
            texts << plain(text);
        QStringList wanted;
        for (const SceneLane &lane : m_layout.scene.lanes)
            wanted << lane.title.text << lane.busy.text;
        for (const SceneBarLabel &label : m_layout.scene.barLabels)
            wanted << label.text.text;
        for (const SceneTick &tick : m_layout.scene.ticks)
            wanted << tick.label.text;
        for (const QString &text : wanted)
            if (!text.isEmpty() && !texts.contains(plain(text)))
                return QStringLiteral("no text '%1'").arg(text);
        for (const QString &text : texts)
            if (text.contains(QChar(QChar::ReplacementCharacter)) || text.contains(QChar(0)))
                return QStringLiteral("a box in '%1'").arg(text);
        return m_picture.fonts.isEmpty() ? QStringLiteral("no font") : problemOfFonts();
    }

    QString problemOfFonts() const
    {
        for (const QByteArray &file : m_picture.fonts) {
            if (!file.startsWith(QByteArray("\0\1\0\0", 4)) || !file.contains("glyf"))
                return QStringLiteral("a font that is none");
        }
        return {};
    }

    TimelineContent m_content;
    PictureLayout m_layout;
    VectorPicture m_picture;
    int m_visible = 0;
};

} // namespace

class VectorPicturesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyOperationIsThere_data();
    void everyOperationIsThere();
    void aMissingOperationIsNoticed();
    void commandLine_data();
    void commandLine();
    void convertOfARange();
    void comparisonOfTheCommandLine();
    void fromTheWindow_data();
    void fromTheWindow();
    void whatIsShownIsExported();
    void svgBringsItsLetters();
    void subsetsKeepShapes();

private:
    QByteArray fromProgram(const QStringList &arguments, const QString &image) const;

    QTemporaryDir m_folder;
};

void VectorPicturesTest::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QFile::remove(Settings::fileName());
    qRegisterMetaType<std::shared_ptr<const RunResult>>();
}

/// Runs the real program; empty where it failed.
QByteArray VectorPicturesTest::fromProgram(const QStringList &arguments, const QString &image) const
{
    QProcess process;
    process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), arguments + QStringList{"--image", image});
    if (!process.waitForFinished(60'000) || process.exitCode() != 0) {
        qWarning() << process.readAllStandardError();
        return {};
    }
    return contentOf(image);
}

void VectorPicturesTest::everyOperationIsThere_data()
{
    QTest::addColumn<QString>("preset");
    QTest::addColumn<bool>("ranged");
    for (const char *preset : {"two-stream-exercise", "large-pipeline", "host-overlap", "launch-cost"}) {
        QTest::addRow("%s, whole", preset) << QString(preset) << false;
        QTest::addRow("%s, a third", preset) << QString(preset) << true;
    }
}

void VectorPicturesTest::everyOperationIsThere()
{
    QFETCH(QString, preset);
    QFETCH(bool, ranged);
    const auto result = runPreset(preset.toStdString());
    const PictureSource source = pictureOf(result);
    ImageOptions options;
    const std::int64_t length = result->recording.timeline.end() - result->recording.timeline.begin();
    if (ranged)
        options.range = TimeRange{length / 3, length * 2 / 3};
    for (const ImageFormat format : {ImageFormat::Svg, ImageFormat::Pdf}) {
        Search search(source, options, readVector(recordingImage(source, format, options)));
        QCOMPARE(search.problem(), QString());
        QVERIFY(search.visible() >= 6);
    }
}

/// The search itself: it has to find fault with a picture of another run.
void VectorPicturesTest::aMissingOperationIsNoticed()
{
    const PictureSource source = pictureOf(runPreset("two-stream-exercise"));
    for (const ImageFormat format : {ImageFormat::Svg, ImageFormat::Pdf}) {
        VectorPicture picture = readVector(recordingImage(source, format));
        QVERIFY(picture.rects.size() > 20);
        const PictureLayout layout = pictureLayout(source, {});
        const QRectF bar = layout.scene.bars.back().rect.translated(layout.origin);
        const auto gone = std::erase_if(picture.rects, [&](const QRectF &rect) {
            return std::abs(rect.left() - bar.left()) < 2 && std::abs(rect.top() - bar.top()) < 2;
        });
        QVERIFY(gone > 0);
        QVERIFY(Search(source, {}, picture).problem().contains(QStringLiteral("nothing at")));
    }
}

void VectorPicturesTest::commandLine_data()
{
    QTest::addColumn<QString>("suffix");
    QTest::addColumn<QString>("range");
    for (const char *suffix : {"svg", "pdf"}) {
        QTest::addRow("%s, whole", suffix) << QString(suffix) << QString();
        QTest::addRow("%s, range", suffix) << QString(suffix) << QStringLiteral("1ms:2500us");
    }
}

void VectorPicturesTest::commandLine()
{
    QFETCH(QString, suffix);
    QFETCH(QString, range);
    QStringList arguments{"run", "large-pipeline", "--device", "sim:h200"};
    ImageOptions options;
    if (!range.isEmpty()) {
        arguments << "--range" << range;
        options.range = parseTimeRange(range.toStdString());
    }
    const QByteArray bytes = fromProgram(arguments, m_folder.filePath(QStringLiteral("run.") + suffix));
    Search search(pictureOf(runPreset("large-pipeline")), options, readVector(bytes));
    QCOMPARE(search.problem(), QString());
    QVERIFY(search.visible() > 20);
}

void VectorPicturesTest::convertOfARange()
{
    const QString csv = m_folder.filePath(QStringLiteral("run.csv"));
    QProcess process;
    process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), {"run", "large-pipeline", "--csv", csv});
    QVERIFY(process.waitForFinished(60'000));
    auto result = std::make_shared<RunResult>(openTrace({csv.toStdString(), {}}, {}));
    ImageOptions options;
    options.range = parseTimeRange("2ms:4ms");
    result->recording.timeline = timelineIn(result->recording.timeline, *options.range, false);
    result->analysis = analyzeRange(*result, *options.range);
    for (const char *suffix : {"svg", "pdf"}) {
        const QByteArray bytes = fromProgram({"convert", csv, "--range", "2ms:4ms"},
                                             m_folder.filePath(QStringLiteral("part.%1").arg(QLatin1String(suffix))));
        Search search(pictureOf(result), options, readVector(bytes));
        QCOMPARE(search.problem(), QString());
        QVERIFY(search.visible() > 10);
    }
}

void VectorPicturesTest::comparisonOfTheCommandLine()
{
    NamedRun a = namedRun(runPreset("two-stream-exercise")), b = namedRun(runPreset("large-pipeline"));
    for (const ComparisonScale scale : {ComparisonScale::Absolute, ComparisonScale::Normalised}) {
        const auto compared = std::make_shared<const ComparedRuns>(a, b, scale);
        for (const char *suffix : {"svg", "pdf"}) {
            QStringList arguments{"compare", "two-stream-exercise", "large-pipeline"};
            if (scale == ComparisonScale::Normalised)
                arguments << "--normalised";
            const QByteArray bytes =
                fromProgram(arguments, m_folder.filePath(QStringLiteral("both.%1").arg(QLatin1String(suffix))));
            const VectorPicture picture = readVector(bytes);
            Search search(comparisonPicture(compared), {}, picture);
            QCOMPARE(search.problem(), QString());
            QVERIFY(search.visible() > 100); // both runs, on streams, engines and the host's lane
            QCOMPARE(picture.texts.filter(QStringLiteral("Simulated")).size(), 2); // each side for itself
        }
    }
}

void VectorPicturesTest::fromTheWindow_data()
{
    QTest::addColumn<QByteArray>("scope");
    QTest::newRow("whole") << QByteArray("pictureWhole");
    QTest::newRow("visible") << QByteArray("pictureVisible");
    QTest::newRow("selected range") << QByteArray("pictureRange");
}

void VectorPicturesTest::fromTheWindow()
{
    QFETCH(QByteArray, scope);
    MainWindow window;
    window.show();
    QSignalSpy finished(&window.controller(), &RunController::finished);
    window.findChild<QAction *>(QStringLiteral("run"))->trigger();
    QVERIFY(finished.wait(20'000));
    TimelineWidget *timeline = window.timeline();
    timeline->input()->zoom(true);
    timeline->input()->zoom(true);
    timeline->state()->setRange(TimeRange{500'000, 1'700'000});
    window.findChild<QAction *>(QLatin1String(scope))->trigger();
    ImageOptions options;
    options.lanes = timeline->state()->arrangement();
    const auto [begin, end] = timeline->state()->visibleRange();
    if (scope == "pictureVisible")
        options.range = TimeRange{begin, end};
    if (scope == "pictureRange")
        options.range = TimeRange{500'000, 1'700'000};
    for (const char *suffix : {"svg", "pdf"}) {
        const QString path = m_folder.filePath(QStringLiteral("window.%1").arg(QLatin1String(suffix)));
        QSignalSpy exported(&window, &MainWindow::exported);
        window.exportTo(path);
        QVERIFY(exported.wait(10'000));
        Search search(pictureOf(window.workspace().shown().result), options, readVector(contentOf(path)));
        QCOMPARE(search.problem(), QString());
        QVERIFY(search.visible() > 10);
    }
}

/// A prediction that is shown is exported as one, though there is a result; beside a run it lies over it.
void VectorPicturesTest::whatIsShownIsExported()
{
    MainWindow window;
    window.show();
    QTRY_VERIFY(window.timeline()->state()->content() && window.timeline()->state()->content()->isPrediction());
    const QString path = m_folder.filePath(QStringLiteral("shown.svg"));
    const auto textsOf = [&] {
        QSignalSpy exported(&window, &MainWindow::exported);
        window.exportTo(path);
        return exported.wait(10'000) ? readVector(contentOf(path)).texts : QStringList();
    };
    QVERIFY(window.findChild<QAction *>(QStringLiteral("exportSvg"))->isEnabled());
    QVERIFY(!window.findChild<QAction *>(QStringLiteral("exportCsv"))->isEnabled()); // nothing ran
    QStringList texts = textsOf();
    QVERIFY(texts.contains(QStringLiteral("Prediction")));
    QVERIFY(!texts.contains(QStringLiteral("Simulated")));
    QVERIFY(!texts.filter(QStringLiteral("it was not run")).isEmpty());
    QSignalSpy finished(&window.controller(), &RunController::finished);
    window.findChild<QAction *>(QStringLiteral("run"))->trigger();
    QVERIFY(finished.wait(20'000));
    texts = textsOf();
    QVERIFY(texts.contains(QStringLiteral("Simulated")));
    QVERIFY(!texts.contains(QStringLiteral("Prediction")));
}

void VectorPicturesTest::svgBringsItsLetters()
{
    const VectorPicture picture = readVector(timelineImage(*runPreset("large-pipeline"), ImageFormat::Svg));
    QCOMPARE(picture.fonts.size(), 1);
    QVERIFY(picture.fonts[0].size() < 60'000); // not the whole font, which has 757 kB
    const QRawFont font(picture.fonts[0], 12);
    QVERIFY(font.isValid());
    QVERIFY(picture.texts.size() > 50);
    for (const QString &text : picture.texts)
        for (const QChar character : text)
            QVERIFY2(font.supportsCharacter(character), qPrintable(text));
}

/// Letters, composed ones and signs have the outlines and the widths of the whole font.
void VectorPicturesTest::subsetsKeepShapes()
{
    const QByteArray whole = contentOf(QStringLiteral(":/fonts/DejaVuSans.ttf"));
    const QString letters = QStringLiteral("Aµéü▸▲−·→W");
    QSet<char16_t> characters;
    for (const QChar letter : letters)
        characters.insert(letter.unicode());
    const QRawFont before(whole, 100), after(fontSubset(whole, characters), 100);
    QVERIFY(before.isValid() && after.isValid());
    const auto old = before.glyphIndexesForString(letters), now = after.glyphIndexesForString(letters);
    QCOMPARE(now.size(), old.size());
    for (qsizetype i = 0; i < old.size(); ++i) {
        QVERIFY(now[i] != 0);
        QCOMPARE(after.advancesForGlyphIndexes({now[i]}), before.advancesForGlyphIndexes({old[i]}));
        QCOMPARE(after.pathForGlyph(now[i]), before.pathForGlyph(old[i]));
    }
    QVERIFY(!after.supportsCharacter(QLatin1Char('B')));
    QVERIFY(fontSubset("no font", characters).isEmpty());
}

QTEST_MAIN(VectorPicturesTest)
#include "tst_vector_pictures.moc"
