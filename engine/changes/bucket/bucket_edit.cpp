// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/bucket/bucket_edit.h"

#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace streamscope {

BucketEdit::BucketEdit(const ChangeInput &input)
    : m_input(input), m_bytes(static_cast<std::uint64_t>(input.values.integer("bytes"))),
      m_units(collectivesOf(input.program, input.selected)), m_launches(input.program, m_units),
      m_times(input.program, input.profile), m_goes(input.program.operations.size())
{
    m_result.program = withoutOperations(input.program);
    for (std::size_t u = 0; u < m_units.size(); ++u)
        m_unitOf[m_units[u].ranks.back()] = static_cast<std::int32_t>(u);
    for (const Operation &operation : input.program.operations)
        m_nextGroup = std::max(m_nextGroup, operation.group() + 1);
}

ChangedProgram BucketEdit::run()
{
    makeBuckets();
    countBuckets();
    for (const std::vector<std::int32_t> &bucket : m_buckets)
        giveRoles(bucket);
    leaveOutOperatorEnds();
    giveLaunchWork();
    warmOthers();
    findWaits();
    m_result.doubtNs = doubtNs();
    m_result.hostIsWarmed = true;
    const std::vector<Operation> &from = m_input.program.operations;
    m_result.program.operations.reserve(from.size());
    for (std::size_t i = 0; i < from.size(); ++i)
        write(from[i], i);
    addNotes();
    return std::move(m_result);
}

/// Each collective joins the bucket of the one before it while that is not full.
void BucketEdit::makeBuckets()
{
    struct Open
    {
        std::size_t bucket = 0;
        std::uint64_t bytes = 0;
        std::int32_t firstWait = 0; ///< for a record inside the bucket
    };
    std::vector<Open> of(m_units.size());
    for (std::size_t u = 0; u < m_units.size(); ++u) {
        const CollectiveUnit &unit = m_units[u];
        if (unit.before >= 0) {
            const Open &last = of[static_cast<std::size_t>(unit.before)];
            const std::int32_t firstWait = std::min(last.firstWait, unit.firstWait);
            const bool fits = unit.selected && m_units[static_cast<std::size_t>(unit.before)].selected
                              && last.bytes < m_bytes && unit.bytes <= m_bytes && firstWait > unit.ranks.back();
            if (fits) {
                m_buckets[last.bucket].push_back(static_cast<std::int32_t>(u));
                of[u] = {last.bucket, last.bytes + unit.bytes, firstWait};
                continue;
            }
        }
        of[u] = {m_buckets.size(), unit.bytes, static_cast<std::int32_t>(m_goes.size())};
        m_buckets.push_back({static_cast<std::int32_t>(u)});
    }
}

void BucketEdit::countBuckets()
{
    m_stay.assign(m_launches.bursts(), 0);
    for (const std::vector<std::int32_t> &bucket : m_buckets)
        ++m_stay[m_launches.burst(bucket.back())];
}

void BucketEdit::giveRoles(const std::vector<std::int32_t> &bucket)
{
    const CollectiveUnit &last = m_units[static_cast<std::size_t>(bucket.back())];
    if (bucket.size() == 1) {
        cut(last);
        return;
    }
    m_joined += bucket.size();
    ++m_after;
    std::map<std::int32_t, std::int32_t> target; // by stream
    for (const std::int32_t rank : last.ranks)
        target[at(rank).stream] = rank;
    for (const std::int32_t u : bucket) {
        const CollectiveUnit &unit = m_units[static_cast<std::size_t>(u)];
        for (const std::int32_t rank : unit.ranks) {
            const std::int32_t into = target.at(at(rank).stream);
            if (rank != into)
                leaveOut(rank);
            roleOf(into).joined.push_back(rank);
            ++m_result.touched;
        }
        for (const std::int32_t record : u == bucket.front() ? std::vector<std::int32_t>() : unit.records) {
            leaveOut(record);
            roleOf(target.at(at(record).stream)).records.push_back(record);
        }
    }
}

void BucketEdit::cut(const CollectiveUnit &unit)
{
    const auto pieces = static_cast<std::int32_t>(
        std::min<double>(std::round(static_cast<double>(unit.bytes) / static_cast<double>(m_bytes)), 1024));
    if (!unit.selected || pieces < 2)
        return;
    ++m_cut;
    m_after += static_cast<std::size_t>(pieces);
    for (const std::int32_t rank : unit.ranks) {
        roleOf(rank).pieces = pieces;
        roleOf(rank).firstGroup = m_nextGroup;
        m_result.touched += static_cast<std::size_t>(pieces);
    }
    if (at(unit.ranks.front()).kind == OperationKind::Collective)
        m_nextGroup += pieces - 1;
}

