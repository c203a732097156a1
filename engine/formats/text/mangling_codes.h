// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string_view>

namespace streamscope {

// What the letters in mangled names of C++ stand for (Itanium C++ ABI), as binutils spells it.

struct ManglingCode
{
    std::string_view code, text;
};

inline constexpr ManglingCode builtinTypes[] = {{"v", "void"},
                                                {"w", "wchar_t"},
                                                {"b", "bool"},
                                                {"c", "char"},
                                                {"a", "signed char"},
                                                {"h", "unsigned char"},
                                                {"s", "short"},
                                                {"t", "unsigned short"},
                                                {"i", "int"},
                                                {"j", "unsigned int"},
                                                {"l", "long"},
                                                {"m", "unsigned long"},
                                                {"x", "long long"},
                                                {"y", "unsigned long long"},
                                                {"n", "__int128"},
                                                {"o", "unsigned __int128"},
                                                {"f", "float"},
                                                {"d", "double"},
                                                {"e", "long double"},
                                                {"g", "__float128"},
                                                {"z", "..."},
                                                {"Da", "auto"},
                                                {"Dc", "decltype(auto)"},
                                                {"Dn", "decltype(nullptr)"},
                                                {"Dh", "half"},
                                                {"Di", "char32_t"},
                                                {"Ds", "char16_t"},
                                                {"Du", "char8_t"},
                                                {"DF16_", "_Float16"},
                                                {"DF16b", "std::bfloat16_t"}};

inline constexpr ManglingCode operatorNames[] = {
    {"nw", " new"}, {"na", " new[]"}, {"dl", " delete"}, {"da", " delete[]"}, {"ng", "-"},  {"ad", "&"},  {"de", "*"},
    {"co", "~"},    {"pl", "+"},      {"mi", "-"},       {"ml", "*"},         {"dv", "/"},  {"rm", "%"},  {"an", "&"},
    {"or", "|"},    {"eo", "^"},      {"aS", "="},       {"pL", "+="},        {"mI", "-="}, {"mL", "*="}, {"dV", "/="},
    {"rM", "%="},   {"aN", "&="},     {"oR", "|="},      {"eO", "^="},        {"ls", "<<"}, {"rs", ">>"}, {"lS", "<<="},
    {"rS", ">>="},  {"eq", "=="},     {"ne", "!="},      {"lt", "<"},         {"gt", ">"},  {"le", "<="}, {"ge", ">="},
    {"ss", "<=>"},  {"nt", "!"},      {"aa", "&&"},      {"oo", "||"},        {"pp", "++"}, {"mm", "--"}, {"cm", ","},
    {"pm", "->*"},  {"pt", "->"},     {"cl", "()"},      {"ix", "[]"}};

inline constexpr ManglingCode knownPrefixes[] = {
    {"Sa", "std::allocator"},
    {"Sb", "std::basic_string"},
    {"Ss", "std::basic_string<char, std::char_traits<char>, std::allocator<char> >"},
    {"Si", "std::basic_istream<char, std::char_traits<char> >"},
    {"So", "std::basic_ostream<char, std::char_traits<char> >"},
    {"Sd", "std::basic_iostream<char, std::char_traits<char> >"}};

} // namespace streamscope
