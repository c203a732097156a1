// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/output_file.h"

#include <QByteArray>

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// The output files of a command. They appear together: when one of them cannot be written, or the user stops the
/// program, every old file stays.
class Outputs
{
public:
    using Writer = std::function<void(OutputFile &)>;

    /// `paths`: of all options; empty for an option that was not given. They are checked before the run, because a
    /// result that cannot be written would be lost. @throws InputError for a path that cannot be written, and for two
    /// that are one file.
    explicit Outputs(const std::vector<std::string> &paths);

    const std::vector<std::string> &paths() const { return m_paths; }

    /// Writes one file; does nothing for an empty `path`. The old file stays until commit().
    void write(const std::string &path, const Writer &writer, OutputFile::Packing packing = OutputFile::Packing::None);
    void write(const std::string &path, const std::function<QByteArray()> &content);

    /// Replaces the old files by the new ones. @throws Cancelled when a stop was requested.
    void commit(const std::stop_token &stop);

    /// "wrote F" for each.
    void tell() const;

private:
    std::vector<std::string> m_paths;
    std::vector<OutputFile> m_written;
};

} // namespace streamscope
