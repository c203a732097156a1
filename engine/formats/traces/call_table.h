// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/chunked_list.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/timeline/host_calls.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// A call of the host in a foreign trace, in the trace's own times.
struct TraceCall
{
    static constexpr std::uint64_t noKey = ~std::uint64_t{0};

    std::int64_t begin = 0, end = 0;
    std::uint64_t key = noKey; ///< joins it with operations and with other calls; below 2^63
    std::uint32_t name = 0;    ///< from TraceBuilder::intern()
    std::int32_t thread = -1;  ///< from TraceBuilder::hostThread(); −1 when unknown
    std::int32_t process = -1; ///< set by TraceBuilder::addCall()
    HostCallKind kind = HostCallKind::Other;
    std::int32_t result = 0; ///< as HostCall::result
    std::uint32_t stack = 0; ///< from TraceBuilder::stack(); 0 when unknown
    bool driver = false;     ///< a call of the driver's interface, which the runtime may have made
    bool issues = false;     ///< the operations with its key are issued by it
    bool hasOwnSpan = false; ///< it becomes an operation, too: a synchronisation of the host
};

/// The calls of a trace while it is read: finds them by key, and makes HostCalls of them. Memory is counted before it
/// is allocated.
class CallTable
{
public:
    static constexpr std::uint32_t none = HostCall::none;

    explicit CallTable(MemoryBudget &memory) : m_memory(memory) {}

    /// Returns the call's position in the table.
    std::uint32_t add(const TraceCall &call);
    std::size_t size() const { return m_calls.size(); }

    /// The call that issued the operations with `key`: the first call of the runtime, else the first of the driver.
    /// Without such a call the first one with the key; `none` where there is no call at all, and where calls of several
    /// processes issue with this key. Fast where keys are asked for in rising order.
    std::uint32_t find(std::uint64_t key) const;
    /// Keys with which several processes issue: the file does not say whose operations are whose. Valid after find().
    std::size_t sharedKeys() const { return m_shared.size(); }
    HostCallKind kind(std::uint32_t position) const { return m_calls[position].kind; }
    bool issues(std::uint32_t position) const { return m_calls[position].issues; }
    std::int64_t begin(std::uint32_t position) const { return m_calls[position].begin; }
    std::int64_t end(std::uint32_t position) const { return m_calls[position].end; }
    std::int32_t thread(std::uint32_t position) const { return m_calls[position].thread; }
    /// The earliest begin; the largest number when empty.
    std::int64_t firstBegin() const;

    /// What merge() leaves out.
    struct LeftOut
    {
        std::uint64_t nested = 0;       ///< the same call again: of the driver inside the runtime's, or with one key
        std::uint64_t withoutStart = 0; ///< begin 0, where the trace begins much later
        std::uint64_t outOfRange = 0;   ///< so far from the origin that no format reads the time again
    };
    /// All calls sorted by begin, in times since `origin`, without operations. A call of the driver inside a call of
    /// the runtime is left out, and one inside another with its key. `numberOf` gives a thread its number in the
    /// Timeline.
    template <typename NumberOf>
    HostCalls merge(std::int64_t origin, NumberOf numberOf, LeftOut &leftOut)
    {
        const std::vector<std::uint32_t> order = byBegin();
        place(order, origin, leftOut);
        HostCalls calls;
        calls.reserve(order.size());
        for (const std::uint32_t position : order) {
            if (m_places[position] != calls.size())
                continue;
            const Call &call = m_calls[position];
            HostCall made;
            made.begin = call.begin - origin;
            made.end = call.end - origin;
            made.name = call.name;
            made.thread = numberOf(call.thread);
            made.kind = call.kind;
            made.result = call.result;
            calls.append(made);
        }
        return calls;
    }
    /// After merge(): where the call at `position` is in the HostCalls, or the call that it is part of; `none` where it
    /// was left out.
    std::uint32_t placeOf(std::uint32_t position) const { return position == none ? none : m_places[position]; }
    /// Gives all memory back but that of the places.
    void release();

private:
    struct Call
    {
        std::uint64_t key;
        std::int64_t begin, end;
        std::uint32_t name;
        std::int32_t thread, process, result;
        HostCallKind kind;
        bool driver, issues;
    };
    bool keyBefore(std::uint32_t a, std::uint32_t b) const;
    void sortByKey() const;
    std::vector<std::uint32_t> byBegin() const;
    void place(const std::vector<std::uint32_t> &order, std::int64_t origin, LeftOut &leftOut);

    MemoryBudget &m_memory;
    ChunkedList<Call> m_calls;
    std::size_t m_keys = 0;                      ///< calls that have one
    mutable std::vector<std::uint32_t> m_byKey;  ///< positions; made when it is needed first
    mutable std::vector<std::uint64_t> m_shared; ///< keys, sorted
    mutable std::size_t m_hint = 0;              ///< in m_byKey
    std::vector<std::uint32_t> m_places;
};

} // namespace streamscope
