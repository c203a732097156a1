// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/machines/machines.h"

#include <QDialog>

#include <optional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace streamscope {

/// The machines whose GPUs can be used through ssh: adds, tries and removes them, and copies StreamScope there. It
/// stays open beside the window.
class MachinesDialog : public QDialog
{
    Q_OBJECT

public:
    /// `bundle`: the folder of the bundle that this program may be; see bundleIn().
    MachinesDialog(Machines &machines, std::string bundle, QWidget *parent);

    /// Empty fields, for another machine.
    void startNew();

private:
    void connectNow();
    void askToCopy();
    void copyNow(const SshMachine &machine, const BundleTree &bundle);
    void removeChosen();
    void showList();
    void choose();
    void showState();
    std::optional<SshMachine> chosen() const;

    Machines &m_machines;
    std::string m_bundle;
    QListWidget *m_list;
    QLineEdit *m_machine, *m_program;
    QLabel *m_result;
    QPushButton *m_connect, *m_copy, *m_remove;
};

} // namespace streamscope
