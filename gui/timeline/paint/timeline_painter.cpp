// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/paint/timeline_painter.h"

#include "gui/timeline/marks/difference_marks.h"
#include "gui/timeline/marks/spread_whiskers.h"
#include "gui/timeline/paint/lane_painter.h"
#include "gui/timeline/scene/bar_look.h"
#include "gui/timeline/scene/verification_marks.h"
#include "gui/timeline/text/fast_text.h"
#include "gui/timeline/text/kernel_colours.h"
#include "gui/timeline/text/text_widths.h"
#include "gui/timeline/text/translation.h"

#include <QFontMetricsF>
#include <QList>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

/// For many texts: add all to one FastText and flush it once.
void addText(FastText &texts, QPainter &painter, const SceneText &text, const QColor &colour, bool centred = false)
{
    if (!text.text.isEmpty())
        texts.add(painter, text.rect, text.text, centred, colour);
}

void paintText(QPainter &painter, const SceneText &text, const QColor &colour, bool centred = false)
{
    if (text.text.isEmpty())
        return;
    FastText &texts = FastText::of(painter.font());
    addText(texts, painter, text, colour, centred);
    texts.flush(painter);
}

class ScenePainter
{
public:
    ScenePainter(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme)
        : m_painter(painter), m_scene(scene), m_theme(theme), m_pixel(1 / scene.devicePixelRatio)
    {}

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing, false);
        PixelFill fill(m_painter, plotClip());
        const bool direct = fill.isDirect() && !m_scene.outlined;
        m_painter.save();
        m_painter.setClipRect(plotClip());
        if (direct) {
            LanePainter(m_painter, fill, m_scene, m_theme).paint();
        } else {
            paintGroundAtOnce();
        }
        paintLaneTexts();
        for (const SceneGroup &group : m_scene.groups)
            paintGroup(group);
        m_painter.fillRect(verticalLine(m_scene.plotRect.left() - m_pixel, m_scene.plotRect), m_theme.frame);
        if (!direct)
            paintBarsByColour();
        paintVerification(m_painter, m_scene, m_theme);
        if (m_scene.hasPinned())
            m_painter.fillRect(QRectF(0, m_scene.scrollTop - 2, m_scene.size.width(), 2), m_theme.frame);
        paintLabels();
        m_painter.restore();
        paintRuler();
    }

