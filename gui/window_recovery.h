// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/end_signals.h"
#include "gui/recovery_folder.h"
#include "gui/recovery_keeper.h"
#include "gui/recovery_offer.h"

#include <QObject>

#include <functional>

namespace streamscope {

class MainWindow;

/// What the session manager asks when somebody logs out; a QSessionManager. Where it lets nobody be asked, `keep` keeps
/// the work for the next start.
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

/// Sees to it that no end of the program loses the unsaved work of its window, and offers what earlier ones left.
class WindowRecovery : public QObject
{
    Q_OBJECT

public:
    /// `window` is not owned and lives longer.
    explicit WindowRecovery(MainWindow &window, const QString &folder = RecoveryFolder::standardPath());

    RecoveryKeeper &keeper() { return m_keeper; }
    /// Offers what was left. Once, when the window is there.
    void begin();

private:
    bool restore(const KeptWork &work);
    void keep();

    MainWindow &m_window;
    RecoveryFolder m_folder;
    RecoveryKeeper m_keeper;
    RecoveryOffer m_offer;
    EndSignals m_signals;
};

} // namespace streamscope
