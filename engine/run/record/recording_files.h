// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace streamscope {

/// What was written of one process. Only the headers of its chunks are read.
struct RecordingFile
{
    std::string path;
    std::uint64_t operations = 0; ///< kernels, copies, memsets and graphs
    std::uint64_t bytes = 0;      ///< of whole chunks
};

/// Looks into the files of a recording, also while they grow: each look reads on where the last one ended.
class RecordingFiles
{
public:
    /// @param folder absolute. It may be gone: then there are no files.
    explicit RecordingFiles(std::string folder);

    /// The recordings of the folder, sorted by name. A file that is none yet counts nothing.
    std::vector<RecordingFile> look();

private:
    std::string m_folder;
    std::map<std::string, RecordingFile> m_known; ///< by name
};

/// All files together.
struct RecordingTotal
{
    std::uint64_t operations = 0, bytes = 0;
    std::size_t processes = 0; ///< with an operation
};
RecordingTotal totalOf(const std::vector<RecordingFile> &files);

/// "recorded 12,345 operations of 2 processes (2.1 MiB)".
std::string recordedText(const RecordingTotal &total);

/// "12,345", in every locale.
std::string groupedNumber(std::uint64_t number);

} // namespace streamscope
