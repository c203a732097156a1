// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/recording_writer.h"

#include <memory>
#include <string>

namespace streamscope::recorder {

/// The file of a process: its name, its descriptor and its writer.
class RecordingFile
{
public:
    ~RecordingFile();

    /// Creates a new file in the folder, and writes what is known about the process. 0, or the errno.
    int create(const std::string &folder);
    /// Closes it; one that is not wanted is removed.
    void close(bool wanted);

    bool isOpen() const { return m_writer != nullptr; }
    RecordingWriter &writer() { return *m_writer; }
    const std::string &path() const { return m_path; }

private:
    std::string m_path;
    int m_descriptor = -1;
    std::unique_ptr<RecordingWriter> m_writer;
};

} // namespace streamscope::recorder
