// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/session/recovery_folder.h"

#include "engine/program/errors.h"
#include "engine/program/system_error_text.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace streamscope {

namespace {

const QString sessionSuffix = QStringLiteral(".session");
const QString documentsName = QStringLiteral("documents"), partSuffix = QStringLiteral(".part");

std::string bytesOfPath(const QString &path)
{
    return QFile::encodeName(path).toStdString();
}

/// A lock never expires by age: a window may stay open for weeks.
std::unique_ptr<QLockFile> lockBeside(const QString &folder)
{
    auto lock = std::make_unique<QLockFile>(folder + QStringLiteral(".lock"));
    lock->setStaleLockTime(0);
    return lock;
}

QString partName(SessionNumber number)
{
    constexpr int digits = 10; // by name they are in order
    return QStringLiteral("%1").arg(number, digits, 10, QLatin1Char('0')) + partSuffix;
}

void makeFolder(const QString &path)
{
    std::error_code error;
    std::filesystem::create_directories(bytesOfPath(path), error);
    if (error)
        throw RunError(path.toStdString() + ": the folder cannot be made: " + systemErrorText(error.value()));
}

} // namespace

RecoveryFolder::RecoveryFolder(const QString &path)
    : m_path(path), m_own(QStringLiteral("%1/%2-%3%4")
                              .arg(path)
                              .arg(QCoreApplication::applicationPid())
                              .arg(QUuid::createUuid().toString(QUuid::Id128).left(8), sessionSuffix))
{}

QString RecoveryFolder::standardPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/recovery");
}

std::string RecoveryFolder::partFile(SessionNumber number) const
{
    return bytesOfPath(m_own + QLatin1Char('/') + partName(number));
}

void RecoveryFolder::begin()
{
    makeFolder(m_path);
    if (!m_lock) { // lock first: a session without a lock counts as one of an ended process
        auto lock = lockBeside(m_own);
        if (!lock->tryLock())
            throw RunError(m_own.toStdString() + ".lock: cannot be written");
        m_lock = std::move(lock);
    }
    makeFolder(m_own);
}

void RecoveryFolder::writeParts(const SessionImage &image, bool sources)
{
    for (const auto &[number, part] : image.parts)
        if (std::holds_alternative<RunSource>(part->content) == sources && !m_written.contains(number)) {
            writeSessionPartFile(*part, number, partFile(number));
            m_written.insert(number);
        }
}

void RecoveryFolder::write(std::uint64_t ticket, const SessionImage &image)
{
    const std::lock_guard lock(m_mutex);
    if (ticket <= m_newest)
        return;
    begin();
    m_newest = ticket;
    writeParts(image, true); // without its Program a document cannot come back
    writeSessionDocumentsFile(image.documents, bytesOfPath(m_own + QLatin1Char('/') + documentsName));
    writeParts(image, false);
    std::erase_if(m_written, [&](SessionNumber number) {
        const bool isUnused = !image.parts.contains(number);
        if (isUnused)
            QFile::remove(m_own + QLatin1Char('/') + partName(number));
        return isUnused;
    });
}

void RecoveryFolder::remove()
{
    const std::lock_guard lock(m_mutex);
    m_newest = m_tickets;
    if (m_lock)
        QDir(m_own).removeRecursively();
    m_written.clear();
    m_lock.reset();
}

std::vector<RecoveryFolder::Left> RecoveryFolder::takeLeft() const
{
    std::vector<Left> left;
    const QFileInfoList folders = QDir(m_path).entryInfoList(
        {QLatin1Char('*') + sessionSuffix}, QDir::Dirs | QDir::NoDotAndDotDot, QDir::Time | QDir::Reversed);
    for (const QFileInfo &folder : folders) {
        auto lock = lockBeside(folder.filePath());
        // Another window may have taken it, and may be done with it since we looked.
        if (!lock->tryLock() || !QFileInfo::exists(folder.filePath()))
            continue;
        Left one(folder.filePath(), std::move(lock));
        if (QFileInfo::exists(folder.filePath() + QLatin1Char('/') + documentsName))
            left.push_back(std::move(one));
        else
            one.remove(); // killed before anything was in it
    }
    return left;
}

std::string RecoveryFolder::Left::documentsFile() const
{
    return bytesOfPath(m_folder + QLatin1Char('/') + documentsName);
}

std::vector<std::string> RecoveryFolder::Left::files() const
{
    std::vector<std::string> files;
    for (const QString &name : QDir(m_folder).entryList({QLatin1Char('*') + partSuffix}, QDir::Files, QDir::Name))
        files.push_back(bytesOfPath(m_folder + QLatin1Char('/') + name));
    files.push_back(documentsFile());
    return files;
}

std::uint64_t RecoveryFolder::Left::bytes() const
{
    std::uint64_t bytes = 0;
    for (const QFileInfo &file : QDir(m_folder).entryInfoList(QDir::Files))
        bytes += static_cast<std::uint64_t>(file.size());
    return bytes;
}

void RecoveryFolder::Left::remove() const
{
    QDir(m_folder).removeRecursively();
}

QString RecoveryFolder::Left::putAside() const
{
    QString aside = m_folder + QStringLiteral(".damaged");
    QFile::rename(m_folder, aside);
    return aside;
}

} // namespace streamscope
