// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/recorder/file/column_encoder.h"

#include <cstring>

namespace streamscope::recorder {

namespace {

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "a recording is little-endian");

/// The bits of a number that takes two to eight bytes, seven to a byte, without a branch that a processor guesses
/// wrong.
std::uint64_t spread(std::uint64_t number)
{
    std::uint64_t bits = (number & 0x0fff'ffff) | (number & 0xff'ffff'f000'0000) << 4;
    bits = (bits & 0x0000'3fff'0000'3fff) | (bits & 0x0fff'c000'0fff'c000) << 2;
    return (bits & 0x007f'007f'007f'007f) | (bits & 0x3f80'3f80'3f80'3f80) << 1;
}

/// May write 8 bytes where it needs fewer.
unsigned char *putNumber(std::uint64_t difference, unsigned char *to)
{
    std::uint64_t number = difference << 1 ^ (difference >> 63 ? ~std::uint64_t{0} : 0);
    if (number < 0x80) {
        *to = static_cast<unsigned char>(number);
        return to + 1;
    }
    if (number < std::uint64_t{1} << 56) {
        const int bits = 64 - __builtin_clzll(number);
        const int bytes = (bits + 6) / 7;
        const std::uint64_t more = 0x8080'8080'8080'8080 & ((std::uint64_t{1} << (8 * (bytes - 1))) - 1);
        const std::uint64_t packed = spread(number) | more;
        std::memcpy(to, &packed, sizeof packed);
        return to + bytes;
    }
    for (; number >= 0x80; number >>= 7)
        *to++ = static_cast<unsigned char>(number | 0x80);
    *to = static_cast<unsigned char>(number);
    return to + 1;
}

template <typename Value>
std::uint64_t wideValue(const unsigned char *from)
{
    Value value;
    std::memcpy(&value, from, sizeof value);
    return static_cast<std::uint64_t>(value); // signed ones keep their sign
}

template <typename Value>
unsigned char *putDifferences(const RowList &rows, const recording::Column &column, unsigned char *to)
{
    const unsigned char *from = rows.rows + column.offset;
    std::uint64_t last = 0;
    for (std::size_t row = 0; row < rows.count; ++row, from += rows.rowBytes) {
        const std::uint64_t value = wideValue<Value>(from);
        to = putNumber(value - last, to);
        last = value;
    }
    return to;
}

unsigned char *putDurations(const RowList &rows, const recording::Column &column, unsigned char *to)
{
    const unsigned char *row = rows.rows;
    for (std::size_t i = 0; i < rows.count; ++i, row += rows.rowBytes)
        to = putNumber(wideValue<std::int64_t>(row + column.offset) - wideValue<std::int64_t>(row + column.start), to);
    return to;
}

unsigned char *putValues(const RowList &rows, const recording::Column &column, unsigned char *to)
{
    if (column.isEnd)
        return putDurations(rows, column, to);
    switch (column.bytes) {
    case 1:
        return putDifferences<std::uint8_t>(rows, column, to);
    case 2:
        return putDifferences<std::uint16_t>(rows, column, to);
    case 4:
        return column.isSigned ? putDifferences<std::int32_t>(rows, column, to)
                               : putDifferences<std::uint32_t>(rows, column, to);
    default:
        return putDifferences<std::uint64_t>(rows, column, to);
    }
}

} // namespace

unsigned char *encodeColumn(const RowList &rows, const recording::Column &column, unsigned char *to)
{
    unsigned char *end = putValues(rows, column, to + 4);
    const auto bytes = static_cast<std::uint32_t>(end - to - 4);
    std::memcpy(to, &bytes, sizeof bytes);
    return end;
}

} // namespace streamscope::recorder
