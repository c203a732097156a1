// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"

#include "engine/remote/engine_server.h"
#include "engine/run/devices.h"
#include "engine/run/machine_devices.h"
#include "gui/remote/served_content.h"

namespace streamscope {

namespace {

/// The other end of EngineProcess. For programs, not for people: --help does not show it.
class EngineSubcommand final : public Command
{
public:
    explicit EngineSubcommand(CLI::App &parent)
    {
        app = parent.add_subcommand(engineCommand, "Run what another process of this program asks for on a pipe")
                  ->group("");
        app->add_option(engineConnectionsOption, m_connections, "Connections to the GPU")->check(CLI::Range(1, 32));
        app->add_flag(enginePicturesOption, draws, "Draw pictures of traces, too");
        handlesSignals = true; // whoever started it ends it
    }

    int run(const std::stop_token &) override
    {
        askForConnections(m_connections);
        serveEngineOnStandardStreams({listDevicesHere, openDeviceHere, profileFileOf, serveTrace});
        return 0;
    }

private:
    int m_connections = 0;
};

} // namespace

std::unique_ptr<Command> makeEngineCommand(CLI::App &parent)
{
    return std::make_unique<EngineSubcommand>(parent);
}

} // namespace streamscope
