// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/byte_source.h"

#include <algorithm>

namespace streamscope {

namespace {

class MemorySource final : public ByteSource
{
public:
    explicit MemorySource(std::string_view bytes) : m_bytes(bytes) {}

    std::size_t read(char *to, std::size_t size) override
    {
        const std::size_t part = std::min(size, m_bytes.size() - m_at);
        std::copy_n(m_bytes.data() + m_at, part, to);
        m_at += part;
        return part;
    }
    std::uint64_t done() const override { return m_at; }
    std::uint64_t total() const override { return m_bytes.size(); }

private:
    std::string_view m_bytes;
    std::size_t m_at = 0;
};

} // namespace

std::unique_ptr<ByteSource> readMemory(std::string_view bytes)
{
    return std::make_unique<MemorySource>(bytes);
}

} // namespace streamscope
