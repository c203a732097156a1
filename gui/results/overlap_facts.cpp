// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/overlap_facts.h"

#include "engine/analysis/definitions.h"
#include "gui/timeline/text/time_text.h"
#include "gui/timeline/text/translation.h"
#include "gui/widgets/fact_list.h"

namespace streamscope {

namespace {

constexpr std::size_t maxStreams = 200; ///< that are listed; the report has all

QString text(std::string_view s)
{
    return QString::fromUtf8(s.data(), static_cast<qsizetype>(s.size()));
}

QString percent(double value)
{
    return QString::number(value, 'f', 1) + QStringLiteral("\u00a0%");
}

/// The facts of one device under its heading.
class DeviceFacts
{
public:
    DeviceFacts(FactList &list, QTreeWidgetItem *heading, const DeviceFigures &figures)
        : m_list(list), m_heading(heading), m_figures(figures)
    {}

    void addAll()
    {
        const DeviceFigures &f = m_figures;
        addTime("span_ns", f.spanNs);
        addTime("busy_union_ns", f.busyUnionNs);
        addTime("idle_ns", f.idleNs);
        addTime("union_ns.kernel", f.unionNs.kernel);
        addTime("union_ns.h2d", f.unionNs.h2d);
        addTime("union_ns.d2h", f.unionNs.d2h);
        addIfAny("union_ns.d2d", f.unionNs.d2d);
        addIfAny("union_ns.memset", f.unionNs.memset);
        addTime("overlap_ns.kernel&copy", f.overlapNs.kernelCopy);
        addTime("overlap_ns.kernel&h2d", f.overlapNs.kernelH2D);
        addTime("overlap_ns.kernel&d2h", f.overlapNs.kernelD2H);
        addTime("overlap_ns.h2d&d2h", f.overlapNs.h2dD2H);
        addShares();
        addTime("bound_ns", f.boundNs);
        addIfAny("migration_ns", f.migrationNs);
        addStreamsActive();
        addGaps();
        addPath();
        addCopies();
        addStreams();
    }

private:
    void add(std::string_view key, const QString &value)
    {
        const FigureDefinition &definition = definitionOf(key);
        m_list.addFact(text(definition.label), value, text(definition.text), m_heading);
    }
    void addAs(const QString &label, std::string_view key, const QString &value)
    {
        m_list.addFact(label, value, text(definitionOf(key).text), m_heading);
    }
    QString share(std::int64_t ns) const
    {
        const double whole = static_cast<double>(m_figures.spanNs);
        return whole > 0
                   ? QStringLiteral("%1   (%2)").arg(timeText(ns), percent(100.0 * static_cast<double>(ns) / whole))
                   : timeText(ns);
    }
    void addTime(std::string_view key, std::int64_t ns) { add(key, share(ns)); }
    void addIfAny(std::string_view key, std::int64_t ns)
    {
        if (ns > 0)
            addTime(key, ns);
    }

    void addShares()
    {
        if (m_figures.unionNs.copy > 0) {
            add("copy_hidden_percent",
                percent(m_figures.copyHiddenPercent)
                    + tr("   (%1 of %2)")
                          .arg(timeText(m_figures.overlapNs.kernelCopy), timeText(m_figures.unionNs.copy)));
            addTime("exposed_copy_ns", m_figures.exposedCopyNs);
        } else {
            add("copy_hidden_percent", tr("nothing was copied"));
        }
        if (m_figures.unionNs.communication > 0) {
            addTime("communication_ns.union", m_figures.unionNs.communication);
            add("communication_hidden_percent", percent(m_figures.communicationHiddenPercent));
        } else {
            add("communication_hidden_percent", tr("unknown: no kernel of NCCL or RCCL"));
        }
    }

    void addStreamsActive()
    {
        add("max_streams_active", QString::number(m_figures.maxStreamsActive));
        for (const auto &[count, ns] : m_figures.streamsActiveNs)
            addAs(tr("%n stream(s) at once", count), "streams_active_ns", share(ns));
    }

    void addGaps()
    {
        bool any = false;
        for (std::size_t cause = 0; cause < m_figures.gapsNs.size(); ++cause) {
            if (m_figures.gapsNs[cause] == 0)
                continue;
            any = true;
            addAs(tr("Gaps: %1").arg(gapCauseText(static_cast<GapCause>(cause))), "gaps_ns",
                  timeText(m_figures.gapsNs[cause]));
        }
        if (!any)
            add("gaps_ns", tr("none"));
    }

    void addPath()
    {
        const CriticalPath &path = m_figures.criticalPath;
        add("critical_path_ns",
            tr("compute %1, communication %2, copies %3, memsets %4, host %5, launch %6, waiting %7")
                .arg(timeText(path.compute), timeText(path.communication), timeText(path.copy), timeText(path.memset),
                     timeText(path.host), timeText(path.launch), timeText(path.wait)));
    }

    void addCopies()
    {
        for (const CopyRate &rate : m_figures.copies)
            addAs(tr("%1, %2 to %3")
                      .arg(text(kindName(rate.kind)).toUpper(), text(memoryKindName(rate.from)).toLower(),
                           text(memoryKindName(rate.to)).toLower()),
                  "copies",
                  rate.sumNs > 0 ? tr("%1 GB/s   (%2 copies)").arg(rate.gigabytesPerSecond(), 0, 'f', 2).arg(rate.count)
                                 : tr("unknown: the copies took no time"));
    }

    void addStreams()
    {
        std::size_t listed = 0;
        for (const auto &[id, stream] : m_figures.streams) {
            if (++listed > maxStreams) {
                add("streams",
                    tr("%n more: the report has all", static_cast<int>(m_figures.streams.size() - maxStreams)));
                return;
            }
            QString value = tr("%1 busy, %2 waiting, %3 in gaps, %n operation(s)", stream.operations)
                                .arg(timeText(stream.busyNs), timeText(stream.waitedNs), timeText(stream.gapNs));
            if (stream.deepestQueue > 0)
                value += tr(", at most %1 queued").arg(stream.deepestQueue);
            addAs(tr("Stream %1").arg(text(id)), "streams", value);
        }
    }

    FactList &m_list;
    QTreeWidgetItem *m_heading;
    const DeviceFigures &m_figures;
};

} // namespace

QString gapCauseText(GapCause cause)
{
    switch (cause) {
    case GapCause::HostLate:
        return tr("host late");
    case GapCause::QueueFull:
        return tr("queue full");
    case GapCause::Launch:
        return tr("launch");
    case GapCause::EventWait:
        return tr("waits for event");
    case GapCause::EngineWait:
        return tr("waits for engine");
    case GapCause::DefaultStream:
        return tr("default stream");
    case GapCause::Unknown:
        break;
    }
    return tr("unknown");
}

void fillOverlapFacts(FactList &list, const RunAnalysis &analysis)
{
    list.clear();
    for (const auto &[device, figures] : analysis.devices)
        DeviceFacts(list, list.addHeading(tr("Device %1").arg(device)), figures).addAll();
    QTreeWidgetItem *host = list.addHeading(tr("Host"));
    const FigureDefinition &waits = definitionOf("host");
    list.addFact(text(waits.label),
                 tr("%1, blocked for %2").arg(analysis.host.synchronisations).arg(timeText(analysis.host.blockedNs)),
                 text(waits.text), host);
    list.fit();
}

} // namespace streamscope
