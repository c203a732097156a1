// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QSettings>
#include <QStandardPaths>
#include <QUrl>

#include <utility>

namespace streamscope {

namespace {

constexpr int maxRecentFiles = 10;
const QString themeKey = QStringLiteral("window/theme"), folderKey = QStringLiteral("files/folder"),
              saveFolderKey = QStringLiteral("files/saveFolder");

QString documentKey(const char *group, const QString &document)
{
    return QLatin1String(group) + QString::fromLatin1(QUrl::toPercentEncoding(document));
}

std::function<void(const QString &)> failureListener;
bool hasFailed = false;

void tellOutcome(bool failed)
{
    if (failed && !std::exchange(hasFailed, true) && failureListener)
        failureListener(QCoreApplication::translate("Settings", "Settings are not kept: %1 cannot be written")
                            .arg(Settings::fileName()));
    hasFailed = failed;
}

} // namespace

QVariant readSetting(const QString &key, const QVariant &fallback)
{
    return QSettings(Settings::fileName(), QSettings::IniFormat).value(key, fallback);
}

void writeSetting(const QString &key, const QVariant &value)
{
    QSettings file(Settings::fileName(), QSettings::IniFormat);
    file.setValue(key, value);
    file.sync();
    tellOutcome(file.status() != QSettings::NoError);
}

void Settings::setFailureListener(std::function<void(const QString &)> tell)
{
    failureListener = std::move(tell);
}

QString Settings::fileName()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
           + QStringLiteral("/streamscope/streamscope.ini");
}

ApplicationTheme Settings::theme()
{
    return themeNamed(readSetting(themeKey).toString());
}

void Settings::setTheme(ApplicationTheme theme)
{
    writeSetting(themeKey, themeName(theme));
}

QByteArray Settings::tableColumns(const QString &table)
{
    return readSetting(documentKey("tables/", table)).toByteArray();
}

void Settings::setTableColumns(const QString &table, const QByteArray &json)
{
    writeSetting(documentKey("tables/", table), json);
}

QByteArray Settings::lessonProgress(const QString &lesson)
{
    return readSetting(documentKey("lessons/", lesson)).toByteArray();
}

void Settings::setLessonProgress(const QString &lesson, const QByteArray &json)
{
    writeSetting(documentKey("lessons/", lesson), json);
}

QByteArray Settings::timelineLanes(const QString &document)
{
    return readSetting(documentKey("lanes/", document)).toByteArray();
}

void Settings::setTimelineLanes(const QString &document, const QByteArray &json)
{
    writeSetting(documentKey("lanes/", document), json);
}

QByteArray Settings::timelineMarks(const QString &document)
{
    return readSetting(documentKey("marks/", document)).toByteArray();
}

void Settings::setTimelineMarks(const QString &document, const QByteArray &json)
{
    writeSetting(documentKey("marks/", document), json);
}

void Settings::addRecentFile(const QString &path)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    QStringList files = recentFiles();
    files.removeAll(absolute);
    files.prepend(absolute);
    recentFiles.set(files.mid(0, maxRecentFiles));
}

QString Settings::folder()
{
    return readSetting(folderKey, QDir::homePath()).toString();
}

void Settings::setFolder(const QString &path)
{
    writeSetting(folderKey, path);
}

QString Settings::saveFolder()
{
    return readSetting(saveFolderKey, QDir::homePath()).toString();
}

void Settings::setSaveFolder(const QString &path)
{
    writeSetting(saveFolderKey, path);
}

} // namespace streamscope
