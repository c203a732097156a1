// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// In whose words a hint speaks.
enum class HintLanguage : std::uint8_t { Cuda, Pytorch };

/// What a piece of advice means in the code of a program that was traced: lines of a patch, each with ' ', '-' or '+'
/// in front. The program is not known, so names are usual ones (`batch`, `loader`, `step`; `stream`, `data`).
struct CodeHint
{
    std::string_view cause;  ///< of the advice: `pageable-copies`
    std::string_view change; ///< its id, or its text for that alone: `pin`, `pin:h2d pageable`
    /// The operations that the lines issue, as a search; empty: of no kind.
    std::string_view query;
    /// The values of the change stand in it as `${depth}`; a size in MiB as `${bytes/MiB}`.
    std::string_view lines;
    HintLanguage language = HintLanguage::Cuda;
};

/// All of a language. A new hint is an entry in each of the two lists (hint_lists.h).
const std::vector<CodeHint> &codeHints(HintLanguage language);
/// Null where there is none. What PyTorch has no words for is said in CUDA's.
const CodeHint *findCodeHint(HintLanguage language, std::string_view cause, const RequestedChange &change);
/// The lines of the hint with the values of `change`.
std::string hintLines(const CodeHint &hint, const RequestedChange &change);

/// The code before or after, from the lines of a patch.
std::string codeBeforeHint(std::string_view lines);
std::string codeAfterHint(std::string_view lines);

} // namespace streamscope
