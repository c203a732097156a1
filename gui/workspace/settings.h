// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/widgets/application_theme.h"

#include <QByteArray>
#include <QStringList>

namespace streamscope {

/// The window's settings, in an INI file in the user's configuration folder. Each call reads or writes the file at
/// once.
class Settings
{
public:
    static QByteArray geometry();
    static QByteArray layout();
    static void setWindow(const QByteArray &geometry, const QByteArray &layout);

    static ApplicationTheme theme();
    static void setTheme(ApplicationTheme theme);

    /// Whether runs record their blocks; default no.
    static bool recordsBlocks();
    static void setRecordsBlocks(bool records);
    /// Whether the timeline shows a lane per SM when blocks were recorded; default yes.
    static bool showsBlockLanes();
    static void setShowsBlockLanes(bool shows);
    /// Whether the window predicts as knobs move.
    static bool predicts();
    static void setPredicts(bool predicts);

    /// How the timeline is used: TimelineKeys, LaneArrangement and TimelineMarks in their own text form. The marks of
    /// each run are stored under its name.
    static QByteArray timelineKeys();
    static void setTimelineKeys(const QByteArray &json);
    static QByteArray timelineLanes();
    static void setTimelineLanes(const QByteArray &json);
    static QByteArray timelineMarks(const QString &run);
    static void setTimelineMarks(const QString &run, const QByteArray &json);

    /// Newest first.
    static QStringList recentFiles();
    static void addRecentFile(const QString &path);
    static void clearRecentFiles();

    /// The folder of the last file dialog; the home folder at first.
    static QString folder();
    static void setFolder(const QString &path);

    static QString fileName();
};

} // namespace streamscope
