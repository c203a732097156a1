// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/demangled_name.h"

#include "engine/formats/text/declared_type.h"
#include "engine/formats/text/mangled_text.h"
#include "engine/formats/text/mangling_codes.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

// The Itanium C++ ABI, https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling, as far as names of kernels need it:
// no expressions. Spelled as binutils and libstdc++ spell it.

/// An argument of a template; a pack has any number of types.
struct Argument
{
    std::vector<DeclaredType> types;
    bool isPack = false;
};

/// What an encoding's name says about the rest.
struct NameState
{
    bool hasReturnType = false; ///< it ends with the arguments of a template
    bool isConversion = false;  ///< or a constructor: they have none
    std::string qualifiers;     ///< of a member function: " const"
};

/// The last name in a prefix, which names its constructor.
std::string_view lastNameOf(std::string_view prefix)
{
    int depth = 0;
    std::size_t end = prefix.size();
    for (std::size_t i = prefix.size(); i-- > 0;) {
        depth += prefix[i] == '>' ? 1 : prefix[i] == '<' ? -1 : 0;
        if (depth == 0 && prefix[i] == '<')
            end = i;
        if (depth == 0 && prefix[i] == ':')
            return prefix.substr(i + 1, end - i - 1);
    }
    return prefix.substr(0, end);
}

class Demangler : private MangledText
{
public:
    explicit Demangler(std::string_view name) : MangledText(name) {}

    /// @throws TooHard.
    std::string name()
    {
        expect("_Z");
        std::string text = encoding(true);
        if (!m_text.empty() && m_text.front() != '.')
            throw TooHard();
        return m_text.empty() ? text : text + " [" + std::string(m_text) + "]";
    }

private:
    void share(DeclaredType type, std::string_view source = {})
    {
        if (m_sharing)
            m_shared.push_back({paid(std::move(type)), source});
    }
    std::string encoding(bool outermost);
    std::string signature(const std::string &name, const NameState &state, bool outermost);
    std::string name(NameState &state);
    std::string nestedName(NameState &state);
    std::string localName(NameState &state);
    std::string unqualifiedName(NameState &state, std::string_view prefix);
    std::string sourceName();
    std::string closure();
    std::string templateArguments(bool ofEncoding);
    Argument templateArgument();
    std::string literal();
    std::string parameters();
    DeclaredType type();
    DeclaredType unsharedType();
    DeclaredType function();
    DeclaredType memberPointer();
    DeclaredType array();
    DeclaredType expansion();
    DeclaredType classType();
    std::optional<DeclaredType> builtin();
    DeclaredType templateParameter();
    DeclaredType substitution();

    /// What S_, S0_ … stand for. A type with parameters of a template is read again where it is used: there they may
    /// mean something else.
    struct Shared
    {
        DeclaredType type;
        std::string_view source; ///< empty where it stays the same
    };
    std::vector<Shared> m_shared;
    bool m_sharing = true;                                    ///< false while a shared type is read again
    std::size_t m_parametersUsed = 0;                         ///< so far
    std::vector<Argument> m_parameters;                       ///< what T_, T0_ … stand for
    std::size_t m_packAt = std::string::npos, m_packSize = 0; ///< while a pattern is expanded
    bool m_inClosure = false;
};

/// A function with its parameters. Inside another name it has no return type.
std::string Demangler::encoding(bool outermost)
{
    const Level level(m_depth);
    NameState state;
    std::string text = name(state);
    if (m_text.empty() || peek() == 'E' || peek() == '.')
        return text;
    if (!outermost)
        return signature(text, state, false);
    try {
        return signature(text, state, true);
    } catch (const TooHard &) { // the name alone says most
        m_text = {};
        return text;
    }
}

std::string Demangler::signature(const std::string &name, const NameState &state, bool outermost)
{
    const bool returns = state.hasReturnType && !state.isConversion;
    DeclaredType result;
    if (returns)
        result = type();
    std::string text = paid(name + '(' + parameters() + ')' + state.qualifiers);
    return returns && outermost ? result.left + ' ' + text + result.right : text;
}

std::string Demangler::parameters()
{
    if (take("v"))
        return {};
    std::vector<DeclaredType> types;
    while (!m_text.empty() && peek() != 'E' && peek() != '.')
        types.push_back(type());
    return paid(joinedText(types));
}

