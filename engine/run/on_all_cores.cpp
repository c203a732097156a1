// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/on_all_cores.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace streamscope {

void onAllCores(std::size_t count, const std::function<void(std::size_t)> &work)
{
    std::atomic<std::size_t> next = 0;
    std::exception_ptr failure;
    std::once_flag failed;
    const auto take = [&] {
        try {
            for (std::size_t i = next++; i < count; i = next++)
                work(i);
        } catch (...) {
            next = count;
            std::call_once(failed, [&] { failure = std::current_exception(); });
        }
    };
    {
        const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
        std::vector<std::jthread> others;
        for (std::size_t i = 1; i < std::min(cores, count); ++i)
            others.emplace_back(take);
        take();
    }
    if (failure)
        std::rethrow_exception(failure);
}

} // namespace streamscope
