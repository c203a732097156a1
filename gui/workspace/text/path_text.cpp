// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/text/path_text.h"

#include "engine/program/utf8_character.h"

namespace streamscope {

namespace {

constexpr char16_t firstEscape = 0xdc80, lastEscape = 0xdcff, byteZero = 0xdc00;

} // namespace

QString pathText(const std::string &path)
{
    QString text;
    for (std::string_view rest = path; !rest.empty();) {
        const Utf8Character character = firstUtf8Character(rest);
        if (character.bytes > 0) {
            text += QString::fromUcs4(reinterpret_cast<const char32_t *>(&character.code), 1);
            rest.remove_prefix(character.bytes);
        } else {
            text += QChar(static_cast<char16_t>(byteZero + static_cast<unsigned char>(rest[0])));
            rest.remove_prefix(1);
        }
    }
    return text;
}

std::string pathOf(const QString &text)
{
    std::string path;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const char16_t unit = text[i].unicode();
        const bool pair = text[i].isHighSurrogate() && i + 1 < text.size() && text[i + 1].isLowSurrogate();
        if (unit >= firstEscape && unit <= lastEscape)
            path += static_cast<char>(unit - byteZero);
        else
            path += QStringView(text).mid(i, pair ? 2 : 1).toUtf8().toStdString();
        i += pair ? 1 : 0;
    }
    return path;
}

} // namespace streamscope
