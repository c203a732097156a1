// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"
#include "gui/code/code_job.h"

#include <QObject>

#include <functional>
#include <optional>

class QTimer;

namespace streamscope {

class CodePage;
class MessageBar;
class WhatIfController;
class Workspace;
struct FileDialogs;

/// Keeps the Code page what the document in front says, while somebody looks at it, and copies and saves the code.
class CodeActions : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        Workspace &workspace;
        const WhatIfController &changes; ///< whose list belongs to the document in front
        const FileDialogs &dialogs;
        CodePage *page;
        MessageBar *messages;
        QWidget *window;
        std::function<const Preset *(const std::string &name)> builtIn;
    };

    /// Owns none of them.
    explicit CodeActions(const Parts &parts);

    /// What the advice for the trace in front means in code: see AdviceActions::codeChanged().
    void setAdvice(const QString &lines, const QString &language);
    /// A change of the advice comes into sight, when the page shows it.
    void goToAdvice(const QString &change);

private:
    void follow();
    void write();
    void writeAdvice();
    std::optional<CodeRequest> wanted() const;
    QStringList changesInWords() const;
    void copy();
    void save();

    Parts m_parts;
    bool m_isWatched = false;
    QTimer *m_delay; ///< after the last edit
    BackgroundTask m_task;
    std::optional<CodeRequest> m_shown; ///< what the page shows, or is about to
    int m_front = -1;                   ///< Workspace::frontNumber() of that
    QString m_advice, m_adviceLanguage; ///< of the trace in front
};

} // namespace streamscope
