// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/bound_calls.h"

#include <algorithm>

namespace streamscope {

namespace {

bool isPartOfWord(char letter)
{
    return letter == '_' || (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'z')
           || (letter >= 'A' && letter <= 'Z');
}

bool hasWord(const std::string &text, const std::string &word)
{
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        if ((at == 0 || !isPartOfWord(text[at - 1])) && (end == text.size() || !isPartOfWord(text[end])))
            return true;
    }
    return false;
}

std::string forText(const OpenLoop &loop)
{
    return "for " + loop.variable + " in range(" + std::to_string(loop.count) + ")";
}

bool areSame(const std::vector<OpenLoop> &a, const std::vector<OpenLoop> &b)
{
    return std::ranges::equal(a, b, [](const OpenLoop &one, const OpenLoop &other) {
        return one.variable == other.variable && one.count == other.count;
    });
}

} // namespace

std::string BoundCalls::call(const std::string &name, const std::string &made, const std::vector<OpenLoop> &loops)
{
    Bound bound{name, made, {}};
    std::string indices;
    for (const OpenLoop &loop : loops)
        if (hasWord(made, loop.variable)) {
            bound.loops.push_back(loop);
            indices += '[' + loop.variable + ']';
        }
    int number = 1;
    for (const Bound &known : m_calls) {
        if (known.made == made && areSame(known.loops, bound.loops))
            return known.name + indices + "()";
        number += known.name == name || known.name.starts_with(name + '_') ? 1 : 0;
    }
    if (number > 1)
        bound.name += '_' + std::to_string(number);
    m_calls.push_back(bound);
    return bound.name + indices + "()";
}

void BoundCalls::write(CodeText &code) const
{
    if (!m_calls.empty())
        code.line("# What CUDA takes at each of these calls is made once, before the runs.");
    for (const Bound &bound : m_calls) {
        if (bound.loops.empty()) {
            code.line(bound.name + " = " + bound.made);
            continue;
        }
        const std::string oneLine = bound.name + " = [" + bound.made + ' ' + forText(bound.loops.front()) + ']';
        if (bound.loops.size() == 1 && code.fits(oneLine)) {
            code.line(oneLine);
            continue;
        }
        code.open(bound.name + " = [");
        for (std::size_t i = 1; i < bound.loops.size(); ++i)
            code.open("[");
        code.line(bound.made);
        for (std::size_t i = bound.loops.size(); i-- > 0;) {
            code.line(forText(bound.loops[i]));
            code.close("]");
        }
    }
    if (!m_calls.empty())
        code.line();
}

} // namespace streamscope
