// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/help/manual_folder.h"

#include <QCoreApplication>
#include <QDir>

namespace streamscope {

QString manualFolder()
{
    const QDir program(QCoreApplication::applicationDirPath());
    // build/PRESET/bin and build/PRESET/tests are three below the checkout.
    for (const char *folder : {"../share/doc/streamscope/manual", "../../../docs"}) {
        const QString found = QDir::cleanPath(program.filePath(QLatin1String(folder)));
        if (QFile::exists(found + QStringLiteral("/index.md")))
            return found;
    }
    return {};
}

} // namespace streamscope
