// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/trace/stream_functions.h"

#include "engine/executors/simulator/host/function_thread.h"
#include "engine/program/medians.h"
#include "engine/program/usual_return.h"
#include "engine/replay/trace/awaited_work.h"
#include "engine/replay/trace/function_joins.h"
#include "engine/replay/trace/function_places.h"
#include "engine/replay/trace/replay_range.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t soonBehindCall = 4'000; // what starts so soon behind its call waited for that
constexpr double shareOfHeld = 0.95;           // of what a function held its stream, at most, is the waking up
// From a function's end until what it held back begins (CopyEngines, and kernels behind kernels).
constexpr std::int64_t copyBehindNs = 8'000, kernelBehindNs = 1'500;
constexpr std::int64_t leastWakeNs = 10'000; ///< sooner no driver's thread was seen to run a function

class FunctionFinder
{
public:
    FunctionFinder(const Timeline &timeline, const std::vector<TraceStep> &steps)
        : m_timeline(timeline), m_steps(steps), m_places(timeline, steps), m_joins(steps),
          m_streams(timeline.streams().size())
    {}

    /// `joined`: by the step that waits for one in a stream of its own, that one.
    std::map<std::size_t, StreamFunctions::Function> find(std::map<std::size_t, std::size_t> &joined)
    {
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const TraceStep &step = m_steps[i];
            if (isSynchronisation(step.kind))
                waited(step);
            else if (step.spans > 0)
                issued(step);
            else if (step.kind == HostCallKind::HostFunction)
                called(i);
        }
        leaveOutMisplaced();
        for (auto &[step, function] : m_functions)
            if (function.isApart)
                joined[m_joins.of(step)->behind] = step;
        setSlept();
        return std::move(m_functions);
    }

