// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/machines/machine_actions.h"

#include "gui/machines/machines_dialog.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/workspace.h"

#include <utility>

namespace streamscope {

MachineActions::MachineActions(Workspace &workspace, MessageBar *messages, ShowDevices show, QWidget *window)
    : m_workspace(workspace), m_show(std::move(show)), m_window(window)
{
    connect(&workspace.runs(), &RunController::devicesListed, this,
            [this](const std::shared_ptr<const DeviceCatalog> &catalog) {
                m_own = catalog;
                update();
            });
    connect(&m_machines, &Machines::devicesChanged, this, &MachineActions::update);
    connect(&m_machines, &Machines::failed, messages, &MessageBar::complain);
    QMetaObject::invokeMethod(&m_machines, &Machines::load, Qt::QueuedConnection); // the window comes first
}

void MachineActions::update()
{
    if (!m_own)
        return;
    const auto all = std::make_shared<const DeviceCatalog>(m_machines.withDevices(*m_own));
    m_workspace.setDevices(all);
    m_show(all, m_machines.failures());
}

QStringList MachineActions::addresses() const
{
    QStringList addresses;
    for (const Machines::Entry &entry : m_machines.entries())
        addresses << QString::fromStdString(machineText(entry.machine.machine));
    return addresses;
}

void MachineActions::add()
{
    if (!m_dialog) {
        m_dialog = new MachinesDialog(m_machines, m_bundle, m_window);
        m_dialog->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_dialog->startNew();
    m_dialog->show();
    m_dialog->raise();
    m_dialog->activateWindow();
}

} // namespace streamscope
