// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/view_actions.h"

#include "gui/actions/window_actions.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/workspace/settings.h"

#include <QAction>
#include <QMainWindow>

namespace streamscope {

void connectViewActions(const WindowActions &actions, TimelineWidget *timeline, QMainWindow *window)
{
    QObject::connect(actions.fitAll, &QAction::triggered, timeline, &TimelineWidget::fitAll);
    QObject::connect(actions.fitSelection, &QAction::triggered, timeline, &TimelineWidget::fitSelection);
    QObject::connect(actions.zoomIn, &QAction::triggered, timeline, &TimelineWidget::zoomIn);
    QObject::connect(actions.zoomOut, &QAction::triggered, timeline, &TimelineWidget::zoomOut);
    QObject::connect(actions.blockLanes, &QAction::toggled, timeline, [timeline](bool shown) {
        Settings::setShowsBlockLanes(shown);
        timeline->setBlockLanesShown(shown);
    });
    actions.blockLanes->setChecked(Settings::showsBlockLanes());
    timeline->setBlockLanesShown(actions.blockLanes->isChecked());
    for (const auto &[action, theme] : actions.themes) {
        action->setChecked(theme == Settings::theme());
        QObject::connect(action, &QAction::triggered, window, [wanted = theme] {
            Settings::setTheme(wanted);
            applyTheme(wanted);
        });
    }
    QObject::connect(actions.fullScreen, &QAction::toggled, window, [window](bool full) {
        const Qt::WindowStates states = window->windowState();
        window->setWindowState(full ? states | Qt::WindowFullScreen : states & ~Qt::WindowFullScreen);
    });
}

} // namespace streamscope
