// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace streamscope {

/// Takes over what a Timeline knows beside the fields of its spans into another Timeline that has some of these spans:
/// launch shapes, origins, collectives, the devices of peer copies, links of events and the calls of the host, all with
/// their new numbers. Both Timelines must outlive it. Append the streams and the spans yourself.
class CarryOver
{
public:
    /// `firstStream`, `firstDevice`: where the streams and the devices of `from` begin in `to`.
    CarryOver(const Timeline &from, Timeline &to, std::int32_t firstStream = 0, int firstDevice = 0);

    /// The index in `to` of a name of `from`.
    std::uint32_t name(std::uint32_t index);
    /// Span `old` of `from` is now the last span of `to`. Call it for rising spans.
    void span(std::size_t old);
    /// Links between spans that `to` has both. Call it after the spans, once per Timeline that is made.
    void links() const;

    /// Changes the times of a call; false leaves the call out.
    using CallFilter = std::function<bool(HostCall &)>;
    /// Adds the calls to those that `to` has. Call it after the spans. A call that issued spans which `to` does not
    /// have keeps the others.
    void calls(const CallFilter &filter);
    /// Whether `to` has an operation that `call`, of `from`, issued.
    bool issuedAny(const HostCall &call) const { return firstOf(call) < call.firstSpan + call.spans; }

private:
    static constexpr std::uint32_t none = HostCall::none;
    std::uint32_t firstOf(const HostCall &call) const;
    HostCall moved(HostCall call);
    std::uint32_t origin(std::uint32_t number);

    const Timeline &m_from;
    Timeline &m_to;
    std::int32_t m_firstStream;
    int m_firstDevice;
    std::vector<std::uint32_t> m_places;  ///< of the spans in `to`; none
    std::vector<std::uint32_t> m_names;   ///< in `to`; none while unknown
    std::vector<std::uint32_t> m_shapes;  ///< in `to`; 0 while unknown
    std::vector<std::uint32_t> m_origins; ///< likewise
};

} // namespace streamscope
