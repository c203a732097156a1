// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/trace_contents.h"

#include "engine/formats/session/analysis_section.h"
#include "engine/formats/session/import_report_archive.h"
#include "engine/formats/session/plain_archive.h"
#include "engine/formats/session/recording_sections.h"
#include "engine/remote/message_sections.h"
#include "engine/timeline/tag_mix.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace streamscope {

template <>
inline constexpr SearchQuestion::Step lastValue<SearchQuestion::Step> = SearchQuestion::Step::Previous;
template <>
inline constexpr WorkQuestion::Kind lastValue<WorkQuestion::Kind> = WorkQuestion::Kind::File;

// Counting the members of these would count into their arrays, or there are too many.
template <typename Archive, detail::Is<TraceLane> T>
void describe(Archive &archive, T &l)
{
    archive.members(l.key, l.title, l.detail, l.busyText, l.countText, l.toolTip, l.busyShare, l.device, l.rows,
                    l.groupings, l.headings, l.fills);
}
template <typename Archive, detail::Is<TraceFacts> T>
void describe(Archive &archive, T &f)
{
    archive.members(f.beginNs, f.endNs, f.operations, f.lanes, f.kinds, f.anythingWaited, f.severalDevices, f.kernels,
                    f.kernelNames, f.density);
}
/// Without heights and shares, which have sections of their own: what is alike packs well.
template <typename Archive, detail::Is<RowBars> T>
void describe(Archive &archive, T &r)
{
    archive.members(r.row, r.parts, r.colours, r.gaps, r.extents, r.looks, r.labels, r.stretches);
}

namespace {

constexpr std::uint32_t mostRows = 1U << 20; ///< of a lane

/// One section of plain values.
template <typename... Values>
QByteArray plainContent(const Values &...values)
{
    return sectionsOf([&](SectionWriter &writer) { writeArchive(writer, SectionKind::Documents, 0, values...); });
}

template <typename Value>
Value readPlain(const QByteArray &content)
{
    return readSections(content, [](SectionReader &reader) {
        requireSound(reader.require().kind == SectionKind::Documents);
        Value value;
        readArchive(reader, value);
        return value;
    });
}

/// Off the front of a section.
void takeBytes(std::string_view &bytes, std::size_t count, std::vector<std::uint8_t> &to)
{
    requireSound(count <= bytes.size());
    to.assign(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count));
    bytes.remove_prefix(count);
}

void requireView(const TraceView &view)
{
    requireSound(std::isfinite(view.nsPerPixel) && view.nsPerPixel > 0 && view.nsPerPixel < 1e16
                 && detail::isTime(view.originNs) && view.pixels <= TraceView::mostPixels);
}

void requireFacts(const TraceFacts &facts)
{
    requireSound(detail::isTime(facts.beginNs) && detail::isTime(facts.endNs) && facts.beginNs <= facts.endNs
                 && facts.density.size() % 4 == 0);
    for (const TraceLane &lane : facts.lanes)
        requireSound(lane.rows <= mostRows && lane.headings.size() == TraceLane::groupingCount
                     && lane.fills.size() % 4 == 0 && lane.fills.size() <= 4 * (std::size_t{RowBars::colourBits} + 1));
    for (const TraceKernelName &kernel : facts.kernels)
        requireSound(kernel.tag <= RowBars::colourBits);
}

