// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/device_chooser.h"

#include "gui/language/translated.h"
#include "gui/workspace/text/device_text.h"

#include <QStandardItemModel>

namespace streamscope {

namespace {

constexpr const char *noDevice = "\n", *addMachine = "\n+"; ///< ids that no device has

} // namespace

DeviceChooser::DeviceChooser(QWidget *parent) : QComboBox(parent)
{
    setObjectName(QStringLiteral("deviceChooser"));
    setAccessibleName(tr("Device"));
    setToolTip(tr("The GPU that runs, a real or a simulated one"));
    setSizeAdjustPolicy(QComboBox::AdjustToContents);
    setMinimumContentsLength(26);
    addDevice(tr("Default device"), {});
    connect(this, &QComboBox::activated, this, &DeviceChooser::take);
}

void DeviceChooser::take(int index)
{
    if (itemData(index).toString() == QLatin1String(addMachine)) {
        setDevice(m_chosen);
        Q_EMIT machineWanted();
        return;
    }
    m_chosen = device();
    Q_EMIT deviceChosen(m_chosen);
}

void DeviceChooser::setDevices(std::shared_ptr<const DeviceCatalog> catalog, const QStringList &failures)
{
    m_failures = failures;
    setCatalog(std::move(catalog));
}

/// An entry that cannot be chosen.
void DeviceChooser::addNote(const QString &text)
{
    addItem(text, QLatin1String(noDevice));
    if (auto *items = qobject_cast<QStandardItemModel *>(model()))
        items->item(count() - 1)->setEnabled(false);
    // The reason may be long; the button need not be.
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
}

void DeviceChooser::addDevice(const QString &text, const std::string &id)
{
    addItem(text, QString::fromStdString(id));
}

void DeviceChooser::setCatalog(std::shared_ptr<const DeviceCatalog> catalog)
{
    m_catalog = std::move(catalog);
    const std::string chosen = device();
    fill();
    setDevice(chosen);
}

void DeviceChooser::fill()
{
    clear();
    addDevice(tr("Default (%1)").arg(QString::fromStdString(m_catalog->defaultId)), {});
    for (const DeviceInfo &info : m_catalog->devices)
        addDevice(deviceTitle(info), info.id);
    const QString status = cudaStatus();
    setToolTip(tr("The GPU that runs, a real or a simulated one.\nCUDA: %1").arg(status));
    insertSeparator(count());
    if (!m_catalog->cudaUsable)
        addNote(tr("No real GPU: %1").arg(status));
    for (const QString &failure : m_failures)
        addNote(failure);
    addItem(tr("Add machine…"), QLatin1String(addMachine));
}

void DeviceChooser::setDevice(const std::string &id)
{
    int index = findData(QString::fromStdString(id));
    if (index < 0) {
        insertItem(1, QString::fromStdString(id), QString::fromStdString(id));
        index = 1;
    }
    setCurrentIndex(index);
    m_chosen = id;
}

std::string DeviceChooser::device() const
{
    return currentData().toString().toStdString();
}

QString DeviceChooser::cudaStatus() const
{
    return m_catalog ? translated(m_catalog->cudaStatus) : QString();
}

} // namespace streamscope
