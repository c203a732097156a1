// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/rank_cache.h"

#include "engine/ranks/rank_entry.h"

#include <QCryptographicHash>
#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <utility>

namespace streamscope {

namespace {

constexpr qint64 longestEntry = 64LL << 20; // packed
const QString suffix = QStringLiteral(".rank");

QString entryPath(const std::string &folder, const QFileInfo &file)
{
    const QByteArray path = file.absoluteFilePath().toUtf8();
    return QString::fromStdString(folder) + QLatin1Char('/')
           + QString::fromLatin1(QCryptographicHash::hash(path, QCryptographicHash::Sha1).toHex()) + suffix;
}

RankFileState stateOf(const QFileInfo &file)
{
    return {file.size(), file.lastModified().toMSecsSinceEpoch()};
}

} // namespace

RankCache::RankCache()
    : m_folder([] {
          const QString cache = QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation);
          return cache.isEmpty() ? std::string() : QString(cache + QStringLiteral("/streamscope/ranks")).toStdString();
      }())
{}

std::optional<RankTrace> RankCache::load(const std::string &path) const
{
    const QFileInfo file(QString::fromStdString(path));
    QFile entry(entryPath(m_folder, file));
    if (m_folder.empty() || !file.isFile() || !entry.open(QIODevice::ReadOnly) || entry.size() > longestEntry)
        return std::nullopt;
    std::optional<RankTrace> trace = readRankEntry(entry.readAll(), stateOf(file));
    if (trace)
        trace->path = path;
    return trace;
}

void RankCache::store(const std::string &path, RankTrace trace) const
{
    const QFileInfo file(QString::fromStdString(path));
    if (m_folder.empty() || !file.isFile() || !QDir().mkpath(QString::fromStdString(m_folder)))
        return;
    const QByteArray bytes = rankEntryBytes(std::move(trace), stateOf(file));
    QSaveFile entry(entryPath(m_folder, file));
    if (entry.open(QIODevice::WriteOnly) && entry.write(bytes) == bytes.size())
        entry.commit();
}

void RankCache::trim(std::uint64_t bytes) const
{
    if (m_folder.empty())
        return;
    const QDir folder(QString::fromStdString(m_folder));
    std::uint64_t kept = 0;
    for (const QFileInfo &entry : folder.entryInfoList({QLatin1Char('*') + suffix}, QDir::Files, QDir::Time)) {
        kept += static_cast<std::uint64_t>(entry.size()); // the newest first
        if (kept > bytes)
            QFile::remove(entry.filePath());
    }
}

} // namespace streamscope
