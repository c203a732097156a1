// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files.h"

#include "engine/program/errors.h"

#include <QFileInfo>
#include <QSaveFile>

namespace streamscope {

void writeFileWhole(const std::string &path, const QByteArray &data)
{
    QSaveFile file(QString::fromStdString(path));
    if (!file.open(QIODevice::WriteOnly) || file.write(data) != data.size() || !file.commit())
        throw RunError(path + ": cannot be written: " + file.errorString().toStdString());
}

void requireWritable(const std::string &path)
{
    const QFileInfo file(QString::fromStdString(path));
    if (path.empty() || file.isDir())
        throw InputError("'" + path + "' cannot be written: it is a folder, not a file");
    const QFileInfo folder(file.absolutePath());
    if (!folder.isDir())
        throw InputError(path + ": cannot be written: there is no folder " + folder.filePath().toStdString());
    if (!folder.isWritable() || (file.exists() && !file.isWritable()))
        throw InputError(path + ": cannot be written: no permission");
}

} // namespace streamscope
