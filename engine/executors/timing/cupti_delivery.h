// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/cupti_record.h"

#include <cstddef>
#include <exception>
#include <mutex>
#include <vector>

namespace streamscope {

/// What CUPTI's threads hand over, until somebody takes it. Thread-safe.
class CuptiDelivery
{
public:
    struct Content
    {
        std::vector<CuptiRecord> records;
        std::size_t dropped = 0; ///< by CUPTI, for want of buffers
    };

    /// Lets `deliver` add to a Content&. The caller is C code, through which nothing may be thrown: take() says it.
    template <typename Deliver>
    void receive(Deliver deliver) noexcept
    {
        const std::scoped_lock lock(m_mutex);
        try {
            deliver(m_content);
        } catch (...) {
            m_failure = std::current_exception();
        }
    }

    /// The records since the last call, in the order in which they came.
    /// @throws RunError when some are missing; they are forgotten all the same.
    std::vector<CuptiRecord> take();

private:
    std::mutex m_mutex;
    Content m_content;
    std::exception_ptr m_failure;
};

} // namespace streamscope