std::string Demangler::name(NameState &state)
{
    const Level level(m_depth);
    if (take("N"))
        return nestedName(state);
    if (take("Z"))
        return localName(state);
    std::string text;
    if (peek() == 'S' && peek(1) != 't') {
        text = substitution().text();
        if (peek() != 'I')
            throw TooHard();
    } else {
        const bool ofStd = take("St");
        text = (ofStd ? "std::" : "") + unqualifiedName(state, {});
        if (peek() == 'I')
            share({text, {}});
    }
    if (take("I")) {
        text += templateArguments(true);
        state.hasReturnType = true;
    }
    return paid(text);
}

std::string Demangler::nestedName(NameState &state)
{
    for (bool more = true; more;) {
        more = false;
        for (const auto &[letter, word] : {std::pair{"r", " restrict"}, {"V", " volatile"}, {"K", " const"}})
            if (take(letter)) {
                state.qualifiers.insert(0, word);
                more = true;
            }
    }
    if (take("R"))
        state.qualifiers += " &";
    else if (take("O"))
        state.qualifiers += " &&";
    std::string text;
    bool shared = false; // the last component is in m_shared
    while (!take("E")) {
        state.hasReturnType = false;
        if (text.empty() && peek() == 'S' && peek(1) == 't') {
            take("St");
            text = "std";
            continue;
        }
        shared = true;
        if (text.empty() && peek() == 'S') {
            text = substitution().text();
            shared = false;
            continue;
        }
        if (text.empty() && peek() == 'T')
            text = templateParameter().text();
        else if (!text.empty() && take("I")) {
            text += templateArguments(true);
            state.hasReturnType = true;
        } else {
            const std::string own = unqualifiedName(state, text);
            text += (text.empty() ? "" : "::") + own;
        }
        take("M"); // of a member's initialiser
        share({text, {}});
    }
    if (text.empty())
        throw TooHard();
    if (shared && m_sharing)
        m_shared.pop_back(); // the whole name is shared as a type, where it is one
    return paid(text);
}

std::string Demangler::localName(NameState &state)
{
    const std::vector<Argument> outer = m_parameters;
    std::string text = encoding(false);
    expect("E");
    if (take("s"))
        return text + "::string literal";
    if (take("d"))
        text += "::{default arg#" + std::to_string(sequence() + 1) + "}";
    state = {};
    text += "::" + name(state);
    if (!state.hasReturnType)
        m_parameters = outer;
    if (take("__")) {
        number();
        expect("_");
    } else if (peek() == '_' && isDigit(peek(1))) {
        m_text.remove_prefix(2);
    }
    return paid(text);
}

std::string Demangler::sourceName()
{
    const std::size_t size = number();
    if (size == 0 || size > m_text.size())
        throw TooHard();
    const std::string_view own = m_text.substr(0, size);
    m_text.remove_prefix(size);
    std::string text(own.starts_with("_GLOBAL__N") || own.starts_with("_GLOBAL_.N") ? "(anonymous namespace)" : own);
    while (take("B"))
        text += "[abi:" + sourceName() + "]";
    return text;
}

/// Behind "Ul" or "Ut".
std::string Demangler::closure()
{
    if (take("Ut"))
        return "{unnamed type#" + std::to_string(sequence() + 1) + "}";
    expect("Ul");
    const bool inner = std::exchange(m_inClosure, true);
    std::string text = "{lambda(" + parameters() + ")#";
    m_inClosure = inner;
    expect("E");
    return text + std::to_string(sequence() + 1) + "}";
}

std::string Demangler::unqualifiedName(NameState &state, std::string_view prefix)
{
    const Level level(m_depth);
    take("L"); // known in one file only
    if (isDigit(peek()))
        return sourceName();
    if (peek() == 'U')
        return closure();
    const bool isDestructor = peek() == 'D' && peek(1) >= '0' && peek(1) <= '5';
    if (!prefix.empty() && (isDestructor || (peek() == 'C' && peek(1) >= '1' && peek(1) <= '5'))) {
        m_text.remove_prefix(2);
        state.isConversion = true;
        return (isDestructor ? "~" : "") + std::string(lastNameOf(prefix));
    }
    if (take("cv")) {
        state.isConversion = true;
        return "operator " + type().text();
    }
    for (const auto &[code, sign] : operatorNames)
        if (take(code))
            return "operator" + std::string(sign);
    throw TooHard();
}

