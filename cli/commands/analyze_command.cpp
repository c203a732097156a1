// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/gate_figures.h"
#include "cli/common/summaries.h"
#include "cli/common/terminal_text.h"
#include "cli/overlap/overlap_text.h"
#include "cli/ranks/rank_table.h"

#include "engine/analysis/explain/explanation.h"
#include "engine/formats/reports/explanation_json.h"
#include "engine/formats/reports/report.h"
#include "engine/program/errors.h"
#include "engine/ranks/ranks_json.h"
#include "engine/run/advice/advice.h"
#include "engine/run/open_ranks.h"

#include <QJsonDocument>

#include <limits>
#include <memory>
#include <optional>

namespace streamscope {

namespace {

constexpr int mostWords = 1'000; // more filters than allowed are told as such, and not taken for files of ranks

class AnalyzeCommand final : public Command
{
public:
    explicit AnalyzeCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("analyze", "Say what overlapped in a trace, what did not, and why");
        m_arguments.addTo(*app);
        app->add_option("more", m_more,
                        "Further traces of the same distributed job, one file per rank; a folder stands for its "
                        "traces. Says how long each rank waits for the others in its collectives");
        app->add_flag("--json", m_json, "Print the report as JSON (streamscope-report) instead of text");
        app->add_flag("--no-advice", m_noAdvice, "Try no changes on the simulator");
        app->add_option(
               "--explain", m_explain,
               "Say why the operation with this index (as in convert --csv) started when it did: what it waited "
               "for, and what that waited for; and how much longer it could take")
            ->check(CLI::Range(0, std::numeric_limits<std::int32_t>::max()));
        app->add_flag(
               "--code", m_code,
               "Below each change that wins, lines of a patch: what it means in PyTorch or CUDA C++. The JSON has "
               "them always")
            ->excludes("--json")
            ->excludes("--no-advice")
            ->excludes("--explain");
        app->add_option("--overlap", m_filters,
                        "Two or three filters in the words of the search line, each in quotes, as 'kernel nccl' "
                        "'kernel !nccl': the time of each, of all at once, and of the first alone. Write FILE first")
            ->type_name("FILTER")
            ->expected(1, mostWords);
        m_gate.addTo(*app, analysisGateNames);
        app->footer(figuresHelp());
    }

    int run(const std::stop_token &stop) override
    {
        if (m_more.empty())
            m_arguments.enterFolder();
        if (!m_more.empty() || isFolder(m_arguments.path()))
            return runRanks(stop);
        if (m_explain >= 0 && !m_filters.empty())
            throw InputError("--explain and --overlap are two questions: ask one at a time");
        const std::vector<OverlapFilter> filters = m_filters.empty() ? std::vector<OverlapFilter>() : overlapFilters();
        const auto opened = std::make_shared<RunResult>(m_arguments.open(stop));
        RunResult &result = *opened;
        const std::optional<Explanation> explanation = explained(result.recording.timeline);
        std::optional<Advice> advice;
        if (!m_noAdvice && !explanation && !result.analysis.devices.empty())
            advice = adviseTrace(opened, m_arguments.range().value_or(TimeRange()), {stop, {}});
        if (m_arguments.range()) {
            result.analysis = analyzeRange(result, *m_arguments.range());
            result.recording.makespans = {};
            result.recording.makespans.instrumented = result.analysis.summary.makespanNs;
        }
        if (advice)
            addAdvice(result.analysis, std::move(*advice));
        std::optional<FilterOverlap> overlap;
        if (!filters.empty())
            overlap = overlapOf(result.recording.timeline, filters, m_arguments.range().value_or(TimeRange()),
                                result.recording.makespans.instrumented);
        const int failed = m_gate.check(gateFigures(result.analysis)); // a condition that cannot be read comes first
        if (explanation)
            print(*explanation);
        else
            print(result, overlap);
        if (overlap && !result.analysis.devices.empty())
            tellWithoutOperations(*overlap);
        if (result.analysis.devices.empty())
            m_arguments.reportNothing("there is nothing to analyse");
        else if (!result.import->brokenAt.empty())
            printMessage(m_arguments.path() + ": " + result.import->brokenAt
                         + "; only what stands before that is analysed");
        return failed > 0 ? 1 : 0;
    }

private:
    OpenedRanks readRanks(const std::stop_token &stop) const
    {
        std::vector<std::string> paths{m_arguments.path()};
        paths.insert(paths.end(), m_more.begin(), m_more.end());
        const std::vector<std::string> files = rankFiles(paths);
        ProgressLine line;
        return openRanks(files, m_arguments.importOptions(), stop, [&](std::size_t done) {
            line.show(static_cast<int>(done), static_cast<int>(files.size()), "ranks");
        });
    }

    int runRanks(const std::stop_token &stop)
    {
        if (m_arguments.range() || m_explain >= 0 || !m_filters.empty() || !m_gate.empty() || m_code)
            throw InputError(
                "--range, --explain, --overlap, --code and --fail-if take one file, not the ranks of a job");
        const OpenedRanks opened = readRanks(stop);
        if (m_json)
            printData(terminalJson(rankReportJson(opened.job).toStdString()));
        else
            for (const std::string &text : rankTable(opened.job))
                printLine(text);
        for (const std::string &problem : opened.job.problems)
            printMessage(problem);
        for (const std::string &problem : opened.unreadable)
            printMessage(problem);
        return opened.unreadable.empty() ? 0 : 2;
    }

    std::optional<Explanation> explained(const Timeline &timeline) const
    {
        if (m_explain < 0)
            return std::nullopt;
        if (static_cast<std::size_t>(m_explain) >= timeline.size())
            throw InputError("--explain " + std::to_string(m_explain) + ": " + m_arguments.path() + " has "
                             + std::to_string(timeline.size()) + " operations, from 0 on"
                             + ", as in the CSV of streamscope convert");
        return explain(timeline, nullptr, static_cast<std::uint32_t>(m_explain));
    }

    void print(const Explanation &explanation) const
    {
        if (m_json)
            printData(terminalJson(QJsonDocument(toJson(explanation)).toJson().toStdString()));
        else
            for (const std::string &line : explanationLines(explanation))
                printLine(line);
    }

    std::vector<OverlapFilter> overlapFilters() const
    {
        try {
            return parseOverlapFilters(m_filters);
        } catch (const InputError &error) {
            throw InputError(std::string("--overlap: ") + error.what());
        }
    }

    void tellWithoutOperations(const FilterOverlap &overlap)
    {
        for (const FilterOverlap::Filter &filter : overlap.filters)
            if (filter.operations == 0)
                printMessage("--overlap: no operation of " + m_arguments.path()
                             + (m_arguments.range() ? " in this range" : "") + " matches '" + filter.text + "'");
    }

    void print(const RunResult &result, const std::optional<FilterOverlap> &overlap) const
    {
        if (m_json) {
            printData(terminalJson(
                reportJson({}, {}, result.recording, result.analysis, result.import.get(), {}, overlap).toStdString()));
            return;
        }
        for (const std::string &line : traceSummary(result, m_code))
            printLine(line);
        if (overlap)
            for (const std::string &line : overlapLines(*overlap))
                printLine(line);
    }

    TraceArguments m_arguments;
    std::vector<std::string> m_more, m_filters;
    Gate m_gate;
    std::int64_t m_explain = -1;
    bool m_json = false, m_noAdvice = false, m_code = false;
};

} // namespace

std::unique_ptr<Command> makeAnalyzeCommand(CLI::App &parent)
{
    return std::make_unique<AnalyzeCommand>(parent);
}

} // namespace streamscope
