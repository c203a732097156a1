// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"

#include <QByteArray>

#include <functional>
#include <string>
#include <vector>

namespace streamscope {

/// Bounds of a lesson file. More is an InputError.
inline constexpr qsizetype maxLessonBytes = qsizetype{256} * 1024;
inline constexpr std::size_t maxLessonBlocks = 200, maxLessonRuns = 32, maxLessonChoices = 12;

/// Finds the bytes of a program file or a trace that a lesson names: beside the lesson's file.
/// @throws InputError when there is none.
using LessonFiles = std::function<QByteArray(const std::string &name)>;

/// Reads a lesson (docs/lessons.md). `source` names the file in messages.
/// @throws InputError "file, line 12: what", with the value and what is allowed. Unknown keys are errors.
Lesson readLesson(const QByteArray &markdown, const std::string &source, const ExperimentList &known,
                  const LessonFiles &files);

// `language` below: the code of a language, "de". A lesson that has a twin in it (twinPath()) comes in its words, under
// the same name. Empty: as it is written.

/// The same from a file. @throws InputError also when it cannot be read, or where its twin says something else
/// (twinFault()).
Lesson loadLesson(const std::string &path, const ExperimentList &known, const std::string &language = {});

/// The languages in which the lesson of a file has twins beside it, sorted: "de". Folders of other names count for
/// none.
std::vector<std::string> twinLanguages(const std::string &path);

/// The lessons that are built into the program (resources/lessons), by order.
std::vector<Lesson> builtInLessons(const ExperimentList &known, const std::string &language = {});

/// A built-in lesson by its name, by its name without the number ("two-streams") or by its order ("1").
/// @throws InputError that lists the names.
Lesson findLesson(const std::string &name, const ExperimentList &known, const std::string &language = {});

/// Title, order and summary of a lesson without reading all of it, for lists that open at once.
struct LessonHeading
{
    std::string name;
    std::string title;
    std::string summary;
    int order = 0;
    std::vector<std::string> presets; ///< of its runs, each once
};
std::vector<LessonHeading> builtInLessonHeadings(const std::string &language = {});

/// True for a path that ends in ".class.md".
bool isClassPath(const std::string &path);
/// True for a path of a lesson or a class: it ends in ".md".
bool isLessonPath(const std::string &path);

/// Reads a class file: front matter with a title, and a list of lessons, each a built-in name or a file beside it.
/// @throws InputError naming file and line.
LessonClass loadClass(const std::string &path, const ExperimentList &known);

} // namespace streamscope
