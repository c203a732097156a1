// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

namespace streamscope {

namespace {

constexpr std::int64_t worthNs = 10'000;

/// By stream: how long its kernels waited although they were ready, and how long they take.
struct UrgentWaits
{
    std::int64_t waited = 0, busy = 0;
    std::size_t kernels = 0;
};

std::vector<UrgentWaits> waitsOf(const Situation &situation)
{
    std::vector<UrgentWaits> waits(situation.program.streams.size());
    for (std::size_t i = 0; i < situation.program.operations.size(); ++i) {
        const Operation &operation = situation.program.operations[i];
        if (operation.kind != OperationKind::Kernel || operation.stream < 0)
            continue;
        UrgentWaits &stream = waits[static_cast<std::size_t>(operation.stream)];
        const std::int64_t waited = situation.timeline.span(i).waited();
        stream.waited += waited > worthNs ? waited : 0;
        stream.busy += situation.durationOf(i);
        ++stream.kernels;
    }
    return waits;
}

/// Short kernels that wait behind long ones of another stream, while their own stream is what the host waits for.
std::vector<Proposal> proposeLateUrgentWork(const Situation &situation)
{
    const std::vector<UrgentWaits> waits = waitsOf(situation);
    std::int64_t kernelNs = 0;
    for (const UrgentWaits &stream : waits)
        kernelNs += stream.busy;
    std::vector<Proposal> proposals;
    for (std::size_t s = 0; s < waits.size(); ++s) {
        const Stream &stream = situation.program.streams[s];
        const bool isShort = 2 * waits[s].busy < kernelNs;
        if (!isShort || stream.priority < 0 || 20 * waits[s].waited < situation.spanNs)
            continue;
        Proposal proposal;
        proposal.text =
            Phrase("engine", "The kernels of stream %1 were ready and waited %2 in all for those of other streams.")
                .arg(stream.id, millisecondsText(waits[s].waited));
        proposal.advice =
            Phrase("engine", "Give stream %1 a higher priority (cudaStreamCreateWithPriority).").arg(stream.id);
        proposal.candidates = {{"priority:kernel stream:" + stream.id}};
        proposal.evidence = {{"waited_us", static_cast<double>(waits[s].waited) / 1e3},
                             {"kernels", static_cast<double>(waits[s].kernels)}};
        proposals.push_back(std::move(proposal));
    }
    return proposals;
}

const RegisteredCause registeredLateUrgentWork{"late-urgent-work", proposeLateUrgentWork};

} // namespace

} // namespace streamscope
