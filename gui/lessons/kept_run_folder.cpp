// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/kept_run_folder.h"

#include "engine/program/errors.h"
#include "experiments/registry.h"
#include "gui/workspace/text/path_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <utility>

namespace streamscope {

namespace {
const QString runsSuffix = QStringLiteral(".runs");
}

KeptRunFolder::KeptRunFolder(QString path, std::uint64_t maxBytes) : m_path(std::move(path)), m_maxBytes(maxBytes) {}

QString KeptRunFolder::standardPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/lessons");
}

/// The name of a lesson may be a path, longer than that of a file may be.
QString KeptRunFolder::fileOf(const std::string &name) const
{
    const QByteArray hash = QCryptographicHash::hash(QByteArray::fromStdString(name), QCryptographicHash::Sha1);
    return m_path + QLatin1Char('/') + QString::fromLatin1(hash.toHex()) + runsSuffix;
}

std::uint64_t KeptRunFolder::bytes(const std::string &name) const
{
    return static_cast<std::uint64_t>(QFileInfo(fileOf(name)).size());
}

KeptLessonRuns KeptRunFolder::read(const std::string &name, const Lesson &lesson, const RunControl &control) const
{
    return readLessonRuns(lesson, pathOf(fileOf(name)), experiments(), control);
}

void KeptRunFolder::write(const std::string &name, const Lesson &lesson, const KeptLessonRuns &runs) const
{
    QDir().mkpath(m_path); // where that fails, the file cannot be written
    try {
        writeLessonRuns(lesson, runs, pathOf(fileOf(name)));
    } catch (const RunError &) {
        remove(name); // older ones would not fit the answers
        throw;
    }
    makeRoom();
}

void KeptRunFolder::remove(const std::string &name) const
{
    QFile::remove(fileOf(name));
}

void KeptRunFolder::makeRoom() const
{
    std::uint64_t all = 0;
    for (const QFileInfo &file : QDir(m_path).entryInfoList({QLatin1Char('*') + runsSuffix}, QDir::Files, QDir::Time)) {
        all += static_cast<std::uint64_t>(file.size());
        if (all > m_maxBytes)
            QFile::remove(file.filePath());
    }
}

} // namespace streamscope
