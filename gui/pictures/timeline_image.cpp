// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/pictures/timeline_image.h"

#include "engine/formats/io/files.h"
#include "engine/formats/reports/comparison_words.h"
#include "engine/formats/text/time_text.h"
#include "engine/program/errors.h"
#include "engine/run/named_run.h"
#include "gui/language/translated.h"
#include "gui/pictures/picture_file.h"
#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/prediction_overlay.h"
#include "gui/timeline/marks/race_marks.h"
#include "gui/timeline/marks/spread_whiskers.h"
#include "gui/timeline/model/axis_text.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/paint/timeline_painter.h"
#include "gui/timeline/text/embedded_font.h"
#include "gui/timeline/text/translation.h"
#include "gui/workspace/text/run_text.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace streamscope {

namespace {

constexpr double margin = 16;
constexpr double maxDetailLanes = 2400; ///< pixels: 132 SMs with a title each fit; more, or many rows, get flatter

/// Joins `parts` with " · " into lines that fit `width`.
std::vector<QString> wrapped(const std::vector<QString> &parts, const QFontMetricsF &metrics, double width)
{
    std::vector<QString> lines;
    QString line;
    for (const QString &part : parts) {
        const QString longer = line.isEmpty() ? part : line + QStringLiteral("  ·  ") + part;
        if (line.isEmpty() || metrics.horizontalAdvance(longer) <= width) {
            line = longer;
            continue;
        }
        lines.push_back(line);
        line = part;
    }
    if (!line.isEmpty())
        lines.push_back(line);
    return lines;
}

std::vector<QString> figureTexts(const RunResult &result)
{
    std::vector<QString> texts;
    for (const RunFigure &figure : runFigures(result))
        texts.push_back(figure.label + QLatin1Char(' ') + figure.value);
    return texts;
}

/// One picture: lays itself out once, then paints on anything.
class Picture
{
    Q_DECLARE_TR_FUNCTIONS(Picture)

public:
    Picture(PictureSource source, const ImageOptions &options, double devicePixelRatio)
        : m_source(std::move(source)), m_theme(TimelineTheme::of(options.dark)),
          m_content(m_source.compared ? TimelineContent(m_source.compared)
                                      : TimelineContent(m_source.recording, m_source.origin == RunOrigin::Predicted,
                                                        options.kernelTags)),
          m_paths(options.paths), m_font(embeddedFont(12)), m_titleFont(embeddedFont(17))
    {
        m_titleFont.setBold(true);
        if (m_paths != ShownPaths::None)
            notePaths();
        layOut(options, devicePixelRatio);
    }

    QSizeF size() const { return m_size; }
    PictureLayout layout() const { return {buildScene(m_content, m_request), {margin, 0}, m_size}; }
    QString title() const { return m_source.title; }

    /// The facts for the description of an SVG and the subject of a PDF.
    QString description() const
    {
        QString text;
        for (const Side side : sides())
            text += tr("%1 (%2): %3").arg(translated(sideTitle(side)), originTitle(run(side).origin), sideText(side))
                    + QLatin1Char('\n');
        for (const QString &line : m_lines)
            text += line + QLatin1Char('\n');
        return text.trimmed();
    }

    void paint(QPainter &painter) const
    {
        painter.fillRect(QRectF(QPointF(), size()), m_theme.background);
        paintCaption(painter);
        painter.setFont(m_font);
        painter.save();
        painter.translate(margin, 0);
        const TimelineScene scene = buildScene(m_content, m_request);
        paintScene(painter, scene, m_theme);
        if (m_source.prediction)
            paintPrediction(painter, scene, m_source.prediction->timeline, m_theme);
        paintSpreads(painter, m_content, scene, m_theme);
        paintFramedPaths(painter, scene);
        paintDifferences(painter, m_content, scene, m_theme);
        paintRaces(painter, scene, m_source.races, m_theme);
        paintLegend(&painter, {0, size().height() - m_request.bottom + 8}, innerWidth(), m_content, m_theme, m_font,
                    m_request.colouring);
        painter.restore();
    }

private:
    void notePaths()
    {
        m_onPath = pathSpans(m_content, m_source.program.get());
        m_source.facts.push_back(
            {m_content.compared() ? comparedPathsText(m_paths, m_onPath.steps) : tr("framed: the critical path")});
    }

    void paintFramedPaths(QPainter &painter, const TimelineScene &scene) const
    {
        painter.save();
        painter.setClipRect(scene.plotRect);
        paintPaths(
            painter, m_content, scene, [this](std::uint32_t span) { return m_onPath.isOn[span]; }, m_paths, m_theme);
        painter.restore();
    }

