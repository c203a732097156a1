// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/lesson.h"
#include "engine/run/run_job.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>

namespace streamscope {

/// The finished runs of a lesson, with their whole timelines, as they are kept from start to start.
struct KeptLessonRuns
{
    DeviceInfo device;                                               ///< the chosen one
    std::map<std::string, std::shared_ptr<const RunResult>> results; ///< by the name of the run
};

/// No lesson takes more of the disk.
inline constexpr std::uint64_t maxKeptLessonBytes = 16u << 20;

/// Into one file in the format of a session, completely or not at all, on any thread.
/// @throws RunError where it cannot be written, or would be larger than `maxBytes`; an older file stays.
void writeLessonRuns(const Lesson &lesson, const KeptLessonRuns &runs, const std::string &path,
                     std::uint64_t maxBytes = maxKeptLessonBytes);

/// Those that the lesson still has: the same experiment, knobs and trace, on a device that the run allows. Analysed.
/// @throws InputError for a broken file or one of a newer version, RunError beyond the memory limit, Cancelled.
KeptLessonRuns readLessonRuns(const Lesson &lesson, const std::string &path, const ExperimentList &known,
                              const RunControl &control);

} // namespace streamscope
