// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/host/host_origins.h"

#include <algorithm>

namespace streamscope {

std::string_view originPartName(OriginPart part)
{
    constexpr std::array<std::string_view, originPartCount> names{"call", "operator", "range", "module", "stack"};
    return names[static_cast<std::size_t>(part)];
}

std::string_view innermostOf(std::string_view text)
{
    const std::size_t last = text.rfind(originSeparator);
    return last == std::string_view::npos ? text : text.substr(last + originSeparator.size());
}

std::uint32_t HostOrigins::intern(std::string_view text)
{
    if (text.empty())
        return 0;
    if (const auto known = m_textIndex.find(text); known != m_textIndex.end())
        return known->second;
    const auto number = static_cast<std::uint32_t>(m_texts.size());
    m_textIndex.emplace(std::string(text), number);
    m_texts.emplace_back(text);
    return number;
}

std::uint32_t HostOrigins::add(const HostOrigin &origin)
{
    constexpr HostOrigin nothing{};
    if (origin == nothing)
        return 0;
    const auto [entry, isNew] = m_originIndex.try_emplace(origin, static_cast<std::uint32_t>(m_origins.size()));
    if (isNew)
        m_origins.push_back(origin);
    return entry->second;
}

void HostOrigins::set(std::size_t span, std::uint32_t number)
{
    if (number == 0 && span >= m_of.size())
        return;
    if (span >= m_of.size())
        m_of.resize(span + 1, 0);
    m_of[span] = number;
}

bool HostOrigins::any(OriginPart part) const
{
    return std::any_of(m_origins.begin(), m_origins.end(),
                       [part](const HostOrigin &origin) { return origin[static_cast<std::size_t>(part)] != 0; });
}

std::size_t HostOrigins::memoryBytes() const
{
    std::size_t bytes = m_of.capacity() * sizeof(std::uint32_t) + m_origins.size() * (2 * sizeof(HostOrigin) + 32);
    for (const std::string &text : m_texts)
        bytes += 2 * (sizeof text + text.capacity());
    return bytes;
}

} // namespace streamscope
