// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/parameter_line.h"

#include "engine/changes/change.h"
#include "engine/formats/files/parameter_json.h"

#include <QJsonArray>

namespace streamscope {

namespace {

QJsonObject changeJson(const Change &change)
{
    QJsonArray parameters;
    for (const ParameterSpec &spec : change.parameters())
        parameters.append(toJson(spec));
    QJsonObject object{{QStringLiteral("id"), QString::fromStdString(change.id())},
                       {QStringLiteral("title"), QString::fromStdString(change.title())},
                       {QStringLiteral("summary"), QString::fromStdString(change.summary())},
                       {QStringLiteral("assumes"), QString::fromStdString(change.assumes())},
                       {QStringLiteral("takes_filter"), change.takesFilter()},
                       {QStringLiteral("parameters"), parameters}};
    if (change.takesFilter())
        object.insert(QStringLiteral("default_filter"), QString::fromStdString(change.defaultFilter()));
    return object;
}

void printChange(const Change &change)
{
    printLine(change.id() + ": " + change.title());
    printLine("  " + change.summary());
    printLine("  assumes: " + change.assumes());
    if (!change.takesFilter())
        printLine("  takes no filter");
    else
        printLine("  filter: " + (change.defaultFilter().empty() ? "everything" : change.defaultFilter())
                  + " unless told otherwise");
    for (const ParameterSpec &spec : change.parameters())
        printLine("    " + parameterLine(spec));
}

class ChangesCommand final : public Command
{
public:
    explicit ChangesCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("changes", "Show the changes that whatif can try, with their parameters");
        app->add_flag("--json", m_json, "As JSON");
    }

    int run(const std::stop_token &) override
    {
        if (!m_json) {
            for (const Change *change : changes())
                printChange(*change);
            return 0;
        }
        QJsonArray list;
        for (const Change *change : changes())
            list.append(changeJson(*change));
        printJson({{QStringLiteral("format"), QStringLiteral("streamscope-changes")},
                   {QStringLiteral("version"), 1},
                   {QStringLiteral("changes"), list}});
        return 0;
    }

private:
    bool m_json = false;
};

} // namespace

std::unique_ptr<Command> makeChangesCommand(CLI::App &parent)
{
    return std::make_unique<ChangesCommand>(parent);
}

} // namespace streamscope
