// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"

#include "engine/run/fresh_run.h"

#include <string>

namespace streamscope {

namespace {

/// The other end of FreshProcess. Not for people: --help does not show it.
class FreshRunCommand final : public Command
{
public:
    explicit FreshRunCommand(CLI::App &parent)
    {
        app = parent.add_subcommand(freshRunCommand, "Run what another process of this program asks for")->group("");
        app->add_option("FOLDER", m_folder)->required();
    }

    int run(const std::stop_token &stop) override
    {
        RunControl control;
        control.stop = stop;
        control.progress = [](int done, int total, const std::string &what) {
            printData(progressLine({done, total, what}) + '\n');
            requirePrinted();
        };
        executeFreshRun(QString::fromStdString(m_folder), control);
        return 0;
    }

private:
    std::string m_folder;
};

} // namespace

std::unique_ptr<Command> makeFreshRunCommand(CLI::App &parent)
{
    return std::make_unique<FreshRunCommand>(parent);
}

} // namespace streamscope
