// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/plain_archive.h"
#include "engine/formats/traces/trace_import.h"

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace streamscope {

// How a session and a message say what an import found. There is one description for both: of two for one type the
// linker takes either, and the other one's bytes are not understood.

/// Numbers of foreign files may be any.
template <typename Archive, detail::Is<ImportReport::Device> T>
void describe(Archive &archive, T &d)
{
    auto id = static_cast<std::uint64_t>(d.id);
    archive.members(id, d.name, d.operations, d.streams);
    if constexpr (!std::is_const_v<T>)
        d.id = static_cast<std::int64_t>(id);
}
template <typename Archive, detail::Is<ImportReport> T>
void describe(Archive &archive, T &r)
{
    auto origin = static_cast<std::uint64_t>(r.originNs), base = static_cast<std::uint64_t>(r.baseTimeNs.value_or(0));
    bool hasBase = r.baseTimeNs.has_value();
    std::vector<std::uint64_t> kept(r.kept.begin(), r.kept.end());
    archive.members(r.source, r.format, r.clockBase, origin, hasBase, base, r.eventsRead, r.bytesRead, kept, r.calls,
                    r.host, r.rank, r.worldSize, r.processes, r.recordedCallNs, r.sharedNumbers, r.skipped, r.devices,
                    r.warnings, r.brokenAt, r.node);
    if constexpr (!std::is_const_v<T>) {
        r.originNs = static_cast<std::int64_t>(origin);
        r.baseTimeNs.reset();
        if (hasBase)
            r.baseTimeNs = static_cast<std::int64_t>(base);
        archive.require(kept.size() <= r.kept.size());
        std::copy(kept.begin(), kept.end(), r.kept.begin());
    }
}

} // namespace streamscope
