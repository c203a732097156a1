// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/settings.h"

#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QUrl>

namespace streamscope {

namespace {

constexpr int maxRecentFiles = 10;

QVariant read(const QString &key, const QVariant &fallback = {})
{
    return QSettings(Settings::fileName(), QSettings::IniFormat).value(key, fallback);
}

void write(const QString &key, const QVariant &value)
{
    QSettings(Settings::fileName(), QSettings::IniFormat).setValue(key, value);
}

const QString recentKey = QStringLiteral("files/recent");

} // namespace

QString Settings::fileName()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/streamscope/streamscope.ini");
}

QByteArray Settings::geometry()
{
    return read(QStringLiteral("window/geometry")).toByteArray();
}
QByteArray Settings::layout()
{
    return read(QStringLiteral("window/layout")).toByteArray();
}

void Settings::setWindow(const QByteArray &geometry, const QByteArray &layout)
{
    write(QStringLiteral("window/geometry"), geometry);
    write(QStringLiteral("window/layout"), layout);
}

ApplicationTheme Settings::theme()
{
    return themeNamed(read(QStringLiteral("window/theme")).toString());
}
void Settings::setTheme(ApplicationTheme theme)
{
    write(QStringLiteral("window/theme"), themeName(theme));
}

bool Settings::recordsBlocks()
{
    return read(QStringLiteral("run/blocks"), false).toBool();
}
void Settings::setRecordsBlocks(bool records)
{
    write(QStringLiteral("run/blocks"), records);
}

bool Settings::showsBlockLanes()
{
    return read(QStringLiteral("timeline/blockLanes"), true).toBool();
}
void Settings::setShowsBlockLanes(bool shows)
{
    write(QStringLiteral("timeline/blockLanes"), shows);
}

bool Settings::predicts()
{
    return read(QStringLiteral("window/predict"), true).toBool();
}
void Settings::setPredicts(bool predicts)
{
    write(QStringLiteral("window/predict"), predicts);
}

QByteArray Settings::timelineKeys()
{
    return read(QStringLiteral("timeline/keys")).toByteArray();
}
void Settings::setTimelineKeys(const QByteArray &json)
{
    write(QStringLiteral("timeline/keys"), json);
}

QByteArray Settings::timelineLanes()
{
    return read(QStringLiteral("timeline/lanes")).toByteArray();
}
void Settings::setTimelineLanes(const QByteArray &json)
{
    write(QStringLiteral("timeline/lanes"), json);
}

QByteArray Settings::timelineMarks(const QString &run)
{
    return read(QStringLiteral("marks/") + QString::fromLatin1(QUrl::toPercentEncoding(run))).toByteArray();
}
void Settings::setTimelineMarks(const QString &run, const QByteArray &json)
{
    write(QStringLiteral("marks/") + QString::fromLatin1(QUrl::toPercentEncoding(run)), json);
}

QStringList Settings::recentFiles()
{
    return read(recentKey).toStringList();
}

void Settings::addRecentFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    write(recentKey, QStringList(files.mid(0, maxRecentFiles)));
}

void Settings::clearRecentFiles()
{
    write(recentKey, QStringList());
}

QString Settings::folder()
{
    return read(QStringLiteral("files/folder"), QDir::homePath()).toString();
}
void Settings::setFolder(const QString &path)
{
    write(QStringLiteral("files/folder"), path);
}

} // namespace streamscope
