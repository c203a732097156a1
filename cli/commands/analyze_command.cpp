// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/arguments.h"
#include "cli/common/console.h"
#include "cli/common/summaries.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/reports/report.h"
#include "engine/program/errors.h"
#include "engine/run/advice/advice.h"

#include <memory>
#include <optional>

namespace streamscope {

namespace {

class AnalyzeCommand final : public Command
{
public:
    explicit AnalyzeCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("analyze", "Say what overlapped in a trace, what did not, and why");
        m_arguments.addTo(*app);
        app->add_flag("--json", m_json, "Print the report as JSON (streamscope-report) instead of text");
        app->add_flag("--no-advice", m_noAdvice, "Try no changes on the simulator");
        app->footer(figuresHelp());
    }

    int run(const std::stop_token &stop) override
    {
        const auto opened = std::make_shared<RunResult>(m_arguments.open(stop));
        RunResult &result = *opened;
        std::optional<Advice> advice;
        if (!m_noAdvice && !result.analysis.devices.empty())
            advice = adviseTrace(opened, m_arguments.range().value_or(TimeRange()), stop);
        if (m_arguments.range()) {
            result.analysis = analyzeRange(result, *m_arguments.range());
            result.recording.makespans = {};
            result.recording.makespans.instrumented = result.analysis.summary.makespanNs;
        }
        if (advice)
            addAdvice(result.analysis, std::move(*advice));
        if (m_json) {
            printData(
                terminalJson(reportJson({}, {}, result.recording, result.analysis, result.import.get()).toStdString()));
        } else {
            for (const std::string &line : traceSummary(result))
                printLine(line);
        }
        if (result.analysis.devices.empty())
            m_arguments.reportNothing("there is nothing to analyse");
        else if (!result.import->brokenAt.empty())
            printMessage(m_arguments.path() + ": " + result.import->brokenAt
                         + "; only what stands before that is analysed");
        return 0;
    }

private:
    TraceArguments m_arguments;
    bool m_json = false, m_noAdvice = false;
};

} // namespace

std::unique_ptr<Command> makeAnalyzeCommand(CLI::App &parent)
{
    return std::make_unique<AnalyzeCommand>(parent);
}

} // namespace streamscope
