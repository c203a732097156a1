// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/machine_list.h"

#include "engine/formats/io/document.h"
#include "engine/formats/io/files.h"
#include "engine/formats/text/json_object.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStandardPaths>

#include <algorithm>

namespace streamscope {

namespace {

constexpr const char *machinesFormat = "streamscope-machines";
constexpr int machinesVersion = 1;

} // namespace

std::string machineListFile()
{
    const QString folder = QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation);
    return QFile::encodeName(folder + QStringLiteral("/streamscope/machines.json")).toStdString();
}

std::vector<RemoteMachine> loadMachines()
{
    const std::string path = machineListFile();
    std::vector<RemoteMachine> machines;
    if (!QFile::exists(QFile::decodeName(path.c_str())))
        return machines;
    const JsonObject file = JsonObject::parse(readDocument(openInput(path)), path);
    file.requireFormat(machinesFormat, machinesVersion);
    for (const JsonObject &entry : file.objects("machines")) {
        RemoteMachine machine{parseSshMachine(entry.text("machine")), entry.text("program")};
        requireRemoteProgram(machine.program);
        entry.requireNothingElse();
        machines.push_back(std::move(machine));
    }
    file.requireNothingElse();
    return machines;
}

void saveMachines(const std::vector<RemoteMachine> &machines)
{
    QJsonArray list;
    for (const RemoteMachine &machine : machines)
        list.append(QJsonObject{{QStringLiteral("machine"), QString::fromStdString(machineText(machine.machine))},
                                {QStringLiteral("program"), QString::fromStdString(machine.program)}});
    const std::string path = machineListFile();
    QDir().mkpath(QFileInfo(QFile::decodeName(path.c_str())).path());
    writeFileWhole(path, QJsonDocument(QJsonObject{{QStringLiteral("format"), QLatin1String(machinesFormat)},
                                                   {QStringLiteral("version"), machinesVersion},
                                                   {QStringLiteral("machines"), list}})
                             .toJson());
}

void rememberMachine(const RemoteMachine &machine)
{
    std::vector<RemoteMachine> machines = loadMachines();
    const auto known = std::find_if(machines.begin(), machines.end(),
                                    [&](const RemoteMachine &one) { return one.machine == machine.machine; });
    if (known == machines.end())
        machines.push_back(machine);
    else if (*known == machine)
        return;
    else
        *known = machine;
    saveMachines(machines);
}

RemoteMachine knownMachine(const SshMachine &machine)
{
    const std::vector<RemoteMachine> machines = loadMachines();
    const auto known = std::find_if(machines.begin(), machines.end(),
                                    [&](const RemoteMachine &one) { return one.machine == machine; });
    return known == machines.end() ? RemoteMachine{machine} : *known;
}

} // namespace streamscope
