// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/summary.h"

#include "engine/program/text/phrase.h"
#include "engine/timeline/saturating.h"

#include <algorithm>

namespace streamscope {

namespace {

double ratio(std::int64_t a, std::int64_t b)
{
    return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0;
}

} // namespace

const char *engineText(Engine engine)
{
    switch (engine) {
    case Engine::CopyH2D:
        return QT_TRANSLATE_NOOP("engine", "the H2D copy engine");
    case Engine::CopyD2H:
        return QT_TRANSLATE_NOOP("engine", "the D2H copy engine");
    case Engine::CopyD2D:
    case Engine::CopyPeer:
        return QT_TRANSLATE_NOOP("engine", "the device copy engine");
    case Engine::Compute:
        return QT_TRANSLATE_NOOP("engine", "the SMs");
    default:
        return QT_TRANSLATE_NOOP("engine", "the host");
    }
}

std::string limitText(const Summary &summary)
{
    if (summary.boundBy == BoundBy::Kernels) // they may have left SMs idle
        return QT_TRANSLATE_NOOP("engine", "the kernels' own time");
    if (summary.boundBy != BoundBy::Chain)
        return engineText(summary.boundEngine);
    const int operations = summary.boundChain.operations;
    return operations == 1 ? QT_TRANSLATE_NOOP("engine", "the longest operation")
                           : Phrase("engine", "a chain of %1 operations, one after the other").arg(operations);
}

Summary summarize(const Recording &recording, const WorkBounds &bounds)
{
    const Timeline &timeline = recording.timeline;
    Summary summary;
    summary.makespanNs = recording.makespans.median();
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (const OperationKind kind = timeline.kinds()[i]; runsOnGpu(kind) || isHostWork(kind))
            addTime(summary.serialNs, bounds.ownDurations()[i]);
    const Bound bound = bounds.ofRun();
    // A measured timeline is of another run than the median, and may be a little longer.
    summary.boundNs = summary.makespanNs > 0 ? std::min(bound.ns, summary.makespanNs) : bound.ns;
    summary.boundBy = bound.by;
    summary.boundEngine = bound.engine;
    summary.boundChain = bound.chain;
    summary.speedup = ratio(summary.serialNs, summary.makespanNs);
    summary.efficiency = ratio(summary.boundNs, summary.makespanNs);
    if (const auto smTime = bounds.smTime(); smTime && summary.makespanNs > 0)
        summary.smUse = std::min(1.0, ratio(*smTime, summary.makespanNs));
    return summary;
}

} // namespace streamscope
