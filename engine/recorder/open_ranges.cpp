// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/open_ranges.h"

#include <algorithm>
#include <utility>

namespace streamscope::recorder {

namespace {

struct Nested
{
    const void *domain;
    MarkedRange range;
};

/// Few domains, short stacks: one list serves all of a thread.
std::vector<Nested> &nestedOfThread()
{
    static thread_local std::vector<Nested> nested;
    return nested;
}

} // namespace

std::size_t OpenRanges::depth(const void *domain) const
{
    const std::vector<Nested> &nested = nestedOfThread();
    return static_cast<std::size_t>(
        std::count_if(nested.begin(), nested.end(), [domain](const Nested &n) { return n.domain == domain; }));
}

int OpenRanges::push(const void *domain, MarkedRange range)
{
    const std::size_t before = depth(domain);
    nestedOfThread().push_back({domain, std::move(range)});
    return static_cast<int>(before);
}

std::optional<MarkedRange> OpenRanges::pop(const void *domain)
{
    std::vector<Nested> &nested = nestedOfThread();
    for (std::size_t i = nested.size(); i-- > 0;)
        if (nested[i].domain == domain) {
            MarkedRange range = std::move(nested[i].range);
            nested.erase(nested.begin() + static_cast<std::ptrdiff_t>(i));
            return range;
        }
    return std::nullopt;
}

std::uint64_t OpenRanges::start(MarkedRange range)
{
    const std::lock_guard lock(m_mutex);
    if (m_started.size() >= mostStarted)
        return 0;
    m_started.emplace(++m_last, std::move(range));
    return m_last;
}

std::optional<MarkedRange> OpenRanges::end(std::uint64_t number)
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_started.find(number);
    if (found == m_started.end())
        return std::nullopt;
    MarkedRange range = std::move(found->second);
    m_started.erase(found);
    return range;
}

} // namespace streamscope::recorder
