// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

namespace streamscope {

/// Brings the first SIGTERM, SIGINT or SIGHUP into the event loop while it lives, also into that of a dialog, so that
/// work can be kept before end(). A second one ends the process at once; SIGALRM does where the event loop does not
/// come to the first one in time. A signal that the process was started to ignore stays ignored. One object at a time.
class EndSignals : public QObject
{
    Q_OBJECT

public:
    explicit EndSignals(QObject *parent = nullptr);
    ~EndSignals() override;

    /// Ends the process as this signal does by itself, so that whoever sent it sees that: what runs, and which dialog
    /// is open, does not matter any more.
    [[noreturn]] static void end(int number);

Q_SIGNALS:
    void arrived(int number);
};

} // namespace streamscope
