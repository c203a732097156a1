// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/lessons/run_figures.h"

#include "engine/formats/lessons/lesson_figure_list.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/lessons/meant_operations.h"
#include "engine/timeline/interval_set.h"
#include "engine/timeline/statistics.h"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace streamscope {

namespace {

/// The figures of one run by name. Of several devices the first one counts.
class Figures
{
public:
    explicit Figures(const RunResult &result) : m_result(result)
    {
        if (!result.analysis.devices.empty())
            m_device = &result.analysis.devices.begin()->second;
    }

    double value(const std::string &name) const
    {
        static const std::map<std::string, double (Figures::*)() const, std::less<>> list{
            {"makespan", &Figures::makespan},
            {"bound", &Figures::bound},
            {"efficiency", &Figures::efficiency},
            {"serial", &Figures::serial},
            {"speedup", &Figures::speedup},
            {"instrumented", &Figures::instrumented},
            {"instrumentation_cost", &Figures::instrumentationCost},
            {"span", &Figures::span},
            {"busy", &Figures::busy},
            {"idle", &Figures::idle},
            {"utilisation", &Figures::utilisation},
            {"kernel_time", &Figures::kernelTime},
            {"copy_time", &Figures::copyTime},
            {"h2d_time", &Figures::h2dTime},
            {"d2h_time", &Figures::d2hTime},
            {"kernel_and_copy", &Figures::kernelAndCopy},
            {"kernel_and_h2d", &Figures::kernelAndH2D},
            {"kernel_and_d2h", &Figures::kernelAndD2H},
            {"h2d_and_d2h", &Figures::bothWays},
            {"hidden", &Figures::hidden},
            {"exposed_copy", &Figures::exposedCopy},
            {"h2d_rate", &Figures::h2dRate},
            {"d2h_rate", &Figures::d2hRate},
            {"copied", &Figures::copied},
            {"communication_time", &Figures::communicationTime},
            {"communication_hidden", &Figures::communicationHidden},
            {"exposed_communication", &Figures::exposedCommunication},
            {"streams_at_once", &Figures::streamsAtOnce},
            {"streams", &Figures::streams},
            {"operations", &Figures::operations},
            {"host_blocked", &Figures::hostBlocked},
            {"syncs", &Figures::syncs},
            {"waited_host", &Figures::waitedHost},
            {"waited_launch", &Figures::waitedLaunch},
            {"waited_event", &Figures::waitedEvent},
            {"waited_engine", &Figures::waitedEngine},
            {"waited_default_stream", &Figures::waitedDefaultStream},
            {"races", &Figures::races},
            {"right", &Figures::isRight},
        };
        const auto found = list.find(name);
        if (found == list.end())
            throw std::logic_error("no figure " + name);
        return (this->*found->second)();
    }

private:
    const Summary &summary() const { return m_result.analysis.summary; }
    const DeviceFigures &device() const { return m_device ? *m_device : m_none; }
    static double d(std::int64_t value) { return static_cast<double>(value); }
    static double share(std::int64_t part, std::int64_t whole, double otherwise)
    {
        return whole > 0 ? d(part) / d(whole) : otherwise;
    }

