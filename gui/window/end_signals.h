// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

namespace streamscope {

/// Delivers the first SIGTERM, SIGINT or SIGHUP to the event loop, also to that of a dialog, so that unsaved work can
/// be kept before end(). A second signal ends the process at once; SIGALRM ends it when the event loop does not handle
/// the first signal in time. A signal that was ignored at start stays ignored. Only one object may exist.
class EndSignals : public QObject
{
    Q_OBJECT

public:
    explicit EndSignals(QObject *parent = nullptr);
    ~EndSignals() override;

    /// Ends the process by this signal's default action, so that the sender sees it, whatever runs and whichever dialog
    /// is open.
    [[noreturn]] static void end(int number);

Q_SIGNALS:
    void arrived(int number);
};

} // namespace streamscope
