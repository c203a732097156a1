// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A search in the timeline: conditions separated by blanks, all of which must hold.
///     kernel, h2d …         of this kind (CSV spelling; several kinds: one of them); copy: in any direction
///     stream:2, device:1    on this stream or device
///     range:"backward", operator:aten::mm, call:, module:, stack:   issued within what has this in its name
///     thread:3, thread:autograd   issued by the thread of this number, or with this in its name
///     > 1ms, <=20us, =3ns   how long it ran; ns us µs ms s, with or without a blank
///     waited>1ms            how long it waited while ready
///     bytes>1MiB            how much it moved
///     pageable, pinned, managed   a copy from or to such memory of the host, or part of its name
///     anything else         part of its name, without regard to case in ASCII; "in quotes" with blanks or as a kind
///     !kernel, !nccl …      any of these does not hold: !stream:7, !pageable, !>1ms, !"all reduce"
/// docs/analysis.md shows it to people.
struct SpanQuery
{
    struct Bound
    {
        enum class Of : std::uint8_t { Duration, Waited, Bytes } of = Of::Duration;
        double least = 0, most = 0; ///< inclusive; nanoseconds or bytes
    };
    std::vector<std::string> words;    ///< in lower case
    std::vector<std::string> memories; ///< of pageable, pinned and managed; all must match
    std::array<bool, operationKindCount> kinds{};
    bool anyKind = true;
    std::vector<std::string> streams;
    std::optional<int> device;
    struct Origin
    {
        OriginPart part = OriginPart::Range;
        std::string text; ///< in lower case
    };
    std::vector<Origin> origins;      ///< all must match
    std::vector<std::string> threads; ///< numbers, or parts of names in lower case; one must match
    std::vector<Bound> bounds;
    std::vector<SpanQuery> excluded; ///< each of one condition; none of them may hold
    std::string problem; ///< the part that could not be parsed, in one sentence; the other conditions still hold

    bool empty() const
    {
        return words.empty() && memories.empty() && anyKind && streams.empty() && !device && bounds.empty()
               && origins.empty() && threads.empty() && excluded.empty();
    }
};

SpanQuery parseQuery(std::string_view text);

/// Answers one query about one Timeline. The constructor matches names and streams once.
class SpanMatcher
{
public:
    SpanMatcher(const SpanQuery &query, const Timeline &timeline) : SpanMatcher(query, timeline, timeline, {}) {}
    /// Of spans that came from those of another Timeline, `origins`, which knows what issued them. `originOf`: the span
    /// there, negative for none, which no condition on range, operator, call, module, stack or thread finds. Without
    /// it the spans are the same.
    SpanMatcher(const SpanQuery &query, const Timeline &timeline, const Timeline &origins,
                std::function<std::int32_t(std::size_t)> originOf);

    bool matches(std::size_t span) const;
    /// All matching spans, in order of issue. A Timeline of ten million spans takes some tens of milliseconds.
    std::vector<std::uint32_t> all() const;

private:
    bool withinBounds(std::size_t span) const;
    bool usesMemories(std::size_t span) const;
    bool comesFrom(std::size_t index) const;
    void matchOrigins();
    void matchThreads();
    std::vector<bool> namesWith(const std::vector<std::string> &words) const;

    const Timeline &m_timeline, &m_origins;
    std::function<std::int32_t(std::size_t)> m_originOf;
    SpanQuery m_query;
    std::vector<bool> m_names;                    ///< by name index; empty: any
    std::vector<std::vector<bool>> m_memoryNames; ///< by word of SpanQuery::memories, then by name index
    std::vector<bool> m_streams;                  ///< by stream index; empty: any
    std::vector<std::vector<bool>> m_originTexts; ///< by condition of SpanQuery::origins, then by text
    std::vector<bool> m_threads;                  ///< by thread; empty: any
    std::vector<SpanMatcher> m_excluded;
};

} // namespace streamscope
