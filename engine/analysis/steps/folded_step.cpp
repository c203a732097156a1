// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/steps/folded_step.h"

#include "engine/analysis/steps/sequence_match.h"
#include "engine/timeline/facts/fold.h"
#include "engine/timeline/ranges/carry_over.h"
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <utility>

namespace streamscope {

namespace {

/// One operation of one step.
struct Member
{
    std::uint32_t step = 0, span = 0;
};

/// One operation of the folded step.
struct Slot
{
    std::uint64_t sign = 0; ///< equal for operations that match
    std::vector<Member> members;
};

using SpansByStream = std::map<std::int32_t, std::vector<std::uint32_t>>;
using SlotsByStream = std::map<std::int32_t, std::vector<Slot>>;

std::uint64_t foldSign(const Timeline &timeline, std::uint32_t span)
{
    return (std::uint64_t{timeline.nameIndices()[span]} << 8U) | static_cast<std::uint8_t>(timeline.kinds()[span]);
}

/// What each step issued to GPUs, in order of issue.
std::vector<SpansByStream> workOf(const Timeline &timeline, const std::vector<Step> &steps)
{
    std::vector<SpansByStream> work(steps.size());
    std::size_t step = 0;
    for (std::uint32_t i = 0; i < timeline.size(); ++i) {
        const std::int64_t issue = timeline.issue(i);
        if (!runsOnGpu(timeline.kinds()[i]) || issue == unknownTime)
            continue;
        while (step < steps.size() && steps[step].hostEnd <= issue)
            ++step;
        if (step == steps.size())
            break;
        if (issue >= steps[step].hostBegin)
            work[step][timeline.streamIndices()[i]].push_back(i);
    }
    return work;
}

std::size_t countOf(const SpansByStream &work)
{
    std::size_t count = 0;
    for (const auto &[stream, spans] : work)
        count += spans.size();
    return count;
}

TimeSpread spreadOf(std::vector<std::int64_t> times)
{
    const Statistics all = statisticsOf(std::move(times));
    return {all.minimum, std::llround(all.firstQuartile), std::llround(all.median), std::llround(all.thirdQuartile),
            all.maximum};
}

class Folding
{
public:
    Folding(const Timeline &timeline, const Steps &steps)
        : m_timeline(timeline), m_steps(steps.steps), m_work(workOf(timeline, steps.steps)),
          m_reference(static_cast<std::uint32_t>(figuresOf(steps).medianStep))
    {}

    std::optional<Timeline> run()
    {
        add(m_reference);
        const SlotsByStream reference = m_slots;
        for (std::uint32_t step = 0; step < m_steps.size(); ++step)
            if (step != m_reference && (isAlike(m_work[step], reference) || takesTurns(step, reference)))
                add(step);
        if (m_folded.size() < 2 || countOf(m_work[m_reference]) == 0)
            return std::nullopt;
        return made();
    }

private:
    std::vector<std::uint64_t> signsOf(const std::vector<std::uint32_t> &spans) const
    {
        std::vector<std::uint64_t> signs;
        for (const std::uint32_t span : spans)
            signs.push_back(foldSign(m_timeline, span));
        return signs;
    }

    static std::vector<std::uint64_t> signsOf(const std::vector<Slot> &slots)
    {
        std::vector<std::uint64_t> signs;
        for (const Slot &slot : slots)
            signs.push_back(slot.sign);
        return signs;
    }

    bool isAlike(const SpansByStream &work, const SlotsByStream &reference) const
    {
        std::size_t shared = 0;
        for (const auto &[stream, spans] : work)
            if (const auto known = reference.find(stream); known != reference.end())
                shared += matchSequences(signsOf(known->second), signsOf(spans)).size();
        return shared > 0 && 2 * shared >= std::max(countOf(work), countOf(m_work[m_reference]));
    }

    /// Streams in the order of their first operations.
    static std::vector<std::int32_t> streamsInOrder(const SpansByStream &work)
    {
        std::vector<std::pair<std::uint32_t, std::int32_t>> first;
        for (const auto &[stream, spans] : work)
            first.emplace_back(spans.front(), stream);
        std::ranges::sort(first);
        std::vector<std::int32_t> streams;
        for (const auto &[span, stream] : first)
            streams.push_back(stream);
        return streams;
    }

    /// Some programs use their streams by turns, so that a step has others than the next. Then the first stream of a
    /// step counts as the first of the reference, and so on.
    bool takesTurns(std::uint32_t step, const SlotsByStream &reference)
    {
        const std::vector<std::int32_t> own = streamsInOrder(m_work[step]), known = streamsInOrder(m_work[m_reference]);
        if (own.empty() || own.size() != known.size())
            return false;
        SpansByStream renamed;
        for (std::size_t i = 0; i < own.size(); ++i)
            renamed[known[i]] = m_work[step][own[i]];
        if (!isAlike(renamed, reference))
            return false;
        m_work[step] = std::move(renamed);
        return true;
    }