    double makespan() const { return d(summary().makespanNs); }
    double bound() const { return d(summary().boundNs); }
    double efficiency() const { return summary().efficiency; }
    double serial() const { return d(summary().serialNs); }
    double speedup() const { return summary().speedup; }
    double instrumented() const { return d(m_result.recording.makespans.instrumentedMedian()); }
    double instrumentationCost() const { return m_result.recording.makespans.instrumentationCost(); }
    double span() const { return d(device().spanNs); }
    double busy() const { return d(device().busyUnionNs); }
    double idle() const { return d(device().idleNs); }
    double utilisation() const { return share(device().busyUnionNs, device().spanNs, 0); }
    double kernelTime() const { return d(device().unionNs.kernel); }
    double copyTime() const { return d(device().unionNs.copy); }
    double h2dTime() const { return d(device().unionNs.h2d); }
    double d2hTime() const { return d(device().unionNs.d2h); }
    double kernelAndCopy() const { return d(device().overlapNs.kernelCopy); }
    double kernelAndH2D() const { return d(device().overlapNs.kernelH2D); }
    double kernelAndD2H() const { return d(device().overlapNs.kernelD2H); }
    double bothWays() const { return d(device().overlapNs.h2dD2H); }
    double hidden() const { return device().unionNs.copy > 0 ? device().copyHiddenPercent / 100 : 1; }
    double exposedCopy() const { return d(device().exposedCopyNs); }
    double h2dRate() const { return rate(OperationKind::H2D); }
    double d2hRate() const { return rate(OperationKind::D2H); }
    double rate(OperationKind kind) const
    {
        double bytes = 0, time = 0;
        for (const CopyRate &one : device().copies)
            if (one.kind == kind) {
                bytes += static_cast<double>(one.bytes);
                time += d(one.sumNs);
            }
        return time > 0 ? bytes / time : 0;
    }
    double copied() const
    {
        double bytes = 0;
        for (const CopyRate &one : device().copies)
            bytes += isHostCopy(one.kind) ? static_cast<double>(one.bytes) : 0;
        return bytes;
    }
    double communicationTime() const { return d(device().unionNs.communication); }
    double communicationHidden() const
    {
        return device().unionNs.communication > 0 ? device().communicationHiddenPercent / 100 : 1;
    }
    double exposedCommunication() const { return d(device().budgetNs.exposedCommunication); }
    double streamsAtOnce() const { return device().maxStreamsActive; }
    double streams() const { return d(static_cast<std::int64_t>(device().streams.size())); }
    double operations() const
    {
        const auto &kinds = m_result.recording.timeline.kinds();
        return d(std::count_if(kinds.begin(), kinds.end(), runsOnGpu));
    }
    double hostBlocked() const { return d(m_result.analysis.host.blockedNs); }
    double syncs() const { return d(m_result.analysis.host.synchronisations); }
    double gap(GapCause cause) const { return d(device().gapsNs[static_cast<std::size_t>(cause)]); }
    double waitedHost() const { return gap(GapCause::HostLate); }
    double waitedLaunch() const { return gap(GapCause::Launch); }
    double waitedEvent() const { return gap(GapCause::EventWait); }
    double waitedEngine() const { return gap(GapCause::EngineWait); }
    double waitedDefaultStream() const { return gap(GapCause::DefaultStream); }
    double races() const { return d(static_cast<std::int64_t>(m_result.analysis.races.size())); }
    double isRight() const { return m_result.recording.verification != Verification::Failed ? 1 : 0; }

