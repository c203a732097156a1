// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/output_file.h"

#include <QByteArray>

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

/// The files that a command was asked for. They appear together: while one of them cannot be written, or the person
/// stops the program, each old file stays.
class Outputs
{
public:
    using Writer = std::function<void(OutputFile &)>;

    /// `paths`: of all options; an empty one was not given. Checked before anything runs: nobody wants to wait for an
    /// outcome that cannot be kept. @throws InputError for a path that cannot be written, and for two that are one
    /// file.
    explicit Outputs(const std::vector<std::string> &paths);

    const std::vector<std::string> &paths() const { return m_paths; }

    /// Writes one of them; nothing happens where `path` is empty. Until commit() the old file stands.
    void write(const std::string &path, const Writer &writer, OutputFile::Packing packing = OutputFile::Packing::None);
    void write(const std::string &path, const std::function<QByteArray()> &content);

    /// The new files take the old ones' places. @throws Cancelled when a stop was asked for.
    void commit(const std::stop_token &stop);

    /// "wrote F" for each.
    void tell() const;

private:
    std::vector<std::string> m_paths;
    std::vector<OutputFile> m_written;
};

} // namespace streamscope