private:
    struct Stream
    {
        std::int64_t end = unknownTime; ///< of all that was issued
        std::vector<std::size_t> open;  ///< functions behind that: steps
        std::size_t functions = 0;
        std::vector<std::size_t> tooSoon; ///< those behind which work began before they can have ended: steps
    };

    std::int32_t &lastOf(std::int32_t thread)
    {
        if (static_cast<std::size_t>(thread) >= m_last.size())
            m_last.resize(static_cast<std::size_t>(thread) + 1, -1);
        return m_last[static_cast<std::size_t>(thread)];
    }

    void called(std::size_t index)
    {
        const TraceStep &step = m_steps[index];
        const std::int32_t stream = step.stream >= 0 ? step.stream : m_places.streamOf(index);
        if (stream < 0)
            return;
        m_functions[index].stream = stream;
        m_streams[static_cast<std::size_t>(stream)].open.push_back(index);
        ++m_streams[static_cast<std::size_t>(stream)].functions;
    }

    void issued(const TraceStep &step)
    {
        for (std::uint32_t span = step.firstSpan; span < step.firstSpan + step.spans; ++span) {
            if (!isReplayed(m_timeline, span))
                continue;
            lastOf(step.thread) = m_timeline.streamIndices()[span];
            Stream &stream = m_streams[static_cast<std::size_t>(m_timeline.streamIndices()[span])];
            const std::int64_t start = m_timeline.starts()[span];
            const bool isKernel = m_timeline.kinds()[span] == OperationKind::Kernel;
            close(stream, start - (isKernel ? kernelBehindNs : copyBehindNs), start - step.end > soonBehindCall);
            stream.end = std::max(stream.end, m_timeline.ends()[span]);
        }
    }

    /// The stream for which a call waited that does not say so: the one that its thread used last, unless that was done
    /// long before and functions of another one were not. AwaitedWork::streamOf() decides the same where the functions
    /// are known, which are found here.
    std::int32_t awaitedBy(const TraceStep &step)
    {
        const std::int32_t last = lastOf(step.thread);
        if (last < 0)
            return last;
        const Stream &used = m_streams[static_cast<std::size_t>(last)];
        if (!used.open.empty() || used.end + AwaitedWork::sameMomentNs >= step.end)
            return last;
        const auto other = std::ranges::find_if(m_streams, [&](const Stream &stream) {
            return !stream.open.empty() && stream.end > used.end && stream.end < step.end;
        });
        return other == m_streams.end() ? last : static_cast<std::int32_t>(other - m_streams.begin());
    }

    void waited(const TraceStep &step)
    {
        const std::int32_t awaited = step.stream >= 0 ? step.stream : awaitedBy(step);
        for (std::size_t i = 0; i < m_streams.size(); ++i) {
            const bool isMeant = step.kind == HostCallKind::DeviceSync || static_cast<std::int32_t>(i) == awaited;
            Stream &stream = m_streams[i];
            if (isMeant && step.kind != HostCallKind::EventSync)
                close(stream, step.end - usualReturnNs, step.end - step.begin > usualReturnNs + soonBehindCall);
        }
    }

    /// The open functions of the stream had ended at `until`. `held`: what came then had waited for them.
    void close(Stream &stream, std::int64_t until, bool held)
    {
        if (stream.open.empty())
            return;
        std::int64_t end = std::max(stream.end, m_steps[stream.open.front()].end);
        const std::int64_t each =
            held ? std::max<std::int64_t>(until - end, 0) / static_cast<std::int64_t>(stream.open.size()) : 0;
        if (held && each < (stream.open.size() == 1 ? leastWakeNs : 1))
            stream.tooSoon.insert(stream.tooSoon.end(), stream.open.begin(), stream.open.end());
        for (const std::size_t index : stream.open) {
            StreamFunctions::Function &function = m_functions[index];
            function.behindAnother = index != stream.open.front();
            function.heldNs = each;
            function.end = end += each;
        }
        stream.end = end;
        stream.open.clear();
    }

    /// Most functions of a stream did not hold what came behind them: they are in one that the calls do not show, as of
    /// a program that has a stream for them alone.
    void leaveOutMisplaced()
    {
        for (std::size_t stream = 0; stream < m_streams.size(); ++stream) {
            if (2 * m_streams[stream].tooSoon.size() <= m_streams[stream].functions)
                continue;
            std::int64_t last = unknownTime; // of those in a stream of their own
            for (auto &[step, function] : m_functions)
                if (function.stream == static_cast<std::int32_t>(stream) && m_joins.of(step))
                    last = setApart(step, last, function);
            for (const std::size_t step : m_streams[stream].tooSoon)
                if (!m_functions[step].isApart)
                    m_functions.erase(step);
        }
    }

    /// It began behind `last` at the earliest. Returns its end.
    std::int64_t setApart(std::size_t step, std::int64_t last, StreamFunctions::Function &function)
    {
        const FunctionJoins::Join &join = *m_joins.of(step);
        const TraceStep &behind = m_steps[join.behind];
        const auto start = m_timeline.starts()[behind.firstSpan];
        const bool isKernel = m_timeline.kinds()[behind.firstSpan] == OperationKind::Kernel;
        const std::int64_t begin = std::max({last, m_steps[step].end, endOf(m_steps[join.before])});
        const std::int64_t until = start - (isKernel ? kernelBehindNs : copyBehindNs);
        function.isApart = true;
        function.behindAnother = false;
        // Else its stream's own work explains when it began.
        const bool held = until > endBefore(join.behind) + soonBehindCall && until > behind.end;
        function.heldNs = held ? std::max<std::int64_t>(until - begin, 0) : 0;
        function.end = begin + function.heldNs;
        return function.end;
    }

    std::int64_t endOf(const TraceStep &step) const
    {
        std::int64_t end = step.end;
        for (std::uint32_t span = step.firstSpan; span < step.firstSpan + step.spans; ++span)
            end = std::max(end, m_timeline.ends()[span]);
        return end;
    }

    /// Of what the thread issued before `step`.
    std::int64_t endBefore(std::size_t step) const
    {
        for (std::size_t before = step; before-- > 0;)
            if (m_steps[before].thread == m_steps[step].thread && m_steps[before].spans > 0)
                return endOf(m_steps[before]);
        return m_steps[step].begin;
    }

    void setSlept()
    {
        std::vector<StreamFunctions::Function *> byEnd;
        for (auto &[step, function] : m_functions)
            byEnd.push_back(&function);
        std::sort(byEnd.begin(), byEnd.end(), [](const auto *a, const auto *b) { return a->end < b->end; });
        std::int64_t last = m_steps.empty() ? 0 : m_steps.front().begin - static_cast<std::int64_t>(sleptBeforeFirstNs);
        for (StreamFunctions::Function *function : byEnd) {
            function->sleptNs = std::max<std::int64_t>(function->end - function->heldNs - last, 0);
            last = function->end;
        }
    }

    const Timeline &m_timeline;
    const std::vector<TraceStep> &m_steps;
    const FunctionPlaces m_places;
    const FunctionJoins m_joins;
    std::vector<Stream> m_streams;
    std::vector<std::int32_t> m_last; ///< stream of a thread's last operation
    std::map<std::size_t, StreamFunctions::Function> m_functions;
};

} // namespace

