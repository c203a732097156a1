// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/commands/command.h"
#include "cli/common/console.h"
#include "cli/common/terminal_text.h"

#include "engine/formats/reports/device_json.h"
#include "engine/run/devices.h"

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
    }

    int run(const std::stop_token &) override
    {
        const DeviceCatalog catalog = listDevices();
        if (m_json)
            printCatalogJson(catalog);
        else
            printCatalog(catalog);
        return 0;
    }

private:
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
};

} // namespace

std::unique_ptr<Command> makeDevicesCommand(CLI::App &parent)
{
    return std::make_unique<DevicesCommand>(parent);
}

} // namespace streamscope
