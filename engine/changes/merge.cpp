// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/joined_operations.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/stream_groups.h"
#include "engine/changes/unchanged.h"
#include "engine/program/operator_work_name.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

/// Small operations in one.
class MergeSmall final : public Change
{
public:
    std::string id() const override { return "merge"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Join small operations"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "Selected copies of one direction, or kernels, that follow each other on a stream become one.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Small copies can share one buffer on both sides; kernels of about as many "
                                           "blocks can be fused, and then do the same work with one start.");
    }
    std::string defaultFilter() const override { return "h2d d2h bytes<=64KiB"; }
    double doubt() const override { return 0.05; } // the host's calls, and what it does for them
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// The host's work and calls around the joined operations. Where each of them was work of its own, the calls between
/// came with cold caches and took up to twice their time: seen with PyTorch on an H200, whose products behind 24 copies
/// took the host 98 us, and 34 us behind one.
std::int64_t hostDoubtNs(const Program &program, const std::vector<StreamGroup> &groups)
{
    const CallOrder order(program);
    const auto callNs = [&program](std::int32_t operation) {
        return std::max<std::int64_t>(program.operations[static_cast<std::size_t>(operation)].callNs, 0);
    };
    std::int64_t ns = 0;
    for (const StreamGroup &group : groups) {
        const std::int32_t last = group.operations.back(), next = order.next(static_cast<std::size_t>(last));
        ns += callNs(last);
        if (next >= 0 && program.operations[static_cast<std::size_t>(next)].kind != OperationKind::Sync)
            ns += order.workBeforeNext(static_cast<std::size_t>(last)) + callNs(next);
    }
    return ns / 2;
}

/// What the host does for itself and in its calls, without waits.
double hostNs(const Program &program)
{
    double ns = 0;
    for (const Operation &operation : program.operations)
        ns += static_cast<double>(operation.kind == OperationKind::HostWork
                                      ? operation.durationNs
                                      : std::max<std::int64_t>(operation.callNs, 0));
    return ns;
}

bool hasOperators(const Program &program)
{
    return std::any_of(program.operations.begin(), program.operations.end(), [](const Operation &operation) {
        return operation.kind == OperationKind::HostWork && operation.name == operatorWorkName;
    });
}

/// Operators of a framework that come again sooner find warmer caches. Inside 24 traces of PyTorch their time went with
/// the time since the same operator ran last, to the power of 0.12 (work between calls) to 0.25 (calls), and between
/// recordings with and without the work in between to the power of 0.1 to 0.4: the middle of that. Not for joined
/// kernels: the operator that launches those has all their tensors to handle.
double warmedBy(const Program &before, const Program &after)
{
    constexpr double power = 0.25, exponent = power / (1 - power); // the shorter time comes sooner again
    const double now = hostNs(before);
    return hasOperators(before) && now > 0 ? std::pow(std::min(hostNs(after) / now, 1.0), exponent) : 1;
}

/// What a framework and its language do around a call is as warm as the call: its work between two launches, where that
/// is short, beside its operators.
void warmUp(Program &program, const LaunchWork &launches, double factor)
{
    const auto shorter = [factor](std::int64_t ns) { return std::llround(static_cast<double>(ns) * factor); };
    for (Operation &operation : program.operations)
        if (launches.belongsToLaunch(operation))
            operation.durationNs = shorter(operation.durationNs);
        else if (operation.callNs > 0 && operation.kind != OperationKind::HostWork
                 && operation.kind != OperationKind::Sync)
            operation.callNs = shorter(operation.callNs);
}

/// What it takes to gather the data of joined copies to the device first. The bytes go at the rate at which the host
/// stages copies, and each piece has its work around that: an operator of a framework costs what the copy's own did
/// (PyTorch on an H200 won nothing with torch.cat into a new tensor and a view of each piece behind the copy).
std::int64_t gatherNsOf(const Program &program, const std::vector<StreamGroup> &groups, const DeviceProfile *profile)
{
    constexpr double usualRate = 10e9;
    const bool operators = hasOperators(program);
    double ns = 0;
    for (const StreamGroup &group : groups) {
        double bytes = 0;
        for (const std::int32_t index : group.operations) {
            const Operation &copy = program.operations[static_cast<std::size_t>(index)];
            if (copy.kind != OperationKind::H2D)
                continue;
            bytes += static_cast<double>(copy.bytes);
            ns += operators ? static_cast<double>(std::max<std::int64_t>(copy.callNs, 0)) : 0;
        }
        if (bytes <= 0)
            continue;
        ns += bytes / (profile ? profile->copies.h2d.pageable.bandwidthAt(bytes) : usualRate) * 1e9;
        for (const std::int32_t work : group.work)
            ns += static_cast<double>(program.operations[static_cast<std::size_t>(work)].durationNs);
    }
    return std::llround(ns);
}

