// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

/// What an operation of an imported trace waited for, where no dependency says: a file does not know when a stream
/// reached an operation.
class BusyEngines
{
public:
    /// The Timeline must outlive the object.
    explicit BusyEngines(const Timeline &timeline);

    /// The operation that its engine served until just before it started, and that ended after `freeAt`, from
    /// when on nothing else held it. Empty where it started soon after that.
    std::optional<std::uint32_t> before(std::uint32_t span, std::int64_t freeAt) const;

private:
    std::pair<int, Engine> keyOf(std::uint32_t span) const
    {
        return {m_timeline.device(span), m_timeline.engines()[span]};
    }

    const Timeline &m_timeline;
    std::map<std::pair<int, Engine>, std::vector<std::uint32_t>> m_spans; ///< by device and engine, by end
};

} // namespace streamscope