private:
    void paintGroundAtOnce()
    {
        m_painter.fillRect(plotClip(), m_theme.background);
        for (const SceneLane &lane : m_scene.lanes) {
            if (lane.tinted)
                m_painter.fillRect(lane.rect, m_theme.laneAlternate);
        }
        for (const SceneTick &tick : m_scene.ticks)
            m_painter.fillRect(verticalLine(tick.x, m_scene.plotRect), m_theme.grid);
    }

    void paintLaneTexts()
    {
        FastText &texts = FastText::of(m_painter.font());
        for (const SceneLane &lane : m_scene.lanes) {
            addText(texts, m_painter, lane.title, m_theme.text);
            addText(texts, m_painter, lane.detail, m_theme.mutedText);
            addText(texts, m_painter, lane.busy, m_theme.mutedText);
        }
        texts.flush(m_painter);
    }

    void paintGroup(const SceneGroup &group)
    {
        QRectF ground = group.rect;
        if (group.plotLeft > 0)
            ground.setRight(group.plotLeft);
        m_painter.fillRect(ground, m_theme.groupBackground);
        QFont bold = m_painter.font();
        bold.setBold(true);
        const QFont plain = m_painter.font();
        m_painter.setFont(bold);
        paintText(m_painter, group.title, m_theme.text);
        m_painter.setFont(plain);
        paintFold(group);
    }

    /// A triangle before the title: it points down to the lanes, or right when they are folded.
    void paintFold(const SceneGroup &group)
    {
        const double size = std::floor(group.rect.height() * 0.22);
        const QPointF centre(group.title.rect.left() - size - 6, group.rect.center().y());
        const QPolygonF down{{centre.x() - size, centre.y() - size / 2},
                             {centre.x() + size, centre.y() - size / 2},
                             {centre.x(), centre.y() + size / 2 + 1}};
        const QPolygonF right{{centre.x() - size / 2, centre.y() - size},
                              {centre.x() + size / 2 + 1, centre.y()},
                              {centre.x() - size / 2, centre.y() + size}};
        m_painter.setRenderHint(QPainter::Antialiasing, true);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.mutedText);
        m_painter.drawPolygon(group.collapsed ? right : down);
        m_painter.setBrush(Qt::NoBrush);
        m_painter.setRenderHint(QPainter::Antialiasing, false);
    }

    QRectF verticalLine(double x, const QRectF &area) const
    {
        const double snapped = std::round(x * m_scene.devicePixelRatio) / m_scene.devicePixelRatio;
        return {snapped, area.top(), m_pixel, area.height()};
    }

    /// The bars of one colour.
    struct BarsOfColour
    {
        std::vector<SceneBar> waiting, executing, narrow;
        QList<QRectF> parts, edges;
    };

    /// The colours of a lane's bars, dimmed or not.
    std::span<const KindStyle> stylesOf(const SceneBar &bar) const
    {
        const ContentLane &lane = *m_scene.lanes[bar.lane].content;
        return lane.colours(m_theme, lane.isDetail() && m_scene.isDimmed(bar.span));
    }

    /// Colour by colour, so that an SVG opens one group per colour; wide bars first, so that no narrow bar is covered.
    void paintBarsByColour()
    {
        std::vector<std::pair<std::span<const KindStyle>, std::vector<BarsOfColour>>> lists;
        const auto addOne = [&](const SceneBar &bar) {
            const std::span<const KindStyle> styles = stylesOf(bar);
            auto list = std::find_if(lists.begin(), lists.end(),
                                     [&](const auto &each) { return each.first.data() == styles.data(); });
            if (list == lists.end())
                list = lists.insert(lists.end(), {styles, std::vector<BarsOfColour>(styles.size())});
            add(bar, list->second[bar.colour]);
        };
        for (const SceneBars::Row &row : m_scene.bars.rows())
            walkBars(row, addOne);
        for (const auto &[styles, colours] : lists)
            for (std::size_t i = 0; i < styles.size(); ++i)
                paintWaiting(colours[i].waiting, styles[i]);
        for (const auto &[styles, colours] : lists)
            for (std::size_t i = 0; i < styles.size(); ++i) {
                paintExecuting(colours[i].executing, styles[i]);
                fillAll(colours[i].parts, styles[i].fill);
                fillAll(colours[i].edges, styles[i].outline);
            }
        for (const bool isWaiting : {true, false})
            for (const auto &[styles, colours] : lists)
                for (std::size_t i = 0; i < styles.size(); ++i)
                    paintNarrow(colours[i].narrow, styles[i], isWaiting);
    }

    /// The bars of a row; of a stack each part.
    template <typename Visit>
    void walkBars(const SceneBars::Row &row, Visit visit) const
    {
        std::span<const TagMix> mixes = m_scene.bars.mixesOf(row);
        for (const SceneBars::Packed &packed : m_scene.bars.barsOf(row)) {
            SceneBar bar = m_scene.bars.barOf(row, packed);
            if (!packed.isCell || !packed.edged) {
                visit(bar);
                continue;
            }
            const QRectF all = bar.rect;
            const double covered = coveredHeight(bar.coverage, row.height);
            bar.count = 1; // its rectangle is as high as its share
            bar.coverage = 1;
            SceneBars::walkStack(row, mixes[0], covered, [&](std::uint8_t colour, double from, double to) {
                bar.colour = colour;
                bar.rect = {all.left(), all.bottom() - to, all.width(), to - from};
                if (to > from)
                    visit(bar);
            });
            mixes = mixes.subspan(1);
        }
    }

    void add(const SceneBar &bar, BarsOfColour &bars) const
    {
        if (m_scene.lanes[bar.lane].content->operations()) {
            auto &list = bar.rect.width() < narrowPixels ? bars.narrow : bar.waiting ? bars.waiting : bars.executing;
            list.push_back(bar);
            return;
        }
        const QRectF &rect = bar.rect;
        const double height = partHeight(bar.coverage, rect.height(), m_pixel);
        bars.parts.append({rect.left(), rect.bottom() - height, rect.width(), height});
        if (bar.edged)
            bars.edges.append({rect.left(), rect.top(), m_pixel, rect.height()});
    }

    void fillAll(const QList<QRectF> &rects, const QColor &colour)
    {
        if (rects.isEmpty())
            return;
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(colour);
        m_painter.drawRects(rects);
    }

    void paintWaiting(const std::vector<SceneBar> &bars, const KindStyle &style)
    {
        for (const SceneBar &bar : bars)
            m_painter.fillRect(waitingRect(bar.rect), style.waiting);
        for (const SceneBar &bar : bars)
            paintHatch(m_painter, waitingRect(bar.rect), style.hatch);
    }

    bool isOutlined(const SceneBar &bar) const { return m_scene.lanes[bar.lane].content->isPrediction; }

    void paintExecuting(const std::vector<SceneBar> &bars, const KindStyle &style)
    {
        std::vector<SceneBar> outlined, solid;
        for (const SceneBar &bar : bars)
            (isOutlined(bar) ? outlined : solid).push_back(bar);
        paintOutlines(outlined, style);
        for (const SceneBar &bar : solid)
            m_painter.fillRect(bar.rect, style.outline);
        for (const SceneBar &bar : solid)
            m_painter.fillRect(insideOutline(bar.rect, m_pixel), style.fill);
    }

    /// The edge inside the bar, so that neighbours keep theirs.
    void paintOutlines(const std::vector<SceneBar> &bars, const KindStyle &style)
    {
        const double edge = 2;
        for (const SceneBar &bar : bars) {
            const QRectF &r = bar.rect;
            m_painter.fillRect(QRectF(r.left(), r.top(), r.width(), edge), style.fill);
            m_painter.fillRect(QRectF(r.left(), r.bottom() - edge, r.width(), edge), style.fill);
            m_painter.fillRect(QRectF(r.left(), r.top(), std::min(edge, r.width()), r.height()), style.fill);
            m_painter.fillRect(
                QRectF(std::max(r.left(), r.right() - edge), r.top(), std::min(edge, r.width()), r.height()),
                style.fill);
        }
    }

    void paintNarrow(const std::vector<SceneBar> &bars, const KindStyle &style, bool isWaiting)
    {
        PixelFill fill(m_painter, plotClip());
        for (const SceneBar &bar : bars) {
            if (bar.waiting != isWaiting)
                continue;
            if (isWaiting)
                fill.fill(coveredRect(bar), style.hatch);
            else
                fill.fill(bar.count > 1 ? coveredRect(bar) : bar.rect, isOutlined(bar) ? style.hatch : style.fill);
        }
    }

    QRectF plotClip() const { return {0, m_scene.plotRect.top(), m_scene.size.width(), m_scene.plotRect.height()}; }

    void paintLabels()
    {
        FastText &texts = FastText::of(m_painter.font());
        for (const auto &[text, bar] : m_scene.barLabels) {
            const KindStyle &style = stylesOf(bar)[bar.colour];
            const bool isStriped = m_scene.lanes[bar.lane].content->verification == VerificationState::Failed;
            if (bar.waiting)
                addOnPatch(texts, text, style.waiting, style.waitText);
            else if (isStriped)
                addOnPatch(texts, text, style.fill, style.text);
            else
                addText(texts, m_painter, text, isOutlined(bar) ? m_theme.text : style.text);
        }
        for (const SceneDense &dense : m_scene.bars.dense()) {
            if (!dense.text.isEmpty())
                addOnPatch(texts, {dense.rect.adjusted(6, 0, -6, 0), dense.text}, m_theme.background, m_theme.text);
        }
        texts.flush(m_painter);
    }

    /// Text on stripes or on other bars needs a plain ground to be legible.
    void addOnPatch(FastText &texts, const SceneText &text, const QColor &ground, const QColor &ink)
    {
        const TextWidths &widths = textWidths(m_painter.font());
        QRectF patch(0, 0, widths.of(text.text) + 4, std::min(widths.metrics().height(), text.rect.height() - 6));
        patch.moveCenter(text.rect.center());
        m_painter.fillRect(patch, ground);
        addText(texts, m_painter, text, ink, true);
    }

    void paintRuler()
    {
        m_painter.fillRect(m_scene.rulerRect, m_theme.rulerBackground);
        const QRectF line(0, m_scene.rulerRect.bottom() - m_pixel, m_scene.size.width(), m_pixel);
        m_painter.fillRect(line, m_theme.frame);
        for (const SceneTick &tick : m_scene.ticks) {
            const QRectF mark(tick.x, m_scene.rulerRect.bottom() - 7, m_pixel, 7);
            m_painter.fillRect(verticalLine(tick.x, mark), m_theme.mutedText);
            paintText(m_painter, tick.label, m_theme.text);
        }
    }

    QPainter &m_painter;
    const TimelineScene &m_scene;
    const TimelineTheme &m_theme;
    double m_pixel;
};

