// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/simulator/units/blocks_by_age.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace streamscope {

namespace {

constexpr double limitSharpness = 3.5; // between what is left and what a block can use
constexpr double doneNs = 1e-3;
constexpr std::size_t mostRunning = 64; // blocks: no SM has places for more

/// x / (1 + x^s)^(1/s) for x from 0 to 8, beyond which it is 1.
class SoftLimit
{
public:
    SoftLimit()
    {
        for (std::size_t i = 0; i < m_values.size(); ++i) {
            const double x = static_cast<double>(i) / steps;
            m_values[i] = x / std::pow(1 + std::pow(x, limitSharpness), 1 / limitSharpness);
        }
    }
    double of(double x) const
    {
        const double place = x * steps;
        const auto i = static_cast<std::size_t>(place);
        if (i + 1 >= m_values.size())
            return 1;
        return m_values[i] + (place - static_cast<double>(i)) * (m_values[i + 1] - m_values[i]);
    }

private:
    static constexpr double steps = 64;
    std::array<double, 8 * 64 + 1> m_values;
};

} // namespace

double rateByAge(double left, double load)
{
    static const SoftLimit limit;
    return load > 0 ? limit.of(std::max(left, 0.0) / load) : 1;
}

double lastEndByAge(std::int64_t blocks, double load)
{
    std::array<double, mostRunning> parts; // of the work that is left, by age
    const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(blocks, 1, mostRunning));
    parts.fill(1);
    double time = 0;
    for (std::size_t oldest = 0; oldest + 1 < count; ++oldest) { // they end in the order of their age
        double left = 1, next = 0;
        for (std::size_t i = oldest; i < count; ++i) {
            const double rate = rateByAge(left, load);
            next = i == oldest ? parts[i] / rate : next;
            parts[i] -= next * rate;
            left -= rate * load;
        }
        time += next;
    }
    return time + parts[count - 1];
}

/// A block that waits for memory has few instructions, but one behind the other: where three older blocks keep the
/// multipliers busy it does not even begin, and beside two it has enough. A kernel of 0.8 us lay 47 us beside one that
/// had two or three blocks on each SM, until the first of three was done (H200).
double BlocksByAge::rateOf(const Block &block, double left)
{
    constexpr double least = 0.02;
    return block.work.waits && left < least ? 0 : rateByAge(left, block.work.load);
}

/// Lets the blocks of one SM run until the next one ends, at most `most` nanoseconds, and takes away those that are
/// done, after `ended` was called with the batch of each. @returns the time
template <typename Ended>
double BlocksByAge::step(std::vector<Block> &blocks, double most, const Ended &ended)
{
    std::array<double, mostRunning> rates;
    constexpr double nothing = 1e-4; // of the multipliers
    double left = 1, time = most;
    std::size_t running = 0;
    for (; running < std::min(blocks.size(), rates.size()) && left > nothing; ++running) {
        const Block &block = blocks[running];
        const double rate = rates[running] = blocks.size() == 1 ? 1 : rateOf(block, left);
        left -= rate * block.work.load;
        if (rate > 0)
            time = std::min(time, block.work.ns / rate);
    }
    for (std::size_t i = 0; i < running; ++i)
        blocks[i].work.ns -= time * rates[i];
    std::erase_if(blocks, [&ended, time](const Block &block) {
        if (block.work.ns >= doneNs)
            return false;
        ended(block.batch, time);
        return true;
    });
    return time;
}

void BlocksByAge::advance(double now)
{
    const auto note = [this](std::int32_t batch, double) { m_thinned[static_cast<std::size_t>(batch)] = true; };
    for (Stack &stack : m_stacks)
        for (double left = now - m_now; left > 0 && !stack.blocks.empty();)
            left -= step(stack.blocks, left, note);
    m_now = std::max(m_now, now);
}

