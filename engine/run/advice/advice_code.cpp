// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/advice_code.h"

#include "engine/run/advice/finding_origins.h"

#include <algorithm>
#include <set>

namespace streamscope {

namespace {

constexpr std::string_view pytorchId = "pytorch", cudaId = "cuda";

/// A line of the patch that changes nothing.
std::string commentLine(std::string_view language, const std::string &text)
{
    return (language == pytorchId ? " # " : " // ") + text + "\n";
}

/// Finds the hints of one trace.
class HintWriter
{
public:
    HintWriter(const RunResult &trace, TimeRange range)
        : m_timeline(trace.recording.timeline), m_range(range), m_language(hintLanguageOf(trace))
    {}

    /// Fills the code of a suggestion or a step.
    template <typename Advised>
    void write(const std::string &cause, Advised &advised) const
    {
        if (advised.change.empty())
            return;
        const RequestedChange change = parseChange(advised.change);
        const CodeHint *hint = findCodeHint(m_language, cause, change);
        if (!hint)
            return;
        advised.codeLanguage = codeLanguageOf(hint->language);
        const std::string where = hint->query.empty()
                                      ? std::string()
                                      : originsText(m_timeline, {hint->query, "operation", "operations"}, m_range);
        advised.code = (where.empty() ? where : commentLine(advised.codeLanguage, where)) + hintLines(*hint, change);
    }

private:
    const Timeline &m_timeline;
    const TimeRange m_range;
    const HintLanguage m_language;
};

} // namespace

std::string_view codeLanguageOf(HintLanguage language)
{
    return language == HintLanguage::Pytorch ? pytorchId : cudaId;
}

HintLanguage hintLanguageOf(const RunResult &trace)
{
    const auto isOperator = [](const std::string &text) { return text.starts_with("aten::"); };
    const bool pytorch = (trace.import && trace.import->format.find("Kineto") != std::string::npos)
                         || std::ranges::any_of(trace.recording.timeline.origins().texts(), isOperator);
    return pytorch ? HintLanguage::Pytorch : HintLanguage::Cuda;
}

void addCode(const RunResult &trace, TimeRange range, Advice &advice)
{
    const HintWriter hints(trace, range);
    for (Finding &finding : advice.findings)
        hints.write(finding.id, finding.suggestion);
    for (AdviceSummary::Step &step : advice.summary.sequence)
        hints.write(step.cause, step);
}

std::string adviceCode(const RunAnalysis &analysis)
{
    std::string text;
    std::set<std::string> written;
    const auto add = [&](const auto &advised, const std::string &title) {
        if (advised.code.empty() || !written.insert(advised.change).second)
            return;
        text += (text.empty() ? "" : " \n") + commentLine(advised.codeLanguage, title) + advised.code;
    };
    for (const Finding &finding : analysis.findings)
        add(finding.suggestion, finding.suggestion.change + ": " + finding.suggestion.text);
    if (analysis.advice)
        for (const AdviceSummary::Step &step : analysis.advice->sequence)
            add(step, "Then " + step.change + ".");
    return text;
}

} // namespace streamscope