/// Nothing lies outside the picture, and every list has what the others say.
void requireBars(const RowBars &bars, const TraceView &view, std::size_t texts)
{
    const std::size_t count = bars.size();
    requireSound(bars.extents.size() == count && bars.looks.size() == count && bars.coverages.size() == count
                 && bars.colours.size() <= TagClasses::most && (bars.mixes() == 0 || !bars.colours.empty()));
    std::int64_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        at += bars.gaps[i];
        requireSound(at >= 0);
        at += std::max<std::int64_t>(1, std::int64_t{bars.extents[i]} - 1);
        requireSound(at <= view.pixels && bars.looks[i] < 2 * RowBars::edgedBit
                     && bars.coverages[i] <= RowBars::mostCoverage);
    }
    const std::size_t mixes = bars.mixes();
    requireSound(mixes == 0 ? bars.shares.empty() : bars.shares.size() == mixes * (bars.colours.size() - 1));
    for (std::size_t i = 0; i < mixes; ++i) {
        std::uint32_t sum = 0;
        for (std::size_t share = i; share < bars.shares.size(); share += mixes)
            sum += bars.shares[share];
        requireSound(sum <= RowBars::mostShare);
    }
    for (const std::uint8_t colour : bars.colours)
        requireSound(colour <= RowBars::colourBits);
    for (const TraceLabel &label : bars.labels)
        requireSound(label.bar < count && label.text < texts);
    for (const TraceStretch &stretch : bars.stretches)
        requireSound(stretch.first <= stretch.past && stretch.past <= view.pixels);
}

} // namespace

std::size_t RowBars::mixes() const
{
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min(extents.size(), looks.size()); ++i)
        count += extents[i] <= 1 && (looks[i] & edgedBit) != 0 ? 1U : 0U;
    return count;
}

QByteArray writeTraceRequest(const TraceRequestContent &request)
{
    return plainContent(request);
}

TraceRequestContent readTraceRequest(const QByteArray &content)
{
    return readPlain<TraceRequestContent>(content);
}

QByteArray writeOpenedTrace(const OpenedTrace &opened)
{
    return sectionsOf([&opened](SectionWriter &writer) {
        writeArchive(writer, SectionKind::Documents, 0, opened.facts, opened.import);
        writeRecording(opened.recording, writer);
        writeAnalysis(opened.analysis, writer);
    });
}

OpenedTrace readOpenedTrace(const QByteArray &content)
{
    return readSections(content, [](SectionReader &reader) {
        OpenedTrace opened;
        requireSound(reader.require().kind == SectionKind::Documents);
        readArchive(reader, opened.facts, opened.import);
        requireFacts(opened.facts);
        requireSound(reader.require().kind == SectionKind::RecordingFacts);
        opened.recording = readRecording(reader);
        requireSound(opened.recording.timeline.empty() && reader.require().kind == SectionKind::Analysis);
        auto analysis = readAnalysis(reader);
        requireSound(analysis.has_value());
        opened.analysis = std::move(*analysis);
        return opened;
    });
}

QByteArray writeRowsQuestion(const RowsQuestion &question)
{
    return plainContent(question);
}

RowsQuestion readRowsQuestion(const QByteArray &content)
{
    auto question = readPlain<RowsQuestion>(content);
    requireView(question.view);
    return question;
}

QByteArray writeRowsAnswer(const RowsAnswer &answer)
{
    std::string coverages, shares;
    for (const RowBars &bars : answer.rows) {
        coverages.append(bars.coverages.begin(), bars.coverages.end());
        shares.append(bars.shares.begin(), bars.shares.end());
    }
    return sectionsOf([&](SectionWriter &writer) {
        writeArchive(writer, SectionKind::Documents, 0, answer);
        writer.add(SectionKind::Documents, coverages);
        writer.add(SectionKind::Documents, shares);
    });
}

RowsAnswer readRowsAnswer(const QByteArray &content, const RowsQuestion &question)
{
    RowsAnswer answer = readSections(content, [](SectionReader &reader) {
        RowsAnswer read;
        requireSound(reader.require().kind == SectionKind::Documents);
        readArchive(reader, read);
        std::string_view bytes = reader.require().content;
        for (RowBars &bars : read.rows)
            takeBytes(bytes, bars.size(), bars.coverages);
        requireSound(bytes.empty());
        bytes = reader.require().content;
        for (RowBars &bars : read.rows)
            takeBytes(bytes, bars.mixes() * (std::max<std::size_t>(bars.colours.size(), 1) - 1), bars.shares);
        requireSound(bytes.empty());
        return read;
    });
    requireSound(answer.rows.size() == question.rows.size());
    for (std::size_t i = 0; i < answer.rows.size(); ++i) {
        requireSound(answer.rows[i].row == question.rows[i]);
        requireBars(answer.rows[i], question.view, answer.texts.size());
    }
    return answer;
}

