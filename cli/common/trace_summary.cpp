// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/trace_summary.h"

#include "engine/analysis/definitions.h"
#include "engine/device/number_text.h"

namespace streamscope {

namespace {

std::string milliseconds(std::int64_t ns)
{
    return millisecondsText(ns, 6);
}

std::string percent(double value)
{
    return decimalText(value, 1) + " %";
}

std::string share(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? " (" + percent(100.0 * static_cast<double>(part) / static_cast<double>(whole)) + ")"
                     : std::string();
}

std::string padded(std::string_view label)
{
    std::string text(label);
    text.resize(std::max<std::size_t>(text.size() + 2, 24), ' ');
    return "  " + text;
}

/// Collects the lines of one device.
class DeviceLines
{
public:
    DeviceLines(const DeviceFigures &figures, std::vector<std::string> &lines) : m_figures(figures), m_lines(lines) {}

    void addAll()
    {
        const DeviceFigures &f = m_figures;
        add("span_ns", milliseconds(f.spanNs));
        time("busy_union_ns", f.busyUnionNs);
        time("idle_ns", f.idleNs);
        time("union_ns.kernel", f.unionNs.kernel);
        time("union_ns.h2d", f.unionNs.h2d);
        time("union_ns.d2h", f.unionNs.d2h);
        time("union_ns.d2d", f.unionNs.d2d);
        time("union_ns.memset", f.unionNs.memset);
        time("overlap_ns.kernel&h2d", f.overlapNs.kernelH2D);
        time("overlap_ns.kernel&d2h", f.overlapNs.kernelD2H);
        time("overlap_ns.h2d&d2h", f.overlapNs.h2dD2H);
        addShares();
        addStreams();
        addCopies();
        addGaps();
        addPath();
    }

private:
    void add(std::string_view key, const std::string &value)
    {
        m_lines.push_back(padded(definitionOf(key).label) + value);
    }
    void time(std::string_view key, std::int64_t ns) { add(key, milliseconds(ns) + share(ns, m_figures.spanNs)); }

    void addShares()
    {
        const DeviceFigures &f = m_figures;
        add("copy_hidden_percent", f.unionNs.copy > 0
                                       ? percent(f.copyHiddenPercent) + ", exposed " + milliseconds(f.exposedCopyNs)
                                       : "nothing was copied");
        add("communication_hidden_percent",
            f.unionNs.communication > 0 ? percent(f.communicationHiddenPercent) : "unknown: no kernel of NCCL or RCCL");
        add("budget_ns", "compute " + milliseconds(f.budgetNs.compute) + " + exposed communication "
                             + milliseconds(f.budgetNs.exposedCommunication) + " + exposed copying "
                             + milliseconds(f.budgetNs.exposedCopy) + " + idle " + milliseconds(f.budgetNs.idle));
        time("bound_ns", f.boundNs);
        if (f.migrationNs > 0)
            time("migration_ns", f.migrationNs);
    }

    void addStreams()
    {
        std::string active;
        for (const auto &[count, ns] : m_figures.streamsActiveNs)
            active += (active.empty() ? "" : ", ") + std::to_string(count) + ": " + milliseconds(ns);
        add("streams_active_ns", active + "; at most " + std::to_string(m_figures.maxStreamsActive));
        constexpr std::size_t maxShown = 40;
        std::size_t shown = 0;
        for (const auto &[id, stream] : m_figures.streams) {
            if (shown++ == maxShown) {
                m_lines.push_back(padded("") + "… and " + std::to_string(m_figures.streams.size() - maxShown)
                                  + " more streams: --json has all");
                break;
            }
            std::string line = std::to_string(stream.operations) + " operations, busy " + milliseconds(stream.busyNs)
                               + ", gaps " + milliseconds(stream.gapNs);
            if (stream.deepestQueue > 0)
                line += ", at most " + std::to_string(stream.deepestQueue) + " queued";
            m_lines.push_back(padded("Stream " + id) + line);
        }
    }

    void addCopies()
    {
        for (const CopyRate &rate : m_figures.copies) {
            const std::string text = decimalText(rate.gigabytesPerSecond(), 3) + " GB/s: " + std::to_string(rate.count)
                                     + " copies, " + std::to_string(rate.bytes) + " bytes in "
                                     + milliseconds(rate.sumNs);
            m_lines.push_back(padded(std::string(kindName(rate.kind)) + " " + std::string(memoryKindName(rate.from))
                                     + " to " + std::string(memoryKindName(rate.to)))
                              + text);
        }
    }

    void addGaps()
    {
        std::string causes;
        for (std::size_t cause = 0; cause < m_figures.gapsNs.size(); ++cause)
            if (m_figures.gapsNs[cause] > 0)
                causes += (causes.empty() ? "" : ", ") + std::string(gapCauseName(static_cast<GapCause>(cause))) + " "
                          + milliseconds(m_figures.gapsNs[cause]);
        add("gaps_ns", causes.empty() ? "none" : causes);
    }

    void addPath()
    {
        const CriticalPath &p = m_figures.criticalPath;
        add("critical_path_ns", "compute " + milliseconds(p.compute) + ", communication "
                                    + milliseconds(p.communication) + ", copies " + milliseconds(p.copy) + ", memsets "
                                    + milliseconds(p.memset) + ", host " + milliseconds(p.host) + ", launch "
                                    + milliseconds(p.launch) + ", waiting " + milliseconds(p.wait) + " over "
                                    + std::to_string(p.operations) + " operations");
    }

    const DeviceFigures &m_figures;
    std::vector<std::string> &m_lines;
};

} // namespace

std::vector<std::string> traceSummary(const RunResult &result)
{
    std::vector<std::string> lines{result.import->source};
    for (const std::string &line : importLines(*result.import))
        lines.push_back(line);
    for (const auto &[device, figures] : result.analysis.devices) {
        lines.push_back("Device " + std::to_string(device));
        DeviceLines(figures, lines).addAll();
    }
    const HostFigures &host = result.analysis.host;
    lines.push_back("Host");
    lines.push_back(padded(definitionOf("host").label) + std::to_string(host.synchronisations) + ", blocked "
                    + milliseconds(host.blockedNs));
    for (const Finding &finding : result.analysis.findings) {
        lines.push_back(std::string(severityName(finding.severity)) + ": " + finding.text);
        if (!finding.suggestion.empty())
            lines.push_back("  -> " + finding.suggestion);
    }
    return lines;
}

std::string figuresHelp()
{
    std::string text = "Figures, in integer nanoseconds; \"union\" means that overlap counts once:\n";
    for (const FigureDefinition &definition : figureDefinitions())
        text += "  " + std::string(definition.key) + ": " + std::string(definition.text) + "\n";
    return text;
}

} // namespace streamscope
