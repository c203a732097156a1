// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/facts/collectives.h"

#include <algorithm>

namespace streamscope {

void Collectives::set(std::uint32_t span, Collective collective)
{
    if (m_list.empty() || m_list.back().first < span) {
        m_list.emplace_back(span, std::move(collective));
        return;
    }
    const auto place =
        std::partition_point(m_list.begin(), m_list.end(), [span](const auto &entry) { return entry.first < span; });
    if (place->first == span)
        place->second = std::move(collective);
    else
        m_list.emplace(place, span, std::move(collective));
}

const Collective *Collectives::find(std::size_t span) const
{
    const auto place =
        std::partition_point(m_list.begin(), m_list.end(), [span](const auto &entry) { return entry.first < span; });
    return place != m_list.end() && place->first == span ? &place->second : nullptr;
}

std::size_t Collectives::memoryBytes() const
{
    std::size_t bytes = m_list.capacity() * sizeof(m_list.front());
    for (const auto &[span, collective] : m_list)
        bytes += collective.name.capacity() + collective.communicator.capacity();
    return bytes;
}

} // namespace streamscope
