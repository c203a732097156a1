// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/timeline_image.h"

#include "engine/formats/files.h"
#include "engine/program/errors.h"
#include "gui/picture_file.h"
#include "gui/run_text.h"
#include "gui/timeline/block_scene.h"
#include "gui/timeline/embedded_font.h"
#include "gui/timeline/race_marks.h"
#include "gui/timeline/time_text.h"
#include "gui/timeline/timeline_painter.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

constexpr double margin = 16;
constexpr double mostBlockLanes = 2400; ///< pixels: 132 SMs with a title each fit; more, or many rows, get flatter

QString tr(const char *text)
{
    return QCoreApplication::translate("TimelineImage", text);
}

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

QString titleOf(const RunResult &result)
{
    if (!result.program.title.empty())
        return QString::fromStdString(result.program.title);
    if (result.import) // without its folder, which is nobody's business
        return QFileInfo(QString::fromStdString(result.import->source)).fileName();
    return result.request.experiment ? QString::fromStdString(result.request.experiment->title()) : tr("Timeline");
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
public:
    Picture(PictureSource source, const ImageOptions &options, double devicePixelRatio)
        : m_source(std::move(source)), m_theme(options.dark ? TimelineTheme::darkTheme() : TimelineTheme::light()),
          m_content(m_source.recording), m_font(embeddedFont(12)), m_titleFont(embeddedFont(17))
    {
        m_titleFont.setBold(true);
        m_request.lanes = std::make_shared<LaneList>(arrangedLanes(m_content, options.lanes));
        layOut(options, devicePixelRatio);
    }

    QSizeF size() const { return m_size; }
    QString title() const { return m_source.title; }

    /// What a person wants to know years later, for the description of an SVG and the subject of a PDF.
    QString description() const
    {
        QString text;
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
        paintRaces(painter, m_content, scene, m_source.races, m_theme);
        paintLegend(&painter, {0, size().height() - m_request.bottom + 8}, innerWidth(), m_content, m_theme, m_font);
        painter.restore();
    }

private:
    double innerWidth() const { return m_size.width() - 2 * margin; }

    /// A range may be open on either side.
    TimeRange shownRange(const ImageOptions &options) const
    {
        const TimeRange range = options.range.value_or(TimeRange());
        return {std::max(range.begin, m_content.beginNs()), std::min(range.end, m_content.endNs())};
    }

    void layOut(const ImageOptions &options, double devicePixelRatio)
    {
        const double width = options.width;
        const QFontMetricsF metrics(m_font);
        m_size.setWidth(width);
        std::vector<std::vector<QString>> parts = m_source.facts;
        const TimeRange range = shownRange(options);
        if (options.range)
            parts.push_back(
                {tr("part of the run: %1 to %2").arg(exactTimeText(range.begin), exactTimeText(range.end))});
        for (const auto &part : parts) {
            const auto lines = wrapped(part, metrics, innerWidth());
            m_lines.insert(m_lines.end(), lines.begin(), lines.end());
        }
        m_lineHeight = std::ceil(metrics.height()) + 3;
        m_titleHeight = std::ceil(QFontMetricsF(m_titleFont).height()) + 6;
        m_request.top = margin + m_titleHeight + m_lineHeight * static_cast<double>(m_lines.size()) + 8;
        m_request.bottom = paintLegend(nullptr, {}, innerWidth(), m_content, m_theme, m_font) + 8 + margin;
        m_request.font = m_font;
        m_request.labelWidth = labelWidthFor(m_content, m_font, width / 3);
        m_request.devicePixelRatio = devicePixelRatio;
        const double plotWidth = innerWidth() - m_request.labelWidth;
        m_request.axis = options.range ? TimeAxis::fitted(range.begin, range.end, plotWidth, 0)
                                       : TimeAxis::fitted(range.begin, range.end, plotWidth);
        const LaneMetrics lanes(m_font);
        const double natural = blockLanesHeight(m_content, lanes, 1);
        m_request.blockLaneScale = std::min(1.0, mostBlockLanes / std::max(1.0, natural));
        const double height =
            m_request.top + lanes.ruler + lanesHeight(*m_request.lanes, m_content, lanes)
            + blockLanesHeight(m_content, lanes, m_request.blockLaneScale, m_request.lanes->blocksCollapsed)
            + m_request.bottom;
        m_size.setHeight(std::ceil(height));
        m_request.size = {innerWidth(), m_size.height()};
    }

    void paintCaption(QPainter &painter) const
    {
        double x = margin;
        if (m_content.isSimulated())
            x += paintBadge(&painter, {x, margin}, m_titleHeight - 6, tr("Simulated"), m_theme, m_font) + 10;
        painter.setPen(m_theme.text);
        painter.setFont(m_titleFont);
        painter.drawText(QRectF(x, margin, size().width() - x - margin, m_titleHeight - 6),
                         static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, title());
        painter.setFont(m_font);
        double y = margin + m_titleHeight;
        for (const QString &line : m_lines) {
            painter.drawText(QRectF(margin, y, innerWidth(), m_lineHeight),
                             static_cast<int>(Qt::AlignLeft | Qt::AlignVCenter) | Qt::TextSingleLine, line);
            y += m_lineHeight;
        }
    }

    PictureSource m_source;
    const TimelineTheme &m_theme;
    TimelineContent m_content;
    QFont m_font, m_titleFont;
    SceneRequest m_request;
    QSizeF m_size;
    std::vector<QString> m_lines;
    double m_lineHeight = 0, m_titleHeight = 0;
};

