// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/several_runs/comparison.h"

#include "engine/timeline/ranges/carry_over.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace streamscope {

namespace {

/// Equal texts of two runs get equal numbers, so that operations are compared without looking at letters.
class Numbers
{
public:
    std::uint32_t of(const std::string &text)
    {
        return m_numbers.try_emplace(text, static_cast<std::uint32_t>(m_numbers.size())).first->second;
    }

private:
    std::unordered_map<std::string, std::uint32_t> m_numbers;
};

/// What makes two operations the same; without the stream where that is to be ignored.
struct Key
{
    std::uint32_t name = 0, stream = 0;
    std::int32_t chunk = 0;
    OperationKind kind = OperationKind::Kernel;

    bool operator==(const Key &) const = default;
};

struct KeyHash
{
    std::size_t operator()(const Key &key) const
    {
        std::uint64_t hash = key.name;
        for (const std::uint64_t part :
             {std::uint64_t{key.stream}, static_cast<std::uint64_t>(key.chunk), static_cast<std::uint64_t>(key.kind)})
            hash = (hash ^ part) * 0x9E3779B97F4A7C15ULL + (hash >> 29U);
        return hash;
    }
};

/// "Memcpy HtoD (Pageable -> Device)" without its end: from other memory it is the same copy.
std::string withoutMemory(const std::string &name)
{
    const std::size_t open = name.rfind(" (");
    const bool namesMemory = open != std::string::npos && name.ends_with(')') && name.find("->", open) != name.npos;
    return namesMemory ? name.substr(0, open) : name;
}

/// By a run's numbers of its devices: other numbers.
using DeviceNumbers = std::map<int, int>;

std::set<int> devicesOf(const Timeline &timeline)
{
    std::set<int> devices;
    for (const TimelineStream &stream : timeline.streams())
        devices.insert(stream.device);
    return devices;
}

/// Those of `a` for the devices of `b`, in order, where as many took part. A rank runs on device 1, its replay on 0.
DeviceNumbers numbersIn(const Timeline &a, const Timeline &b)
{
    DeviceNumbers numbers;
    const std::set<int> ofA = devicesOf(a), ofB = devicesOf(b);
    auto other = ofA.begin();
    for (const int device : ofB)
        numbers[device] = ofA.size() == ofB.size() ? *other++ : device;
    return numbers;
}

/// The keys of one run's operations.
class Keys
{
public:
    Keys(const Timeline &timeline, const DeviceNumbers &devices, Numbers &numbers) : m_timeline(timeline)
    {
        for (const std::string &name : timeline.names()) {
            m_names.push_back(numbers.of(name));
            m_copyNames.push_back(numbers.of(withoutMemory(name)));
        }
        for (const TimelineStream &stream : timeline.streams())
            m_streams.push_back(numbers.of(std::to_string(devices.at(stream.device)) + ' ' + stream.id));
        m_host = numbers.of({});
    }

    Key of(std::uint32_t index, bool withStream) const
    {
        const Span span = m_timeline.span(index);
        const std::uint32_t stream = span.stream < 0 ? m_host : m_streams[static_cast<std::size_t>(span.stream)];
        return {(isCopy(span.kind) ? m_copyNames : m_names)[span.name], withStream ? stream : m_host, span.chunk,
                span.kind};
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_timeline.size()); }

private:
    const Timeline &m_timeline;
    std::vector<std::uint32_t> m_names, m_copyNames, m_streams;
    std::uint32_t m_host = 0;
};

constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