QByteArray writeBarQuestion(const BarQuestion &question)
{
    return plainContent(question);
}

BarQuestion readBarQuestion(const QByteArray &content)
{
    auto question = readPlain<BarQuestion>(content);
    requireView(question.view);
    return question;
}

QByteArray writeBarAnswer(const BarAnswer &answer)
{
    return plainContent(answer);
}

BarAnswer readBarAnswer(const QByteArray &content)
{
    auto answer = readPlain<BarAnswer>(content);
    if (answer.times)
        requireSound(detail::isTime(answer.times->first) && detail::isTime(answer.times->second)
                     && answer.times->first <= answer.times->second);
    return answer;
}

QByteArray writeRangeQuestion(std::int64_t beginNs, std::int64_t endNs)
{
    return plainContent(std::pair(beginNs, endNs));
}

std::pair<std::int64_t, std::int64_t> readRangeQuestion(const QByteArray &content)
{
    const auto range = readPlain<std::pair<std::int64_t, std::int64_t>>(content);
    requireSound(detail::isTime(range.first) && detail::isTime(range.second) && range.first <= range.second);
    return range;
}

QByteArray writeRangeAnswer(const RangeFigures &figures)
{
    return plainContent(figures);
}

RangeFigures readRangeAnswer(const QByteArray &content)
{
    return readPlain<RangeFigures>(content);
}

QByteArray writeSearchQuestion(const SearchQuestion &question)
{
    return plainContent(question);
}

SearchQuestion readSearchQuestion(const QByteArray &content)
{
    auto question = readPlain<SearchQuestion>(content);
    requireSound(question.from >= -1);
    return question;
}

QByteArray writeSearchAnswer(const SearchAnswer &answer)
{
    return plainContent(answer);
}

SearchAnswer readSearchAnswer(const QByteArray &content)
{
    auto answer = readPlain<SearchAnswer>(content);
    if (const auto &found = answer.found)
        requireSound(found->number >= 1 && found->number <= answer.count && found->operation >= 0
                     && detail::isTime(found->beginNs) && detail::isTime(found->endNs)
                     && found->beginNs <= found->endNs);
    return answer;
}

QByteArray writeWorkQuestion(const WorkQuestion &question)
{
    return plainContent(question);
}

WorkQuestion readWorkQuestion(const QByteArray &content)
{
    auto question = readPlain<WorkQuestion>(content);
    if (const auto &range = question.range)
        requireSound(detail::isTime(range->first) && detail::isTime(range->second) && range->first <= range->second);
    requireSound(question.size >= WorkQuestion::leastPiece && question.size <= WorkQuestion::mostPiece);
    return question;
}

QByteArray writeWorkAnswer(const WorkAnswer &answer)
{
    return plainContent(answer);
}

WorkAnswer readWorkAnswer(const QByteArray &content, const WorkQuestion &question)
{
    auto answer = readPlain<WorkAnswer>(content);
    requireSound(answer.total >= 1 && answer.done >= 0 && answer.done <= answer.total);
    requireSound(answer.isDone || (answer.size == 0 && answer.piece.empty()));
    requireSound(answer.piece.size() <= question.size
                 && answer.piece.size() <= answer.size - std::min(question.offset, answer.size));
    return answer;
}

QByteArray writeWorkCancel(std::uint64_t number)
{
    return plainContent(number);
}

std::uint64_t readWorkCancel(const QByteArray &content)
{
    return readPlain<std::uint64_t>(content);
}

QByteArray writeAdvised(const RunAnalysis &analysis)
{
    return sectionsOf([&](SectionWriter &writer) { writeAnalysis(analysis, writer); });
}

RunAnalysis readAdvised(const QByteArray &content)
{
    return readSections(content, [](SectionReader &reader) {
        requireSound(reader.require().kind == SectionKind::Analysis);
        auto analysis = readAnalysis(reader);
        requireSound(analysis.has_value());
        return std::move(*analysis);
    });
}

} // namespace streamscope
