// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/added_parts.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/turned_buffers.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/patterns/steps.h"
#include "engine/changes/patterns/usual_calls.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

/// The copies of a loop some steps ahead.
class PrefetchCopies final : public Change
{
public:
    std::string id() const override { return "prefetch"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Copy steps ahead"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The copies of step n + depth are issued in step n before its other work, "
                                           "on a stream of their own; the kernels of a step wait for its copies.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine", "The data of a later step is at hand that early, and there are depth + 1 "
                                           "buffers for it on the host and on the device.");
    }
    std::vector<ParameterSpec> parameters() const override;
    /// Small copies are values that a step needs at once.
    std::string defaultFilter() const override { return "h2d bytes>64KiB"; }
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters & /*knobs*/) const override
    {
        return {{"depth", change.integer("depth") + 1}}; // buffers
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> PrefetchCopies::parameters() const
{
    ParameterSpec depth;
    depth.name = "depth";
    depth.label = QT_TRANSLATE_NOOP("engine", "Depth");
    depth.minimum = 1;
    depth.maximum = 64;
    depth.defaultValue = std::int64_t{1};
    depth.help = QT_TRANSLATE_NOOP(
        "engine", "By how many steps the copies run ahead. One is enough where all steps take about the same time.");
    return {depth};
}

/// Writes the Program with the copies of each loop ahead of their steps.
class PrefetchEdit
{
public:
    explicit PrefetchEdit(const ChangeInput &input)
        : m_input(input), m_operations(input.program.operations),
          m_depth(static_cast<std::size_t>(input.values.integer("depth"))), m_copy(m_operations.size(), false),
          m_load(m_operations.size(), false)
    {
        m_result.program = withoutOperations(input.program);
    }

    ChangedProgram run();

private:
    /// A loop of one thread.
    struct Loop
    {
        std::vector<LoopStep> steps;
        std::optional<TurnedBuffers> buffers;
        std::size_t current = 0; ///< the step that is being written
        bool begun = false;
    };
    /// What the copies of one thread to one device need.
    struct Lane
    {
        std::int32_t stream = Operation::none;
        std::int32_t free = Operation::none; ///< event: the kernels of the step before are done
        std::vector<std::int32_t> copied;    ///< events, used in turn
    };

    void select();
    void findLoops();
    Lane &laneOf(std::int32_t thread, const Operation &copy);
    void write(std::size_t index);
    void beginStep(Loop &loop, std::int32_t thread);
    void issue(Loop &loop, std::size_t step, std::int32_t thread, const std::vector<std::int32_t> &after);
    void push(Operation operation) { m_result.program.operations.push_back(std::move(operation)); }
    int deviceOf(std::int32_t stream) const { return m_input.program.streams[static_cast<std::size_t>(stream)].device; }
    void addNotes();

    const ChangeInput &m_input;
    const std::vector<Operation> &m_operations;
    const std::size_t m_depth;
    std::vector<bool> m_copy, m_load;                     ///< by operation: moved to an earlier step
    std::vector<std::optional<Loop>> m_loops;             ///< by thread
    std::map<std::pair<std::int32_t, int>, Lane> m_lanes; ///< by thread and device
    std::size_t m_copies = 0, m_steps = 0, m_inGraphs = 0;
    ChangedProgram m_result;
    EventCalls m_eventCalls{m_result.program, addedEventCallNs(m_input.program)};
};

void PrefetchEdit::select()
{
    for (std::size_t i = 0; i < m_operations.size(); ++i) {
        const Operation &operation = m_operations[i];
        if (!m_input.selected[i] || operation.kind != OperationKind::H2D)
            continue;
        if (operation.graph >= 0) {
            ++m_inGraphs;
            continue;
        }
        if (m_input.program.hostMemoryOf(operation) == HostMemory::Pageable)
            throw InputError(Phrase("engine", "prefetch: %1 uses pageable memory, so that its thread waits in the copy "
                                              "itself and cannot run ahead; pin first (pin:h2d, then prefetch)")
                                 .arg(operationText(m_input.program, i)));
        m_copy[i] = true;
    }
}

/// Threads without a second step have nothing to run ahead to.
void PrefetchEdit::findLoops()
{
    std::vector<std::vector<LoopStep>> steps = loopStepsOf(m_input.program, m_copy);
    m_copy.assign(m_operations.size(), false);
    const bool replay = isReplay(m_input.program);
    for (std::size_t thread = 0; thread < steps.size(); ++thread) {
        std::optional<Loop> &loop = m_loops.emplace_back();
        if (steps[thread].size() < 2)
            continue;
        loop.emplace().steps = std::move(steps[thread]);
        if (!replay)
            loop->buffers.emplace(m_operations, m_result.program, loop->steps, static_cast<std::int32_t>(thread),
                                  m_depth + 1);
        for (std::size_t step = 0; step < loop->steps.size(); ++step) {
            for (const std::int32_t copy : loop->steps[step].copies)
                m_copy[static_cast<std::size_t>(copy)] = true;
            for (const std::int32_t load : loop->steps[step].loads)
                m_load[static_cast<std::size_t>(load)] = step > 0; // the first step's stays where it is
            m_copies += loop->steps[step].copies.size();
        }
        m_steps += loop->steps.size();
    }
}

PrefetchEdit::Lane &PrefetchEdit::laneOf(std::int32_t thread, const Operation &copy)
{
    const int device = deviceOf(copy.stream);
    Lane &lane = m_lanes[{thread, device}];
    if (lane.stream != Operation::none)
        return lane;
    AddedParts parts(m_result.program);
    lane.stream = parts.addStream("prefetch", device);
    const std::string name = m_result.program.streams[static_cast<std::size_t>(lane.stream)].id;
    lane.free = parts.addEvent(name + ": buffer free");
    for (std::size_t turn = 0; turn <= m_depth; ++turn)
        lane.copied.push_back(parts.addEvent(name + ": copied " + std::to_string(turn)));
    return lane;
}

ChangedProgram PrefetchEdit::run()
{
    select();
    findLoops();
    if (m_steps > 0) {
        m_result.program.operations.reserve(m_operations.size() + m_steps * 5);
        for (std::size_t i = 0; i < m_operations.size(); ++i)
            write(i);
        m_result.touched = m_copies;
    } else {
        m_result.program.operations = m_operations;
    }
    addNotes();
    return std::move(m_result);
}

void PrefetchEdit::write(std::size_t index)
{
    if (m_load[index])
        return; // stands before its copies
    const Operation &operation = m_operations[index];
    std::optional<Loop> &loop = m_loops[static_cast<std::size_t>(operation.thread)];
    if (!m_copy[index]) {
        push(operation);
        if (loop && loop->buffers && loop->begun)
            loop->buffers->turn(m_result.program.operations.back(), loop->current);
        return;
    }
    const LoopStep *step = &loop->steps[loop->current];
    if (loop->begun && step->copies.back() < static_cast<std::int32_t>(index))
        step = &loop->steps[++loop->current];
    if (step->copies.front() == static_cast<std::int32_t>(index))
        beginStep(*loop, operation.thread);
    // What stands behind the copy on its stream waits for it, as before.
    const bool first = std::none_of(step->copies.begin(), step->copies.end(), [&](std::int32_t copy) {
        return copy < static_cast<std::int32_t>(index)
               && m_operations[static_cast<std::size_t>(copy)].stream == operation.stream;
    });
    const Lane &lane = laneOf(operation.thread, operation);
    if (first)
        push(m_eventCalls.wait(lane.copied[loop->current % lane.copied.size()], operation.stream, operation.thread));
}

void PrefetchEdit::beginStep(Loop &loop, std::int32_t thread)
{
    if (loop.begun) {
        if (loop.current + m_depth < loop.steps.size())
            issue(loop, loop.current + m_depth, thread, loop.steps[loop.current - 1].kernels);
        return;
    }
    loop.begun = true;
    std::vector<std::int32_t> streams; // what was issued before the loop
    for (const std::int32_t copy : loop.steps.front().copies)
        if (const std::int32_t stream = m_operations[static_cast<std::size_t>(copy)].stream;
            std::find(streams.begin(), streams.end(), stream) == streams.end())
            streams.push_back(stream);
    for (std::size_t step = 0; step <= m_depth && step < loop.steps.size(); ++step)
        issue(loop, step, thread, step == 0 ? streams : std::vector<std::int32_t>());
}

/// Issues the copies of a step behind what `after` holds now.
void PrefetchEdit::issue(Loop &loop, std::size_t step, std::int32_t thread, const std::vector<std::int32_t> &after)
{
    const LoopStep &ahead = loop.steps[step];
    if (step > 0)
        for (const std::int32_t load : ahead.loads) {
            Operation work = m_operations[static_cast<std::size_t>(load)];
            if (loop.buffers)
                loop.buffers->turn(work, step);
            push(std::move(work));
        }
    std::vector<const Lane *> lanes;
    for (const std::int32_t index : ahead.copies) {
        Operation copy = m_operations[static_cast<std::size_t>(index)];
        const Lane &lane = laneOf(thread, copy);
        if (std::find(lanes.begin(), lanes.end(), &lane) == lanes.end()) {
            lanes.push_back(&lane);
            for (const std::int32_t stream : after)
                if (deviceOf(stream) == deviceOf(copy.stream)) {
                    push(m_eventCalls.record(lane.free, stream, thread));
                    push(m_eventCalls.wait(lane.free, lane.stream, thread));
                }
        }
        copy.stream = lane.stream;
        if (loop.buffers)
            loop.buffers->turn(copy, step);
        push(std::move(copy));
    }
    for (const Lane *lane : lanes)
        push(m_eventCalls.record(lane->copied[step % lane->copied.size()], lane->stream, thread));
}

void PrefetchEdit::addNotes()
{
    auto &notes = m_result.notes;
    if (m_inGraphs > 0)
        notes.push_back(m_inGraphs == 1
                            ? QT_TRANSLATE_NOOP("engine", "1 copy is part of a graph and stays there.")
                            : Phrase("engine", "%1 copies are part of a graph and stay there.").arg(m_inGraphs));
    if (m_steps == 0) {
        notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "No loop was found: no selected copy to the device stands behind a kernel of "
                                        "its thread that follows another selected copy."));
        return;
    }
    notes.push_back(Phrase("engine", "%1 of %2 run %3.")
                        .arg(counted(m_copies, Phrase("engine", "1 copy"), Phrase("engine", "%1 copies")),
                             counted(m_steps, Phrase("engine", "1 step"), Phrase("engine", "%1 steps")),
                             counted(m_depth, Phrase("engine", "1 step ahead"), Phrase("engine", "%1 steps ahead"))));
    if (isReplay(m_input.program))
        notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "A trace does not show data: all kernels of a step are taken to work on what "
                                        "its copies bring, and the copies to need nothing but a free buffer."));
}

ChangedProgram PrefetchCopies::apply(const ChangeInput &input) const
{
    ChangedProgram result = PrefetchEdit(input).run();
    if (result.touched == 0)
        return result;
    if (const auto race = newRaceText(input.program, result.program)) {
        ChangedProgram same;
        same.program = input.program;
        same.notes.push_back(
            Phrase("engine", "The steps do not fill their buffers anew, so that the copies cannot run ahead: %1.")
                .arg(*race));
        return same;
    }
    return result;
}

const RegisteredChange<PrefetchCopies> registeredPrefetch;

} // namespace

} // namespace streamscope
