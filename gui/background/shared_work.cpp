// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/background/shared_work.h"

#include "gui/background/quick_work.h"

#include <QSemaphore>
#include <QThreadPool>

#include <algorithm>
#include <atomic>
#include <exception>
#include <memory>
#include <mutex>

namespace streamscope {

namespace {

/// Those that came to help, awaited at the end: what they work on is the caller's.
class Helpers
{
public:
    Helpers() = default;
    Helpers(const Helpers &) = delete;
    Helpers &operator=(const Helpers &) = delete;
    ~Helpers() { m_done->acquire(m_count); }

    /// False when no thread is free: one that is waited for may be the one that waits.
    bool add(const std::function<void()> &work)
    {
        const bool came = QThreadPool::globalInstance()->tryStart([&work, done = m_done] {
            work();
            done->release();
        });
        m_count += came ? 1 : 0;
        return came;
    }

private:
    std::shared_ptr<QSemaphore> m_done = std::make_shared<QSemaphore>(); ///< the last one to use it may be a helper
    int m_count = 0;
};

} // namespace

void shareWork(std::size_t parts, const std::function<void(std::size_t)> &part)
{
    std::atomic<std::size_t> next = 0;
    std::mutex mutex;
    std::exception_ptr failure; ///< the first; guarded by `mutex`
    const std::function<void()> work = [&] {
        try {
            for (std::size_t i = next++; i < parts; i = next++)
                part(i);
        } catch (...) {
            next = parts;
            const std::lock_guard lock(mutex);
            if (!failure)
                failure = std::current_exception();
        }
    };
    {
        const auto threads = static_cast<std::size_t>(QThreadPool::globalInstance()->maxThreadCount());
        Helpers helpers;
        for (std::size_t i = 1; i < std::min(parts, threads) && helpers.add(work); ++i) {
        }
        work();
    }
    if (failure)
        std::rethrow_exception(failure);
}

void shareLargeWork(std::size_t size, std::size_t parts, const std::function<void(std::size_t)> &part)
{
    if (!isQuick(size)) {
        shareWork(parts, part);
        return;
    }
    for (std::size_t i = 0; i < parts; ++i)
        part(i);
}

} // namespace streamscope
