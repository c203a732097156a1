// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

/// The host's own work between its calls (Python, an allocator, a loader), which a trace shows as gaps.
std::vector<Proposal> proposeHostWork(const Situation &situation)
{
    constexpr double fewest = 0.1; // of the run
    if (!situation.isTrace)        // elsewhere somebody put the work there
        return {};
    const std::int64_t work = situation
                                  .sumOf([](const Operation &operation, std::size_t) {
                                      return operation.kind == OperationKind::HostWork && !isUnknownWork(operation);
                                  })
                                  .ns;
    if (static_cast<double>(work) < fewest * static_cast<double>(situation.spanNs))
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "Between its calls the host works for %1, and the GPU waits for it.")
                        .arg(millisecondsText(work));
    proposal.advice =
        QT_TRANSLATE_NOOP("engine", "Half of that work would come to this: another thread for it (DataLoader workers), "
                                    "compiled instead of interpreted code (torch.compile), fewer calls.");
    proposal.candidates = {{"host:host_work"}};
    proposal.evidence = {{"host_work_us", static_cast<double>(work) / 1e3}};
    proposal.asks = Asks::LessHostWork;
    return {proposal};
}

const RegisteredCause registeredHostWork{"host-work", proposeHostWork};

} // namespace

} // namespace streamscope
