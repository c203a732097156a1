// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/counters/counter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace streamscope {

namespace {

constexpr std::size_t blockSize = 256;        ///< entries
constexpr std::size_t fewEntries = 4096;      ///< are added up anew for each picture
constexpr std::size_t mostColumns = 1U << 20; ///< of the finest level
constexpr std::size_t chunk = 4096;           ///< columns that are made at once, for less memory
constexpr std::size_t fanOut = 4;             ///< columns of one level in one of the next

/// A change of the value, at a place counted in columns.
struct Step
{
    double x;
    double amount;
    std::int32_t group;

    bool begins() const { return amount > 0; }
};

/// Turns steps in order into columns.
class Sweep
{
public:
    Sweep(std::size_t columns, std::size_t groups) : m_columns(columns), m_sums(columns), m_active(groups) {}

    void take(const Step &step)
    {
        advance(step.x);
        if (step.group >= 0) {
            int &active = m_active[static_cast<std::size_t>(step.group)];
            active += step.begins() ? 1 : -1;
            if (active != (step.begins() ? 1 : 0))
                return; // another interval of the group counts
        }
        m_count += step.begins() ? 1 : -1;
        m_value = m_count > 0 ? m_value + step.amount : 0; // without what rounding left
    }

    std::vector<CounterColumn> finish()
    {
        advance(static_cast<double>(m_columns.size()));
        for (std::size_t i = 0; i < m_columns.size(); ++i)
            m_columns[i].mean = static_cast<float>(m_sums[i]);
        return std::move(m_columns);
    }

private:
    /// The value stays up to `x`.
    void advance(double x)
    {
        if (m_value > 0)
            for (double at = m_x; at < x;) {
                const auto column = static_cast<std::size_t>(at);
                if (column >= m_columns.size())
                    break;
                const double next = std::min(x, std::floor(at) + 1);
                m_sums[column] += m_value * (next - at);
                m_columns[column].most = std::max(m_columns[column].most, static_cast<float>(m_value));
                at = next;
            }
        m_x = std::max(m_x, x);
    }

    std::vector<CounterColumn> m_columns;
    std::vector<double> m_sums;
    std::vector<int> m_active; ///< intervals by group
    double m_x = 0, m_value = 0;
    std::int64_t m_count = 0;
};

} // namespace

Counter::Counter(std::unique_ptr<const CounterSource> source, std::int64_t beginNs, std::int64_t endNs)
    : m_source(std::move(source)), m_beginNs(beginNs), m_endNs(std::max(beginNs, endNs))
{}

void Counter::prepare() const
{
    std::call_once(m_once, [this] {
        make();
        m_isPrepared = true;
    });
}

bool Counter::isPrepared() const
{
    return m_isPrepared;
}

double Counter::most() const
{
    prepare();
    return m_most;
}

void Counter::make() const
{
    const std::size_t size = m_source->size();
    m_blocks.assign((size + blockSize - 1) / blockSize,
                    {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()});
    CounterInterval one;
    for (std::size_t i = 0; i < size; ++i)
        if (m_source->interval(i, one)) {
            Block &block = m_blocks[i / blockSize];
            block = {std::min(block.begin, one.begin), std::max(block.end, one.end)};
        }
    const auto from = static_cast<double>(m_beginNs), length = static_cast<double>(m_endNs) - from;
    if (size > fewEntries && length > 0) {
        const std::size_t count = std::min(std::bit_ceil(size / fanOut), mostColumns);
        Level finest{length / static_cast<double>(count), {}};
        finest.columns.reserve(count);
        for (std::size_t first = 0; first < count; first += chunk) {
            const std::vector<CounterColumn> part =
                sweep(from + finest.ns * static_cast<double>(first), finest.ns, std::min(chunk, count - first));
            finest.columns.insert(finest.columns.end(), part.begin(), part.end());
        }
        m_levels.push_back(std::move(finest));
        addLevels();
        for (const CounterColumn &column : m_levels.back().columns)
            m_most = std::max(m_most, double{column.most});
    } else if (length > 0) {
        m_most = double{sweep(from, length, 1).front().most};
    }
}

void Counter::addLevels() const
{
    while (m_levels.back().columns.size() > chunk) {
        const std::vector<CounterColumn> &below = m_levels.back().columns; // a power of two
        Level level{m_levels.back().ns * fanOut, std::vector<CounterColumn>(below.size() / fanOut)};
        for (std::size_t i = 0; i < below.size(); ++i) {
            CounterColumn &column = level.columns[i / fanOut];
            column.mean += below[i].mean / fanOut;
            column.most = std::max(column.most, below[i].most);
        }
        m_levels.push_back(std::move(level));
    }
}

std::vector<CounterColumn> Counter::columns(double fromNs, double nsPerColumn, std::size_t count) const
{
    prepare();
    for (auto level = m_levels.rbegin(); level != m_levels.rend(); ++level)
        if (nsPerColumn >= level->ns * fanOut)
            return fromLevel(*level, fromNs, nsPerColumn, count);
    return sweep(fromNs, nsPerColumn, count);
}

std::vector<CounterColumn> Counter::fromLevel(const Level &level, double fromNs, double nsPerColumn,
                                              std::size_t count) const
{
    std::vector<CounterColumn> columns(count);
    const auto size = static_cast<double>(level.columns.size());
    const double first = (fromNs - static_cast<double>(m_beginNs)) / level.ns, step = nsPerColumn / level.ns;
    for (std::size_t i = 0; i < count; ++i) {
        const double left = std::round(first + step * static_cast<double>(i));
        const double right = std::round(first + step * static_cast<double>(i + 1));
        const auto begin = static_cast<std::size_t>(std::clamp(left, 0.0, size));
        const auto end = static_cast<std::size_t>(std::clamp(right, 0.0, size));
        double sum = 0;
        for (std::size_t k = begin; k < end; ++k) {
            sum += double{level.columns[k].mean};
            columns[i].most = std::max(columns[i].most, level.columns[k].most);
        }
        columns[i].mean = static_cast<float>(sum / std::max(1.0, right - left));
    }
    return columns;
}

std::vector<CounterColumn> Counter::sweep(double fromNs, double nsPerColumn, std::size_t count) const
{
    const double toNs = fromNs + nsPerColumn * static_cast<double>(count);
    std::vector<Step> steps;
    CounterInterval one;
    for (std::size_t block = 0; block < m_blocks.size(); ++block) {
        if (static_cast<double>(m_blocks[block].begin) >= toNs || static_cast<double>(m_blocks[block].end) <= fromNs)
            continue;
        const std::size_t past = std::min(m_source->size(), (block + 1) * blockSize);
        for (std::size_t i = block * blockSize; i < past; ++i) {
            if (!m_source->interval(i, one) || one.end <= one.begin)
                continue;
            const double begin = (static_cast<double>(one.begin) - fromNs) / nsPerColumn;
            const double end = (static_cast<double>(one.end) - fromNs) / nsPerColumn;
            if (begin >= static_cast<double>(count) || end <= 0)
                continue;
            steps.push_back({std::max(begin, 0.0), one.amount, one.group});
            steps.push_back({end, -one.amount, one.group});
        }
    }
    // Ends first: what begins where another one ends does not add to it.
    std::sort(steps.begin(), steps.end(),
              [](const Step &a, const Step &b) { return a.x != b.x ? a.x < b.x : a.begins() < b.begins(); });
    Sweep sweep(count, m_source->groups());
    for (const Step &step : steps)
        sweep.take(step);
    return sweep.finish();
}

} // namespace streamscope
