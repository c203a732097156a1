// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "resources/recorder/recording_format.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace streamscope::recorder {

/// Writes the rows of a recording into a file as chunks. Used by one thread at a time. Throws nothing; memory stays
/// below 16 MiB.
class RecordingWriter
{
public:
    /// Writes the file's header. `descriptor` stays the caller's.
    explicit RecordingWriter(int descriptor);
    ~RecordingWriter(); ///< writes nothing: call close()
    RecordingWriter(const RecordingWriter &) = delete;
    RecordingWriter &operator=(const RecordingWriter &) = delete;

    /// The number of a text, which is written once, before any row that names it. 0 for the empty text.
    std::uint32_t text(std::string_view text);
    /// Appends a row; a full chunk goes to the file at once.
    template <typename Row>
    void add(const Row &row);
    void fact(std::string_view key, std::string_view value);
    /// Writes every row added so far, so that a process that dies now loses none of them.
    void flush();
    /// flush(), then the index. Nothing may follow.
    void close();

    /// 0, or the errno of the write that failed. From then on nothing is written: the file ends behind its last whole
    /// chunk.
    int error() const;
    std::uint64_t bytes() const;      ///< written to the file
    std::uint64_t operations() const; ///< kernels, copies, memsets and graphs added

private:
    struct Content;
    std::unique_ptr<Content> m_content;
};

} // namespace streamscope::recorder
