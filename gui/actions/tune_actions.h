// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>

namespace streamscope {

class ComparisonController;
class MessageBar;
class Workspace;
struct WindowActions;

/// Tunes the experiment in front on the chosen device, in the background. The best combination becomes the values of
/// the document, as one undoable change, and its run is shown beside the run it started from.
class TuneActions : public QObject
{
    Q_OBJECT

public:
    /// Owns none of them.
    TuneActions(Workspace &workspace, ComparisonController *comparison, const WindowActions &actions,
                MessageBar *messages);

    /// An experiment with knobs is in front, and its device is there.
    static bool canTune(const Workspace &workspace);

private:
    void tune();

    Workspace &m_workspace;
    ComparisonController *m_comparison;
    MessageBar *m_messages;
};

} // namespace streamscope
