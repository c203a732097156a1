// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace streamscope {

/// A value that copies share until one of them changes it. A pointer of eight bytes: half of a std::shared_ptr, which
/// counts where an operation has several and a Program millions of operations. Copies may live on different threads and
/// in different modules of the process, so everything is behind the pointer.
template <typename T>
class SharedValue
{
public:
    SharedValue() = default; ///< null
    explicit SharedValue(T value) : m_held(new Held{std::move(value)}) {}
    SharedValue(const SharedValue &other) : m_held(other.m_held)
    {
        if (m_held)
            m_held->users.fetch_add(1, std::memory_order_relaxed);
    }
    SharedValue(SharedValue &&other) noexcept : m_held(std::exchange(other.m_held, nullptr)) {}
    SharedValue &operator=(SharedValue other) noexcept
    {
        std::swap(m_held, other.m_held);
        return *this;
    }
    ~SharedValue()
    {
        if (m_held && m_held->users.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete m_held;
    }

    explicit operator bool() const { return m_held != nullptr; }
    bool isSameAs(const SharedValue &other) const { return m_held == other.m_held; }
    const T &operator*() const { return m_held->value; } ///< not of null
    const T *operator->() const { return &m_held->value; }

    /// The value for writing, which no other copy shares from now on. Of null: a new one.
    T &own()
    {
        if (!m_held)
            *this = SharedValue(T());
        else if (m_held->users.load(std::memory_order_acquire) > 1)
            *this = SharedValue(T(m_held->value));
        return m_held->value;
    }

private:
    struct Held
    {
        T value;
        std::atomic<std::uint32_t> users = 1;
    };
    Held *m_held = nullptr;
};

} // namespace streamscope
