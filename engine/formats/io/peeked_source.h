// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"

#include <vector>

namespace streamscope {

/// A source whose first bytes can be inspected before reading, for sources that cannot seek: a pipe, or unpacked data.
class PeekedSource final : public ByteSource
{
public:
    static constexpr std::size_t headSize = 4'096;

    explicit PeekedSource(std::unique_ptr<ByteSource> source);

    /// The first `headSize` bytes, or all bytes of a shorter source. The first call reads them.
    std::string_view head();

    std::size_t read(char *to, std::size_t size) override;
    std::uint64_t done() const override { return m_source->done(); }
    std::uint64_t total() const override { return m_source->total(); }
    std::uint64_t bytesRead() const { return m_bytes; } ///< read from the source, the head included

private:
    std::unique_ptr<ByteSource> m_source;
    std::vector<char> m_head;
    std::size_t m_at = 0; ///< in the head
    std::uint64_t m_bytes = 0;
    bool m_looked = false;
};

} // namespace streamscope
