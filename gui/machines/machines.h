// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_catalog.h"
#include "engine/remote/bundle_copy.h"
#include "engine/remote/machine_list.h"
#include "gui/background/background_task.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// The machines that the user added, and what is known of each. All questions to them go on in the background.
class Machines : public QObject
{
    Q_OBJECT

public:
    enum class State { Unknown, Asking, Copying, Ready, Failed };
    struct Entry
    {
        RemoteMachine machine;
        State state = State::Unknown;
        QString text;          ///< one line: its devices, or why it cannot be used and what helps
        DeviceCatalog catalog; ///< where it is Ready
        std::unique_ptr<BackgroundTask> task;
    };

    explicit Machines(QObject *parent = nullptr);
    ~Machines() override;

    /// Reads the list of the former window and asks all of them. changed() tells what they answer.
    void load();
    const std::vector<Entry> &entries() const { return m_entries; }
    /// Null where it was not added.
    const Entry *entryOf(const SshMachine &machine) const;

    /// Adds the machine, or gives it another program, and asks nothing.
    void add(const RemoteMachine &machine);
    /// Adds the machine, or gives it another program, and asks for its devices.
    void ask(const RemoteMachine &machine);
    void remove(const SshMachine &machine);
    /// Copies `bundle` there, whose program becomes that of the machine, and asks it.
    void copyTo(const SshMachine &machine, const BundleTree &bundle);

    /// The devices of this machine, and behind them those of the others.
    DeviceCatalog withDevices(const DeviceCatalog &own) const;
    /// A line for each machine that cannot be used.
    QStringList failures() const;

Q_SIGNALS:
    /// An entry is another, or the list is.
    void changed();
    /// withDevices() or failures() may be another.
    void devicesChanged();
    /// The list could not be read or written.
    void failed(const QString &problem);

private:
    Entry *find(const SshMachine &machine);
    void start(Entry &entry, State state, const QString &text);
    void take(const SshMachine &machine, const DeviceCatalog &catalog);
    void fail(const SshMachine &machine, const QString &problem);
    void store();

    std::vector<Entry> m_entries;
};

} // namespace streamscope
