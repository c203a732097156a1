// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/machines/machines.h"

#include "engine/program/errors.h"
#include "engine/run/machine_devices.h"

#include "gui/language/translated.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// "NVIDIA H200 (cuda:0), NVIDIA H200 (cuda:1)".
QString devicesText(const DeviceCatalog &catalog)
{
    QStringList names;
    for (const DeviceInfo &device : catalog.devices)
        names << QStringLiteral("%1 (%2)").arg(
            QString::fromStdString(device.name),
            QString::fromStdString(device.id.substr(device.id.find('/', std::string("ssh://").size()) + 1)));
    const QString text = names.join(QStringLiteral(", "));
    return catalog.cudaUsable ? text : Machines::tr("%1. No GPU there: %2").arg(text, translated(catalog.cudaStatus));
}

} // namespace

Machines::Machines(QObject *parent) : QObject(parent) {}

Machines::~Machines() = default;

void Machines::load()
{
    try {
        for (const RemoteMachine &machine : loadMachines())
            ask(machine);
    } catch (const InputError &error) {
        Q_EMIT failed(translated(error.what()));
    }
}

Machines::Entry *Machines::find(const SshMachine &machine)
{
    const auto found = std::find_if(m_entries.begin(), m_entries.end(),
                                    [&](const Entry &entry) { return entry.machine.machine == machine; });
    return found == m_entries.end() ? nullptr : &*found;
}

const Machines::Entry *Machines::entryOf(const SshMachine &machine) const
{
    return const_cast<Machines *>(this)->find(machine);
}

void Machines::start(Entry &entry, State state, const QString &text)
{
    entry.state = state;
    entry.text = text;
    if (!entry.task)
        entry.task = std::make_unique<BackgroundTask>();
    Q_EMIT changed();
}

void Machines::add(const RemoteMachine &machine)
{
    Entry *known = find(machine.machine);
    if (known && known->machine == machine)
        return;
    if (known)
        known->machine = machine;
    else
        m_entries.push_back({machine, State::Unknown, {}, {}, nullptr});
    store();
}

void Machines::ask(const RemoteMachine &machine)
{
    add(machine);
    Entry &entry = *find(machine.machine);
    start(entry, State::Asking, tr("Connecting …"));
    entry.task->start([machine](const RunControl &control) { return askMachine(machine, control); },
                      [this, at = machine.machine](const DeviceCatalog &catalog) { take(at, catalog); },
                      [this, at = machine.machine](const QString &problem) { fail(at, problem); });
}

void Machines::copyTo(const SshMachine &machine, const BundleTree &bundle)
{
    Entry *entry = find(machine);
    if (!entry)
        return;
    start(*entry, State::Copying, tr("Copying StreamScope …"));
    entry->task->start([machine, bundle](const RunControl &control) { return copyBundle(bundle, machine, control); },
                       [this, machine](const std::string &program) {
                           ask({machine, program});
                       },
                       [this, machine](const QString &problem) { fail(machine, problem); });
}

void Machines::remove(const SshMachine &machine)
{
    std::erase_if(m_entries, [&](const Entry &entry) { return entry.machine.machine == machine; });
    store();
    Q_EMIT changed();
    Q_EMIT devicesChanged();
}

void Machines::take(const SshMachine &machine, const DeviceCatalog &catalog)
{
    Entry *entry = find(machine);
    if (!entry)
        return;
    entry->state = State::Ready;
    entry->catalog = catalog;
    entry->text = devicesText(catalog);
    Q_EMIT changed();
    Q_EMIT devicesChanged();
}

void Machines::fail(const SshMachine &machine, const QString &problem)
{
    Entry *entry = find(machine);
    if (!entry)
        return;
    entry->state = State::Failed;
    entry->text = problem;
    Q_EMIT changed();
    Q_EMIT devicesChanged();
}

void Machines::store()
{
    std::vector<RemoteMachine> machines;
    for (const Entry &entry : m_entries)
        machines.push_back(entry.machine);
    try {
        if (loadMachines() != machines)
            saveMachines(machines);
    } catch (const std::exception &error) {
        Q_EMIT failed(translated(error.what()));
    }
}

DeviceCatalog Machines::withDevices(const DeviceCatalog &own) const
{
    DeviceCatalog all = own;
    for (const Entry &entry : m_entries)
        if (entry.state == State::Ready)
            all.devices.insert(all.devices.end(), entry.catalog.devices.begin(), entry.catalog.devices.end());
    return all;
}

QStringList Machines::failures() const
{
    QStringList lines;
    for (const Entry &entry : m_entries)
        if (entry.state == State::Failed)
            lines << tr("%1: %2").arg(QString::fromStdString(machineText(entry.machine.machine)), entry.text);
    return lines;
}

} // namespace streamscope
