// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Kernels that leave SMs idle can run side by side, where they do not need one another.
std::vector<Proposal> proposeSmallKernels(const Situation &situation)
{
    const auto sms = static_cast<std::uint32_t>(std::max(situation.profile.info.multiprocessors.value_or(1), 1));
    const Situation::Sum small = situation.sumOf([&](const Operation &operation, std::size_t) {
        return operation.kind == OperationKind::Kernel && launchedBlocks(operation.kernel) <= sms / 2;
    });
    if (situation.isTrace || small.count < 2) // a trace does not say which kernels need one another
        return {};
    Proposal proposal;
    proposal.text = Phrase("engine", "%1 kernels have at most half as many blocks as the device has SMs (%2), for %3.")
                        .arg(small.count, sms, millisecondsText(small.ns));
    proposal.advice = QT_TRANSLATE_NOOP(
        "engine",
        "Give work that does not need one another streams of its own, so that such kernels run side by side.");
    proposal.candidates = {{"spread"}, {"spread:streams=16", 1.02}};
    proposal.evidence = {{"kernels", static_cast<double>(small.count)},
                         {"kernel_us", static_cast<double>(small.ns) / 1e3}};
    return {proposal};
}

const RegisteredCause registeredSmallKernels{"small-kernels", proposeSmallKernels};

} // namespace

} // namespace streamscope