    double innerWidth() const { return m_size.width() - 2 * margin; }

    std::vector<Side> sides() const { return m_source.compared ? std::vector{Side::A, Side::B} : std::vector<Side>(); }
    const NamedRun &run(Side side) const { return m_source.compared->run(side); }
    QString sideText(Side side) const { return run(side).title + QStringLiteral("  ·  ") + runFacts(run(side)); }

    /// A range may be open on either side.
    TimeRange shownRange(const ImageOptions &options) const
    {
        const TimeRange range = options.range.value_or(TimeRange());
        return {std::max(range.begin, m_content.beginNs()), std::min(range.end, m_content.endNs())};
    }

    QString rangeText(TimeRange range) const
    {
        if (!m_content.isNormalised())
            return tr("part of the run: %1 to %2").arg(exactTimeText(range.begin), exactTimeText(range.end));
        return tr("part of each run: %1 to %2")
            .arg(axisLengthText(m_content, range.begin), axisLengthText(m_content, range.end));
    }

    void layOut(const ImageOptions &options, double devicePixelRatio)
    {
        const double width = options.width;
        const QFontMetricsF metrics(m_font);
        m_request.colouring = options.colouring;
        m_size.setWidth(width);
        std::vector<std::vector<QString>> parts = m_source.facts;
        const TimeRange range = shownRange(options);
        if (options.range)
            parts.push_back({rangeText(range)});
        for (const auto &part : parts) {
            const auto lines = wrapped(part, metrics, innerWidth());
            m_lines.insert(m_lines.end(), lines.begin(), lines.end());
        }
        m_lineHeight = std::ceil(metrics.height()) + 3;
        m_titleHeight = std::ceil(QFontMetricsF(m_titleFont).height()) + 6;
        m_sideHeight = m_lineHeight + 4;
        m_request.top = margin + m_titleHeight + m_sideHeight * static_cast<double>(sides().size())
                        + m_lineHeight * static_cast<double>(m_lines.size()) + 8;
        m_request.bottom =
            paintLegend(nullptr, {}, innerWidth(), m_content, m_theme, m_font, m_request.colouring) + 8 + margin;
        m_request.font = m_font;
        // Lanes of a comparison say device and clock, too.
        m_request.labelWidth = labelWidthFor(m_content, m_font, width * (m_source.compared ? 0.42 : 1.0 / 3));
        m_request.devicePixelRatio = devicePixelRatio;
        const double plotWidth = innerWidth() - m_request.labelWidth;
        m_request.axis = options.range ? TimeAxis::fitted(range.begin, range.end, plotWidth, 0)
                                       : TimeAxis::fitted(range.begin, range.end, plotWidth);
        const LaneMetrics lanes(m_font);
        DetailLanes details{.shown = options.blockLanes};
        const double natural = laneHeights(arrangedLanes(m_content, options.lanes, details), lanes).details;
        details.scale = std::min(1.0, maxDetailLanes / std::max(1.0, natural));
        m_request.lanes = std::make_shared<LaneList>(arrangedLanes(m_content, options.lanes, details));
        const double height =
            m_request.top + lanes.ruler + laneHeights(*m_request.lanes, lanes).all() + m_request.bottom;
        m_size.setHeight(std::ceil(height));
        m_request.size = {innerWidth(), m_size.height()};
    }

    /// What was not measured says so; each side of a comparison does it for itself.
    QString badgeText() const
    {
        if (m_source.compared)
            return {};
        if (m_source.origin == RunOrigin::Predicted)
            return tr("Prediction");
        if (m_source.origin == RunOrigin::Folded)
            return originTitle(m_source.origin);
        return m_content.isSimulated() || m_source.origin == RunOrigin::Simulated ? tr("Simulated") : QString();
    }

    /// "Baseline", what it is, and of what.
    void paintSide(QPainter &painter, Side side, double y) const
    {
        const double height = m_sideHeight - 4;
        double x = margin + paintBadge(&painter, {margin, y}, height, translated(sideTitle(side)), m_theme, m_font) + 6;
        x += paintBadge(&painter, {x, y}, height, originTitle(run(side).origin), m_theme, m_font) + 8;
        const double room = m_size.width() - margin - x;
        painter.setPen(m_theme.text);
        painter.drawText(QRectF(x, y, room, height),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine,
                         QFontMetricsF(m_font).elidedText(sideText(side), Qt::ElideRight, room));
    }