void BucketEdit::write(const Operation &operation, std::size_t index)
{
    if (m_goes[index])
        return;
    const auto found = m_roles.find(static_cast<std::int32_t>(index));
    if (found == m_roles.end()) {
        m_result.program.operations.push_back(operation);
        if (operation.kind == OperationKind::HostWork && m_joined > 0)
            m_result.program.operations.back().durationNs = m_hostNs[index];
        if (operation.kind == OperationKind::Kernel && operation.callNs > 0 && m_joined > 0)
            m_result.program.operations.back().callNs = m_hostNs[index];
        return;
    }
    const Role &role = found->second;
    if (role.pieces > 1) {
        writePieces(operation, role);
        return;
    }
    if (role.work)
        m_result.program.operations.push_back(*role.work);
    m_result.program.operations.push_back(joined(role));
    for (const std::int32_t record : role.records)
        m_result.program.operations.push_back(at(record));
}

/// A bucket waits for the other ranks once, as long as its collectives did on average, or for a rank whose host is
/// late.
Operation BucketEdit::joined(const Role &role) const
{
    Operation one = at(role.joined.back());
    std::uint64_t bytes = 0;
    double weighted = 0, waits = 0;
    for (const std::int32_t index : role.joined) {
        const Operation &rank = at(index);
        bytes += rank.bytes;
        weighted += rank.timeFactor() * static_cast<double>(rank.bytes);
        waits += m_times.waitNs(rank);
        for (std::size_t i = 0; i < one.reads.size(); ++i)
            one.reads[i].offset = std::min(one.reads[i].offset, rank.reads[i].offset);
        for (std::size_t i = 0; i < one.writes.size(); ++i)
            one.writes[i].offset = std::min(one.writes[i].offset, rank.writes[i].offset);
    }
    one.bytes = bytes;
    one.callNs = role.callNs.value_or(one.callNs);
    if (bytes > 0)
        one.setTimeFactor(weighted / static_cast<double>(bytes));
    for (auto *ranges : {&one.reads, &one.writes})
        for (BufferRange &range : *ranges)
            range.bytes = bytes;
    if (one.kind == OperationKind::Kernel)
        one.durationNs =
            std::max<std::int64_t>(std::llround(m_times.withoutWaitNs(bytes)
                                                + (role.waitNs ? static_cast<double>(*role.waitNs)
                                                               : waits / static_cast<double>(role.joined.size()))),
                                   1);
    return one;
}

void BucketEdit::writePieces(const Operation &whole, const Role &role)
{
    constexpr std::uint64_t alignment = 256;
    const auto pieces = static_cast<std::uint64_t>(role.pieces);
    const std::uint64_t share = whole.bytes / pieces / alignment * alignment;
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
        Operation part = whole;
        const bool last = piece + 1 == pieces;
        part.bytes = last ? whole.bytes - piece * share : share;
        for (auto *ranges : {&part.reads, &part.writes})
            for (BufferRange &range : *ranges) {
                range.offset += piece * share;
                range.bytes = part.bytes;
            }
        if (part.kind == OperationKind::Kernel) {
            const double perPiece =
                (static_cast<double>(whole.durationNs) - m_times.fixedNs()) / static_cast<double>(pieces);
            part.durationNs = std::max<std::int64_t>(std::llround(m_times.fixedNs() + perPiece), 1);
        } else if (piece > 0) {
            part.setGroup(role.firstGroup + static_cast<std::int32_t>(piece) - 1);
        }
        m_result.program.operations.push_back(std::move(part));
    }
}

void BucketEdit::addNotes()
{
    auto &notes = m_result.notes;
    if (m_units.empty())
        notes.emplace_back(isReplay(m_input.program)
                               ? QT_TRANSLATE_NOOP("engine", "The trace shows no collective with its bytes.")
                               : QT_TRANSLATE_NOOP("engine", "The Program has no collective."));
    else if (m_result.touched == 0)
        notes.push_back(m_units.size() == 1
                            ? QT_TRANSLATE_NOOP("engine", "1 collective stays as it is: none is much larger than that, "
                                                          "and none follows another one of neighbouring data.")
                            : Phrase("engine", "%1 collectives stay as they are: none is much larger than that, and "
                                               "none follows another one of neighbouring data.")
                                  .arg(m_units.size()));
    else
        notes.push_back(m_joined + m_cut == 1
                            ? Phrase("engine", "1 collective became %1.").arg(m_after)
                            : Phrase("engine", "%1 collectives became %2.").arg(m_joined + m_cut, m_after));
    if (m_cut > 0)
        notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine", "The pieces of a collective that was cut are issued when its data was ready, not earlier."));
    if (m_result.touched > 0 && isReplay(m_input.program))
        notes.push_back(
            Phrase("engine",
                   "Of the time of each collective %1 us do not grow with its bytes, by the collectives of this trace.")
                .arg(std::llround(m_times.fixedNs() / 1000)));
    if (m_workNs > 0)
        notes.push_back(Phrase("engine", "%1 us of work of the host to launch what was joined and to wait for it went.")
                            .arg(m_workNs / 1000));
    if (m_warmedNs >= 1000)
        notes.push_back(Phrase("engine", "Operators that come again sooner find warmer caches: the work of the host "
                                         "for them takes %1 us less.")
                            .arg(m_warmedNs / 1000));
}

} // namespace streamscope