/// One round of matching among what is still without a counterpart. Operations of B with one key hang in a chain.
void match(const Keys &a, const Keys &b, bool withStream, std::vector<std::uint32_t> &ofA, std::vector<bool> &takenB)
{
    std::unordered_map<Key, std::uint32_t, KeyHash> first;
    std::vector<std::uint32_t> next(b.size(), nothing);
    for (std::uint32_t i = b.size(); i-- > 0;) {
        if (takenB[i])
            continue;
        const auto [entry, isNew] = first.try_emplace(b.of(i, withStream), i);
        if (!isNew)
            next[i] = std::exchange(entry->second, i);
    }
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        if (ofA[i] != nothing)
            continue;
        const auto found = first.find(a.of(i, withStream));
        if (found == first.end() || found->second == nothing)
            continue;
        ofA[i] = found->second;
        takenB[found->second] = true;
        found->second = next[found->second];
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
    Merger(Timeline &merged, const Timeline &run, const std::string &letter, int firstDevice,
           const DeviceNumbers &devices, double factor)
        : m_merged(merged), m_run(run), m_beginNs(run.begin()), m_factor(factor),
          m_firstStream(static_cast<std::int32_t>(merged.streams().size())),
          m_firstSpan(static_cast<std::uint32_t>(merged.size())), m_carry(run, merged, m_firstStream)
    {
        for (const TimelineStream &stream : run.streams())
            merged.addStream(
                {letter + " " + stream.id, firstDevice + devices.at(stream.device), stream.priority, stream.role});
    }

    void add()
    {
        for (std::size_t i = 0; i < m_run.size(); ++i) {
            Span span = m_run.span(i);
            for (std::int64_t *time : {&span.issue, &span.ready, &span.start, &span.end, &span.returned})
                *time = *time == unknownTime ? unknownTime : moved(*time);
            span.name = m_carry.name(span.name);
            span.stream = span.stream < 0 ? -1 : span.stream + m_firstStream;
            m_merged.append(span);
            m_carry.span(i);
        }
        m_carry.calls([this](HostCall &call) {
            call.begin = moved(call.begin);
            call.end = moved(call.end);
            return true;
        });
    }

    void addBlocks(BlockRecords &all) const
    {
        for (std::size_t i = 0; i < m_run.blocks().size(); ++i) {
            BlockRecord block = m_run.blocks().record(i);
            block.span += m_firstSpan;
            block.start = moved(block.start);
            block.end = moved(block.end);
            all.append(block);
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
    std::uint32_t m_firstSpan;
    CarryOver m_carry;
};

/// The kinds that are not operations in a trace, but calls of the host or the time between them.
std::array<bool, operationKindCount> unrecordedKinds(const Timeline &timeline)
{
    std::array<bool, operationKindCount> kinds{};
    if (timeline.hostCalls().empty())
        return kinds;
    for (const OperationKind kind : {OperationKind::HostWork, OperationKind::EventRecord, OperationKind::EventWait})
        kinds[static_cast<std::size_t>(kind)] = std::ranges::find(timeline.kinds(), kind) == timeline.kinds().end();
    return kinds;
}

} // namespace

Comparison compareRuns(const Timeline &a, const Timeline &b)
{
    std::vector<std::uint32_t> ofA(a.size(), nothing);
    std::vector<bool> takenB(b.size(), false);
    Numbers numbers;
    const Keys keysA(a, numbersIn(a, a), numbers), keysB(b, numbersIn(a, b), numbers);
    match(keysA, keysB, true, ofA, takenB);
    match(keysA, keysB, false, ofA, takenB);
    Comparison comparison;
    const std::int64_t beginA = a.begin(), beginB = b.begin();
    comparison.operations.reserve(a.size());
    comparison.spanA = a.end() - beginA;
    comparison.spanB = b.end() - beginB;
    const auto fill = [&](ComparedOperation &operation, const Timeline &timeline, std::uint32_t span, bool isA) {
        (isA ? operation.a : operation.b) = span;
        (isA ? operation.startA : operation.startB) = timeline.starts()[span] - (isA ? beginA : beginB);
        (isA ? operation.durationA : operation.durationB) = timeline.ends()[span] - timeline.starts()[span];
    };
    const auto notInA = unrecordedKinds(a), notInB = unrecordedKinds(b);
    for (std::uint32_t i = 0; i < a.size(); ++i) {
        ComparedOperation operation;
        fill(operation, a, i, true);
        if (ofA[i] != nothing)
            fill(operation, b, ofA[i], false);
        operation.isUnrecorded = !operation.b && notInB[static_cast<std::size_t>(a.kinds()[i])];
        ++(operation.b ? comparison.matched : operation.isUnrecorded ? comparison.unrecorded : comparison.onlyA);
        comparison.operations.push_back(operation);
    }
    for (std::uint32_t i = 0; i < b.size(); ++i) {
        if (takenB[i])
            continue;
        ComparedOperation operation;
        fill(operation, b, i, false);
        operation.isUnrecorded = notInA[static_cast<std::size_t>(b.kinds()[i])];
        comparison.operations.push_back(operation);
        ++(operation.isUnrecorded ? comparison.unrecorded : comparison.onlyB);
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

double axisFactor(const Timeline &timeline, ComparisonScale scale)
{
    const std::int64_t length = timeline.end() - timeline.begin();
    return scale == ComparisonScale::Absolute || length <= 0
               ? 1
               : static_cast<double>(normalisedLengthNs) / static_cast<double>(length);
}

int firstDeviceOfB(const Timeline &a)
{
    const std::set<int> devices = devicesOf(a);
    return devices.empty() ? 1 : *devices.rbegin() + 1;
}

std::shared_ptr<const Recording> mergedRuns(const Recording &a, const Recording &b, ComparisonScale scale)
{
    auto merged = std::make_shared<Recording>();
    merged->device = a.device;
    merged->timeline.reserve(a.timeline.size() + b.timeline.size());
    Merger ofA(merged->timeline, a.timeline, "A", 0, numbersIn(a.timeline, a.timeline), axisFactor(a.timeline, scale));
    ofA.add();
    Merger ofB(merged->timeline, b.timeline, "B", firstDeviceOfB(a.timeline), numbersIn(a.timeline, b.timeline),
               axisFactor(b.timeline, scale));
    ofB.add();
    const BlockRecords &blocksOfA = a.timeline.blocks(), &blocksOfB = b.timeline.blocks();
    if (blocksOfA.empty() && blocksOfB.empty())
        return merged;
    BlockRecords blocks;
    blocks.reserve(blocksOfA.size() + blocksOfB.size());
    ofA.addBlocks(blocks);
    ofB.addBlocks(blocks);
    merged->timeline.setBlocks(std::move(blocks), (blocksOfA.empty() ? b : a).timeline.blockClock());
    return merged;
}

} // namespace streamscope
