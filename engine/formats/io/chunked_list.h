// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace streamscope {

/// A list in chunks of chunkSize elements. Beyond the first chunk it grows without copying, and consume() frees it
/// chunk by chunk. Random access and sortable.
template <typename T>
class ChunkedList
{
public:
    static constexpr std::size_t chunkSize = 16'384; ///< elements

    class Iterator
    {
    public:
        using iterator_category = std::random_access_iterator_tag;
        using value_type = T;
        using difference_type = std::ptrdiff_t;
        using pointer = T *;
        using reference = T &;

        Iterator() = default;
        Iterator(const ChunkedList *list, std::ptrdiff_t at) : m_list(list), m_at(at) {}

        T &operator*() const { return m_list->at(static_cast<std::size_t>(m_at)); }
        T *operator->() const { return &**this; }
        T &operator[](std::ptrdiff_t n) const { return *(*this + n); }
        Iterator &operator++() { return *this += 1; }
        Iterator &operator--() { return *this += -1; }
        Iterator operator++(int) { return Iterator(m_list, m_at++); }
        Iterator operator--(int) { return Iterator(m_list, m_at--); }
        Iterator &operator+=(std::ptrdiff_t n)
        {
            m_at += n;
            return *this;
        }
        Iterator &operator-=(std::ptrdiff_t n) { return *this += -n; }
        friend Iterator operator+(Iterator i, std::ptrdiff_t n) { return i += n; }
        friend Iterator operator+(std::ptrdiff_t n, Iterator i) { return i += n; }
        friend Iterator operator-(Iterator i, std::ptrdiff_t n) { return i -= n; }
        friend std::ptrdiff_t operator-(const Iterator &a, const Iterator &b) { return a.m_at - b.m_at; }
        friend bool operator==(const Iterator &a, const Iterator &b) { return a.m_at == b.m_at; }
        friend auto operator<=>(const Iterator &a, const Iterator &b) { return a.m_at <=> b.m_at; }

    private:
        const ChunkedList *m_list = nullptr;
        std::ptrdiff_t m_at = 0;
    };

    void push_back(const T &value)
    {
        if (m_size == m_room)
            grow();
        at(m_size++) = value;
    }
    std::size_t size() const { return m_size; }
    bool empty() const { return m_size == 0; }
    T &operator[](std::size_t i) { return at(i); }
    const T &operator[](std::size_t i) const { return at(i); }
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, static_cast<std::ptrdiff_t>(m_size)}; }
    /// Keeps the first `size` elements.
    void truncate(std::size_t size)
    {
        m_size = size;
        m_chunks.resize((size + chunkSize - 1) / chunkSize);
        m_room = std::min(m_room, m_chunks.size() * chunkSize);
    }
    void clear() { *this = ChunkedList(); }

    /// Calls f for every element, in order, and frees each chunk after its last element.
    template <typename F>
    void consume(F f)
    {
        for (std::size_t i = 0; i < m_size; ++i) {
            f(static_cast<const T &>(at(i)));
            if ((i + 1) % chunkSize == 0)
                m_chunks[i / chunkSize].reset();
        }
        clear();
    }

private:
    T &at(std::size_t i) const { return m_chunks[i / chunkSize][i % chunkSize]; }

    /// Most lists are short, and a chunk takes a megabyte: the first one begins small and doubles.
    void grow()
    {
        constexpr std::size_t atFirst = 64;
        if (m_room >= chunkSize) {
            m_chunks.push_back(std::make_unique<T[]>(chunkSize));
            m_room += chunkSize;
            return;
        }
        const std::size_t room = std::max(atFirst, 2 * m_room);
        auto larger = std::make_unique<T[]>(room);
        for (std::size_t i = 0; i < m_size; ++i)
            larger[i] = std::move(at(i));
        m_chunks.resize(1);
        m_chunks.front() = std::move(larger);
        m_room = room;
    }

    std::vector<std::unique_ptr<T[]>> m_chunks;
    std::size_t m_size = 0;
    std::size_t m_room = 0; ///< elements for which there are chunks
};

} // namespace streamscope