ChangedProgram MergeSmall::apply(const ChangeInput &input) const
{
    const Program &program = input.program;
    const JoinRules rules(program, input.profile);
    const auto fits = [&](std::int32_t index) {
        const Operation &operation = program.operations[static_cast<std::size_t>(index)];
        return input.selected[static_cast<std::size_t>(index)] && operation.graph < 0
               && (isCopy(operation.kind) || operation.kind == OperationKind::Kernel);
    };
    const auto joins = [&](const std::vector<std::int32_t> &group, std::int32_t next) {
        return rules.joins(group, next);
    };
    const std::vector<StreamGroup> groups = streamGroupsOf(program, {fits, joins});
    if (groups.empty())
        return unchanged(
            input, isReplay(program)
                       ? Phrase("engine", "No two selected copies or kernels of one kind follow each other on a stream "
                                          "without a synchronisation, an event or work of the host between them; "
                                          "kernels must have about as many blocks.")
                       : Phrase("engine",
                                "No two selected copies or kernels of one kind follow each other on a stream without a "
                                "synchronisation, an event or work of the host between them, on neighbouring data."));
    ChangedProgram result;
    result.program = program;
    std::vector<bool> removed(program.operations.size(), false);
    for (const StreamGroup &group : groups) {
        const auto last = static_cast<std::size_t>(group.operations.back());
        result.program.operations[last] = rules.joined(group.operations, result.program.buffers);
        for (const std::int32_t gone : group.work)
            removed[static_cast<std::size_t>(gone)] = true;
        for (const std::int32_t gone : group.operations)
            removed[static_cast<std::size_t>(gone)] = static_cast<std::size_t>(gone) != last;
        result.touched += group.operations.size();
    }
    std::size_t next = 0;
    std::erase_if(result.program.operations, [&](const Operation &) { return removed[next++]; });
    const bool copies = std::all_of(groups.begin(), groups.end(), [&](const StreamGroup &group) {
        return isCopy(program.operations[static_cast<std::size_t>(group.operations.back())].kind);
    });
    const double warmed = copies ? warmedBy(program, result.program) : 1;
    if (warmed < 1)
        warmUp(result.program, LaunchWork(program), warmed);
    result.notes.push_back(result.touched == 1
                               ? Phrase("engine", "1 operation became %1.").arg(groups.size())
                               : Phrase("engine", "%1 operations became %2.").arg(result.touched, groups.size()));
    if (!copies && rules.startNs() > 0 && result.program.operations.size() < program.operations.size())
        result.notes.push_back(
            Phrase("engine", "A kernel's start takes %1 ns of its time, by the shortest kernel: fused ones start once.")
                .arg(rules.startNs()));
    if (warmed < 1)
        result.notes.push_back(Phrase("engine", "Operators that come again sooner find warmer caches: the work of the "
                                                "host that stays takes %1 % less.")
                                   .arg(std::llround(100 * (1 - warmed))));
    if (isReplay(program))
        result.hostDoubtNs = std::llround(static_cast<double>(hostDoubtNs(program, groups)) * warmed);
    if (result.hostDoubtNs > 0)
        result.notes.push_back(Phrase("engine", "The host's calls behind the joined ones, and its work there, may take "
                                                "half as long without the others (%1 us less), which is in the range.")
                                   .arg(result.hostDoubtNs / 1000));
    if (isReplay(program))
        result.notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "The work of the host between their calls went with them."));
    if (isReplay(program))
        result.gatherNs = gatherNsOf(program, groups, input.profile);
    if (result.gatherNs > 0)
        result.notes.push_back(
            Phrase("engine", "The data must be made side by side in one buffer. Where they have to be gathered first, "
                             "that takes the host up to %1 us, which is in the range and not in the prediction.")
                .arg(result.gatherNs / 1000));
    return result;
}

const RegisteredChange<MergeSmall> registeredMerge;

} // namespace

} // namespace streamscope
