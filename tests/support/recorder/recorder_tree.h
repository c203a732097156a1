// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "tests/support/program_process.h"

#include <QDir>
#include <QFile>

#include <unistd.h>

namespace streamscope::test {

/// The program beside the counting recorder: a link to the built one, because the recorder is looked for from where the
/// program lies. Ends the test where that is not possible.
inline QString programWithCountingRecorder()
{
    const QString folder = QStringLiteral(RECORDER_TREE "/bin");
    const QString built = qEnvironmentVariable("STREAMSCOPE_PROGRAM");
    // One for each test process: several run at a time.
    const QString program = folder + QStringLiteral("/streamscope-%1").arg(getpid());
    QDir().mkpath(folder);
    QFile::remove(program);
    if (link(QFile::encodeName(built).constData(), QFile::encodeName(program).constData()) != 0
        && !QFile::copy(built, program))
        qFatal("no link %s to %s", qPrintable(program), qPrintable(built));
    return program;
}

inline QString launchedProgram()
{
    return QStringLiteral(RECORDER_TREE "/launched_program");
}

} // namespace streamscope::test