StreamFunctions::StreamFunctions(const Timeline &timeline, const std::vector<TraceStep> &steps)
    : m_functions(FunctionFinder(timeline, steps).find(m_joined))
{
    findAwaited(steps);
}

/// Of each thread the pauses in which a function ended: where most of them end as long behind that, it was awaited.
void StreamFunctions::findAwaited(const std::vector<TraceStep> &steps)
{
    constexpr std::int64_t shortestPause = 100'000, alike = 10'000;
    constexpr std::size_t fewest = 4;
    struct Pause
    {
        std::size_t step, function;
        std::int64_t behind, length;
    };
    std::map<std::int64_t, std::size_t> ends; // step of the function, by its end
    for (const auto &[step, function] : m_functions)
        if (function.heldNs > 0)
            ends[function.end] = step;
    std::map<std::int32_t, std::int64_t> until;
    std::map<std::int32_t, std::vector<Pause>> pauses; // by thread
    for (std::size_t i = 0; i < steps.size() && !ends.empty(); ++i) {
        const TraceStep &step = steps[i];
        const auto [before, isNew] = until.try_emplace(step.thread, step.end);
        auto last = ends.upper_bound(step.begin);
        if (!isNew && step.begin - before->second >= shortestPause && last != ends.begin())
            if (--last; last->first > before->second)
                pauses[step.thread].push_back({i, last->second, step.begin - last->first, step.begin - before->second});
        before->second = std::max(before->second, step.end);
    }
    for (auto &[thread, list] : pauses) {
        std::vector<std::int64_t> times;
        for (const Pause &pause : list)
            times.push_back(pause.behind);
        const std::int64_t usual = upperMedian(times);
        std::erase_if(list, [usual](const Pause &pause) {
            return std::abs(pause.behind - usual) > alike || 2 * usual > pause.length;
        });
        if (list.size() >= fewest && 5 * list.size() >= 4 * times.size())
            for (const Pause &pause : list)
                m_awaited[pause.step] = pause.function;
    }
}

const std::size_t *StreamFunctions::awaitedBy(std::size_t step) const
{
    const auto function = m_awaited.find(step);
    return function == m_awaited.end() ? nullptr : &function->second;
}

const std::size_t *StreamFunctions::joinedBy(std::size_t step) const
{
    const auto function = m_joined.find(step);
    return function == m_joined.end() ? nullptr : &function->second;
}

const StreamFunctions::Function *StreamFunctions::of(std::size_t step) const
{
    const auto function = m_functions.find(step);
    return function == m_functions.end() ? nullptr : &function->second;
}

double StreamFunctions::wakeNs(const DeviceProfile &profile) const
{
    double wake = profile.host.functionNs;
    for (const auto &[step, function] : m_functions)
        if (function.heldNs > 0 && !function.behindAnother)
            wake = std::min(wake, shareOfHeld * static_cast<double>(function.heldNs)
                                      / functionWakeShare(static_cast<double>(function.sleptNs)));
    return wake;
}

std::int64_t StreamFunctions::ownNs(const Function &function, const DeviceProfile &profile, double wakeNs)
{
    const double before = function.behindAnother ? profile.host.nextFunctionNs
                                                 : wakeNs * functionWakeShare(static_cast<double>(function.sleptNs));
    return std::max<std::int64_t>(std::llround(static_cast<double>(function.heldNs) - before), 0);
}

} // namespace streamscope
