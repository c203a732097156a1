// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/actions/view_actions.h"

#include "gui/actions/window_actions.h"
#include "gui/results/timeline_coordinator.h"
#include "gui/timeline/text/translation.h"
#include "gui/timeline/widget/lane_controls.h"
#include "gui/timeline/widget/search_bar.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/workspace/settings.h"

#include <QAction>
#include <QMainWindow>

namespace streamscope {

void connectViewActions(const WindowActions &actions, TimelineWidget *timeline, QMainWindow *window)
{
    TimelineState *state = timeline->state();
    TimelineInput *input = timeline->input();
    QObject::connect(actions.fitAll, &QAction::triggered, state, &TimelineState::fitAll);
    QObject::connect(actions.fitSelection, &QAction::triggered, state, &TimelineState::fitSelection);
    QObject::connect(actions.zoomIn, &QAction::triggered, input, [input] { input->zoom(true); });
    QObject::connect(actions.zoomOut, &QAction::triggered, input, [input] { input->zoom(false); });
    const auto showBlockLanes = [state](bool shown) { state->setDetails({shown, state->details().scale}); };
    actions.blockLanes->setChecked(Settings::showsBlockLanes());
    showBlockLanes(actions.blockLanes->isChecked());
    QObject::connect(actions.blockLanes, &QAction::toggled, state, [showBlockLanes](bool shown) {
        Settings::showsBlockLanes.set(shown);
        showBlockLanes(shown);
    });
    LaneControls *lanes = timeline->laneControls();
    QObject::connect(actions.counterLanes, &QAction::triggered, lanes, &LaneControls::showCounters);
    QObject::connect(state, &TimelineState::arrangementChanged, actions.counterLanes, // each document has its own
                     [state, action = actions.counterLanes] { action->setChecked(state->arrangement().counters); });
    for (const auto &[action, colouring] : actions.colourings) {
        const auto wanted = static_cast<int>(colouring);
        QObject::connect(action, &QAction::toggled, state, [state, wanted](bool chosen) {
            if (!chosen)
                return;
            Settings::kernelColouring.set(wanted);
            state->setColouring(static_cast<KernelColouring>(wanted));
        });
        action->setChecked(wanted == Settings::kernelColouring());
    }
    for (const auto &[action, theme] : actions.themes) {
        action->setChecked(theme == Settings::theme());
        QObject::connect(action, &QAction::triggered, window, [wanted = theme] {
            Settings::setTheme(wanted);
            applyTheme(wanted);
        });
    }
}

void connectLanguageActions(const WindowActions &actions, MessageBar *messages)
{
    for (const auto &[action, code] : actions.languages) {
        action->setChecked(code == Settings::language());
        QObject::connect(action, &QAction::triggered, messages, [wanted = code, messages] {
            if (wanted == Settings::language())
                return;
            Settings::language.set(wanted);
            messages->note(tr("StreamScope speaks the chosen language when it is started again."));
        });
    }
}

void connectFindActions(const WindowActions &actions, SearchBar *search, TimelineCoordinator *coordinator)
{
    QObject::connect(actions.find, &QAction::triggered, search, &SearchBar::open);
    QObject::connect(actions.findNext, &QAction::triggered, search, [search] { search->step(true); });
    QObject::connect(actions.findPrevious, &QAction::triggered, search, [search] { search->step(false); });
    QObject::connect(actions.keys, &QAction::triggered, coordinator, &TimelineCoordinator::showKeys);
}

} // namespace streamscope
