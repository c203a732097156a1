// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QSet>

namespace streamscope {

/// A TrueType font with only the glyphs of `characters` (of the Basic Multilingual Plane; other characters, and those
/// that the font lacks, are left out), for files that look the same without the installed font. Empty when `font` is
/// not a TrueType font with outlines.
QByteArray fontSubset(const QByteArray &font, const QSet<char16_t> &characters);

} // namespace streamscope
