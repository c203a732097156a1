// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/figure_list.h"

#include "engine/analysis/definitions.h"
#include "engine/device/number_text.h"

#include <algorithm>

namespace streamscope {

namespace {

std::string percentText(double value)
{
    return decimalText(value, 1) + " %";
}

std::string counted(std::int64_t count, const std::string &what)
{
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

class Listing
{
public:
    Listing(const DeviceFigures &figures, const FigureSpelling &spelling) : m_figures(figures), m_spelling(spelling) {}

    std::vector<ListedFigure> list()
    {
        const auto plain = plainFigures(m_figures);
        const auto valueOf = [&plain](std::string_view key) {
            return std::find_if(plain.begin(), plain.end(), [key](const auto &f) { return f.first == key; })->second;
        };
        for (const char *key :
             {"span_ns", "busy_union_ns", "idle_ns", "union_ns.kernel", "union_ns.h2d", "union_ns.d2h"})
            addTime(key, valueOf(key));
        addIfAny("union_ns.d2d", valueOf("union_ns.d2d"));
        addIfAny("union_ns.memset", valueOf("union_ns.memset"));
        for (const char *key :
             {"overlap_ns.kernel&copy", "overlap_ns.kernel&h2d", "overlap_ns.kernel&d2h", "overlap_ns.h2d&d2h"})
            addTime(key, valueOf(key));
        addHidden();
        addTime("bound_ns", m_figures.boundNs);
        addIfAny("migration_ns", m_figures.migrationNs);
        add("max_streams_active", std::to_string(m_figures.maxStreamsActive));
        for (const auto &[count, ns] : m_figures.streamsActiveNs)
            addAs(counted(count, "stream") + " at once", "streams_active_ns", share(ns));
        addGaps();
        addPath();
        addCopies();
        addStreams();
        return std::move(m_list);
    }

private:
    void addAs(std::string label, std::string_view key, std::string value)
    {
        m_list.push_back({std::move(label), std::move(value), definitionOf(key).text});
    }
    void add(std::string_view key, std::string value)
    {
        addAs(std::string(definitionOf(key).label), key, std::move(value));
    }
    std::string time(std::int64_t ns) const { return m_spelling.time(ns); }
    std::string share(std::int64_t ns) const
    {
        const auto whole = static_cast<double>(m_figures.spanNs);
        return time(ns) + (whole > 0 ? "   (" + percentText(100.0 * static_cast<double>(ns) / whole) + ")" : "");
    }
    void addTime(std::string_view key, std::int64_t ns) { add(key, share(ns)); }
    void addIfAny(std::string_view key, std::int64_t ns)
    {
        if (ns > 0)
            addTime(key, ns);
    }

    void addHidden()
    {
        const DeviceFigures &f = m_figures;
        if (f.unionNs.copy > 0) {
            add("copy_hidden_percent", percentText(f.copyHiddenPercent) + "   (" + time(f.overlapNs.kernelCopy) + " of "
                                           + time(f.unionNs.copy) + ")");
            addTime("exposed_copy_ns", f.exposedCopyNs);
        } else {
            add("copy_hidden_percent", "nothing was copied");
        }
        addIfAny("communication_ns.union", f.unionNs.communication);
        add("communication_hidden_percent", f.unionNs.communication > 0 ? percentText(f.communicationHiddenPercent)
                                                                        : "unknown: no kernel of NCCL or RCCL");
        const DeviceFigures::Budget &b = f.budgetNs;
        add("budget_ns", "compute " + time(b.compute) + " + exposed communication " + time(b.exposedCommunication)
                             + " + exposed copying " + time(b.exposedCopy) + " + idle " + time(b.idle));
    }

    std::string barrierText(GapCause cause) const
    {
        return cause == GapCause::DefaultStream && !m_figures.barrier.empty()
                   ? ", the longest by '" + m_figures.barrier + "'"
                   : std::string();
    }

    void addGaps()
    {
        bool any = false;
        for (std::size_t i = 0; i < m_figures.gapsNs.size(); ++i)
            if (m_figures.gapsNs[i] > 0) {
                any = true;
                addAs("Gaps: " + std::string(gapCauseText(static_cast<GapCause>(i))), "gaps_ns",
                      time(m_figures.gapsNs[i]) + barrierText(static_cast<GapCause>(i)));
            }
        if (!any)
            add("gaps_ns", "none");
    }

    void addPath()
    {
        const CriticalPath &p = m_figures.criticalPath;
        add("critical_path_ns", "compute " + time(p.compute) + ", communication " + time(p.communication) + ", copies "
                                    + time(p.copy) + ", memsets " + time(p.memset) + ", host " + time(p.host)
                                    + ", launch " + time(p.launch) + ", waiting " + time(p.wait) + " over "
                                    + counted(p.operations, "operation"));
    }

    void addCopies()
    {
        for (const CopyRate &rate : m_figures.copies)
            addAs(std::string(kindName(rate.kind)) + ", " + std::string(memoryKindName(rate.from)) + " to "
                      + std::string(memoryKindName(rate.to)),
                  "copies",
                  rate.sumNs > 0 ? decimalText(rate.gigabytesPerSecond(), 3) + " GB/s   ("
                                       + (rate.count == 1 ? "1 copy" : std::to_string(rate.count) + " copies") + ", "
                                       + std::to_string(rate.bytes) + " bytes in " + time(rate.sumNs) + ")"
                                 : "unknown: the copies took no time");
    }

    void addStreams()
    {
        std::size_t listed = 0;
        for (const auto &[id, stream] : m_figures.streams) {
            if (++listed > m_spelling.maxStreams) {
                add("streams",
                    std::to_string(m_figures.streams.size() - m_spelling.maxStreams) + " more: the report has all");
                return;
            }
            std::string value = time(stream.busyNs) + " busy, " + time(stream.waitedNs) + " waiting, "
                                + time(stream.gapNs) + " in gaps, " + counted(stream.operations, "operation");
            if (stream.deepestQueue > 0)
                value += ", at most " + std::to_string(stream.deepestQueue) + " queued";
            addAs("Stream " + id, "streams", value);
        }
    }

    const DeviceFigures &m_figures;
    const FigureSpelling &m_spelling;
    std::vector<ListedFigure> m_list;
};

} // namespace

std::vector<std::pair<std::string_view, std::int64_t>> plainFigures(const DeviceFigures &f)
{
    return {{"first_start_ns", f.firstStartNs},
            {"span_ns", f.spanNs},
            {"busy_union_ns", f.busyUnionNs},
            {"idle_ns", f.idleNs},
            {"union_ns.kernel", f.unionNs.kernel},
            {"union_ns.h2d", f.unionNs.h2d},
            {"union_ns.d2h", f.unionNs.d2h},
            {"union_ns.d2d", f.unionNs.d2d},
            {"union_ns.memset", f.unionNs.memset},
            {"copy_union_ns", f.unionNs.copy},
            {"overlap_ns.kernel&copy", f.overlapNs.kernelCopy},
            {"overlap_ns.kernel&h2d", f.overlapNs.kernelH2D},
            {"overlap_ns.kernel&d2h", f.overlapNs.kernelD2H},
            {"overlap_ns.h2d&d2h", f.overlapNs.h2dD2H},
            {"exposed_copy_ns", f.exposedCopyNs},
            {"communication_ns.union", f.unionNs.communication},
            {"communication_ns.compute_union", f.unionNs.compute},
            {"communication_ns.overlap", f.overlapNs.computeCommunication},
            {"budget_ns.compute", f.budgetNs.compute},
            {"budget_ns.exposed_communication", f.budgetNs.exposedCommunication},
            {"budget_ns.exposed_copy", f.budgetNs.exposedCopy},
            {"budget_ns.idle", f.budgetNs.idle},
            {"bound_ns", f.boundNs},
            {"serial_ns", f.serialNs},
            {"migration_ns", f.migrationNs},
            {"max_streams_active", f.maxStreamsActive},
            {"zero_duration_operations", f.zeroDurations},
            {"critical_path_ns.compute", f.criticalPath.compute},
            {"critical_path_ns.communication", f.criticalPath.communication},
            {"critical_path_ns.copy", f.criticalPath.copy},
            {"critical_path_ns.memset", f.criticalPath.memset},
            {"critical_path_ns.host", f.criticalPath.host},
            {"critical_path_ns.launch", f.criticalPath.launch},
            {"critical_path_ns.wait", f.criticalPath.wait},
            {"critical_path_ns.operations", f.criticalPath.operations}};
}

std::vector<ListedFigure> listedFigures(const DeviceFigures &figures, const FigureSpelling &spelling)
{
    return Listing(figures, spelling).list();
}

ListedFigure listedFigure(const HostFigures &figures, const FigureSpelling &spelling)
{
    const FigureDefinition &definition = definitionOf("host");
    return {std::string(definition.label),
            std::to_string(figures.synchronisations) + ", blocked for " + spelling.time(figures.blockedNs),
            definition.text};
}

std::string_view gapCauseText(GapCause cause)
{
    constexpr std::array<std::string_view, gapCauseCount> texts{
        "host late", "queue full", "launch", "waits for event", "waits for engine", "default stream", "unknown"};
    return texts[static_cast<std::size_t>(cause)];
}

} // namespace streamscope
