// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/shared/shared_places.h"

#include <atomic>
#include <cstdint>
#include <utility>

namespace streamscope {

/// A value that copies share until one of them changes it, in four bytes: a quarter of a std::shared_ptr, which counts
/// where an operation has several and a Program millions of operations. Copies may live on different threads.
template <typename T>
class SharedValue
{
public:
    SharedValue() = default; ///< null
    explicit SharedValue(T value) : m_place(Places::make(std::move(value))) {}
    SharedValue(const SharedValue &other) : m_place(other.m_place)
    {
        if (*this)
            Places::users(m_place).fetch_add(1, std::memory_order_relaxed);
    }
    SharedValue(SharedValue &&other) noexcept : m_place(std::exchange(other.m_place, Places::none)) {}
    SharedValue &operator=(SharedValue other) noexcept
    {
        std::swap(m_place, other.m_place);
        return *this;
    }
    ~SharedValue()
    {
        if (*this && Places::users(m_place).fetch_sub(1, std::memory_order_acq_rel) == 1)
            Places::giveBack(m_place);
    }

    explicit operator bool() const { return m_place != Places::none; }
    bool isSameAs(const SharedValue &other) const { return m_place == other.m_place; }
    const T &operator*() const { return Places::value(m_place); } ///< not of null
    const T *operator->() const { return &Places::value(m_place); }

    /// The value for writing, which no other copy shares from now on. Of null: a new one.
    T &own()
    {
        if (!*this)
            *this = SharedValue(T());
        else if (Places::users(m_place).load(std::memory_order_acquire) > 1)
            *this = SharedValue(T(**this));
        return Places::value(m_place);
    }

private:
    using Places = SharedPlaces<T>;
    std::uint32_t m_place = Places::none;
};

} // namespace streamscope
