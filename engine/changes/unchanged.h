// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"

#include <string>
#include <utility>

namespace streamscope {

/// The Program as it was, and why.
inline ChangedProgram unchanged(const ChangeInput &input, std::string note)
{
    ChangedProgram same;
    same.program = input.program;
    same.notes.push_back(std::move(note));
    return same;
}

} // namespace streamscope
