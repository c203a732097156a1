// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/leb128.h"
#include "engine/formats/session/section_file.h"
#include "engine/formats/text/decimal.h"
#include "engine/program/text/translatable.h"
#include "engine/timeline/timeline.h"

#include <algorithm>
#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace streamscope {

// Plain structures in a section. Each says how many members follow: a file of a former version has fewer, and the
// others keep their defaults. So members are added at the end of a description, and never taken out.

namespace detail {

/// Stands for a member of any type.
struct AnyMember
{
    template <typename T>
    operator T &() const;
};

/// Also matches its constant form: one description serves the writer and the reader.
template <typename T, typename Plain>
concept Is = std::same_as<std::remove_const_t<T>, Plain>;

template <typename T, typename... Members>
constexpr std::size_t memberCount()
{
    if constexpr (requires { T{Members{}..., AnyMember{}}; })
        return memberCount<T, Members..., AnyMember>();
    else
        return sizeof...(Members);
}

/// 73 years before a clock's 0; the difference to latestTimeNs does not overflow.
inline constexpr std::int64_t leastTime = -(std::int64_t{1} << 61);
inline bool isTime(std::int64_t ns)
{
    return ns >= leastTime && ns <= latestTimeNs;
}

} // namespace detail

/// The last value of an enumeration that is stored.
template <typename Enum>
inline constexpr Enum lastValue = Enum{};
template <>
inline constexpr OperationKind lastValue<OperationKind> = static_cast<OperationKind>(operationKindCount - 1);
template <>
inline constexpr Engine lastValue<Engine> = Engine::None;
template <>
inline constexpr Clock lastValue<Clock> = static_cast<Clock>(clockCount - 1);
template <>
inline constexpr MemoryKind lastValue<MemoryKind> = MemoryKind::ManagedStatic;