    void paintCaption(QPainter &painter) const
    {
        double x = margin;
        if (const QString badge = badgeText(); !badge.isEmpty())
            x += paintBadge(&painter, {x, margin}, m_titleHeight - 6, badge, m_theme, m_font) + 10;
        painter.setPen(m_theme.text);
        painter.setFont(m_titleFont);
        painter.drawText(QRectF(x, margin, size().width() - x - margin, m_titleHeight - 6),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, title());
        painter.setFont(m_font);
        double y = margin + m_titleHeight;
        for (const Side side : sides()) {
            paintSide(painter, side, y);
            y += m_sideHeight;
        }
        for (const QString &line : m_lines) {
            painter.drawText(QRectF(margin, y, innerWidth(), m_lineHeight),
                             static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, line);
            y += m_lineHeight;
        }
    }

    PictureSource m_source;
    const TimelineTheme &m_theme;
    TimelineContent m_content;
    ShownPaths m_paths;
    PathSpans m_onPath;
    QFont m_font, m_titleFont;
    SceneRequest m_request;
    QSizeF m_size;
    std::vector<QString> m_lines;
    double m_lineHeight = 0, m_sideHeight = 0, m_titleHeight = 0;
};

/// The recording is not owned: pictures are made while the result lives.
PictureSource sourceOf(const RunResult &result)
{
    const std::shared_ptr<const RunResult> borrowed(std::shared_ptr<void>(), &result);
    return pictureOf(borrowed);
}

/// `picture` is laid out for its device, and must outlive what is returned, as `control`.
PaintedPicture painted(const Picture &picture, const RunControl &control)
{
    return {picture.size(), picture.title(), picture.description(), [&](QPainter &painter) {
                control.checkStop();
                picture.paint(painter);
                control.checkStop();
            }};
}

} // namespace

PictureSource pictureOf(const std::shared_ptr<const RunResult> &result)
{
    const NamedRun run = namedRun(result);
    std::vector<QString> origin{deviceText(result->recording.device), finishedText(run)};
    if (const QString clocks = clockNames(result->recording.timeline); !clocks.isEmpty())
        origin.push_back(tr("clock: %1").arg(clocks));
    PictureSource source;
    source.title = run.title;
    source.facts = {figureTexts(*result), origin, run.parameters};
    source.recording = run.recording;
    source.program = run.program;
    source.races = result->analysis.races;
    source.origin = run.origin;
    return source;
}

PictureLayout pictureLayout(const PictureSource &source, const ImageOptions &options, double devicePixelRatio)
{
    return Picture(source, options, devicePixelRatio).layout();
}

PaintedPicture paintedRecording(const PictureSource &source, const ImageOptions &options)
{
    const auto picture = std::make_shared<const Picture>(source, options, 1);
    return {picture->size(), picture->title(), picture->description(),
            [picture](QPainter &painter) { picture->paint(painter); }};
}

QImage recordingBitmap(const PictureSource &source, const ImageOptions &options)
{
    const Picture picture(source, options, options.devicePixelRatio);
    return pictureBitmap(painted(picture, {}), options.devicePixelRatio);
}

QImage timelineBitmap(const RunResult &result, const ImageOptions &options)
{
    return recordingBitmap(sourceOf(result), options);
}

QByteArray timelineImage(const RunResult &result, ImageFormat format, const ImageOptions &options,
                         const RunControl &control)
{
    return recordingImage(sourceOf(result), format, options, control);
}

QByteArray recordingImage(const PictureSource &source, ImageFormat format, const ImageOptions &options,
                          const RunControl &control)
{
    const double ratio = format == ImageFormat::Png ? options.devicePixelRatio : 1;
    control.checkStop();
    const Picture picture(source, options, ratio);
    return pictureBytes(painted(picture, control), format, ratio);
}

std::optional<ImageFormat> pictureFormat(const std::string &path)
{
    const QString lower = QString::fromStdString(path).toLower();
    for (const auto &[suffix, format] : {std::pair(".png", ImageFormat::Png), std::pair(".svg", ImageFormat::Svg),
                                         std::pair(".pdf", ImageFormat::Pdf)})
        if (lower.endsWith(QLatin1String(suffix)))
            return format;
    return std::nullopt;
}

ImageFormat imageFormatOf(const std::string &path)
{
    if (const auto format = pictureFormat(path))
        return *format;
    throw InputError(path + ": a picture ends in .png, .svg or .pdf");
}

void writeTimelineImage(const RunResult &result, const std::string &path, const ImageOptions &options)
{
    const ImageFormat format = imageFormatOf(path);
    writeFileWhole(path, timelineImage(result, format, options));
}

} // namespace streamscope
