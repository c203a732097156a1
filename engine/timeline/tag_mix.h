// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace streamscope {

/// The tags of a row in few classes, so that the share of each can be kept and drawn. The last class may stand for
/// several tags.
struct TagClasses
{
    static constexpr std::size_t most = 7;
    static constexpr std::size_t tags = 32;
    static constexpr std::uint8_t others = tags - 1; ///< in `tag`: the class stands for several tags

    std::size_t count = 0; ///< below two: there is nothing to share out
    std::array<std::uint8_t, tags> of{};
    std::array<std::uint8_t, most> tag{}; ///< by class

    bool isMixed() const { return count > 1; }
};

/// How the time of intervals is divided among the classes of their tags. The numbers of all classes lie side by side in
/// two words, 16 bits each, so that a loop over intervals pays two additions for all of them. Sums hold up to four
/// times `whole`.
struct TagMix
{
    static constexpr std::uint32_t whole = 15U << 10; ///< stands for the time of a pixel
    static constexpr unsigned laneBits = 16;
    static constexpr std::size_t lanes = 4; ///< in a word

    std::uint64_t low = 0, high = 0;

    std::uint32_t of(std::size_t one) const
    {
        return (one < lanes ? low >> (one * laneBits) : high >> ((one - lanes) * laneBits)) & 0xffffU;
    }
    TagMix &operator+=(const TagMix &other)
    {
        low += other.low;
        high += other.high;
        return *this;
    }
    friend TagMix operator-(const TagMix &a, const TagMix &b) { return {a.low - b.low, a.high - b.high}; }
    bool operator==(const TagMix &) const = default;

    /// The same shares of no more than `whole`.
    TagMix limited() const;

    /// `amount` (at most 4 × whole) in one class.
    static TagMix single(std::size_t one, std::uint32_t amount)
    {
        const std::uint64_t value = amount;
        return one < lanes ? TagMix{value << (one * laneBits), 0} : TagMix{0, value << ((one - lanes) * laneBits)};
    }
};

/// The shares of a group's classes in 24 bits: fifteenths of the first six; the last class has the rest.
class TagShares
{
public:
    static constexpr std::uint32_t parts = 15;
    using Sums = std::array<std::int64_t, TagClasses::most>; ///< time by class

    static std::uint32_t packed(const Sums &sums);
    /// The time of a group by class, where all of it is `amount` of 1024 in a pixel (at most four pixels).
    static TagMix mixOf(std::uint32_t shares, std::uint32_t amount)
    {
        constexpr std::uint64_t ones = 0x0001'0001'0001'0001;
        const std::uint64_t first = spread(shares & 0xffffU), second = spread(shares >> 16);
        const std::uint64_t known = ((first + second) * ones) >> 48;
        return {first * amount, (second | (parts - known) << (2 * TagMix::laneBits)) * amount};
    }
    /// The same for at most four classes, which leave no rest.
    static TagMix lowMixOf(std::uint32_t shares, std::uint32_t amount)
    {
        return {spread(shares & 0xffffU) * amount, 0};
    }

private:
    /// Four numbers of four bits, each into 16 bits.
    static std::uint64_t spread(std::uint64_t four)
    {
        four = (four | four << 24) & 0x0000'00ff'0000'00ff;
        return (four | four << 12) & 0x000f'000f'000f'000f;
    }
};

} // namespace streamscope