/// Hands on every member of a plain structure, so that none that is added later stays behind.
template <typename Archive, typename T>
void describe(Archive &archive, T &value)
{
    constexpr std::size_t members = detail::memberCount<std::remove_const_t<T>>();
    if constexpr (members == 1) {
        auto &[a] = value;
        archive.members(a);
    } else if constexpr (members == 2) {
        auto &[a, b] = value;
        archive.members(a, b);
    } else if constexpr (members == 3) {
        auto &[a, b, c] = value;
        archive.members(a, b, c);
    } else if constexpr (members == 4) {
        auto &[a, b, c, d] = value;
        archive.members(a, b, c, d);
    } else if constexpr (members == 5) {
        auto &[a, b, c, d, e] = value;
        archive.members(a, b, c, d, e);
    } else if constexpr (members == 6) {
        auto &[a, b, c, d, e, f] = value;
        archive.members(a, b, c, d, e, f);
    } else if constexpr (members == 7) {
        auto &[a, b, c, d, e, f, g] = value;
        archive.members(a, b, c, d, e, f, g);
    } else if constexpr (members == 8) {
        auto &[a, b, c, d, e, f, g, h] = value;
        archive.members(a, b, c, d, e, f, g, h);
    } else if constexpr (members == 9) {
        auto &[a, b, c, d, e, f, g, h, i] = value;
        archive.members(a, b, c, d, e, f, g, h, i);
    } else if constexpr (members == 11) {
        auto &[a, b, c, d, e, f, g, h, i, j, k] = value;
        archive.members(a, b, c, d, e, f, g, h, i, j, k);
    } else if constexpr (members == 12) {
        auto &[a, b, c, d, e, f, g, h, i, j, k, l] = value;
        archive.members(a, b, c, d, e, f, g, h, i, j, k, l);
    } else {
        static_assert(members == 18, "structures of this size are not described yet");
        auto &[a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = value;
        archive.members(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r);
    }
}

class ArchiveWriter
{
public:
    template <typename... Values>
    void operator()(const Values &...values)
    {
        (put(values), ...);
    }
    template <typename... Values>
    void members(const Values &...values)
    {
        putLeb128(m_bytes, sizeof...(Values));
        (put(values), ...);
    }
    const std::string &bytes() const { return m_bytes; }

private:
    template <typename T>
    void put(const T &value)
    {
        if constexpr (std::same_as<T, bool>)
            m_bytes.push_back(value ? 1 : 0);
        else if constexpr (std::is_floating_point_v<T>)
            putLeb128(m_bytes, std::bit_cast<std::uint64_t>(static_cast<double>(value)));
        else if constexpr (std::is_enum_v<T> || std::is_unsigned_v<T>)
            putLeb128(m_bytes, static_cast<std::uint64_t>(value));
        else if constexpr (std::is_integral_v<T>)
            putLeb128(m_bytes, (static_cast<std::uint64_t>(std::int64_t{value}) << 1U)
                                   ^ static_cast<std::uint64_t>(std::int64_t{value} >> 63U));
        else
            describe(*this, value);
    }
    void put(const std::string &text)
    {
        putLeb128(m_bytes, text.size());
        m_bytes += text;
    }
    template <typename T>
    void put(const std::optional<T> &value)
    {
        put(value.has_value());
        if (value)
            put(*value);
    }
    template <typename T>
    void put(const std::vector<T> &values)
    {
        putLeb128(m_bytes, values.size());
        for (const T &value : values)
            put(value);
    }
    template <typename T, std::size_t N>
    void put(const std::array<T, N> &values)
    {
        put(std::vector<T>(values.begin(), values.end()));
    }
    template <typename A, typename B, typename C>
    void put(const std::map<A, B, C> &values)
    {
        putLeb128(m_bytes, values.size());
        for (const auto &[key, value] : values)
            (*this)(key, value);
    }
    template <typename A, typename B>
    void put(const std::pair<A, B> &value)
    {
        (*this)(value.first, value.second);
    }

    std::string m_bytes;
};

/// Reads the section at hand. @throws InputError where it holds what no writer writes.
class ArchiveReader
{
public:
    /// Which whole numbers of 64 bits with a sign are accepted: nanoseconds are, as long as their differences are
    /// numbers, too.
    enum class Numbers { Times, Any };
    explicit ArchiveReader(SectionReader &reader, Numbers numbers = Numbers::Times)
        : m_reader(reader), m_bytes(reader.current().content), m_numbers(numbers)
    {}

    template <typename... Values>
    void operator()(Values &...values)
    {
        (get(values), ...);
    }
    template <typename... Values>
    void members(Values &...values)
    {
        std::uint64_t there = 0;
        get(there);
        require(there <= sizeof...(Values));
        std::uint64_t at = 0;
        ((at++ < there ? get(values) : void()), ...);
    }
    /// Call it last.
    void end() const { require(m_bytes.empty()); }
    void require(bool sound) const
    {
        if (!sound)
            m_reader.fail(QT_TRANSLATE_NOOP("engine", "it holds what no StreamScope writes"));
    }

private:
    template <typename T>
    void get(T &value)
    {
        if constexpr (std::same_as<T, bool>) {
            const std::uint64_t number = take();
            require(number <= 1);
            value = number == 1;
        } else if constexpr (std::is_floating_point_v<T>) {
            value = static_cast<T>(std::bit_cast<double>(take()));
        } else if constexpr (std::is_enum_v<T>) {
            const std::uint64_t number = take();
            require(number <= static_cast<std::uint64_t>(lastValue<T>));
            value = static_cast<T>(number);
        } else if constexpr (std::is_unsigned_v<T>) {
            const std::uint64_t number = take();
            value = static_cast<T>(number);
            require(value == number);
        } else if constexpr (std::is_integral_v<T>) {
            const std::uint64_t number = take();
            const auto wide = static_cast<std::int64_t>((number >> 1U) ^ (~(number & 1U) + 1));
            value = static_cast<T>(wide);
            require(value == wide);
            if constexpr (std::same_as<T, std::int64_t>)
                require(m_numbers == Numbers::Any || value == unknownTime || detail::isTime(value));
        } else {
            describe(*this, value);
        }
    }
    void get(std::string &text)
    {
        const std::uint64_t size = take();
        require(size <= m_bytes.size());
        m_reader.memory().take(size);
        text = m_bytes.substr(0, size);
        m_bytes.remove_prefix(size);
    }
    template <typename T>
    void get(std::optional<T> &value)
    {
        bool has = false;
        get(has);
        if (has)
            get(value.emplace());
    }
    template <typename T>
    void get(std::vector<T> &values)
    {
        const std::uint64_t count = take();
        require(count <= m_bytes.size()); // each takes a byte at least: a broken length must not ask for all memory
        m_reader.memory().take(count * sizeof(T));
        values.clear();
        values.reserve(count);
        for (std::uint64_t i = 0; i < count; ++i)
            get(values.emplace_back());
    }
    /// A former version may have fewer.
    template <typename T, std::size_t N>
    void get(std::array<T, N> &values)
    {
        std::vector<T> list;
        get(list);
        require(list.size() <= N);
        std::copy(list.begin(), list.end(), values.begin());
    }
    template <typename A, typename B, typename C>
    void get(std::map<A, B, C> &values)
    {
        const std::uint64_t count = take();
        require(count <= m_bytes.size());
        for (std::uint64_t i = 0; i < count; ++i) {
            A key{};
            B value{};
            (*this)(key, value);
            require(values.emplace(std::move(key), std::move(value)).second);
        }
    }
    template <typename A, typename B>
    void get(std::pair<A, B> &value)
    {
        (*this)(value.first, value.second);
    }
    std::uint64_t take()
    {
        std::uint64_t number = 0;
        require(takeLeb128(m_bytes, number));
        return number;
    }

    SectionReader &m_reader;
    std::string_view m_bytes;
    Numbers m_numbers;
};

/// A section that holds these values.
template <typename... Values>
void writeArchive(SectionWriter &writer, SectionKind kind, std::uint32_t number, const Values &...values)
{
    ArchiveWriter archive;
    archive(values...);
    writer.add(kind, archive.bytes(), number);
}

/// Reads the section at hand, which holds exactly these values.
template <typename... Values>
void readArchive(SectionReader &reader, Values &...values)
{
    ArchiveReader archive(reader);
    archive(values...);
    archive.end();
}

} // namespace streamscope
