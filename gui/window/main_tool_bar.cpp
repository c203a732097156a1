// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/main_tool_bar.h"

#include "gui/actions/window_actions.h"
#include "gui/window/device_chooser.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QSpinBox>
#include <QToolButton>

namespace streamscope {

MainToolBar::MainToolBar(const WindowActions &actions)
    : QToolBar(tr("Main tools")), m_devices(new DeviceChooser(this)), m_repeat(new QSpinBox(this))
{
    setObjectName(QStringLiteral("mainToolBar"));
    setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addWithLabel(tr(" De&vice "), m_devices);
    addSeparator();
    addActions({actions.run, actions.stop});
    m_knobs << addSeparator();
    m_repeat->setObjectName(QStringLiteral("repeatBox"));
    m_repeat->setAccessibleName(tr("Repeat"));
    m_repeat->setToolTip(tr("Plain runs after the warm-up; the makespan is their median"));
    m_knobs << addWithLabel(tr(" Repea&t "), m_repeat);
    auto *blocks = new QCheckBox(actions.recordBlocks->text(), this); // a pressed button hardly shows its state
    blocks->setObjectName(QStringLiteral("recordBlocksBox"));
    blocks->setToolTip(actions.recordBlocks->toolTip());
    connect(blocks, &QCheckBox::toggled, actions.recordBlocks, &QAction::setChecked);
    connect(actions.recordBlocks, &QAction::toggled, blocks, &QCheckBox::setChecked);
    m_knobs << addWidget(blocks) << addSeparator();
    auto *predict = new QToolButton(this); // the action itself stays in the menu when the button goes
    predict->setDefaultAction(actions.predict);
    m_knobs << addWidget(predict);
    auto *sweep = new QToolButton(this);
    sweep->setDefaultAction(actions.sweep);
    m_knobs << addWidget(sweep);
    addSeparator();
    addMenuButton("compareButton", tr("Compare"), actions.compareMenu)
        ->setToolTip(tr("Put another run, a file or the prediction beside the run that is shown"));
    addAction(actions.record);
    m_export = addMenuButton("exportButton", tr("Export"), actions.exportMenu);
    m_export->setIcon(QIcon(QStringLiteral(":/icons/export.svg")));
    m_export->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
}

void MainToolBar::setHasKnobs(bool has) const
{
    for (QAction *place : m_knobs)
        place->setVisible(has);
}

QList<QAction *> MainToolBar::addWithLabel(const QString &text, QWidget *widget)
{
    auto *label = new QLabel(text, this);
    label->setBuddy(widget);
    return {addWidget(label), addWidget(widget)};
}

QToolButton *MainToolBar::addMenuButton(const char *name, const QString &text, QMenu *menu)
{
    auto *button = new QToolButton(this);
    button->setObjectName(QLatin1String(name));
    button->setText(text);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    addWidget(button);
    return button;
}

} // namespace streamscope
