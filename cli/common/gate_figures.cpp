// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/gate_figures.h"

#include <algorithm>

namespace streamscope {

namespace {

using Unit = GateFigure::Unit;

constexpr double beyondAnyLimit = 1e9; // percent: what A has not at all grew

double percentOf(std::int64_t part, std::int64_t whole)
{
    return whole > 0 ? 100 * static_cast<double>(part) / static_cast<double>(whole) : 0;
}

class Figures
{
public:
    void percent(const char *name, double value) { m_list.push_back({Unit::Percent, name, value}); }
    void time(const char *name, std::int64_t ns) { m_list.push_back({Unit::Time, name, static_cast<double>(ns)}); }
    void count(const char *name, std::int64_t number)
    {
        m_list.push_back({Unit::Count, name, static_cast<double>(number)});
    }
    void change(const char *name, std::int64_t a, std::int64_t b)
    {
        percent(name, a == 0 && b > 0 ? beyondAnyLimit : percentOf(b - a, a));
        time(name, b - a);
    }
    std::vector<GateFigure> take() { return std::move(m_list); }

private:
    std::vector<GateFigure> m_list;
};

std::int64_t largest(const RunAnalysis &analysis, std::int64_t (*of)(const DeviceFigures &))
{
    std::int64_t most = 0;
    for (const auto &[device, figures] : analysis.devices)
        most = std::max(most, of(figures));
    return most;
}

double worst(const RunAnalysis &analysis, bool isLargest, double (*of)(const DeviceFigures &))
{
    double value = isLargest ? 0 : 100;
    for (const auto &[device, figures] : analysis.devices)
        value = isLargest ? std::max(value, of(figures)) : std::min(value, of(figures));
    return value;
}

void addDeviceFigures(const RunAnalysis &analysis, Figures &figures)
{
    figures.percent("exposed_copy",
                    worst(analysis, true, [](const DeviceFigures &f) { return percentOf(f.exposedCopyNs, f.spanNs); }));
    figures.time("exposed_copy", largest(analysis, [](const DeviceFigures &f) { return f.exposedCopyNs; }));
    figures.percent("exposed_communication", worst(analysis, true, [](const DeviceFigures &f) {
                        return percentOf(f.budgetNs.exposedCommunication, f.spanNs);
                    }));
    figures.time("exposed_communication",
                 largest(analysis, [](const DeviceFigures &f) { return f.budgetNs.exposedCommunication; }));
    figures.percent("idle",
                    worst(analysis, true, [](const DeviceFigures &f) { return percentOf(f.idleNs, f.spanNs); }));
    figures.time("idle", largest(analysis, [](const DeviceFigures &f) { return f.idleNs; }));
    figures.percent("utilisation",
                    worst(analysis, false, [](const DeviceFigures &f) { return percentOf(f.busyUnionNs, f.spanNs); }));
    figures.percent("copy_hidden", worst(analysis, false, [](const DeviceFigures &f) {
                        return f.unionNs.copy > 0 ? f.copyHiddenPercent : 100; // nothing to hide
                    }));
    figures.percent("communication_hidden", worst(analysis, false, [](const DeviceFigures &f) {
                        return f.unionNs.communication > 0 ? f.communicationHiddenPercent : 100;
                    }));
}

} // namespace

std::vector<GateFigure> gateFigures(const RunAnalysis &analysis)
{
    Figures figures;
    addDeviceFigures(analysis, figures);
    figures.percent("efficiency", 100 * analysis.summary.efficiency);
    figures.time("makespan", analysis.summary.makespanNs);
    figures.time("bound", analysis.summary.boundNs);
    figures.time("host_blocked", analysis.host.blockedNs);
    figures.count("synchronisations", analysis.host.synchronisations);
    std::int64_t problems = 0, warnings = 0, changes = 0;
    double gain = 0;
    for (const Finding &finding : analysis.findings) {
        problems += finding.severity == Severity::Problem ? 1 : 0;
        warnings += finding.severity == Severity::Warning ? 1 : 0;
        changes += finding.suggestion.isTried() ? 1 : 0;
        gain = finding.suggestion.isTried() ? std::max(gain, finding.suggestion.gain) : gain;
    }
    figures.count("problems", problems);
    figures.count("warnings", warnings);
    if (analysis.advice) {
        figures.count("advice.changes", changes);
        figures.percent("advice.gain", 100 * gain);
    }
    return figures.take();
}

std::vector<GateFigure> gateFigures(const Comparison &comparison)
{
    Figures figures;
    figures.change("makespan", comparison.spanA, comparison.spanB);
    for (const KindInfo &kind : operationKinds) {
        const auto compared = std::find_if(comparison.kinds.begin(), comparison.kinds.end(),
                                           [&kind](const ComparedKind &one) { return one.kind == kind.kind; });
        const bool isThere = compared != comparison.kinds.end();
        figures.change(std::string(kind.name).c_str(), isThere ? compared->sumA : 0, isThere ? compared->sumB : 0);
    }
    figures.count("only_a", static_cast<std::int64_t>(comparison.onlyA));
    figures.count("only_b", static_cast<std::int64_t>(comparison.onlyB));
    return figures.take();
}

} // namespace streamscope
