// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/recovery_file.h"
#include "gui/recovery_folder.h"

#include <QObject>

#include <deque>
#include <functional>

namespace streamscope {

class MessageBar;

/// Offers what windows that ended without a question left behind, one after the other, in a bar of its own: nothing
/// else may push the offer away. Who closes the bar is asked again at the next start.
class RecoveryOffer : public QObject
{
    Q_OBJECT

public:
    /// Shows the work; false where the person would rather keep what is there.
    using Restore = std::function<bool(const KeptWork &)>;

    /// None is owned.
    RecoveryOffer(const RecoveryFolder &folder, const ExperimentList &known, MessageBar *bar, Restore restore,
                  QObject *parent = nullptr);

    /// Looks for it and offers it. @returns a line for each file that is damaged and was put aside.
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