/// The stack that `blocks` more make of `stack`, which may be `none`.
std::int32_t BlocksByAge::grown(std::int32_t stack, std::int32_t batch, std::int64_t blocks, const Work &work)
{
    auto place = std::find_if(m_stacks.begin(), m_stacks.end(), [](const Stack &s) { return s.multiprocessors == 0; });
    if (place == m_stacks.end())
        place = m_stacks.insert(place, Stack());
    place->blocks.clear();
    if (stack != none)
        place->blocks = m_stacks[static_cast<std::size_t>(stack)].blocks;
    place->blocks.insert(place->blocks.end(), static_cast<std::size_t>(blocks), {batch, work});
    return static_cast<std::int32_t>(place - m_stacks.begin());
}

void BlocksByAge::add(std::int32_t batch, const Placement &placement, const Work &work, double now)
{
    advance(now);
    m_thinned.resize(std::max(m_thinned.size(), static_cast<std::size_t>(batch) + 1));
    m_thinned[static_cast<std::size_t>(batch)] = false;
    std::fill(m_added.begin(), m_added.end(), 0);
    for (const auto &[multiprocessor, blocks] : placement)
        m_added[multiprocessor] += blocks;
    std::map<std::pair<std::int32_t, std::uint32_t>, std::int32_t> grownOf;
    for (std::size_t i = 0; i < m_added.size(); ++i) {
        if (m_added[i] == 0)
            continue;
        std::int32_t &stack = m_stackOf[i];
        const bool empty = stack == none || m_stacks[static_cast<std::size_t>(stack)].blocks.empty();
        const auto [found, isNew] = grownOf.try_emplace({empty ? none : stack, m_added[i]}, none);
        if (isNew)
            found->second = grown(empty ? none : stack, batch, m_added[i], work);
        if (stack != none)
            --m_stacks[static_cast<std::size_t>(stack)].multiprocessors;
        stack = found->second;
        ++m_stacks[static_cast<std::size_t>(stack)].multiprocessors;
    }
}

void BlocksByAge::remove(std::int32_t batch, double now)
{
    advance(now);
    for (Stack &stack : m_stacks)
        std::erase_if(stack.blocks, [batch](const Block &block) { return block.batch == batch; });
}

void BlocksByAge::clear()
{
    std::fill(m_stackOf.begin(), m_stackOf.end(), none);
    m_stacks.clear();
}

double BlocksByAge::nextEnd(double now)
{
    advance(now);
    const auto ignored = [](std::int32_t, double) {};
    double next = std::numeric_limits<double>::max();
    for (const Stack &stack : m_stacks) {
        if (stack.multiprocessors == 0 || stack.blocks.empty())
            continue;
        m_ahead = stack.blocks;
        next = std::min(next, m_now + step(m_ahead, next - m_now, ignored));
    }
    return next < std::numeric_limits<double>::max() ? next : now;
}

bool BlocksByAge::thinned(std::int32_t batch, double now, Placement &running)
{
    advance(now);
    if (!std::exchange(m_thinned[static_cast<std::size_t>(batch)], false))
        return false;
    std::vector<std::uint32_t> blocks(m_stacks.size()); // by stack
    for (std::size_t i = 0; i < m_stacks.size(); ++i)
        blocks[i] =
            static_cast<std::uint32_t>(std::count_if(m_stacks[i].blocks.begin(), m_stacks[i].blocks.end(),
                                                     [batch](const Block &block) { return block.batch == batch; }));
    running.clear();
    for (std::size_t i = 0; i < m_stackOf.size(); ++i)
        if (m_stackOf[i] != none && blocks[static_cast<std::size_t>(m_stackOf[i])] > 0)
            running.emplace_back(static_cast<std::uint32_t>(i), blocks[static_cast<std::size_t>(m_stackOf[i])]);
    return true;
}

void BlocksByAge::findEnds(double now, std::vector<double> &ends)
{
    advance(now);
    for (const Stack &stack : m_stacks)
        for (const Block &block : stack.blocks)
            ends[static_cast<std::size_t>(block.batch)] = m_now;
    for (const Stack &stack : m_stacks) {
        if (stack.multiprocessors == 0)
            continue;
        m_ahead = stack.blocks;
        double time = m_now;
        while (!m_ahead.empty())
            time += step(m_ahead, std::numeric_limits<double>::max(), [&ends, &time](std::int32_t batch, double after) {
                double &end = ends[static_cast<std::size_t>(batch)];
                end = std::max(end, time + after);
            });
    }
}

} // namespace streamscope
