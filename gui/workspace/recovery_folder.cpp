// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/recovery_folder.h"

#include "engine/formats/io/available_memory.h"
#include "engine/formats/io/document.h"
#include "engine/formats/io/files.h"
#include "engine/program/errors.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QUuid>

#include <utility>

namespace streamscope {

namespace {

/// A lock never expires by age: a window may stay open for weeks.
std::unique_ptr<QLockFile> lockBeside(const QString &file)
{
    auto lock = std::make_unique<QLockFile>(file + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);
    return lock;
}

} // namespace

RecoveryFolder::RecoveryFolder(const QString &path)
    : m_path(path), m_ownFile(QStringLiteral("%1/%2-%3.json")
                                  .arg(path)
                                  .arg(QCoreApplication::applicationPid())
                                  .arg(QUuid::createUuid().toString(QUuid::Id128).left(8)))
{}

QString RecoveryFolder::standardPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

void RecoveryFolder::write(const QByteArray &data)
{
    if (!QDir().mkpath(m_path))
        throw RunError(m_path.toStdString() + ": the folder cannot be made");
    if (!m_ownLock) { // lock first: a file without a lock counts as one of an ended process
        auto lock = lockBeside(m_ownFile);
        if (!lock->tryLock())
            throw RunError(m_ownFile.toStdString() + ".lock: cannot be written");
        m_ownLock = std::move(lock);
    }
    writeFileWhole(m_ownFile.toStdString(), data);
}

void RecoveryFolder::remove()
{
    if (m_ownLock)
        QFile::remove(m_ownFile);
    m_ownLock.reset();
}

std::vector<RecoveryFolder::Left> RecoveryFolder::takeLeft() const
{
    std::vector<Left> left;
    const QFileInfoList files =
        QDir(m_path).entryInfoList({QStringLiteral("*.json")}, QDir::Files, QDir::Time | QDir::Reversed);
    for (const QFileInfo &file : files) {
        auto lock = lockBeside(file.filePath());
        // Another window may have taken it, and may be done with it since we looked.
        if (lock->tryLock() && QFileInfo::exists(file.filePath()))
            left.emplace_back(file.filePath(), std::move(lock));
    }
    return left;
}

QByteArray RecoveryFolder::Left::read() const
{
    // Several documents: as much as the machine can hold, not the usual limit of one.
    return readDocument(openInput(QFile::encodeName(m_file).toStdString()), defaultMemoryLimit());
}

void RecoveryFolder::Left::remove() const
{
    QFile::remove(m_file);
}

QString RecoveryFolder::Left::putAside() const
{
    QString aside = m_file + QStringLiteral(".damaged");
    QFile::rename(m_file, aside);
    return aside;
}

} // namespace streamscope