    const RunResult &m_result;
    const DeviceFigures *m_device = nullptr;
    DeviceFigures m_none;
};

std::string deviceText(const DeviceInfo &device, const std::string &name)
{
    return name == "name" ? device.name : std::string();
}

double deviceNumber(const DeviceInfo &device, const std::string &name)
{
    if (name == "simulated")
        return device.kind == DeviceKind::Simulated ? 1 : 0;
    if (name == "in_units")
        return device.timesInUnits ? 1 : 0;
    if (name == "copy_engines")
        return device.asyncEngineCount;
    if (name == "sms")
        return device.multiprocessors.value_or(0);
    if (name == "compute")
        return device.computeMajor.value_or(0) + device.computeMinor.value_or(0) / 10.0;
    if (name == "concurrent_kernels")
        return device.concurrentKernels ? 1 : 0;
    if (name == "priorities")
        return device.leastPriority - device.greatestPriority + 1;
    return static_cast<double>(device.memoryBytes.value_or(0));
}

std::int64_t mostAtOnce(const Timeline &timeline, const std::vector<std::size_t> &spans)
{
    std::vector<std::pair<std::int64_t, int>> steps; // an end stands before a start at the same time
    for (const std::size_t i : spans) {
        steps.emplace_back(timeline.starts()[i], 1);
        steps.emplace_back(timeline.ends()[i], -1);
    }
    std::sort(steps.begin(), steps.end());
    std::int64_t now = 0, most = 0;
    for (const auto &[time, step] : steps)
        most = std::max(most, now += step);
    return most;
}

IntervalSet timesOf(const Timeline &timeline, const std::vector<std::size_t> &spans)
{
    std::vector<IntervalSet::Interval> intervals;
    for (const std::size_t i : spans)
        intervals.push_back({timeline.starts()[i], timeline.ends()[i]});
    return IntervalSet(std::move(intervals));
}

/// The least of a time over the spans that know it.
template <typename Of>
std::int64_t leastKnown(const std::vector<std::size_t> &spans, const std::string &what, Of of)
{
    std::int64_t least = INT64_MAX;
    for (const std::size_t i : spans)
        if (of(i) != unknownTime)
            least = std::min<std::int64_t>(least, of(i));
    if (least == INT64_MAX)
        throw RunError(Phrase("engine", "'%1' is not known here").arg(what));
    return least;
}

std::int64_t timeOf(const Timeline &timeline, const std::string &function, const std::vector<std::size_t> &spans)
{
    if (function == "start")
        return leastKnown(spans, function, [&](std::size_t i) { return timeline.starts()[i]; });
    if (function == "issue")
        return leastKnown(spans, function, [&](std::size_t i) { return timeline.issue(i); });
    if (function == "ready")
        return leastKnown(spans, function, [&](std::size_t i) { return timeline.ready(i); });
    if (function == "union")
        return timesOf(timeline, spans).length();
    std::int64_t latest = INT64_MIN, waited = 0, held = 0, total = 0;
    std::vector<std::int64_t> durations;
    for (const std::size_t i : spans) {
        const Span span = timeline.span(i);
        latest = std::max(latest, span.end);
        waited = std::max(waited, span.waited());
        held += span.held();
        total += span.duration();
        durations.push_back(span.duration());
    }
    const Statistics statistics = statisticsOf(std::move(durations));
    return function == "end"        ? latest
           : function == "waited"   ? waited
           : function == "held"     ? held
           : function == "total"    ? total
           : function == "longest"  ? statistics.maximum
           : function == "shortest" ? statistics.minimum
                                    : static_cast<std::int64_t>(statistics.median);
}

} // namespace

LessonValue figureOfRun(const RunResult &result, const std::string &name)
{
    const LessonFigure *figure = findLessonFigure(name);
    if (!figure)
        throw std::logic_error("no figure " + name);
    return {figure->unit, Figures(result).value(name), {}};
}

LessonValue figureOfDevice(const DeviceInfo &device, const std::string &name)
{
    const LessonFigure *figure = findLessonDeviceFigure(name);
    if (!figure)
        throw std::logic_error("no device figure " + name);
    if (figure->unit == LessonUnit::Text)
        return {figure->unit, 0, deviceText(device, name)};
    return {figure->unit, deviceNumber(device, name), {}};
}

LessonValue measureOf(const RunResult &result, const std::string &function, const std::vector<std::string> &filters)
{
    const LessonFunction *known = findLessonFunction(function);
    if (!known || filters.size() != static_cast<std::size_t>(known->filters))
        throw std::logic_error("no function " + function);
    const Timeline &timeline = result.recording.timeline;
    std::vector<std::vector<std::size_t>> spans;
    for (const std::string &filter : filters) {
        spans.push_back(meantOperations(timeline, filter));
        if (spans.back().empty() && function != "count")
            throw RunError(Phrase("engine", "no operation of the run is meant by \"%1\"").arg(filter));
    }
    std::int64_t value = 0;
    if (function == "count")
        value = static_cast<std::int64_t>(spans[0].size());
    else if (function == "at_once")
        value = mostAtOnce(timeline, spans[0]);
    else if (function == "overlap")
        value = timesOf(timeline, spans[0]).intersectionWith(timesOf(timeline, spans[1])).length();
    else
        value = timeOf(timeline, function, spans[0]);
    return {known->unit, static_cast<double>(value), {}};
}

} // namespace streamscope
