// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_origin.h"
#include "engine/program/program.h"

#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// A language in which a Program can leave the lab. A new one is a line in code_language.cpp and its own files.
struct CodeLanguage
{
    std::string_view id;     ///< as --language takes it
    std::string_view title;  ///< as people call it
    std::string_view suffix; ///< of its files, without the dot
    /// The whole file; the same for the same Program. @throws InputError for what the language cannot say.
    std::string (*write)(const Program &program, const CodeOrigin &origin);
};

const std::vector<CodeLanguage> &codeLanguages();
/// Null when there is none with this id.
const CodeLanguage *findCodeLanguage(std::string_view id);

} // namespace streamscope
