// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/bare_machine.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <unistd.h>

namespace streamscope {

void prepareBareMachine()
{
    if (!QFile::exists(QStringLiteral("/etc/fonts/fonts.conf")) && !qEnvironmentVariableIsSet("FONTCONFIG_FILE")
        && !qEnvironmentVariableIsSet("FONTCONFIG_PATH")) {
        // There is no application object yet that knows the folder of the program.
        const QFileInfo program(QFile::symLinkTarget(QStringLiteral("/proc/self/exe")));
        const QString file = QDir::cleanPath(program.path() % QStringLiteral("/../share/streamscope/fonts.conf"));
        if (QFile::exists(file))
            qputenv("FONTCONFIG_FILE", QFile::encodeName(file));
    }
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR")) // where Qt would put it, and Qt makes it
        qputenv("XDG_RUNTIME_DIR",
                QFile::encodeName(QDir::tempPath() % QStringLiteral("/runtime-") % QString::number(::getuid())));
}

} // namespace streamscope
