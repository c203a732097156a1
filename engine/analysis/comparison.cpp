// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/comparison.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>
#include <map>
#include <tuple>

namespace streamscope {

namespace {

/// What makes two operations the same; without the stream where that is to be ignored.
using Key = std::tuple<OperationKind, std::string, std::int32_t, std::string, int>;

Key keyOf(const Timeline &timeline, std::uint32_t index, bool withStream)
{
    const Span span = timeline.span(index);
    const TimelineStream none;
    const TimelineStream &stream = span.stream < 0 ? none : timeline.streams()[static_cast<std::size_t>(span.stream)];
    return {span.kind, timeline.name(span.name), span.chunk, withStream ? stream.id : std::string(),
            withStream ? stream.device : 0};
}

/// One round of matching among what is still without a counterpart.
void match(const Timeline &a, const Timeline &b, bool withStream, std::vector<std::optional<std::uint32_t>> &ofA,
           std::vector<bool> &takenB)
{
    std::map<Key, std::deque<std::uint32_t>> waiting;
    for (std::uint32_t i = 0; i < b.size(); ++i)
        if (!takenB[i])
            waiting[keyOf(b, i, withStream)].push_back(i);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        if (ofA[i])
            continue;
        const auto found = waiting.find(keyOf(a, i, withStream));
        if (found == waiting.end() || found->second.empty())
            continue;
        ofA[i] = found->second.front();
        takenB[found->second.front()] = true;
        found->second.pop_front();
    }
}

void addUpKinds(const Timeline &timeline, std::array<ComparedKind, operationKindCount> &kinds, bool isA)
{
    for (std::size_t i = 0; i < timeline.size(); ++i) {
        ComparedKind &kind = kinds[static_cast<std::size_t>(timeline.kinds()[i])];
        ++(isA ? kind.countA : kind.countB);
        (isA ? kind.sumA : kind.sumB) += timeline.ends()[i] - timeline.starts()[i];
    }
}

/// Adds a run to a merged Timeline.
class Merger
{
public:
    Merger(Timeline &merged, const Timeline &run, const std::string &letter, int firstDevice, double factor)
        : m_merged(merged), m_run(run), m_beginNs(run.begin()), m_factor(factor),
          m_firstStream(static_cast<std::int32_t>(merged.streams().size()))
    {
        for (const TimelineStream &stream : run.streams())
            merged.addStream({letter + " " + stream.id, firstDevice + stream.device, stream.priority});
    }

    void add()
    {
        for (std::size_t i = 0; i < m_run.size(); ++i) {
            Span span = m_run.span(i);
            for (std::int64_t *time : {&span.issue, &span.ready, &span.start, &span.end, &span.returned})
                *time = *time == unknownTime ? unknownTime : moved(*time);
            span.name = m_merged.intern(m_run.name(span.name));
            span.stream = span.stream < 0 ? -1 : span.stream + m_firstStream;
            m_merged.append(span);
        }
    }

private:
    std::int64_t moved(std::int64_t time) const
    {
        const std::int64_t since = time - m_beginNs;
        return m_factor == 1 ? since : std::llround(static_cast<double>(since) * m_factor);
    }

    Timeline &m_merged;
    const Timeline &m_run;
    std::int64_t m_beginNs;
    double m_factor;
    std::int32_t m_firstStream;
};

int devicesOf(const Timeline &timeline)
{
    int devices = 1;
    for (const TimelineStream &stream : timeline.streams())
        devices = std::max(devices, stream.device + 1);
    return devices;
}

} // namespace

Comparison compareRuns(const Timeline &a, const Timeline &b)
{
    std::vector<std::optional<std::uint32_t>> ofA(a.size());
    std::vector<bool> takenB(b.size(), false);
    match(a, b, true, ofA, takenB);
    match(a, b, false, ofA, takenB);
    Comparison comparison;
    const std::int64_t beginA = a.begin(), beginB = b.begin();
    comparison.spanA = a.end() - beginA;
    comparison.spanB = b.end() - beginB;
    const auto fill = [&](ComparedOperation &operation, const Timeline &timeline, std::uint32_t span, bool isA) {
        (isA ? operation.a : operation.b) = span;
        (isA ? operation.startA : operation.startB) = timeline.starts()[span] - (isA ? beginA : beginB);
        (isA ? operation.durationA : operation.durationB) = timeline.ends()[span] - timeline.starts()[span];
    };
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        ComparedOperation operation;
        fill(operation, a, i, true);
        if (ofA[i])
            fill(operation, b, *ofA[i], false);
        ++(ofA[i] ? comparison.matched : comparison.onlyA);
        comparison.operations.push_back(operation);
    }
    for (std::uint32_t i = 0; i < b.size(); ++i) {
        if (takenB[i])
            continue;
        ComparedOperation operation;
        fill(operation, b, i, false);
        comparison.operations.push_back(operation);
        ++comparison.onlyB;
    }
    std::array<ComparedKind, operationKindCount> kinds;
    addUpKinds(a, kinds, true);
    addUpKinds(b, kinds, false);
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        kinds[i].kind = static_cast<OperationKind>(i);
        if (kinds[i].countA + kinds[i].countB > 0)
            comparison.kinds.push_back(kinds[i]);
    }
    return comparison;
}

std::shared_ptr<const Recording> mergedRuns(const Recording &a, const Recording &b, ComparisonScale scale)
{
    auto merged = std::make_shared<Recording>();
    merged->device = a.device;
    const auto length = [](const Timeline &timeline) {
        return std::max(1.0, static_cast<double>(timeline.end() - timeline.begin()));
    };
    const double factor = scale == ComparisonScale::Normalised ? length(a.timeline) / length(b.timeline) : 1;
    merged->timeline.reserve(a.timeline.size() + b.timeline.size());
    Merger(merged->timeline, a.timeline, "A", 0, 1).add();
    Merger(merged->timeline, b.timeline, "B", devicesOf(a.timeline), factor).add();
    return merged;
}

} // namespace streamscope
