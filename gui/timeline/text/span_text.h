// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <QString>
#include <QStringList>

#include <utility>
#include <vector>

namespace streamscope {

/// Label and value.
using SpanFact = std::pair<QString, QString>;

/// The facts of one operation, for the tooltip and the details panel. Unknown facts are left out.
std::vector<SpanFact> spanFacts(const Timeline &timeline, std::uint32_t span);

/// A table in rich text.
QString factsHtml(const std::vector<SpanFact> &facts);

/// "Kernel fma 3 on stream 1": one line, also for screen readers.
QString spanTitle(const Timeline &timeline, std::uint32_t span);

/// What a pointer asks first: its name, and its kind, duration and stream; the inspector has the rest. Rich text.
QString spanToolTip(const Timeline &timeline, std::uint32_t span, std::uint32_t mergedCount);
/// Plain lines as rich text.
QString toolTipHtml(const QStringList &lines);

/// The name as people say it: see shortKernelName().
QString shortSpanName(const Timeline &timeline, std::uint32_t span);

/// The call that issued it: as the file names it, else by the usual name for its kind, "cudaLaunchKernel".
QString hostCallName(const Timeline &timeline, std::uint32_t span);

/// "copy engine, host to device" …
QString engineTitle(Engine engine);
/// A short form: "H2D copies".
QString engineShortTitle(Engine engine);
/// A clock in words: "model (simulated)".
QString clockTitle(Clock clock);

} // namespace streamscope