/// Behind "I". Those of an encoding's own name are what its parameters refer to.
std::string Demangler::templateArguments(bool ofEncoding)
{
    const Level level(m_depth);
    std::vector<Argument> arguments;
    std::vector<Argument> outer = m_parameters;
    while (!take("E"))
        arguments.push_back(templateArgument());
    std::vector<DeclaredType> types;
    for (const Argument &argument : arguments)
        types.insert(types.end(), argument.types.begin(), argument.types.end());
    m_parameters = std::move(ofEncoding ? arguments : outer);
    std::string text = '<' + joinedText(types);
    text += text.back() == '>' ? " >" : ">";
    return paid(text);
}

Argument Demangler::templateArgument()
{
    const Level level(m_depth);
    if (take("J")) {
        Argument pack{{}, true};
        while (!take("E"))
            for (DeclaredType &type : templateArgument().types)
                pack.types.push_back(std::move(type));
        return pack;
    }
    if (peek() == 'L')
        return {{{literal(), {}}}};
    if (take("X")) { // of the expressions only those
        Argument argument{{peek() == 'L' ? DeclaredType{literal(), {}} : templateParameter()}};
        expect("E");
        return argument;
    }
    return {{type()}};
}

/// A number, or a function.
std::string Demangler::literal()
{
    expect("L");
    if (take("_Z")) {
        std::string text = encoding(true);
        expect("E");
        return text;
    }
    const char kind = peek();
    const std::string named = type().text();
    const std::string sign = take("n") ? "-" : "";
    const std::size_t end = m_text.find('E');
    if (end == std::string_view::npos)
        throw TooHard();
    const std::string digits = sign + std::string(m_text.substr(0, end));
    m_text.remove_prefix(end + 1);
    const bool builtin = named.find(':') == std::string::npos;
    if (builtin && kind == 'b' && (digits == "0" || digits == "1"))
        return digits == "1" ? "true" : "false";
    for (const auto &[letter, suffix] :
         {std::pair{'i', ""}, {'j', "u"}, {'l', "l"}, {'m', "ul"}, {'x', "ll"}, {'y', "ull"}})
        if (kind == letter)
            return digits + suffix;
    return paid('(' + named + ')' + digits);
}

std::optional<DeclaredType> Demangler::builtin()
{
    for (const auto &[code, word] : builtinTypes)
        if (take(code))
            return DeclaredType{std::string(word), {}};
    return std::nullopt;
}

DeclaredType Demangler::type()
{
    const Level level(m_depth);
    if (std::optional<DeclaredType> known = builtin())
        return *known;
    const std::string_view source = m_text;
    const std::size_t before = m_parametersUsed;
    if (peek() == 'S' && peek(1) != 't') {
        const DeclaredType known = substitution();
        if (peek() != 'I')
            return known;
        take("I");
        const DeclaredType made{known.text() + templateArguments(false), {}};
        share(made, m_parametersUsed > before ? source : std::string_view());
        return made;
    }
    DeclaredType made = unsharedType();
    share(made, m_parametersUsed > before ? source : std::string_view());
    return made;
}

/// One that later parts of the name refer to.
DeclaredType Demangler::unsharedType()
{
    if (take("P"))
        return pointerTo(type(), "*");
    if (take("R"))
        return referenceTo(type(), false);
    if (take("O"))
        return referenceTo(type(), true);
    if (peek() == 'K' || peek() == 'V' || peek() == 'r') {
        std::string words;
        if (take("r"))
            words = " restrict";
        if (take("V"))
            words = " volatile" + words;
        if (take("K"))
            words = " const" + words;
        DeclaredType inner = type();
        (inner.form == DeclaredType::Wraps ? inner.right : inner.left) += words;
        return inner;
    }
    if (peek() == 'F')
        return function();
    if (take("A"))
        return array();
    if (take("M"))
        return memberPointer();
    if (take("Dp"))
        return expansion();
    if (take("u"))
        return {sourceName(), {}};
    if (peek() == 'T' && (peek(1) == '_' || isDigit(peek(1)))) {
        DeclaredType parameter = templateParameter();
        if (peek() != 'I')
            return parameter;
        share(parameter);
        take("I");
        return {parameter.text() + templateArguments(false), {}};
    }
    return classType();
}

