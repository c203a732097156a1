// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/text/declared_type.h"

#include <utility>

namespace streamscope {

DeclaredType pointerTo(DeclaredType inner, std::string_view sign)
{
    const bool wraps = inner.form == DeclaredType::Wraps;
    inner.left += (!wraps ? "" : inner.left.ends_with(' ') ? "(" : " (") + std::string(sign);
    inner.right.insert(0, wraps ? ")" : "");
    inner.form = DeclaredType::Plain;
    return inner;
}

/// A reference to a reference is the one with a single &, if there is one.
DeclaredType referenceTo(DeclaredType inner, bool right)
{
    if (inner.form == DeclaredType::Reference || (inner.form == DeclaredType::RightReference && right))
        return inner;
    if (inner.form == DeclaredType::RightReference)
        inner.left.pop_back();
    else
        inner = pointerTo(std::move(inner), right ? "&&" : "&");
    inner.form = right ? DeclaredType::RightReference : DeclaredType::Reference;
    return inner;
}

std::string joinedText(const std::vector<DeclaredType> &types)
{
    std::string text;
    for (const DeclaredType &type : types) {
        const std::string next = type.text();
        text += (text.empty() || next.empty() ? "" : ", ") + next;
    }
    return text;
}

} // namespace streamscope
