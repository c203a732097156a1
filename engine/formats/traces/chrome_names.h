// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <string>
#include <string_view>

namespace streamscope {

// The words of a Chrome trace that StreamScope writes.

/// With quotes and escapes.
std::string quotedJson(std::string_view text);
/// How tools that know Kineto expect an operation to be called.
std::string chromeName(const Timeline &timeline, const Span &span);
/// Kineto's category of an operation.
const char *chromeCategoryOf(OperationKind kind);
/// The call that issues an operation, by its usual name.
const char *chromeCallName(OperationKind kind);

} // namespace streamscope
