// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/shared/shared_value.h"

#include <string>
#include <string_view>
#include <utility>

namespace streamscope {

/// A text that does not change, used like a std::string, in one pointer. Copies share it: a million operations have a
/// few names.
class SharedText
{
public:
    SharedText() = default;
    SharedText(std::string text) : m_text(text.empty() ? Value() : Value(std::move(text))) {}
    SharedText(std::string_view text) : SharedText(std::string(text)) {}
    SharedText(const char *text) : SharedText(std::string(text)) {}

    const std::string &text() const
    {
        static const std::string none;
        return m_text ? *m_text : none;
    }
    operator const std::string &() const { return text(); }
    operator std::string_view() const { return text(); }
    SharedText &operator+=(std::string_view more) { return *this = SharedText(text() + std::string(more)); }

    bool empty() const { return !m_text; }
    std::size_t size() const { return text().size(); }
    auto begin() const { return text().begin(); }
    auto end() const { return text().end(); }
    bool starts_with(std::string_view start) const { return text().starts_with(start); }
    std::size_t find(std::string_view part) const { return text().find(part); }

    friend bool operator==(const SharedText &a, const SharedText &b)
    {
        return a.m_text.isSameAs(b.m_text) || a.text() == b.text();
    }
    friend bool operator==(const SharedText &a, std::string_view b) { return a.text() == b; }
    friend bool operator==(const SharedText &a, const std::string &b) { return a.text() == b; }
    friend bool operator==(const SharedText &a, const char *b) { return a.text() == b; }
    friend std::string operator+(const SharedText &a, const std::string &b) { return a.text() + b; }
    friend std::string operator+(const SharedText &a, const char *b) { return a.text() + b; }
    friend std::string operator+(const SharedText &a, char b) { return a.text() + b; }
    friend std::string operator+(const std::string &a, const SharedText &b) { return a + b.text(); }
    friend std::string operator+(const char *a, const SharedText &b) { return a + b.text(); }

private:
    using Value = SharedValue<std::string>;
    Value m_text; ///< null: empty
};

} // namespace streamscope
