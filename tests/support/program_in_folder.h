// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "tests/support/program_process.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace streamscope::test {

/// The program in a new folder, which goes with this.
class ProgramInFolder
{
public:
    Outcome run(const QStringList &arguments) const { return ProgramProcess().run(arguments, m_folder.path()); }
    /// What it prints with --json.
    QJsonObject json(const QStringList &arguments) const
    {
        return QJsonDocument::fromJson(run(arguments + QStringList{"--json"}).out).object();
    }
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }

private:
    QTemporaryDir m_folder;
};

} // namespace streamscope::test
