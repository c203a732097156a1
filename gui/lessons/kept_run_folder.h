// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/lessons/kept_runs.h"

#include <QString>

#include <cstdint>
#include <string>

namespace streamscope {

/// The runs of the lessons, kept from start to start: a file for each lesson in one folder. All members may be called
/// on any thread.
class KeptRunFolder
{
public:
    /// `maxBytes`: of all files together.
    explicit KeptRunFolder(QString path = standardPath(), std::uint64_t maxBytes = 64u << 20);
    /// The folder in the user's application data.
    static QString standardPath();

    /// Of the lesson's file; 0 where it has none.
    std::uint64_t bytes(const std::string &lesson) const;
    /// @throws as readLessonRuns().
    KeptLessonRuns read(const std::string &name, const Lesson &lesson, const RunControl &control) const;
    /// Replaces what was kept of the lesson. The files that were written longest ago go where all would be too large.
    /// @throws RunError where it cannot be kept; then nothing of the lesson is.
    void write(const std::string &name, const Lesson &lesson, const KeptLessonRuns &runs) const;
    void remove(const std::string &name) const;

private:
    QString fileOf(const std::string &name) const;
    void makeRoom() const;

    QString m_path;
    std::uint64_t m_maxBytes;
};

} // namespace streamscope
