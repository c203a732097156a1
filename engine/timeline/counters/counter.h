// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace streamscope {

/// Something that counts from `begin` to `end`, in nanoseconds.
struct CounterInterval
{
    std::int64_t begin = 0, end = 0;
    double amount = 1;
    /// Intervals of one group that overlap count once; below zero: each counts. A group has one amount.
    std::int32_t group = -1;
};

/// What a counter adds up, one entry after the other. Neighbours should be near each other in time.
class CounterSource
{
public:
    virtual ~CounterSource() = default;
    virtual std::size_t size() const = 0;
    /// Groups are numbered from 0 to here (exclusive).
    virtual std::size_t groups() const { return 0; }
    /// @returns false when entry `i` does not count
    virtual bool interval(std::size_t i, CounterInterval &interval) const = 0;
};

/// The value of a counter over a part of time.
struct CounterColumn
{
    float mean = 0, most = 0;

    bool operator==(const CounterColumn &) const = default;
};

/// A sum over time: bytes per nanosecond, streams at work, operations that wait. Several threads may use it at once.
class Counter
{
public:
    /// @param source lives as long as what it reads
    Counter(std::unique_ptr<const CounterSource> source, std::int64_t beginNs, std::int64_t endNs);

    /// Adds up the whole run once, which the other functions do where nobody has. Takes about 0.3 µs for an interval;
    /// afterwards a column costs the same for any number of intervals.
    void prepare() const;
    bool isPrepared() const;
    /// The largest value of the run.
    double most() const;
    /// `count` columns from `fromNs` on. Where a column is long, its edges lie on parts of the run a fourth as long.
    std::vector<CounterColumn> columns(double fromNs, double nsPerColumn, std::size_t count) const;

private:
    struct Block
    {
        std::int64_t begin, end; ///< of all intervals in it
    };
    struct Level
    {
        double ns; ///< of each column
        std::vector<CounterColumn> columns;
    };
    void make() const;
    void addLevels() const;
    /// Exact, from the intervals.
    std::vector<CounterColumn> sweep(double fromNs, double nsPerColumn, std::size_t count) const;
    std::vector<CounterColumn> fromLevel(const Level &level, double fromNs, double nsPerColumn,
                                         std::size_t count) const;

    std::unique_ptr<const CounterSource> m_source;
    std::int64_t m_beginNs, m_endNs;
    mutable std::once_flag m_once;
    mutable std::atomic<bool> m_isPrepared = false;
    mutable std::vector<Block> m_blocks; ///< of `blockSize` entries each
    mutable std::vector<Level> m_levels; ///< from fine to coarse; empty for few entries
    mutable double m_most = 0;
};

} // namespace streamscope