DeclaredType Demangler::classType()
{
    if (peek() != 'N' && peek() != 'Z' && peek() != 'S' && peek() != 'U' && !isDigit(peek()))
        throw TooHard();
    const std::vector<Argument> outer = m_parameters; // its own arguments are not those of the function
    NameState state;
    DeclaredType made{name(state), {}};
    m_parameters = outer;
    return made;
}

DeclaredType Demangler::function()
{
    expect("F");
    take("Y");
    DeclaredType result = type();
    const std::string all = parameters();
    expect("E");
    return {result.left + ' ', '(' + all + ')' + result.right, DeclaredType::Wraps};
}

DeclaredType Demangler::memberPointer()
{
    const std::string owner = type().text();
    DeclaredType member = type();
    if (member.form == DeclaredType::Wraps)
        return {member.left + '(' + owner + "::*", ')' + member.right};
    return {member.left + ' ' + owner + "::*", member.right};
}

DeclaredType Demangler::array()
{
    const std::string size = isDigit(peek()) ? std::to_string(number()) : std::string();
    expect("_");
    DeclaredType element = type();
    return {element.left, " [" + size + ']' + element.right, DeclaredType::Wraps};
}

/// The pattern behind "Dp" once for each type of the pack in it.
DeclaredType Demangler::expansion()
{
    const std::string_view pattern = m_text;
    const std::size_t shared = m_shared.size();
    std::vector<DeclaredType> types;
    const std::size_t outerAt = m_packAt, outerSize = m_packSize;
    m_packSize = 0;
    for (std::size_t i = 0; i == 0 || i < m_packSize; ++i) {
        m_text = pattern;
        m_shared.resize(shared); // while a type is read again: nothing was added
        m_packAt = i;
        DeclaredType one = type();
        if (i < m_packSize)
            types.push_back(paid(one));
    }
    m_packAt = outerAt;
    m_packSize = outerSize;
    return {joinedText(types), {}};
}

DeclaredType Demangler::templateParameter()
{
    expect("T");
    const std::size_t index = sequence();
    if (m_inClosure)
        return {"auto:" + std::to_string(index + 1), {}};
    if (index >= m_parameters.size())
        throw TooHard();
    ++m_parametersUsed;
    const Argument &argument = m_parameters[index];
    if (!argument.isPack)
        return argument.types.empty() ? DeclaredType() : paid(argument.types.front());
    if (m_packAt == std::string::npos)
        return {paid(joinedText(argument.types)), {}};
    m_packSize = argument.types.size();
    return m_packAt < argument.types.size() ? paid(argument.types[m_packAt]) : DeclaredType();
}

DeclaredType Demangler::substitution()
{
    for (const auto &[code, word] : knownPrefixes)
        if (take(code))
            return {std::string(word), {}};
    expect("S");
    std::size_t index = 0;
    if (!take("_")) {
        for (; peek() != '_'; m_text.remove_prefix(1)) {
            const char digit = peek();
            if (!isDigit(digit) && (digit < 'A' || digit > 'Z'))
                throw TooHard();
            index = 36 * index + static_cast<std::size_t>(isDigit(digit) ? digit - '0' : digit - 'A' + 10);
            if (index > m_shared.size())
                throw TooHard();
        }
        take("_");
        ++index;
    }
    if (index >= m_shared.size())
        throw TooHard();
    const Shared shared = m_shared[index];
    if (shared.source.empty())
        return paid(shared.type);
    pay(0);
    const std::string_view rest = std::exchange(m_text, shared.source);
    const bool sharing = std::exchange(m_sharing, false);
    DeclaredType again = type();
    m_sharing = sharing;
    m_text = rest;
    return again;
}

} // namespace

std::string demangledName(std::string_view mangled)
{
    if (!mangled.starts_with("_Z"))
        return std::string(mangled);
    try {
        return Demangler(mangled).name();
    } catch (const MangledText::TooHard &) {
        return std::string(mangled);
    }
}

} // namespace streamscope
