// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace streamscope {

/// The type of a knob's value. The form, the preset checker, `--set` and the documentation follow from the type.
enum class ParameterType : std::uint8_t {
    Integer,     ///< int64 in [minimum, maximum]
    Size,        ///< bytes: as Integer; text may carry B, KiB, MiB, GiB, TiB, K, M, G, T (binary), kB, MB, GB, TB
    Choice,      ///< one of `choices`
    IntegerList, ///< one or more int64, each in [minimum, maximum]; text is comma-separated
    Number,      ///< double in [lowest, highest]
    Text,        ///< one line of at most 1000 bytes, without quotes; may be empty
};

/// Integer and Size hold int64, Choice and Text a text, IntegerList a vector, Number a double.
using ParameterValue = std::variant<std::int64_t, std::string, std::vector<std::int64_t>, double>;

/// The declaration of one knob. Every place that shows or checks the knob reads this.
struct ParameterSpec
{
    std::string name;  ///< as in files: lower case with underscores
    std::string label; ///< for people
    ParameterType type = ParameterType::Integer;
    std::string unit; ///< "B", "FMA/element", … or empty
    std::int64_t minimum = 0;
    std::int64_t maximum = 0;
    double lowest = 0; ///< Number only, as `highest`
    double highest = 0;
    std::vector<std::string> choices; ///< Choice only
    ParameterValue defaultValue;
    std::string help;         ///< one or two sentences
    bool logarithmic = false; ///< a slider should step through powers of two
    /// What tuning tries: the knob says how the work is issued, and never how much work that is. Empty: not tuned.
    std::vector<ParameterValue> tuningValues;
};

/// `spec` as a tuning knob with these values, or with all its choices.
ParameterSpec tuned(ParameterSpec spec, std::vector<ParameterValue> values = {});
/// `spec` where it changes the work, although others of its kind are tuning knobs.
ParameterSpec notTuned(ParameterSpec spec);

/// The values of all knobs of one experiment, in the order of its declarations, each checked against its declaration.
class Parameters
{
public:
    Parameters() = default;
    /// Starts with every default of `specs`.
    explicit Parameters(std::vector<ParameterSpec> specs);

    const std::vector<ParameterSpec> &specs() const & { return m_specs; }
    /// Returns a copy for a temporary, so that a range-based for over the result does not dangle.
    std::vector<ParameterSpec> specs() && { return std::move(m_specs); }
    const ParameterValue &value(std::string_view name) const;

    /// Typed reading. The name must be declared with that type: anything else is a programming error
    /// (std::logic_error).
    std::int64_t integer(std::string_view name) const;
    const std::string &choice(std::string_view name) const;
    const std::vector<std::int64_t> &list(std::string_view name) const;
    double number(std::string_view name) const;
    const std::string &text(std::string_view name) const;
    bool has(std::string_view name) const;

    /// Sets a value, checked against the declaration.
    /// @throws InputError naming the parameter, the value and what is allowed; the value then stays as it was.
    void set(std::string_view name, ParameterValue value);
    /// The same from text, as on the command line: `64MiB`, `0,-5`, `depth-first`.
    void setText(std::string_view name, std::string_view text);

    bool operator==(const Parameters &other) const { return m_values == other.m_values; }

private:
    std::size_t indexOf(std::string_view name) const;
    const ParameterValue &typed(std::string_view name, std::size_t alternative) const;

    std::vector<ParameterSpec> m_specs;
    std::vector<ParameterValue> m_values;
};

/// @throws InputError when `spec` does not allow `value`.
void checkValue(const ParameterSpec &spec, const ParameterValue &value);
/// @throws InputError when `text` is not a value of the type that `spec` declares; does not check the range.
ParameterValue parseValue(const ParameterSpec &spec, std::string_view text);
/// The shortest text that parseValue() reads back as this value: sizes as `64MiB` where exact.
std::string valueText(const ParameterSpec &spec, const ParameterValue &value);
/// What the declaration allows, in words: "1 to 4096", "pageable, pinned".
std::string allowedText(const ParameterSpec &spec);
/// "integer", "size", "choice", "integer-list", "number", "text", as in `experiments --json`.
std::string_view parameterTypeName(ParameterType type);

} // namespace streamscope