/// Places legend entries from left to right and wraps them.
struct LegendFlow
{
    QPointF origin;
    double width, lineHeight;
    double x = 0, y = 0;

    QPointF place(double entryWidth)
    {
        if (x > 0 && x + entryWidth > width) {
            x = 0;
            y += lineHeight;
        }
        const QPointF point = origin + QPointF(x, y);
        x += entryWidth + 18;
        return point;
    }
};

constexpr std::size_t maxKernelsInLegend = 6; ///< the tables and tooltips name all of them

/// An entry of the legend for bars of one colour.
struct LegendColour
{
    QString text;
    OperationKind kind;
    std::uint8_t tag;
};

void addKernels(std::vector<LegendColour> &colours, const NameColours &names, KernelColouring colouring)
{
    if (colouring == KernelColouring::Stream || colouring == KernelColouring::Chunk) {
        colours.push_back(
            {colouring == KernelColouring::Stream ? tr("Kernel, coloured by stream") : tr("Kernel, coloured by chunk"),
             OperationKind::Kernel, kernelTag(0)});
        return;
    }
    const std::vector<NameColours::Kernel> &kernels = names.kernels();
    if (colouring == KernelColouring::Kind || kernels.size() < 2) {
        colours.push_back({kindTitle(OperationKind::Kernel), OperationKind::Kernel,
                           colouring == KernelColouring::Kind || kernels.empty() ? kernelTag(0) : kernels[0].tag});
        return;
    }
    constexpr int longest = 28; // letters
    const std::size_t shown = std::min(kernels.size(), maxKernelsInLegend);
    for (std::size_t i = 0; i < shown; ++i) {
        QString text = QString::fromStdString(kernels[i].name);
        if (text.size() > longest)
            text = text.left(longest - 1) + QChar(0x2026);
        if (i + 1 == shown && names.kernelNames() > shown)
            text += tr(" … (%n more)", nullptr, static_cast<int>(names.kernelNames() - shown));
        colours.push_back({text, OperationKind::Kernel, kernels[i].tag});
    }
}

