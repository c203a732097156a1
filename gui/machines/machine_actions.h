// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/machines/machines.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <string>

namespace streamscope {

class MachinesDialog;
class MessageBar;
class Workspace;

/// Brings the devices of other machines into the window's list of devices.
class MachineActions : public QObject
{
    Q_OBJECT

public:
    using ShowDevices =
        std::function<void(const std::shared_ptr<const DeviceCatalog> &catalog, const QStringList &failures)>;

    /// Owns none of them. `show` gets the devices of all machines.
    MachineActions(Workspace &workspace, MessageBar *messages, ShowDevices show, QWidget *window);

    Machines &machines() { return m_machines; }
    /// Of the machines that were added: "ada@gpu1:22".
    QStringList addresses() const;
    /// Opens the dialog with empty fields.
    void add();
    /// For tests: the folder that is copied to other machines; at first that of this program.
    void setBundle(const std::string &folder) { m_bundle = folder; }

private:
    void update();

    Workspace &m_workspace;
    ShowDevices m_show;
    QWidget *m_window;
    Machines m_machines;
    std::shared_ptr<const DeviceCatalog> m_own; ///< devices of this machine; null while they are not known
    std::string m_bundle = ownBundleFolder();
    QPointer<MachinesDialog> m_dialog;
};

} // namespace streamscope
