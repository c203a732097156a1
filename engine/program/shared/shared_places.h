// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <utility>

namespace streamscope {

/// Numbered places in memory for values of one type, for all Programs of the process: a number takes half of a pointer,
/// and each operation of millions has four. Places never move; one that is given back is used again, and none goes back
/// to the system. Any thread may call anything; nothing waits for a lock.
template <typename T>
class SharedPlaces
{
public:
    static constexpr std::uint32_t none = 0; ///< the number of no place

    /// Of a value that make() put there.
    static T &value(std::uint32_t number) { return *std::launder(reinterpret_cast<T *>(at(number).bytes)); }
    static std::atomic_ref<std::uint32_t> users(std::uint32_t number)
    {
        return std::atomic_ref(at(number).usersOrNext);
    }

    /// Puts `value` into a free place, with one user. @throws std::bad_alloc
    static std::uint32_t make(T value)
    {
        std::uint32_t number = takeFree();
        if (number == none)
            number = takeNew();
        Place &place = at(number);
        std::construct_at(reinterpret_cast<T *>(place.bytes), std::move(value));
        std::atomic_ref(place.usersOrNext).store(1, std::memory_order_relaxed);
        return number;
    }
    static void giveBack(std::uint32_t number)
    {
        std::destroy_at(&value(number));
        std::uint64_t head = s_free.load(std::memory_order_relaxed);
        do
            std::atomic_ref(at(number).usersOrNext).store(numberOf(head), std::memory_order_relaxed);
        while (!s_free.compare_exchange_weak(head, nextTurn(head) | number, std::memory_order_release,
                                             std::memory_order_relaxed));
    }
    /// Places that were ever used.
    static std::uint32_t count() { return s_count.load(std::memory_order_relaxed); }

private:
    struct Place
    {
        alignas(T) std::byte bytes[sizeof(T)];
        std::uint32_t usersOrNext; ///< of a free place: the number of the next free one
    };
    /// Each page is twice as large as the one before, so that some ten pages hold millions. Page memory is not touched
    /// before its places are used.
    static constexpr std::uint32_t firstPage = 1024;
    static constexpr int firstBits = std::bit_width(firstPage);

    static int pageOf(std::uint32_t number) { return std::bit_width(std::uint64_t{number} + firstPage) - firstBits; }
    static std::uint64_t sizeOf(int page) { return std::uint64_t{firstPage} << page; }
    static Place &at(std::uint32_t number)
    {
        const int page = pageOf(number);
        return s_pages[static_cast<std::size_t>(page)].load(
            std::memory_order_acquire)[number + firstPage - sizeOf(page)];
    }

    // The head of the list of free places: a number, and above it how often the list changed, so that a head that was
    // taken and given back meanwhile is no longer the same.
    static std::uint32_t numberOf(std::uint64_t head) { return static_cast<std::uint32_t>(head); }
    static std::uint64_t nextTurn(std::uint64_t head) { return ((head >> 32U) + 1) << 32U; }

    static std::uint32_t takeFree()
    {
        std::uint64_t head = s_free.load(std::memory_order_acquire);
        while (numberOf(head) != none) {
            const std::uint32_t next = std::atomic_ref(at(numberOf(head)).usersOrNext).load(std::memory_order_relaxed);
            if (s_free.compare_exchange_weak(head, nextTurn(head) | next, std::memory_order_acquire))
                break;
        }
        return numberOf(head);
    }
    static std::uint32_t takeNew()
    {
        const std::uint32_t number = s_count.fetch_add(1, std::memory_order_relaxed) + 1;
        if (number == none)
            throw std::bad_alloc();
        const int index = pageOf(number);
        std::atomic<Place *> &page = s_pages[static_cast<std::size_t>(index)];
        if (!page.load(std::memory_order_acquire)) {
            std::unique_ptr<Place[]> fresh(new Place[sizeOf(index)]);
            Place *expected = nullptr;
            if (page.compare_exchange_strong(expected, fresh.get(), std::memory_order_acq_rel))
                static_cast<void>(fresh.release());
        }
        return number;
    }

    static constexpr std::size_t pages = 33 - firstBits + 1;
    inline static std::array<std::atomic<Place *>, pages> s_pages{};
    inline static std::atomic<std::uint32_t> s_count = 0;
    inline static std::atomic<std::uint64_t> s_free = 0;
};

} // namespace streamscope
