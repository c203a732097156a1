// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/what_if/kernels/kernel_order.h"

#include "engine/run/what_if/kernels/sm_demand.h"

#include <algorithm>
#include <map>
#include <queue>
#include <utility>

namespace streamscope {

KernelOrder::KernelOrder(const Program &program)
{
    using Key = std::pair<int, std::int32_t>;
    const auto keyOf = [&](const Operation &kernel) { return Key(program.deviceOf(kernel), kernel.stream); };
    std::map<Key, std::size_t> counts;
    for (const Operation &operation : program.operations)
        if (isTracedKernel(operation))
            ++counts[keyOf(operation)];
    std::map<Key, std::size_t> next;
    std::size_t count = 0;
    for (const auto &[key, own] : counts) {
        m_streams.push_back({key.first, count, count + own});
        next[key] = count;
        count += own;
    }
    m_operations.resize(count);
    for (std::size_t i = 0; i < program.operations.size(); ++i)
        if (isTracedKernel(program.operations[i]))
            m_operations[next[keyOf(program.operations[i])]++] = static_cast<std::int32_t>(i);
}

void KernelOrder::forEach(const TimesOfRun &timesOf, const std::function<void()> &first,
                          const std::function<void(std::size_t)> &begun) const
{
    const auto startOf = [&](std::size_t kernel) { return timesOf(operation(kernel)).start; };
    struct Next
    {
        std::int64_t start = 0;
        std::size_t kernel = 0, end = 0; ///< of its stream

        bool operator>(const Next &other) const
        {
            return std::pair(start, kernel) > std::pair(other.start, other.kernel);
        }
    };
    for (std::size_t of = 0; of < m_streams.size();) {
        std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
        const int device = m_streams[of].device;
        for (; of < m_streams.size() && m_streams[of].device == device; ++of)
            next.push({startOf(m_streams[of].begin), m_streams[of].begin, m_streams[of].end});
        first();
        while (!next.empty()) {
            const Next now = next.top();
            next.pop();
            begun(now.kernel);
            // Branches of a graph on one stream may begin in another order than they were captured in.
            if (now.kernel + 1 < now.end)
                next.push({std::max(now.start, startOf(now.kernel + 1)), now.kernel + 1, now.end});
        }
    }
}

} // namespace streamscope
