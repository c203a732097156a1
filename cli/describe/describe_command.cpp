// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/describe/descriptions.h"

#include "engine/formats/io/files.h"
#include "engine/program/errors.h"

#include <QDir>

namespace streamscope {

namespace {

/// For those who package the program; users get what it writes.
class DescribeCommand final : public Command
{
public:
    explicit DescribeCommand(CLI::App &parent) : m_program(parent)
    {
        app = parent.add_subcommand("describe", "Print completions, man pages or the reference of this command line")
                  ->group("");
        app->add_option("FORMAT", m_format, "What to print")
            ->required()
            ->check(CLI::IsMember({"man", "bash", "zsh", "fish", "markdown"}));
        app->add_option("FOLDER", m_folder, "man only: writes a page for the program and each subcommand there");
    }

    int run(const std::stop_token &) override
    {
        const std::vector<CommandText> commands = commandTexts(m_program);
        if ((m_format == "man") == m_folder.empty())
            throw InputError(m_folder.empty() ? "describe man: name the folder of the pages"
                                              : "describe " + m_format + " prints, and takes no folder");
        if (m_format == "man")
            writePages(commands);
        else if (m_format == "markdown")
            printData(referencePage(commands));
        else
            printData(m_format == "bash" ? bashCompletion(commands)
                                         : (m_format == "zsh" ? zshCompletion(commands) : fishCompletion(commands)));
        return 0;
    }

private:
    void writePages(const std::vector<CommandText> &commands) const
    {
        if (!QDir().mkpath(QString::fromStdString(m_folder)))
            throw RunError(m_folder + ": the folder cannot be made");
        for (const CommandText &command : commands)
            writeFileWhole(m_folder + "/streamscope" + (command.name.empty() ? "" : '-' + command.name) + ".1",
                           QByteArray::fromStdString(manPage(command, commands)));
    }

    const CLI::App &m_program;
    std::string m_format, m_folder;
};

} // namespace

std::unique_ptr<Command> makeDescribeCommand(CLI::App &parent)
{
    return std::make_unique<DescribeCommand>(parent);
}

} // namespace streamscope
