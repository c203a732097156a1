// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

class QMainWindow;

namespace streamscope {

class MessageBar;
class SearchBar;
class TimelineCoordinator;
class TimelineWidget;
struct WindowActions;

/// Connects the actions that change how things look, with their stored settings: zoom, SM lanes, theme, full screen.
void connectViewActions(const WindowActions &actions, TimelineWidget *timeline, QMainWindow *window);

/// The choice of a language is stored and counts from the next start; `messages` says so.
void connectLanguageActions(const WindowActions &actions, MessageBar *messages);

/// Connects the search, which works from everywhere, and the page of shortcuts.
void connectFindActions(const WindowActions &actions, SearchBar *search, TimelineCoordinator *coordinator);

} // namespace streamscope
