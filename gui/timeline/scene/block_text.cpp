// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/scene/block_text.h"

#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/scene/block_scene.h"
#include "gui/timeline/text/span_text.h"
#include "gui/timeline/text/time_text.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>

namespace streamscope {

namespace {

/// The block in the time of its own run.
BlockRecord ownBlock(const TimelineContent &content, std::size_t index)
{
    BlockRecord block = content.timeline().blocks().record(index);
    const ComparedRuns *compared = content.compared();
    if (!compared)
        return block;
    const Side side = compared->sideOf(block.span);
    block.start = compared->ownTime(side, block.start);
    block.end = compared->ownTime(side, block.end);
    return block;
}

} // namespace

QString blockToolTip(const TimelineContent &content, std::size_t index)
{
    const BlockRecord block = ownBlock(content, index);
    const auto [timeline, kernel] = content.own(block.span);
    const std::vector<SpanFact> facts{
        {tr("Kernel"), spanTitle(*timeline, kernel)},
        {tr("Block"), block.block == unknownBlock ? tr("not known which one") : QString::number(block.block)},
        {tr("SM"), QString::number(block.multiprocessor)},
        {tr("Started"), exactTimeText(block.start)},
        {tr("Ended"), exactTimeText(block.end)},
        {tr("Lasted"), exactTimeText(block.end - block.start)},
        {tr("Clock"), clockTitle(timeline->blockClock())}};
    QString html =
        content.compared() ? sideHtml(*content.compared(), content.compared()->sideOf(block.span)) : QString();
    html += QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    for (const auto &[label, value] : facts)
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(label, value.toHtmlEscaped());
    return html + QStringLiteral("</table>");
}

QString blocksToolTip(const TimelineContent &content, std::size_t first, std::size_t past, std::int64_t fromNs,
                      std::int64_t toNs)
{
    const BlockIndex &index = *content.blocks();
    const BlockRow range{first, past};
    std::size_t begin = index.firstStartingAt(range, first, fromNs);
    const std::size_t end = index.firstStartingAt(range, begin, toNs);
    if (begin == end) // none starts here: the one that runs, or the nearest before
        begin = begin > first ? begin - 1 : begin;
    const std::size_t count = std::max<std::size_t>(1, end > begin ? end - begin : 1);
    const QString html = blockToolTip(content, index.longest(begin, begin + count));
    if (count == 1)
        return html;
    return html
           + tr("<p>The longest of %n blocks in this pixel. Zoom in to tell them apart.</p>", static_cast<int>(count));
}

QString blockLaneToolTip(const TimelineContent &content, const ContentBlockLane &place)
{
    const BlockLane &lane = content.blockLane(place);
    const std::int64_t busyNs = place.side ? content.compared()->ownLength(*place.side, lane.busyNs) : lane.busyNs;
    return blockLaneTitle(content, place) + QLatin1Char('\n') + tr("%n block(s), ", static_cast<int>(lane.blocks()))
           + tr("at least one of them running for %1 in all, at most %n at once", static_cast<int>(lane.rows.size()))
                 .arg(timeText(busyNs));
}

} // namespace streamscope
