// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/bare_machine.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <sys/stat.h>
#include <unistd.h>

namespace streamscope {

namespace {

/// A private folder for temporary files; empty when another user owns its name. Qt would detect that, but Wayland would
/// use any socket in it.
QByteArray privateFolder()
{
    const QByteArray path =
        QFile::encodeName(QDir::tempPath() % QStringLiteral("/runtime-") % QString::number(::getuid()));
    ::mkdir(path.constData(), S_IRWXU);
    struct stat found = {};
    const bool ours = ::lstat(path.constData(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == ::getuid()
                      && (found.st_mode & (S_IRWXG | S_IRWXO)) == 0;
    return ours ? path : QByteArray();
}

} // namespace

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
    if (!qEnvironmentVariableIsSet("XDG_RUNTIME_DIR"))
        if (const QByteArray folder = privateFolder(); !folder.isEmpty())
            qputenv("XDG_RUNTIME_DIR", folder);
}

} // namespace streamscope
