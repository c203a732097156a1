// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/device/device_profile.h"
#include "engine/program/program.h"
#include "engine/timeline/timeline.h"

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace streamscope {

/// A Program and its run, in which causes look for evidence.
class Situation
{
public:
    /// `timeline` has one span for each operation. `isTrace`: the Program came of a replayed trace, so its buffers do
    /// not show the data flow. `measured`: the timeline of that trace, whose times count where it shows an operation;
    /// may be null. All must outlive the object.
    Situation(const Program &program, const Timeline &timeline, const DeviceProfile &profile, bool isTrace,
              const Timeline *measured = nullptr);

    const Program &program;
    const Timeline &timeline;
    const DeviceProfile &profile;
    const bool isTrace;
    std::int64_t spanNs = 0; ///< of the whole run

    std::size_t countOf(OperationKind kind) const { return m_counts[static_cast<std::size_t>(kind)]; }
    std::int64_t timeOf(OperationKind kind) const { return m_times[static_cast<std::size_t>(kind)]; }
    std::int64_t durationOf(std::size_t operation) const;
    bool isPageable(const Operation &copy) const;

    /// Operations for which `asks` holds, and the sum of their times.
    struct Sum
    {
        std::size_t count = 0;
        std::int64_t ns = 0;
        std::uint64_t bytes = 0;
    };
    Sum sumOf(const std::function<bool(const Operation &, std::size_t index)> &asks) const;

private:
    const Timeline *m_measured;
    std::array<std::size_t, operationKindCount> m_counts{};
    std::array<std::int64_t, operationKindCount> m_times{};
};

/// A kernel's name for a sentence: those of templates are long, and where they differ stands at their begin.
std::string shortenedName(std::string_view name);
/// "24 copies": a number and the words for one or for several.
std::string numberOf(std::size_t count, const char *one, const char *several);

} // namespace streamscope
