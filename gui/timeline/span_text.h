// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <QString>

#include <utility>
#include <vector>

namespace streamscope {

/// Label and value.
using SpanFact = std::pair<QString, QString>;

/// What is known of one operation, for the tooltip and the details panel alike. What is not known is left out.
std::vector<SpanFact> spanFacts(const Timeline &timeline, std::uint32_t span);

/// "Kernel fma 3 on stream 1": one line, also for screen readers.
QString spanTitle(const Timeline &timeline, std::uint32_t span);

/// The facts as rich text.
QString spanToolTip(const Timeline &timeline, std::uint32_t span, std::uint32_t mergedCount);

/// "copy engine, host to device" …
QString engineTitle(Engine engine);
/// The same where there is little room: "H2D copies".
QString engineShortTitle(Engine engine);
/// What a clock is, in words: "model (simulated)".
QString clockTitle(Clock clock);

} // namespace streamscope
