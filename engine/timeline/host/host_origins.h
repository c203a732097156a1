// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// Where in the program an operation was issued, from several points of view.
enum class OriginPart : std::uint8_t {
    Call,     ///< of the runtime or the driver: cudaLaunchKernel
    Operator, ///< all operators, the outermost first: "aten::linear > aten::addmm"
    Range,    ///< all ranges likewise: "step 3 > backward"
    Module,   ///< all modules of PyTorch likewise: "Sequential_0 > Linear_1"
    Stack,    ///< functions of the program itself, the outermost first: "train.py(7): main > loader.py(41): next"
};
inline constexpr std::size_t originPartCount = 5;
/// As the CSV and the search spell it: call, operator, range, module, stack.
std::string_view originPartName(OriginPart part);
/// Stands between the parts of a range, a module or a stack.
inline constexpr std::string_view originSeparator = " > ";
/// The text behind the last separator.
std::string_view innermostOf(std::string_view text);

/// Numbers of texts in HostOrigins, by OriginPart; 0 is the empty text: unknown.
using HostOrigin = std::array<std::uint32_t, originPartCount>;

/// The origins of a Timeline's operations: 4 bytes per operation, and each different origin once.
class HostOrigins
{
public:
    static constexpr std::size_t longestText = 500; ///< bytes; longer ranges and stacks lose their outer parts

    HostOrigins() : m_texts(1), m_origins(1) {}

    /// The number of a text, which is stored once.
    std::uint32_t intern(std::string_view text);
    /// The number of an origin, which is stored once; 0 for one without any text.
    std::uint32_t add(const HostOrigin &origin);
    /// Of an operation. Fast for rising operations.
    void set(std::size_t span, std::uint32_t number);

    /// No operation has an origin.
    bool empty() const { return m_of.empty(); }
    std::uint32_t numberOf(std::size_t span) const { return span < m_of.size() ? m_of[span] : 0; }
    const HostOrigin &origin(std::uint32_t number) const { return m_origins[number]; }
    /// Different origins; number 0 is the unknown one.
    std::size_t origins() const { return m_origins.size(); }
    std::uint32_t textNumber(std::size_t span, OriginPart part) const
    {
        return m_origins[numberOf(span)][static_cast<std::size_t>(part)];
    }
    const std::string &text(std::uint32_t number) const { return m_texts[number]; }
    const std::string &text(std::size_t span, OriginPart part) const { return m_texts[textNumber(span, part)]; }
    const std::vector<std::string> &texts() const { return m_texts; }
    /// Whether any origin has this part.
    bool any(OriginPart part) const;

    /// Heap memory.
    std::size_t memoryBytes() const;

private:
    struct TextHash
    {
        using is_transparent = void; // look-ups need no std::string
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    struct OriginHash
    {
        std::size_t operator()(const HostOrigin &origin) const
        {
            std::size_t hash = 0;
            for (const std::uint32_t part : origin)
                hash = (hash ^ part) * 0x9e3779b97f4a7c15U;
            return hash;
        }
    };

    std::vector<std::string> m_texts;
    std::vector<HostOrigin> m_origins;
    std::vector<std::uint32_t> m_of; ///< by span; 0 for none; as long as needed
    std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> m_textIndex;
    std::unordered_map<HostOrigin, std::uint32_t, OriginHash> m_originIndex;
};

} // namespace streamscope
