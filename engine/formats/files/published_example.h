// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A program that is known by a name, such as "async.cu", and the presets that do the same (resources/examples, format
/// `streamscope-example`, version 1). Its code is described, not copied.
struct PublishedExample
{
    std::string id;        ///< its file's base name
    std::string name;      ///< as people call it
    int order = 0;         ///< place in lists, from 1
    std::string source;    ///< where it was published
    std::string published; ///< what the published program does
    std::string teaches;
    std::vector<std::string> presets; ///< names of built-in presets; the first is the one to begin with
};

/// @throws InputError as readPreset().
PublishedExample readPublishedExample(const QByteArray &json, const std::string &source);

/// Those that are built into the program, in their order.
const std::vector<PublishedExample> &publishedExamples();

/// Whether each word of `words` (divided by spaces) is part of `text`, whatever the case.
bool hasEachWord(std::string_view text, std::string_view words);

/// All that says what a preset is: name, title, description, experiment, and the published examples that it belongs to.
std::string wordsOf(const Preset &preset);

} // namespace streamscope
