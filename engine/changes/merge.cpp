// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/fresh_data.h"
#include "engine/changes/edit/gathered_data.h"
#include "engine/changes/edit/joined_operations.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/cache_warmth.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/framework_operators.h"
#include "engine/changes/patterns/stream_groups.h"
#include "engine/changes/unchanged.h"
#include "engine/program/medians.h"
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
                                           "blocks, or of few, can be fused, and then do the same work with one start. "
                                           "In a trace kernels of one name then run side by side.");
    }
    std::string defaultFilter() const override { return "h2d d2h bytes<=64KiB"; }
    std::vector<ParameterSpec> parameters() const override;
    double doubt() const override { return 0.05; } // the host's calls, and what it does for them
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> MergeSmall::parameters() const
{
    ParameterSpec gather;
    gather.name = "gather";
    gather.label = QT_TRANSLATE_NOOP("engine", "Gather");
    gather.type = ParameterType::Choice;
    gather.choices = {"no", "yes"};
    gather.defaultValue = std::string("no");
    gather.help = QT_TRANSLATE_NOOP("engine", "yes: the host gathers the data in one buffer before each joined copy to "
                                              "the device. no: they are made there.");
    return {gather};
}

bool hasKernels(const Program &program, const std::vector<StreamGroup> &groups)
{
    return std::any_of(groups.begin(), groups.end(), [&program](const StreamGroup &group) {
        return !isCopy(program.operations[static_cast<std::size_t>(group.operations.back())].kind);
    });
}

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

std::vector<std::int64_t> kernelCalls(const Program &program)
{
    std::vector<std::int64_t> calls;
    for (const Operation &operation : program.operations)
        if (operation.kind == OperationKind::Kernel && operation.callNs > 0)
            calls.push_back(operation.callNs);
    return calls;
}

/// Those of all but the first of each group, which came right behind one of their kind.
std::vector<std::int64_t> repeatedCalls(const Program &program, const std::vector<StreamGroup> &groups)
{
    std::vector<std::int64_t> calls;
    for (const StreamGroup &group : groups)
        for (std::size_t i = 1; i < group.operations.size(); ++i)
            if (const Operation &copy = program.operations[static_cast<std::size_t>(group.operations[i])];
                copy.callNs > 0)
                calls.push_back(copy.callNs);
    return calls;
}

/// Operators of a framework that come again sooner find warmer caches. How cold they were, the trace's launches tell:
/// with PyTorch beside H200s and an H100, a launch in steps of 35 to 60 us took 1.09 to 1.17 of what a copy's call
/// right behind another took before, and in steps of 350 to 740 us up to 2.4 times as long; in steps of 240 us 0.92 of
/// that. The operators around them went the same way. Not for joined kernels: the operator that launches those has all
/// their tensors to handle.
double warmedBy(const Program &before, const Program &after, const std::vector<StreamGroup> &groups)
{
    constexpr double ofCopy = 1.1;
    std::vector<std::int64_t> launches = kernelCalls(after), copies = repeatedCalls(before, groups);
    if (!hasOperators(before) || launches.empty() || copies.empty())
        return 1;
    const auto count = static_cast<double>(launches.size()), callNs = static_cast<double>(lowerMedian(launches)),
               warmNs = ofCopy * static_cast<double>(lowerMedian(copies));
    if (callNs <= warmNs)
        return 1;
    const double moreNs = (callNs - warmNs) / coldAfter(hostNs(before) / count), laterNs = hostNs(after) / count;
    double factor = 1;
    for (int i = 0; i < 4; ++i) // the shorter time comes sooner again
        factor = std::min((warmNs + moreNs * coldAfter(laterNs * factor)) / callNs, 1.0);
    constexpr double nothing = 0.995; // less than anybody would say
    return factor < nothing ? factor : 1;
}

/// What a framework and its language do around a call is as warm as the call: its work between two launches, where that
/// is short, beside its operators. Calls of copies that came one after the other were warm before.
void warmUp(Program &program, const LaunchWork &launches, double factor)
{
    const auto shorter = [factor](std::int64_t ns) { return std::llround(static_cast<double>(ns) * factor); };
    for (Operation &operation : program.operations)
        if (launches.belongsToLaunch(operation))
            operation.durationNs = shorter(operation.durationNs);
        else if (operation.callNs > 0 && runsOnGpu(operation.kind) && !isCopy(operation.kind))
            operation.callNs = shorter(operation.callNs);
}

/// Joins the groups, and says what that takes for granted.
class MergeEdit
{
public:
    MergeEdit(const ChangeInput &input, const JoinRules &rules, const std::vector<StreamGroup> &groups)
        : m_input(input), m_rules(rules), m_groups(groups), m_before(input.program),
          m_gathers(input.values.choice("gather") == "yes")
    {}

    ChangedProgram run();

private:
    void write();
    void justWritten(Operation &copy);
    void addNotes(double warmed);
    void noteGathering();

    const ChangeInput &m_input;
    const JoinRules &m_rules;
    const std::vector<StreamGroup> &m_groups;
    const Program &m_before;
    const bool m_gathers;
    std::int64_t m_gatherNs = 0, m_writingNs = 0;
    std::size_t m_freshCopies = 0;
    ChangedProgram m_result;
};

