// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"

#include <string>

namespace streamscope {

/// The path of a lesson in another language: "lessons/streams.md" → "lessons/de/streams.md".
std::string twinPath(const std::string &path, const std::string &language);

/// What a twin has that its lesson has not, or the other way round; empty where only words differ. Everything that
/// runs, asks, judges or is filled in must be the same: progress goes from one to the other. One line for people:
/// "line 12: question 'length' has other choices than in …".
std::string twinFault(const Lesson &lesson, const Lesson &twin);

} // namespace streamscope
