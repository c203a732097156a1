// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/record/recording_files.h"

#include <string>
#include <vector>

namespace streamscope {

/// The folder into which the processes of one program are recorded.
class RecordingFolder
{
public:
    /// Makes the folder, or takes an empty one. @param output a folder, or a file NAME.ssrec: then the folder is one
    /// beside it until finish(); empty: "recording-YYYYMMDD-HHMMSS". @param base where a path that is not absolute
    /// begins; empty: the current folder. @param step launcherStep(): all processes of that step share the folder,
    /// "recording-STEP" where none was given. @throws InputError naming the path and the reason.
    explicit RecordingFolder(const std::string &output, const std::string &base = {}, const std::string &step = {});

    /// Absolute.
    const std::string &path() const { return m_path; }

    struct Outcome
    {
        RecordingTotal total;
        std::vector<RecordingFile> files; ///< where they are now, absolute
        std::string place;                ///< where the recording is, as the user wrote it: a folder or a file
        std::string problem;              ///< why it is not where the user wanted it; empty
    };
    /// Once nothing writes there any more: one file goes where `output` said, at once; an empty folder that was made
    /// here goes away.
    Outcome finish();
    /// Removes the folder, if it was made here and is empty.
    void discard() const;

private:
    void takeShared(const std::string &folder, const std::string &step);

    std::string m_shown; ///< the folder, as the user wrote it
    std::string m_path;
    std::string m_file; ///< NAME.ssrec; empty: a folder was asked for
    bool m_isOurs = false;
};

} // namespace streamscope