void MergeEdit::write()
{
    enum : std::int32_t { Stays = -1, Gone = -2 }; // and from 0 on the group that stands there
    std::vector<std::int32_t> place(m_before.operations.size(), Stays);
    for (std::size_t g = 0; g < m_groups.size(); ++g) {
        for (const std::int32_t gone : m_groups[g].work)
            place[static_cast<std::size_t>(gone)] = Gone;
        for (const std::int32_t gone : m_groups[g].operations)
            place[static_cast<std::size_t>(gone)] = Gone;
        place[static_cast<std::size_t>(m_groups[g].operations.back())] = static_cast<std::int32_t>(g);
    }
    m_result.program = withoutOperations(m_before);
    const DataGathering gathering(m_before, m_input.profile);
    for (std::size_t i = 0; i < place.size(); ++i) {
        if (place[i] == Stays)
            m_result.program.operations.push_back(m_before.operations[i]);
        if (place[i] < 0)
            continue;
        const StreamGroup &group = m_groups[static_cast<std::size_t>(place[i])];
        const std::int64_t gatherNs = gathering.hostNs(group), writingNs = gathering.writingNs(group);
        const std::int64_t hostNs = writingNs + (m_gathers ? gatherNs : 0);
        m_gatherNs += gatherNs;
        m_writingNs += writingNs;
        if (hostNs > 0)
            m_result.program.operations.push_back(gatheringWork(hostNs, m_before.operations[i].thread));
        m_result.program.operations.push_back(m_rules.joined(group.operations, m_result.program.buffers));
        if (hostNs > 0)
            justWritten(m_result.program.operations.back());
        m_result.touched += group.operations.size();
    }
}

/// The host writes the data of a joined copy right before it. If it wrote the pieces so, too, what they took has that
/// in it.
void MergeEdit::justWritten(Operation &copy)
{
    if (copy.kind != OperationKind::H2D || m_before.hostMemoryOf(copy) == HostMemory::Pageable)
        return;
    copy.setTimeFactor(std::max(copy.timeFactor(), freshDataFactor(copy.bytes, cachedByOneCore)));
    ++m_freshCopies;
}

void MergeEdit::noteGathering()
{
    if (m_gatherNs <= 0)
        return;
    if (m_gathers) {
        m_result.notes.push_back(
            Phrase("engine",
                   "Gathering the data in one buffer before each joined copy takes the host %1 us in all, which is in "
                   "the prediction.")
                .arg(m_gatherNs / 1000));
        return;
    }
    if (!isReplay(m_before))
        return;
    m_result.gatherNs = m_gatherNs;
    m_result.notes.push_back(
        Phrase("engine", "The data must be made side by side in one buffer. Where they have to be gathered first, "
                         "that takes the host up to %1 us, which is in the range and not in the prediction "
                         "(gather=yes has it there).")
            .arg(m_gatherNs / 1000));
}

void MergeEdit::addNotes(double warmed)
{
    auto &notes = m_result.notes;
    notes.push_back(m_result.touched == 1
                        ? Phrase("engine", "1 operation became %1.").arg(m_groups.size())
                        : Phrase("engine", "%1 operations became %2.").arg(m_result.touched, m_groups.size()));
    if (hasKernels(m_before, m_groups) && m_rules.startNs() > 0)
        notes.push_back(
            Phrase("engine", "A kernel's start takes %1 ns of its time, by the shortest kernel: fused ones start once.")
                .arg(m_rules.startNs()));
    if (warmed < 1)
        notes.push_back(Phrase("engine", "Operators that come again sooner find warmer caches: the work of the "
                                         "host that stays takes %1 % less.")
                            .arg(std::llround(100 * (1 - warmed))));
    if (m_result.hostDoubtNs > 0)
        notes.push_back(Phrase("engine", "The host's calls behind the joined ones, and its work there, may take "
                                         "half as long without the others (%1 us less), which is in the range.")
                            .arg(m_result.hostDoubtNs / 1000));
    if (m_writingNs > 0)
        notes.push_back(Phrase("engine", "Between their calls the host is taken to write the next piece: of that time "
                                         "stays what the bytes take, %1 us in all. The rest went with the calls.")
                            .arg(m_writingNs / 1000));
    else if (isReplay(m_before))
        notes.emplace_back(QT_TRANSLATE_NOOP("engine", "The work of the host between their calls went with them."));
    noteGathering();
    if (m_freshCopies > 0)
        notes.push_back(freshDataNote(m_freshCopies));
}

ChangedProgram MergeEdit::run()
{
    write();
    const double warmed = hasKernels(m_before, m_groups) ? 1 : warmedBy(m_before, m_result.program, m_groups);
    m_result.doubtNs = m_writingNs + (m_gathers ? m_gatherNs / 4 : 0);
    if (warmed < 1)
        warmUp(m_result.program, LaunchWork(m_before), warmed);
    m_result.hostIsWarmed = true;
    if (isReplay(m_before))
        m_result.hostDoubtNs = std::llround(static_cast<double>(hostDoubtNs(m_before, m_groups)) * warmed);
    addNotes(warmed);
    return std::move(m_result);
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
    return MergeEdit(input, rules, groups).run();
}

const RegisteredChange<MergeSmall> registeredMerge;

} // namespace

} // namespace streamscope
