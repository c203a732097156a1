// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

class QMainWindow;

namespace streamscope {

class TimelineWidget;
struct WindowActions;
struct WindowDocks;

/// Connects the actions that change how things look, with their stored settings: zoom, SM lanes, theme, layout, full
/// screen.
void connectViewActions(const WindowActions &actions, const WindowDocks &docks, TimelineWidget *timeline,
                        QMainWindow *window);

} // namespace streamscope
