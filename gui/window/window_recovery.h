// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/window/end_signals.h"
#include "gui/window/recovery_offer.h"
#include "gui/workspace/session/recovery_folder.h"
#include "gui/workspace/session/recovery_keeper.h"

#include <QObject>

#include <functional>

namespace streamscope {

class MainWindow;

/// Handles the request of a QSessionManager when the user logs out. When it allows no interaction, `keep` stores the
/// work for the next start.
template <typename SessionManager>
void answerLogout(SessionManager &manager, const std::function<bool()> &mayEnd, const std::function<void()> &keep)
{
    if (!manager.allowsInteraction())
        keep();
    else if (mayEnd())
        manager.release();
    else
        manager.cancel();
}

/// Keeps the window's unsaved work however the program ends, and offers the work that earlier windows left.
class WindowRecovery : public QObject
{
    Q_OBJECT

public:
    /// `window` is not owned and must outlive the object.
    explicit WindowRecovery(MainWindow &window, const QString &folder = RecoveryFolder::standardPath());

    RecoveryFolder &folder() { return m_folder; }
    RecoveryKeeper &keeper() { return m_keeper; }
    /// Offers recovered work. Call it once, after the window is shown.
    void begin();

private:
    void restore(const RecoveryFolder::Left &left);
    void keep();

    MainWindow &m_window;
    RecoveryFolder m_folder;
    RecoveryKeeper m_keeper;
    RecoveryOffer m_offer;
    BackgroundTask m_reading; ///< of what is restored
    bool m_isTaken = false;   ///< what is restored is in the window, and not yet on the disk as its session
    EndSignals m_signals;
};

} // namespace streamscope