PictureSource sourceOf(const RunResult &result)
{
    std::vector<QString> origin{deviceText(result.recording.device), finishedText(result)};
    // Not its owner: pictures are made while the result lives.
    const std::shared_ptr<const Recording> recording(std::shared_ptr<void>(), &result.recording);
    std::array<bool, 7> seen{};
    QStringList clocks;
    for (const Clock clock : result.recording.timeline.clocks())
        if (!std::exchange(seen[static_cast<std::size_t>(clock)], true))
            clocks << QString::fromUtf8(clockName(clock).data(), static_cast<qsizetype>(clockName(clock).size()));
    if (!result.recording.timeline.blocks().empty()
        && !seen[static_cast<std::size_t>(result.recording.timeline.blockClock())]) {
        const std::string_view name = clockName(result.recording.timeline.blockClock());
        clocks << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    }
    if (!clocks.isEmpty())
        origin.push_back(tr("clock: %1").arg(clocks.join(QStringLiteral(", "))));
    return {titleOf(result),
            {figureTexts(result), origin, parameterTexts(result.request.parameters)},
            recording,
            result.analysis.races};
}

/// `picture` is laid out for its device, and must outlive what is returned.
PaintedPicture painted(const Picture &picture)
{
    return {picture.size(), picture.title(), picture.description(),
            [&picture](QPainter &painter) { picture.paint(painter); }};
}

} // namespace

QImage timelineBitmap(const RunResult &result, const ImageOptions &options)
{
    const Picture picture(sourceOf(result), options, options.devicePixelRatio);
    return pictureBitmap(painted(picture), options.devicePixelRatio);
}

QByteArray timelineImage(const RunResult &result, ImageFormat format, const ImageOptions &options)
{
    return recordingImage(sourceOf(result), format, options);
}

QByteArray recordingImage(const PictureSource &source, ImageFormat format, const ImageOptions &options)
{
    const double ratio = format == ImageFormat::Png ? options.devicePixelRatio : 1;
    const Picture picture(source, options, ratio);
    return pictureBytes(painted(picture), format, ratio);
}

ImageFormat imageFormatOf(const std::string &path)
{
    const QString lower = QString::fromStdString(path).toLower();
    if (lower.endsWith(QLatin1String(".png")))
        return ImageFormat::Png;
    if (lower.endsWith(QLatin1String(".svg")))
        return ImageFormat::Svg;
    if (lower.endsWith(QLatin1String(".pdf")))
        return ImageFormat::Pdf;
    throw InputError(path + ": a picture ends in .png, .svg or .pdf");
}

void writeTimelineImage(const RunResult &result, const std::string &path, const ImageOptions &options)
{
    const ImageFormat format = imageFormatOf(path);
    writeFileWhole(path, timelineImage(result, format, options));
}

} // namespace streamscope
