// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QSet>

namespace streamscope {

/// A TrueType font with no glyphs but those of `characters` (of the Basic Multilingual Plane; others, and what the font
/// lacks, are left out), for a file that is to look alike where the font is not installed. Empty where `font` is not a
/// TrueType font with outlines.
QByteArray fontSubset(const QByteArray &font, const QSet<char16_t> &characters);

} // namespace streamscope
