// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/record/record_options.h"

#include <QByteArray>
#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace streamscope {

/// What the dialog asks for, as it was typed: it is kept for the next time.
struct RecordedCommand
{
    QString command;   ///< with its arguments, as for a shell
    QString folder;    ///< in which the program starts
    QString variables; ///< NAME=value, one per line
    QString output;    ///< folder of the recording, or a file NAME.ssrec; empty: a new folder in `folder`
    RecordOptions options;

    QByteArray toJson() const;
    /// Values that are missing or unknown stay as they are in a new one.
    static RecordedCommand fromJson(const QByteArray &json);

    /// What is started.
    struct Parsed
    {
        QString program;
        QStringList arguments;
        std::vector<std::pair<std::string, std::string>> variables;
        std::string shellSign; ///< see CommandWords
    };
    /// @throws InputError in one line.
    Parsed parsed() const;
    /// "train.py", "./a.out": for a tab.
    QString title() const;

    Q_DECLARE_TR_FUNCTIONS(RecordedCommand)
};

} // namespace streamscope
