// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/devices.h"

#include <QComboBox>

#include <memory>

namespace streamscope {

/// Which device runs. Its first entry is the default device; where CUDA is not usable, an entry says why.
class DeviceChooser : public QComboBox
{
    Q_OBJECT

public:
    explicit DeviceChooser(QWidget *parent = nullptr);

    void setCatalog(std::shared_ptr<const DeviceCatalog> catalog);
    /// Shows this id (empty = the default device); adds an entry for one that the catalog does not have.
    void setDevice(const std::string &id);
    std::string device() const;
    /// What is known of the chosen device; null before the catalog came or for a device that is not in it.
    const DeviceInfo *deviceInfo() const;

Q_SIGNALS:
    void deviceChosen(const std::string &id);

private:
    void fill();
    void addDevice(const QString &text, const std::string &id);

    std::shared_ptr<const DeviceCatalog> m_catalog;
};

} // namespace streamscope
