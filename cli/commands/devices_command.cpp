// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/reports/device_json.h"
#include "engine/run/devices.h"
#include "engine/run/machine_devices.h"

#include <QJsonArray>

namespace streamscope {

namespace {

class DevicesCommand final : public Command
{
public:
    explicit DevicesCommand(CLI::App &parent)
    {
        app = parent.add_subcommand("devices", "Show the properties of every real and simulated device");
        app->add_flag("--json", m_json, "As JSON");
        CLI::Option *machine = app->add_option("--machine", m_machine,
                                               "Those of another machine instead, through ssh: [USER@]HOST[:PORT]");
        app->add_option("--remote-program", m_program,
                        "Path of StreamScope on that machine, remembered for every later use of it")
            ->needs(machine);
    }

    int run(const std::stop_token &stop) override
    {
        const DeviceCatalog catalog = m_machine.empty() ? listDevices() : listThere(stop);
        if (m_json)
            printCatalogJson(catalog);
        else
            printCatalog(catalog);
        return 0;
    }

private:
    DeviceCatalog listThere(const std::stop_token &stop) const
    {
        RemoteMachine machine = knownMachine(parseSshMachine(m_machine));
        if (!m_program.empty()) {
            requireRemoteProgram(m_program);
            machine.program = m_program;
        }
        RunControl control;
        control.stop = stop;
        const DeviceCatalog catalog = askMachine(machine, control);
        if (!m_program.empty())
            rememberMachine(machine);
        return catalog;
    }

    static void printCatalogJson(const DeviceCatalog &catalog)
    {
        QJsonArray devices;
        for (const DeviceInfo &device : catalog.devices)
            devices.append(toJson(device));
        printJson({{QStringLiteral("devices"), devices},
                   {QStringLiteral("default"), QString::fromStdString(catalog.defaultId)},
                   {QStringLiteral("cuda"),
                    QJsonObject{{QStringLiteral("usable"), catalog.cudaUsable},
                                {QStringLiteral("status"), QString::fromStdString(catalog.cudaStatus)}}}});
    }

    static void printCatalog(const DeviceCatalog &catalog)
    {
        printLine("CUDA: " + catalog.cudaStatus);
        for (const DeviceInfo &device : catalog.devices) {
            printLine();
            printLine(device.id + (device.id == catalog.defaultId ? "   (default)" : ""));
            for (const DeviceProperty &property : deviceProperties(device))
                printLine("  " + column(property.label, 34, 0) + property.text);
        }
    }

    bool m_json = false;
    std::string m_machine, m_program;
};

} // namespace

std::unique_ptr<Command> makeDevicesCommand(CLI::App &parent)
{
    return std::make_unique<DevicesCommand>(parent);
}

} // namespace streamscope
