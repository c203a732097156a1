// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/session/recovery_folder.h"

#include <QObject>

#include <deque>
#include <functional>

namespace streamscope {

class MessageBar;

/// Offers the sessions of crashed or killed windows, one after the other, in a bar of its own, so that no other message
/// replaces the offer. When the user closes the bar, the next start offers them again.
class RecoveryOffer : public QObject
{
    Q_OBJECT

public:
    /// Opens the session; finishFirst() or refuseFirst() is the answer.
    using Restore = std::function<void(const RecoveryFolder::Left &)>;

    /// None is owned.
    RecoveryOffer(const RecoveryFolder &folder, const ExperimentList &known, MessageBar *bar, Restore restore,
                  QObject *parent = nullptr);

    /// Looks for sessions and offers them. @returns a line for each damaged one, which was renamed.
    QStringList begin();
    /// The first one is restored or discarded.
    void finishFirst();
    /// The first one cannot be restored and is renamed. @returns a line that says it.
    QString refuseFirst(const QString &problem);

private:
    struct Offer
    {
        RecoveryFolder::Left left;
        SessionHead head;
    };

    void showFirst();

    const RecoveryFolder &m_folder;
    const ExperimentList &m_known;
    MessageBar *m_bar;
    Restore m_restore;
    std::deque<Offer> m_offers;
};

} // namespace streamscope
