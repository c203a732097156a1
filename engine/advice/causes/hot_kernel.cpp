// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/changes/patterns/collective_units.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"
#include "engine/timeline/span_query.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

namespace streamscope {

namespace {

/// The name whose kernels took the most time. What a collective takes is up to other ranks and the links.
std::string hottestName(const Situation &situation)
{
    std::unordered_map<std::string_view, std::int64_t> times;
    std::string_view hottest;
    for (std::size_t i = 0; i < situation.program.operations.size(); ++i) {
        const Operation &operation = situation.program.operations[i];
        if (operation.kind != OperationKind::Kernel || operation.name.empty() || isCollectiveKernel(operation))
            continue;
        const std::string_view name = operation.name;
        if ((times[name] += situation.durationOf(i)) > times[hottest])
            hottest = name;
    }
    return std::string(hottest);
}

/// One kernel that is most of the run. Nothing about how it is issued is wrong: it is work on the kernel.
std::vector<Proposal> proposeFasterKernel(const Situation &situation)
{
    constexpr double fewest = 0.5; // of the run
    if (!situation.isTrace)        // elsewhere somebody chose how long it takes
        return {};
    const std::string name = hottestName(situation);
    if (name.empty() || name.find('"') != std::string::npos)
        return {};
    const std::string filter = "kernel \"" + name + '"';
    const SpanMatcher matcher(parseQuery(filter), situation.timeline); // may find longer names, too
    const Situation::Sum kernels =
        situation.sumOf([&matcher](const Operation &, std::size_t index) { return matcher.matches(index); });
    const double share =
        static_cast<double>(kernels.ns) / static_cast<double>(std::max<std::int64_t>(situation.spanNs, 1));
    if (share < fewest)
        return {};
    const std::int64_t percent = std::llround(100 * std::min(share, 1.0)); // kernels side by side may add up to more
    Proposal proposal;
    proposal.text = kernels.count == 1
                        ? Phrase("engine", "1 kernel %1 takes %2, %3 % of the run.")
                              .arg(shortenedName(name), millisecondsText(kernels.ns), percent)
                        : Phrase("engine", "%1 kernels %2 take %3, %4 % of the run.")
                              .arg(kernels.count, shortenedName(name), millisecondsText(kernels.ns), percent);
    proposal.advice = QT_TRANSLATE_NOOP("engine", "No other way to issue the work wins here, only work on this kernel: "
                                                  "if it took half as long, the run would come to this.");
    proposal.candidates = {{"scale:" + filter}};
    proposal.evidence = {{"kernels", static_cast<double>(kernels.count)},
                         {"kernel_us", static_cast<double>(kernels.ns) / 1e3}};
    proposal.asks = Asks::FasterKernel;
    return {proposal};
}

const RegisteredCause registeredHotKernel{"hot-kernel", proposeFasterKernel};

} // namespace

} // namespace streamscope
