// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/peeked_source.h"

#include <algorithm>
#include <utility>

namespace streamscope {

PeekedSource::PeekedSource(std::unique_ptr<ByteSource> source) : m_source(std::move(source)) {}

std::string_view PeekedSource::head()
{
    if (!std::exchange(m_looked, true)) {
        m_head.resize(headSize);
        std::size_t got = 0;
        for (std::size_t part = 1; part > 0 && got < headSize; got += part)
            part = m_source->read(m_head.data() + got, headSize - got);
        m_head.resize(got);
        m_bytes = got;
    }
    return {m_head.data(), m_head.size()};
}

std::size_t PeekedSource::read(char *to, std::size_t size)
{
    if (m_at < m_head.size()) {
        const std::size_t part = std::min(size, m_head.size() - m_at);
        std::copy_n(m_head.data() + m_at, part, to);
        m_at += part;
        return part;
    }
    const std::size_t got = m_source->read(to, size);
    m_bytes += got;
    return got;
}

} // namespace streamscope