    /// Adds a step's operations to those that they match; others find their place between these.
    void add(std::uint32_t step)
    {
        m_folded.push_back(step);
        for (const auto &work : m_work[step]) {
            const auto &spans = work.second; // clang 14 captures no structured binding
            std::vector<Slot> &slots = m_slots[work.first];
            const std::vector<std::uint64_t> signs = signsOf(spans);
            std::vector<Slot> merged;
            std::size_t slot = 0, span = 0;
            const auto pass = [&](std::size_t pastSlot, std::size_t pastSpan) {
                while (slot < pastSlot)
                    merged.push_back(std::move(slots[slot++]));
                for (; span < pastSpan; ++span)
                    merged.push_back({signs[span], {{step, spans[span]}}});
            };
            for (const auto &[known, added] : matchSequences(signsOf(slots), signs)) {
                pass(known, added);
                merged.push_back(std::move(slots[slot++]));
                merged.back().members.push_back({step, spans[span++]});
            }
            pass(slots.size(), spans.size());
            slots = std::move(merged);
        }
    }

    /// An operation with the stream on which it stands, and when it was issued.
    struct Placed
    {
        std::int64_t issue = 0;
        const Slot *slot = nullptr;
        std::int32_t stream = -1;
    };

    std::vector<Placed> inOrderOfIssue(Fold &fold) const
    {
        std::vector<Placed> placed;
        for (const auto &[stream, slots] : m_slots)
            for (const Slot &slot : slots) {
                if (2 * slot.members.size() < m_folded.size()) {
                    ++fold.leftOut;
                    continue;
                }
                std::vector<std::int64_t> issued;
                for (const Member &member : slot.members)
                    issued.push_back(m_timeline.issue(member.span) - m_steps[member.step].hostBegin);
                placed.push_back({spreadOf(std::move(issued)).median, &slot, stream});
            }
        std::ranges::stable_sort(placed, {}, &Placed::issue);
        return placed;
    }

    Timeline made() const
    {
        auto fold = std::make_shared<Fold>();
        fold->steps = static_cast<std::uint32_t>(m_folded.size());
        fold->allSteps = static_cast<std::uint32_t>(m_steps.size());
        std::vector<std::int64_t> durations;
        for (const std::uint32_t step : m_folded)
            durations.push_back(m_steps[step].duration());
        fold->duration = spreadOf(std::move(durations));
        Timeline timeline;
        const std::vector<Placed> operations = inOrderOfIssue(*fold);
        std::map<std::int32_t, std::int32_t> streams; // those that the step uses
        for (const Placed &placed : operations)
            streams[placed.stream] = -1;
        for (auto &[old, stream] : streams)
            if (old >= 0)
                stream = timeline.addStream(m_timeline.streams()[static_cast<std::size_t>(old)]);
        for (const auto &[device, label] : m_timeline.deviceLabels())
            timeline.setDeviceLabel(device, label);
        CarryOver carry(m_timeline, timeline);
        for (const Placed &placed : operations)
            append(timeline, carry, *fold, *placed.slot, streams[placed.stream]);
        carry.links();
        timeline.setFold(std::move(fold));
        return timeline;
    }

    void append(Timeline &timeline, CarryOver &carry, Fold &fold, const Slot &slot, std::int32_t stream) const
    {
        std::vector<std::int64_t> starts, ends, durations;
        const Member *like = &slot.members.front();
        for (const Member &member : slot.members) {
            const std::int64_t begin = m_steps[member.step].begin();
            const std::int64_t start = m_timeline.starts()[member.span], end = m_timeline.ends()[member.span];
            starts.push_back(start - begin);
            ends.push_back(end - begin);
            durations.push_back(end - start);
            if (member.step == m_reference)
                like = &member;
        }
        const FoldedOperation folded{spreadOf(std::move(starts)), spreadOf(std::move(durations)),
                                     static_cast<std::uint32_t>(slot.members.size())};
        Span span = m_timeline.span(like->span);
        span.name = carry.name(span.name);
        span.issue = span.ready = span.returned = unknownTime;
        span.start = folded.start.median;
        // Not start + duration: where operations follow each other in every step, so do the medians of their ends and
        // starts.
        span.end = spreadOf(std::move(ends)).median;
        span.clock = Clock::Median;
        span.stream = stream;
        timeline.append(span);
        carry.span(like->span);
        fold.operations.push_back(folded);
    }

    const Timeline &m_timeline;
    const std::vector<Step> &m_steps;
    std::vector<SpansByStream> m_work; ///< by step
    std::uint32_t m_reference;
    std::vector<std::uint32_t> m_folded; ///< steps
    SlotsByStream m_slots;
};

} // namespace

std::optional<Timeline> foldedStep(const Timeline &timeline, const Steps &steps)
{
    return steps.empty() ? std::nullopt : Folding(timeline, steps).run();
}

} // namespace streamscope
