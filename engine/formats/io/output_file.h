// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace streamscope {

/// What writes a long file calls it now and then: `done` of `total` parts are written. May throw to end it; may be
/// empty.
using WriteStep = std::function<void(std::uint64_t done, std::uint64_t total)>;

/// Writes a file. The program has no other way to write one.
///
/// A regular file is replaced completely or not at all: the bytes go into a temporary file in the same folder, and
/// commit() renames it over the old file once every byte is on the disk. Until then, and after any error, the old file
/// is unchanged. A symbolic link stays: its target is replaced. A device or a pipe is never replaced: bytes are written
/// to it directly (`/dev/stdout` and `/dev/fd/N`: to this process's descriptor).
///
/// Paths are bytes, not text: any name that the system allows works.
class OutputFile
{
public:
    enum class Packing {
        None,
        ByName, ///< gzip when the name ends in .gz
        Gzip,
    };

    /// @throws RunError with the path and the reason in one line, as all other functions do.
    explicit OutputFile(const std::string &path, Packing packing = Packing::None);
    OutputFile(OutputFile &&other) noexcept;
    OutputFile &operator=(OutputFile &&) = delete;
    /// Removes the temporary file when commit() was not called.
    ~OutputFile();

    void write(std::string_view bytes);
    /// Flushes every byte to the disk (or to the device); the old file still exists. Do not write after finish().
    void finish();
    /// Replaces the old file; calls finish() when it was not called.
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

/// Removes the temporary files of all OutputFiles that are not committed yet. For a process that ends without running
/// destructors. Safe to call from any thread at any time.
void removeUnfinishedFiles() noexcept;

} // namespace streamscope
