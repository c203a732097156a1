// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QToolBar>

class QSpinBox;
class QToolButton;

namespace streamscope {

class DeviceChooser;
struct WindowActions;

/// The tool bar: the device, run and stop, the number of repeats, and the menus to compare and to export.
class MainToolBar : public QToolBar
{
    Q_OBJECT

public:
    explicit MainToolBar(const WindowActions &actions);

    DeviceChooser *devices() const { return m_devices; }
    QSpinBox *repeat() const { return m_repeat; }
    QToolButton *exportButton() const { return m_export; }
    /// Without knobs the tools of a run are away: a trace does not run.
    void setHasKnobs(bool has) const;

private:
    QList<QAction *> addWithLabel(const QString &text, QWidget *widget);
    QToolButton *addMenuButton(const char *name, const QString &text, QMenu *menu);

    DeviceChooser *m_devices;
    QSpinBox *m_repeat;
    QToolButton *m_export;
    QList<QAction *> m_knobs; ///< the places of what only an experiment has
};

} // namespace streamscope
