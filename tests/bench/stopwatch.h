// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <vector>

#include <time.h>

namespace streamscope::bench {

/// Processor time of this thread or of another clock: on a shared machine, wall time would include other users' work.
class Stopwatch
{
public:
    explicit Stopwatch(clockid_t clock = CLOCK_THREAD_CPUTIME_ID) : m_clock(clock) {}
    void start() { m_start = now(); }
    double milliseconds() const { return now() - m_start; }

private:
    double now() const
    {
        timespec time{};
        clock_gettime(m_clock, &time);
        return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
    }

    clockid_t m_clock;
    double m_start = 0;
};

inline double quantile(std::vector<double> values, double share)
{
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}

} // namespace streamscope::bench
