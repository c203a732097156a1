// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/inferred_null_stream.h"

#include "engine/program/order/stream_rules.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace streamscope {

namespace {

constexpr std::int64_t behindWorkNs = 10'000;  ///< from the work before it to the start of an operation
constexpr std::int64_t behindCallNs = 4'000;   ///< from its call, in a stream that has nothing else to do
constexpr std::int64_t clocksDifferNs = 2'000; ///< starts and ends of one trace
constexpr int enoughWaited = 3, manyCopies = 8;
constexpr std::uint32_t smallBlocks = 64; ///< find room as soon as a few SMs have it

/// Operations that could have run beside the latest one of the other side.
struct NullStreamCases
{
    int waited = 0, passed = 0;
    int smallWaited = 0;  ///< of `waited`, what needs little room
    int copiesWaited = 0; ///< of `waited`, copies for a kernel, which need no room at all
};

/// The latest operation of one stream.
struct LatestOfStream
{
    std::int64_t end = unknownTime;
    std::int64_t returned = unknownTime; ///< its call
    OperationKind kind = OperationKind::Kernel;
    bool awaitsEvent = false; ///< what comes next in the stream
};

class NullStreamReader
{
public:
    NullStreamReader(const Timeline &timeline, const Program &program, std::size_t nullStream)
        : m_timeline(timeline), m_program(program), m_null(nullStream), m_latest(program.streams.size()),
          m_cases(program.streams.size())
    {}

    /// By stream.
    std::vector<NullStreamCases> read()
    {
        for (const Operation &operation : m_program.operations) {
            if (operation.stream < 0)
                continue;
            const auto stream = static_cast<std::size_t>(operation.stream);
            if (operation.kind == OperationKind::EventWait)
                m_latest[stream].awaitsEvent = true;
            else if (operation.source >= 0 && runsOnGpu(operation.kind))
                add(operation, stream);
        }
        return std::move(m_cases);
    }

private:
    void add(const Operation &operation, std::size_t stream)
    {
        const auto span = static_cast<std::size_t>(operation.source);
        LatestOfStream &own = m_latest[stream];
        if (!own.awaitsEvent && m_timeline.issue(span) != unknownTime) {
            const std::int64_t work = own.end == unknownTime ? own.end : own.end + behindWorkNs;
            const std::int64_t could = std::max(returnedBy(span) + behindCallNs, work);
            for (std::size_t other = 0; other < m_latest.size(); ++other)
                if ((stream == m_null) != (other == m_null))
                    compare(operation, could, m_latest[other], m_cases[stream == m_null ? other : stream]);
        }
        own = {std::max(own.end, m_timeline.ends()[span]), returnedBy(span), operation.kind, false};
    }

    std::int64_t returnedBy(std::size_t span) const
    {
        return m_timeline.returned(span) == unknownTime ? m_timeline.issue(span) : m_timeline.returned(span);
    }

    /// Copies one way have one engine, which says nothing. Of two calls at once either may have issued first: who did
    /// not wait for the other one may have come before it.
    void compare(const Operation &operation, std::int64_t could, const LatestOfStream &other,
                 NullStreamCases &cases) const
    {
        const bool oneEngine = isCopy(operation.kind) && operation.kind == other.kind;
        if (oneEngine || other.end == unknownTime || other.end <= could)
            return;
        const auto span = static_cast<std::size_t>(operation.source);
        if (m_timeline.starts()[span] + clocksDifferNs >= other.end)
            addWaited(operation, other.kind, cases);
        else if (other.returned <= m_timeline.issue(span))
            ++cases.passed;
    }

    static void addWaited(const Operation &operation, OperationKind awaited, NullStreamCases &cases)
    {
        ++cases.waited;
        cases.copiesWaited += isHostCopy(operation.kind) && awaited == OperationKind::Kernel ? 1 : 0;
        if (operation.kind != OperationKind::Kernel || operation.kernel->grid <= smallBlocks)
            ++cases.smallWaited;
    }

    const Timeline &m_timeline;
    const Program &m_program;
    const std::size_t m_null;
    std::vector<LatestOfStream> m_latest; ///< by stream
    std::vector<NullStreamCases> m_cases; ///< the same
};

/// A recording and some reports of Nsight say which streams are which.
bool knowsKinds(const Timeline &timeline)
{
    return std::ranges::any_of(timeline.streams(), [](const TimelineStream &stream) {
        return stream.role == StreamRole::Blocking || stream.role == StreamRole::NonBlocking
               || stream.role == StreamRole::LegacyDefault;
    });
}

/// The stream that may be the NULL stream of its device.
bool mayBeNullStream(const Stream &stream)
{
    const bool isOpen = stream.kind == StreamKind::Created && stream.nonBlocking;
    return (isOpen || stream.kind == StreamKind::LegacyDefault) && (stream.id == "7" || stream.id == "null");
}

} // namespace

InferredNullStream inferNullStream(const Timeline &timeline, Program &program)
{
    InferredNullStream result;
    if (knowsKinds(timeline))
        return result;
    for (std::size_t null = 0; null < program.streams.size() && program.streams.size() > 1; ++null) {
        if (!mayBeNullStream(program.streams[null]))
            continue;
        std::vector<NullStreamCases> cases = NullStreamReader(timeline, program, null).read();
        const int device = program.streams[null].device;
        std::vector<bool> mayWait(cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            mayWait[i] = i != null && cases[i].passed == 0 && program.streams[i].device == device;
            if (!mayWait[i])
                cases[i] = {};
        }
        NullStreamCases all;
        for (const NullStreamCases &one : cases) {
            all.waited += one.waited;
            all.smallWaited += one.smallWaited;
            all.copiesWaited += one.copiesWaited;
        }
        if (all.waited < enoughWaited)
            continue;
        result.smallWaited = result.smallWaited || all.smallWaited >= enoughWaited;
        result.copiesWaited = result.copiesWaited || all.copiesWaited >= manyCopies;
        program.streams[null].kind = StreamKind::LegacyDefault;
        program.streams[null].nonBlocking = false;
        for (std::size_t i = 0; i < cases.size(); ++i)
            if (mayWait[i]) { // without any case, too: a program makes its streams alike
                program.streams[i].nonBlocking = false;
                ++result.streams;
            }
    }
    return result;
}

std::size_t dropImpliedWaits(Program &program)
{
    const StreamRules rules(program.streams);
    std::vector<std::int32_t> recorded(program.events.size(), Operation::none); // by event: the stream
    const auto isImplied = [&](const Operation &operation) {
        if (operation.kind == OperationKind::EventRecord)
            recorded[static_cast<std::size_t>(operation.event)] = operation.stream;
        if (operation.kind != OperationKind::EventWait || operation.callNs != 0 || operation.graph != Operation::none)
            return false;
        const std::int32_t from = recorded[static_cast<std::size_t>(operation.event)];
        return from >= 0 && from != operation.stream
               && std::ranges::count(rules.comesAfter(operation.stream), rules.same(from)) > 0;
    };
    return std::erase_if(program.operations, isImplied);
}

} // namespace streamscope
