// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/advice_summary.h"
#include "engine/run/what_if/what_if.h"

namespace streamscope {

/// Says what limits `base`, the state with all steps of the summary, which takes `ns` on the summary's scale; then
/// the summary's text.
void setRemainingBound(AdviceSummary &summary, const WhatIfBase &base, std::int64_t ns);

/// The text from the other fields.
void setAdviceText(AdviceSummary &summary);

} // namespace streamscope
