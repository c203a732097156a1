// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/phrase.h"

namespace streamscope {

std::string Phrase::filled(std::initializer_list<std::string> arguments) const
{
    const std::string_view text = m_text;
    std::string made;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t number = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9'
                                       ? static_cast<std::size_t>(text[i + 1] - '1')
                                       : arguments.size();
        if (number < arguments.size()) {
            made += arguments.begin()[number];
            ++i;
        } else {
            made += text[i];
        }
    }
    return made;
}

} // namespace streamscope
