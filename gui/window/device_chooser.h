// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/devices.h"

#include <QComboBox>

#include <memory>

namespace streamscope {

/// The choice of the device. The first entry is the default device; when CUDA is not usable, an entry says why.
class DeviceChooser : public QComboBox
{
    Q_OBJECT

public:
    explicit DeviceChooser(QWidget *parent = nullptr);

    void setCatalog(std::shared_ptr<const DeviceCatalog> catalog);
    /// The same, with a line for each machine that cannot be used.
    void setDevices(std::shared_ptr<const DeviceCatalog> catalog, const QStringList &failures);
    /// Selects this id (empty = the default device); adds an entry when the catalog does not have it.
    void setDevice(const std::string &id);
    std::string device() const;
    /// Whether CUDA is usable, in a sentence; empty before the catalog is loaded.
    QString cudaStatus() const;

Q_SIGNALS:
    void deviceChosen(const std::string &id);
    /// The last entry was chosen; the device stays.
    void machineWanted();

private:
    void fill();
    void addDevice(const QString &text, const std::string &id);
    void addNote(const QString &text);
    void take(int index);

    std::shared_ptr<const DeviceCatalog> m_catalog;
    QStringList m_failures; ///< of other machines
    std::string m_chosen;   ///< id
};

} // namespace streamscope
