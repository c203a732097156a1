// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/traces/call_table.h"

#include "engine/formats/text/decimal.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

namespace streamscope {

std::uint32_t CallTable::add(const TraceCall &call)
{
    // The call itself, what becomes of it, and its places in three orders.
    m_memory.take(sizeof(Call) + sizeof(HostCall) + 3 * sizeof(std::uint32_t));
    m_calls.push_back({call.key, call.begin, call.end, call.name, call.thread, call.process, call.result, call.kind,
                       call.driver, call.issues});
    m_keys += call.key != TraceCall::noKey ? 1 : 0;
    return static_cast<std::uint32_t>(m_calls.size() - 1);
}

bool CallTable::keyBefore(std::uint32_t a, std::uint32_t b) const
{
    const auto order = [](const Call &call, std::uint32_t position) {
        return std::tuple(call.key, !call.issues, call.driver, call.begin, position);
    };
    return order(m_calls[a], a) < order(m_calls[b], b);
}

void CallTable::sortByKey() const
{
    m_byKey.clear();
    m_byKey.reserve(m_keys);
    for (std::uint32_t i = 0; i < m_calls.size(); ++i)
        if (m_calls[i].key != TraceCall::noKey)
            m_byKey.push_back(i);
    const auto before = [this](std::uint32_t a, std::uint32_t b) { return keyBefore(a, b); };
    if (!std::is_sorted(m_byKey.begin(), m_byKey.end(), before))
        std::sort(m_byKey.begin(), m_byKey.end(), before);
    m_hint = 0;
    m_shared.clear();
    for (std::size_t i = 1; i < m_byKey.size(); ++i) {
        const Call &call = m_calls[m_byKey[i]], &former = m_calls[m_byKey[i - 1]];
        const bool shared = call.key == former.key && call.issues && former.issues && call.process != former.process;
        if (shared && (m_shared.empty() || m_shared.back() != call.key))
            m_shared.push_back(call.key);
    }
}

std::uint32_t CallTable::find(std::uint64_t key) const
{
    if (m_byKey.size() != m_keys)
        sortByKey();
    const auto keyAt = [this](std::size_t i) { return m_calls[m_byKey[i]].key; };
    if (m_hint == m_keys || keyAt(m_hint) != key) {
        const auto found = std::lower_bound(m_byKey.begin(), m_byKey.end(), key,
                                            [this](std::uint32_t i, std::uint64_t k) { return m_calls[i].key < k; });
        const auto at = static_cast<std::size_t>(found - m_byKey.begin());
        if (at == m_keys || keyAt(at) != key)
            return none;
        m_hint = at;
    }
    if (!m_shared.empty() && std::binary_search(m_shared.begin(), m_shared.end(), key))
        return none;
    const std::uint32_t position = m_byKey[m_hint];
    if (m_hint + 1 < m_keys && keyAt(m_hint + 1) != key)
        ++m_hint; // the next operation mostly has the next call
    return position;
}

std::int64_t CallTable::firstBegin() const
{
    std::int64_t first = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < m_calls.size(); ++i)
        first = std::min(first, m_calls[i].begin);
    return first;
}

/// At one time: the runtime's call before the driver's call in it, and a call without length before its successor.
std::vector<std::uint32_t> CallTable::byBegin() const
{
    std::vector<std::uint32_t> order(m_calls.size());
    std::iota(order.begin(), order.end(), 0U);
    const auto rank = [this](std::uint32_t i) {
        const Call &call = m_calls[i];
        return std::tuple(call.begin, call.driver, call.end, call.key, i);
    };
    const auto before = [&rank](std::uint32_t a, std::uint32_t b) { return rank(a) < rank(b); };
    if (!std::is_sorted(order.begin(), order.end(), before))
        std::sort(order.begin(), order.end(), before);
    return order;
}

void CallTable::place(const std::vector<std::uint32_t> &order, std::int64_t origin, LeftOut &leftOut)
{
    constexpr std::int64_t hour = 3'600'000'000'000;
    struct Cover // the call of the runtime that lasts longest so far
    {
        std::int64_t begin = 0, end = std::numeric_limits<std::int64_t>::min();
        std::uint32_t place = none;
        std::uint64_t key = TraceCall::noKey;
    };
    std::vector<Cover> covers; // by thread, the unknown one first
    m_places.assign(m_calls.size(), none);
    std::uint32_t next = 0;
    for (const std::uint32_t position : order) {
        const Call &call = m_calls[position];
        if (call.begin == 0 && origin > hour) {
            ++leftOut.withoutStart;
            continue;
        }
        if (!isTimeInRange(call.begin - origin) || !isTimeInRange(call.end - origin)) {
            ++leftOut.outOfRange;
            continue;
        }
        const auto thread = static_cast<std::size_t>(call.thread + 1);
        covers.resize(std::max(covers.size(), thread + 1));
        Cover &cover = covers[thread];
        const bool again = call.driver || (call.key == cover.key && call.key != TraceCall::noKey);
        if (again && cover.place != none && call.end <= cover.end
            && (call.begin < cover.end || call.begin == cover.begin)) {
            m_places[position] = cover.place;
            ++leftOut.nested;
            continue;
        }
        const bool asked = call.kind != HostCallKind::Profiler && call.kind != HostCallKind::DriverWork;
        if (!call.driver && asked && call.end >= cover.end)
            cover = {call.begin, call.end, next, call.key};
        m_places[position] = next++;
    }
}

void CallTable::release()
{
    m_calls.clear();
    m_byKey = {};
}

} // namespace streamscope
