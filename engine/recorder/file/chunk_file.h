// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "resources/recorder/recording_format.h"

#include <cstddef>
#include <cstdint>

namespace streamscope::recorder {

/// A file that always ends behind a whole chunk, also when a write fails. The recorded program is spared the signal of
/// a file that grows too large.
class ChunkFile
{
public:
    /// Writes the file's header. `descriptor` stays the caller's.
    explicit ChunkFile(int descriptor);

    /// Fills in the magic and the checksum. Nothing is written after an error.
    void write(recording::ChunkHeader header, const void *payload);
    void fail(int error) { m_error = m_error ? m_error : error; }

    int error() const { return m_error; } ///< 0 or errno
    std::uint64_t bytes() const { return m_bytes; }

private:
    void writeParts(const void *head, std::size_t headBytes, const void *body, std::size_t bodyBytes);

    int m_descriptor;
    int m_error = 0;
    std::uint64_t m_bytes = 0;
};

} // namespace streamscope::recorder
