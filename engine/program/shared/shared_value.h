// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

namespace streamscope {

/// A value that copies share until one of them changes it, in one pointer: half of a std::shared_ptr, which counts
/// where an operation has several and a Program millions of operations. Copies may live on different threads, and in
/// different modules of the process: everything is behind the pointer.
template <typename T>
class SharedValue
{
public:
    SharedValue() = default; ///< null
    explicit SharedValue(T value) : m_node(new Node{std::move(value)}) {}
    SharedValue(const SharedValue &other) : m_node(other.m_node)
    {
        if (m_node)
            m_node->users.fetch_add(1, std::memory_order_relaxed);
    }
    SharedValue(SharedValue &&other) noexcept : m_node(std::exchange(other.m_node, nullptr)) {}
    SharedValue &operator=(SharedValue other) noexcept
    {
        std::swap(m_node, other.m_node);
        return *this;
    }
    ~SharedValue()
    {
        if (m_node && m_node->users.fetch_sub(1, std::memory_order_acq_rel) == 1)
            delete m_node;
    }

    explicit operator bool() const { return m_node; }
    bool isSameAs(const SharedValue &other) const { return m_node == other.m_node; }
    const T &operator*() const { return m_node->value; } ///< not of null
    const T *operator->() const { return &m_node->value; }

    /// The value for writing, which no other copy shares from now on. Of null: a new one.
    T &own()
    {
        if (!m_node)
            *this = SharedValue(T());
        else if (m_node->users.load(std::memory_order_acquire) > 1)
            *this = SharedValue(T(**this));
        return m_node->value;
    }

private:
    struct Node
    {
        T value;
        std::atomic<std::uint32_t> users = 1;
    };
    Node *m_node = nullptr;
};

} // namespace streamscope
