// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/recorder_library.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>

namespace streamscope {

std::string recorderLibrary()
{
    const QString path = QDir::cleanPath(QCoreApplication::applicationDirPath()
                                         % QStringLiteral("/" STREAMSCOPE_MODULE_DIR "/libstreamscope_record.so"));
    const QByteArray bytes = QFile::encodeName(path);
    if (!QFile::exists(path))
        throw RunError(Phrase("engine", "this program was built or installed without the recorder: there is no %1")
                           .arg(bytes.toStdString()));
    return bytes.toStdString();
}

} // namespace streamscope
