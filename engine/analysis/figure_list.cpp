// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/figure_list.h"

#include "engine/analysis/definitions.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

std::string percentText(double value)
{
    return decimalText(value, 1) + " %";
}

std::string operationsText(std::int64_t count)
{
    return count == 1 ? QT_TRANSLATE_NOOP("engine", "1 operation") : Phrase("engine", "%1 operations").arg(count);
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
            addAs(count == 1 ? QT_TRANSLATE_NOOP("engine", "1 stream at once")
                             : Phrase("engine", "%1 streams at once").arg(count),
                  "streams_active_ns", share(ns));
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
            add("copy_hidden_percent",
                Phrase("engine", "%1   (%2 of %3)")
                    .arg(percentText(f.copyHiddenPercent), time(f.overlapNs.kernelCopy), time(f.unionNs.copy)));
            addTime("exposed_copy_ns", f.exposedCopyNs);
        } else {
            add("copy_hidden_percent", QT_TRANSLATE_NOOP("engine", "nothing was copied"));
        }
        addIfAny("communication_ns.union", f.unionNs.communication);
        add("communication_hidden_percent", f.unionNs.communication > 0
                                                ? percentText(f.communicationHiddenPercent)
                                                : QT_TRANSLATE_NOOP("engine", "unknown: no kernel of NCCL or RCCL"));
        const DeviceFigures::Budget &b = f.budgetNs;
        add("budget_ns", Phrase("engine", "compute %1 + exposed communication %2 + exposed copying %3 + idle %4")
                             .arg(time(b.compute), time(b.exposedCommunication), time(b.exposedCopy), time(b.idle)));
    }

    std::string gapText(GapCause cause) const
    {
        const std::string length = time(m_figures.gapsNs[static_cast<std::size_t>(cause)]);
        return cause == GapCause::DefaultStream && !m_figures.barrier.empty()
                   ? Phrase("engine", "%1, the longest by '%2'").arg(length, m_figures.barrier)
                   : length;
    }

    void addGaps()
    {
        bool any = false;
        for (std::size_t i = 0; i < m_figures.gapsNs.size(); ++i)
            if (m_figures.gapsNs[i] > 0) {
                any = true;
                addAs(Phrase("engine", "Gaps: %1").arg(gapCauseText(static_cast<GapCause>(i))), "gaps_ns",
                      gapText(static_cast<GapCause>(i)));
            }
        if (!any)
            add("gaps_ns", QT_TRANSLATE_NOOP("engine", "none"));
    }

    void addPath()
    {
        const CriticalPath &p = m_figures.criticalPath;
        add("critical_path_ns",
            Phrase("engine",
                   "compute %1, communication %2, copies %3, memsets %4, host %5, launch %6, waiting %7 over %8")
                .arg(time(p.compute), time(p.communication), time(p.copy), time(p.memset), time(p.host), time(p.launch),
                     time(p.wait), operationsText(p.operations)));
    }

    std::string rateText(const CopyRate &rate) const
    {
        if (rate.sumNs <= 0)
            return QT_TRANSLATE_NOOP("engine", "unknown: the copies took no time");
        const std::string gigabytes = decimalText(rate.gigabytesPerSecond(), 3);
        return rate.count == 1
                   ? Phrase("engine", "%1 GB/s   (1 copy, %2 bytes in %3)").arg(gigabytes, rate.bytes, time(rate.sumNs))
                   : Phrase("engine", "%1 GB/s   (%2 copies, %3 bytes in %4)")
                         .arg(gigabytes, rate.count, rate.bytes, time(rate.sumNs));
    }

    void addCopies()
    {
        for (const CopyRate &rate : m_figures.copies)
            addAs(Phrase("engine", "%1, %2 to %3")
                      .arg(kindName(rate.kind), memoryKindName(rate.from), memoryKindName(rate.to)),
                  "copies", rateText(rate));
    }

    void addStreams()
    {
        std::size_t listed = 0;
        for (const auto &[id, stream] : m_figures.streams) {
            if (++listed > m_spelling.maxStreams) {
                add("streams", Phrase("engine", "%1 more: the report has all")
                                   .arg(m_figures.streams.size() - m_spelling.maxStreams));
                return;
            }
            std::string value = Phrase("engine", "%1 busy, %2 waiting, %3 in gaps, %4")
                                    .arg(time(stream.busyNs), time(stream.waitedNs), time(stream.gapNs),
                                         operationsText(stream.operations));
            if (stream.deepestQueue > 0)
                value = Phrase("engine", "%1, at most %2 queued").arg(value, stream.deepestQueue);
            addAs(Phrase("engine", "Stream %1").arg(id), "streams", value);
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
            Phrase("engine", "%1, blocked for %2").arg(figures.synchronisations, spelling.time(figures.blockedNs)),
            definition.text};
}

std::string_view gapCauseText(GapCause cause)
{
    constexpr std::array<std::string_view, gapCauseCount> texts{
        QT_TRANSLATE_NOOP("engine", "host late"),        QT_TRANSLATE_NOOP("engine", "queue full"),
        QT_TRANSLATE_NOOP("engine", "launch"),           QT_TRANSLATE_NOOP("engine", "waits for event"),
        QT_TRANSLATE_NOOP("engine", "waits for engine"), QT_TRANSLATE_NOOP("engine", "default stream"),
        QT_TRANSLATE_NOOP("engine", "unknown")};
    return texts[static_cast<std::size_t>(cause)];
}

} // namespace streamscope
