// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/widgets/application_theme.h"

#include <QByteArray>
#include <QStringList>
#include <QVariant>

#include <functional>

namespace streamscope {

QVariant readSetting(const QString &key, const QVariant &fallback = {});
void writeSetting(const QString &key, const QVariant &value);

template <typename Type>
struct Setting
{
    const char *key;
    Type fallback = {};

    Type operator()() const { return readSetting(QLatin1String(key), fallback).template value<Type>(); }
    void set(const Type &value) const { writeSetting(QLatin1String(key), value); }
};

/// The window's settings, in an INI file in the user's configuration folder. Each call reads or writes the file at
/// once.
struct Settings
{
    static inline const Setting<QByteArray> geometry{"window/geometry"};
    static inline const Setting<QByteArray> layout{"window/layout"};
    /// Whether runs record their blocks.
    static inline const Setting<bool> recordsBlocks{"run/blocks", false};
    /// Whether the timeline shows a lane per SM when blocks were recorded.
    static inline const Setting<bool> showsBlockLanes{"timeline/blockLanes", true};
    /// What the colours of kernels say: a KernelColouring.
    static inline const Setting<int> kernelColouring{"timeline/kernelColours", 0};
    /// What languageCode() says of the chosen language; empty: the system's.
    static inline const Setting<QString> language{"window/language"};
    /// What was recorded last: a RecordedCommand in its own text form.
    static inline const Setting<QByteArray> recordedCommand{"record/command"};
    /// The language of the Code page: CodeLanguage::id.
    static inline const Setting<QString> codeLanguage{"code/language"};
    /// Whether the window predicts as knobs move.
    static inline const Setting<bool> predicts{"window/predict", true};

    /// The documents of the last window, each in a line of its own: see open_documents.h.
    static inline const Setting<QStringList> openDocuments{"window/documents"};
    static inline const Setting<int> frontDocument{"window/frontDocument", 0};
    /// Programs on other machines that a window of this user has started: "PROGRAM MACHINE". What a session of somebody
    /// else names besides them is asked about first.
    static inline const Setting<QStringList> programsThere{"remote/programs"};

    static ApplicationTheme theme();
    static void setTheme(ApplicationTheme theme);

    /// How the timeline is used: TimelineKeys, and of the document of this name LaneArrangement and TimelineMarks, in
    /// their own text form.
    static inline const Setting<QByteArray> timelineKeys{"timeline/keys"};
    static QByteArray timelineLanes(const QString &document);
    static void setTimelineLanes(const QString &document, const QByteArray &json);
    static QByteArray timelineMarks(const QString &document);
    static void setTimelineMarks(const QString &document, const QByteArray &json);

    /// What was answered and done in the lesson of this name: LessonSession::progress().
    static QByteArray lessonProgress(const QString &lesson);
    static void setLessonProgress(const QString &lesson, const QByteArray &json);

    /// The columns of the table of this name as the user arranged them, in the table's own text form.
    static QByteArray tableColumns(const QString &table);
    static void setTableColumns(const QString &table, const QByteArray &json);

    /// Newest first.
    static inline const Setting<QStringList> recentFiles{"files/recent"};
    static void addRecentFile(const QString &path);

    /// The folder of the last file that was opened; the home folder at first.
    static QString folder();
    static void setFolder(const QString &path);
    /// The folder of the last file that was written; the home folder at first. The folder of a trace that was opened
    /// is no place for the user's own files.
    static QString saveFolder();
    static void setSaveFolder(const QString &path);

    static QString fileName();

    /// `tell` gets one line when a setting cannot be written, and no other until one can; nobody does without it.
    static void setFailureListener(std::function<void(const QString &line)> tell);
};

} // namespace streamscope
