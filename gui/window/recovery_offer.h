// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/recovery_file.h"
#include "gui/workspace/recovery_folder.h"

#include <QObject>

#include <deque>
#include <functional>

namespace streamscope {

class MessageBar;

/// Offers the unsaved work of crashed or killed windows, one after the other, in a bar of its own, so that no other
/// message replaces the offer. When the user closes the bar, the next start offers the work again.
class RecoveryOffer : public QObject
{
    Q_OBJECT

public:
    /// Opens the work.
    using Restore = std::function<void(const KeptWork &)>;

    /// None is owned.
    RecoveryOffer(const RecoveryFolder &folder, const ExperimentList &known, MessageBar *bar, Restore restore,
                  QObject *parent = nullptr);

    /// Looks for unsaved work and offers it. @returns a line for each damaged file, which was renamed.
    QStringList begin();

private:
    struct Offer
    {
        RecoveryFolder::Left left;
        KeptWork work;
    };

    void showFirst();
    void finishFirst();

    const RecoveryFolder &m_folder;
    const ExperimentList &m_known;
    MessageBar *m_bar;
    Restore m_restore;
    std::deque<Offer> m_offers;
};

} // namespace streamscope
