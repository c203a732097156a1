// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/lessons/expression_node.h"

#include <string>
#include <vector>

namespace streamscope {

// The rules of units in expressions. All throw InputError that names both sides.

/// The unit of `left` + - * / `right`.
LessonUnit arithmeticUnit(const std::string &sign, const LessonExpression::Node &left,
                          const LessonExpression::Node &right);
/// Checks that the two may be compared.
void requireComparable(const std::string &sign, const LessonExpression::Node &left,
                       const LessonExpression::Node &right);
/// The unit of two values of which either is taken.
LessonUnit commonUnit(const LessonExpression::Node &left, const LessonExpression::Node &right);
/// The unit of a call with these arguments.
LessonUnit callUnit(ExpressionCall call, const std::string &name,
                    const std::vector<std::shared_ptr<const LessonExpression::Node>> &parts);

} // namespace streamscope
