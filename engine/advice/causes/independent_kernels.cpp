// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/advice/cause.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t mostNames = 4;

/// A kernel's name and its kernels: how many, and how long they take together.
struct NamedKernels
{
    std::string_view name;
    Situation::Sum sum;
    bool canMove = true; ///< none of them leaves half of the SMs busy, is in a graph, or stands beside a copy
};

/// By operation, the GPU's operation before it in its stream and behind it; −1: none, or a synchronisation.
class StreamNeighbours
{
public:
    explicit StreamNeighbours(const Program &program) : m_before(program.operations.size(), -1), m_behind(m_before)
    {
        std::vector<std::int32_t> last(program.streams.size(), -1);
        for (std::size_t i = 0; i < program.operations.size(); ++i) {
            const Operation &operation = program.operations[i];
            if (operation.kind == OperationKind::Sync)
                std::fill(last.begin(), last.end(), -1);
            if (operation.stream < 0 || !runsOnGpu(operation.kind))
                continue;
            std::int32_t &before = last[static_cast<std::size_t>(operation.stream)];
            m_before[i] = before;
            if (before >= 0)
                m_behind[static_cast<std::size_t>(before)] = static_cast<std::int32_t>(i);
            before = static_cast<std::int32_t>(i);
        }
    }
    std::int32_t before(std::size_t operation) const { return m_before[operation]; }
    std::int32_t behind(std::size_t operation) const { return m_behind[operation]; }

private:
    std::vector<std::int32_t> m_before, m_behind;
};

/// What stands beside a copy works on its data; what stands beside kernels of its own name only is a chain of its own.
bool canMove(const Situation &situation, const StreamNeighbours &neighbours, std::size_t index)
{
    const std::vector<Operation> &operations = situation.program.operations;
    const Operation &kernel = operations[index];
    const auto sms = static_cast<std::uint32_t>(std::max(situation.profile.info.multiprocessors.value_or(1), 1));
    bool hasOther = false;
    for (const std::int32_t beside : {neighbours.before(index), neighbours.behind(index)}) {
        if (beside < 0)
            continue;
        const Operation &other = operations[static_cast<std::size_t>(beside)];
        if (other.kind != OperationKind::Kernel)
            return false;
        hasOther = hasOther || other.name != kernel.name;
    }
    return hasOther && !situation.program.inGraph(kernel) && launchedBlocks(kernel.kernel) <= sms / 2;
}

std::vector<NamedKernels> kernelsByName(const Situation &situation)
{
    const StreamNeighbours neighbours(situation.program);
    std::unordered_map<std::string_view, NamedKernels> found;
    for (std::size_t i = 0; i < situation.program.operations.size(); ++i) {
        const Operation &operation = situation.program.operations[i];
        if (operation.kind != OperationKind::Kernel)
            continue;
        NamedKernels &named = found[operation.name];
        named.name = operation.name;
        ++named.sum.count;
        named.sum.ns += situation.durationOf(i);
        named.canMove = named.canMove && canMove(situation, neighbours, i);
    }
    std::vector<NamedKernels> kernels;
    for (auto &[name, named] : found)
        if (named.canMove && named.sum.count >= 2 && !name.empty() && name.find('"') == std::string_view::npos)
            kernels.push_back(named);
    std::sort(kernels.begin(), kernels.end(), [](const NamedKernels &a, const NamedKernels &b) {
        return std::pair(b.sum.ns, a.name) < std::pair(a.sum.ns, b.name);
    });
    kernels.resize(std::min(kernels.size(), mostNames));
    return kernels;
}

/// In a trace, kernels that leave SMs idle between others in one stream. That they need nothing of one another no trace
/// shows: it is what the advice asks. The kernels of a framework nearly always do.
std::vector<Proposal> proposeIndependentKernels(const Situation &situation)
{
    if (!situation.isTrace || situation.countOf(OperationKind::Kernel) < 4 || hasOperators(situation.program))
        return {};
    std::vector<Proposal> proposals;
    for (const NamedKernels &kernels : kernelsByName(situation)) {
        Proposal proposal;
        proposal.text =
            Phrase("engine", "%1 kernels %2 leave more than half of the SMs idle, for %3, and stand between "
                             "other kernels of their stream.")
                .arg(kernels.sum.count, shortenedName(kernels.name), millisecondsText(kernels.sum.ns));
        proposal.advice = QT_TRANSLATE_NOOP(
            "engine", "Only if they need nothing of the kernels around them, and those nothing of them, which no trace "
                      "shows: give them a stream of their own, and they run side by side.");
        proposal.candidates = {{"move:kernel \"" + std::string(kernels.name) + "\",independent=yes"}};
        proposal.evidence = {{"kernels", static_cast<double>(kernels.sum.count)},
                             {"kernel_us", static_cast<double>(kernels.sum.ns) / 1e3}};
        proposal.asks = Asks::IndependentWork;
        proposals.push_back(std::move(proposal));
    }
    return proposals;
}

const RegisteredCause registeredIndependentKernels{"independent-kernels", proposeIndependentKernels};

} // namespace

} // namespace streamscope
