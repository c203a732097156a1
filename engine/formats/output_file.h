// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace streamscope {

/// The only way in which the program writes a file.
///
/// A regular file is replaced whole or not at all: the bytes go into a temporary file in the same folder, which takes
/// the old file's place in commit() once every byte of it is known to be on the disk. Until then, and after any error,
/// the old file is as it was. A link stays a link: the file that it leads to is replaced. A device or a pipe is never
/// replaced: the bytes are written to it as they come (`/dev/stdout` and `/dev/fd/N`: to this process's descriptor).
///
/// Paths are bytes, not text: any name that the system allows works.
class OutputFile
{
public:
    enum class Packing {
        None,
        ByName, ///< gzip where the name ends in .gz
    };

    /// @throws RunError, as do the others: one line with the path and the reason.
    explicit OutputFile(const std::string &path, Packing packing = Packing::None);
    OutputFile(OutputFile &&other) noexcept;
    OutputFile &operator=(OutputFile &&) = delete;
    /// Without commit() nothing is left behind.
    ~OutputFile();

    void write(std::string_view bytes);
    /// After this every byte is on the disk (or in the device); the old file still stands. Write nothing more.
    void finish();
    /// Lets the new file take the old one's place; calls finish() where nobody did.
    void commit();

    const std::string &path() const { return m_path; }

private:
    class Destination;
    class GzipPacker;

    std::string m_path;
    std::unique_ptr<Destination> m_destination;
    std::unique_ptr<GzipPacker> m_packer;
    bool m_finished = false;
};

/// Removes the temporary files of all OutputFiles that are not committed yet. For a process that is about to end
/// without its destructors: safe to call from any thread, at any moment.
void removeUnfinishedFiles() noexcept;

} // namespace streamscope