std::vector<LegendColour> legendColours(const TimelineContent &content, KernelColouring colouring)
{
    std::vector<LegendColour> colours;
    for (const OperationKind kind : content.kindsUsed()) {
        if (kind == OperationKind::Kernel)
            addKernels(colours, content.names(), colouring);
        else
            colours.push_back({kindTitle(kind), kind, static_cast<std::uint8_t>(kind)});
    }
    return colours;
}

} // namespace

void paintScene(QPainter &painter, const TimelineScene &scene, const TimelineTheme &theme)
{
    ScenePainter(painter, scene, theme).paint();
}

double paintLegend(QPainter *painter, const QPointF &topLeft, double width, const TimelineContent &content,
                   const TimelineTheme &theme, const QFont &font, KernelColouring colouring)
{
    const QFontMetricsF metrics(font);
    const double line = std::ceil(metrics.height()) + 6;
    const double swatch = std::ceil(metrics.height());
    LegendFlow flow{topLeft, width, line};
    const auto entry = [&](const QString &text, auto paintSwatch) {
        const QPointF at = flow.place(swatch + 10 + metrics.horizontalAdvance(text));
        if (!painter)
            return;
        paintSwatch(QRectF(at.x(), at.y() + 3, swatch + 4, swatch));
        paintText(*painter, {QRectF(at.x() + swatch + 10, at.y(), metrics.horizontalAdvance(text) + 2, line), text},
                  theme.text);
    };
    for (const auto &[text, kind, tag] : legendColours(content, colouring)) {
        const KindStyle &style = barColours(theme)[tag];
        entry(text, [&, kind = kind](const QRectF &rect) {
            if (isWaitingItself(kind)) {
                painter->fillRect(rect.adjusted(0, 2, 0, -2), style.waiting);
                paintHatch(*painter, rect.adjusted(0, 2, 0, -2), style.hatch);
                return;
            }
            painter->fillRect(rect, content.isPrediction() ? style.fill : style.outline);
            painter->fillRect(content.isPrediction() ? rect.adjusted(2, 2, -2, -2) : rect.adjusted(1, 1, -1, -1),
                              content.isPrediction() ? theme.rulerBackground : style.fill);
            paintText(*painter, {rect, kindSign(kind)}, content.isPrediction() ? theme.text : style.text, true);
        });
    }
    if (content.anythingWaited()) {
        const KindStyle &style = theme.style(OperationKind::Kernel);
        entry(tr("pale and striped: ready, waiting for an engine"), [&](const QRectF &rect) {
            painter->fillRect(rect.adjusted(0, 2, 0, -2), style.waiting);
            paintHatch(*painter, rect.adjusted(0, 2, 0, -2), style.hatch);
        });
    }
    if (!content.compared() && content.timeline().fold())
        entry(tr("whiskers: quartiles of the start (upper) and of the duration (lower)"),
              [&](const QRectF &rect) { paintSpreadSample(*painter, rect, theme); });
    for (const VerificationState verification : content.verificationStates())
        entry(verificationTitle(verification),
              [&](const QRectF &rect) { paintVerificationSample(*painter, rect, verification, theme); });
    if (const ComparedRuns *compared = content.compared())
        for (const DifferenceSample &sample : differenceSamples(*compared))
            entry(sample.text, [&](const QRectF &rect) { sample.paint(*painter, rect, theme); });
    return flow.y + line;
}

double paintBadge(QPainter *painter, const QPointF &topLeft, double height, const QString &text,
                  const TimelineTheme &theme, const QFont &font)
{
    QFont bold = font;
    bold.setBold(true);
    const double width = std::ceil(QFontMetricsF(bold).horizontalAdvance(text)) + 14;
    if (!painter)
        return width;
    painter->save();
    painter->setFont(bold);
    const QRectF rect(topLeft.x(), topLeft.y(), width, height);
    painter->fillRect(rect, theme.badge);
    paintText(*painter, {rect, text}, theme.badgeText, true);
    painter->restore();
    return width;
}

} // namespace streamscope
