// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"

#include "engine/formats/lessons/lesson_reader.h"

#include <QJsonArray>

namespace streamscope {

namespace {

class LessonsCommand final : public Command
{
public:
    explicit LessonsCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("lessons", "Show the built-in lessons");
        app->add_flag("--json", m_json, "As JSON");
    }

    int run(const std::stop_token &) override
    {
        QJsonArray list;
        for (const LessonHeading &heading : builtInLessonHeadings()) {
            if (!m_json) {
                printLine(heading.name + ": " + heading.title);
                if (!heading.summary.empty())
                    printLine("    " + heading.summary);
                continue;
            }
            list.append(QJsonObject{{QStringLiteral("name"), QString::fromStdString(heading.name)},
                                    {QStringLiteral("order"), heading.order},
                                    {QStringLiteral("title"), QString::fromStdString(heading.title)},
                                    {QStringLiteral("summary"), QString::fromStdString(heading.summary)}});
        }
        if (m_json)
            printJson({{QStringLiteral("lessons"), list}});
        return 0;
    }

private:
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeLessonsCommand(CLI::App &parent)
{
    return std::make_unique<LessonsCommand>(parent);
}

} // namespace streamscope
