// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/data_edges.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/spread/spread_of_trace.h"
#include "engine/changes/unchanged.h"
#include "engine/program/order/program_order.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// Work on separate data onto separate streams.
class Spread final : public Change
{
public:
    std::string id() const override { return "spread"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Spread over streams"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Selected operations that do not need one another's data go to several "
                                           "streams in turn; events keep the dependencies of the others.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "The buffers name all data. In a trace, which names none, the selected operations need nothing "
                      "of one another, but all others of their stream before them.");
    }
    std::vector<ParameterSpec> parameters() const override;
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters & /*knobs*/) const override
    {
        return {{"streams", change.value("streams")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> Spread::parameters() const
{
    ParameterSpec streams;
    streams.name = "streams";
    streams.label = QT_TRANSLATE_NOOP("engine", "Streams");
    streams.minimum = 2;
    streams.maximum = 64;
    streams.defaultValue = std::int64_t{4};
    streams.help = QT_TRANSLATE_NOOP("engine", "New streams that the operations are spread over.");
    streams.logarithmic = true;
    return {streams};
}

bool isSpread(const ChangeInput &input, std::size_t index)
{
    const Operation &operation = input.program.operations[index];
    return input.selected[index] && isInStream(operation) && runsOnGpu(operation.kind) && operation.graph < 0
           && operation.kind != OperationKind::Collective;
}

/// A kernel that reads nothing which another operation brought needs something that the buffers do not show: its
/// stream's order may stand for that.
bool isPlaced(const Operation &operation, bool needsAnother)
{
    return operation.kind != OperationKind::Kernel || (needsAnother && !operation.reads.empty());
}

/// By operation: the stream it goes to, 0 … `lanes` − 1, or −1. What needs the last operation of a lane follows it
/// there.
std::vector<int> lanesOf(const ChangeInput &input, int lanes)
{
    const std::size_t size = input.program.operations.size();
    std::vector<std::int32_t> needs(size, Operation::none);
    forEachDataEdge(input.program, [&needs](std::int32_t earlier, std::int32_t later) {
        std::int32_t &latest = needs[static_cast<std::size_t>(later)];
        latest = std::max(latest, earlier);
    });
    std::vector<int> lane(size, -1);
    std::vector<std::int32_t> tail(static_cast<std::size_t>(lanes), Operation::none);
    int next = 0;
    for (std::size_t i = 0; i < size; ++i) {
        if (!isSpread(input, i))
            continue;
        const std::int32_t before = needs[i];
        if (!isPlaced(input.program.operations[i], before >= 0))
            continue;
        const int followed = before >= 0 ? lane[static_cast<std::size_t>(before)] : -1;
        const bool follows = followed >= 0 && tail[static_cast<std::size_t>(followed)] == before;
        lane[i] = follows ? followed : std::exchange(next, (next + 1) % lanes);
        tail[static_cast<std::size_t>(lane[i])] = static_cast<std::int32_t>(i);
    }
    return lane;
}

bool isEvent(const Operation &operation)
{
    return operation.kind == OperationKind::EventRecord || operation.kind == OperationKind::EventWait;
}

/// The lanes by operation of a Program to which only events were added.
std::vector<bool> selectionOf(const std::vector<int> &lanes, const Program &before, const Program &now, int lane)
{
    std::vector<bool> selected;
    std::size_t old = 0;
    for (const Operation &operation : now.operations) {
        if (isEvent(operation)) {
            selected.push_back(false);
            continue;
        }
        while (isEvent(before.operations[old]))
            ++old;
        selected.push_back(lanes[old++] == lane);
    }
    return selected;
}

ChangedProgram Spread::apply(const ChangeInput &input) const
{
    const auto lanes = static_cast<int>(input.values.integer("streams"));
    if (isReplay(input.program)) {
        std::vector<bool> spread(input.program.operations.size());
        for (std::size_t i = 0; i < spread.size(); ++i)
            spread[i] = isSpread(input, i);
        if (std::ranges::find(spread, true) == spread.end())
            return unchanged(input, QT_TRANSLATE_NOOP("engine", "No selected operation can go to another stream."));
        if (std::ranges::find(input.selected, false) == input.selected.end())
            return unchanged(input,
                             QT_TRANSLATE_NOOP("engine", "A trace does not show which operations need one another: "
                                                         "select those that do not (spread:kernel NAME)."));
        return spreadOfTrace(input.program, spread, lanes);
    }
    for (std::size_t i = 0; i < input.program.operations.size(); ++i) {
        const Operation &operation = input.program.operations[i];
        if (isSpread(input, i) && operation.reads.empty() && operation.writes.empty())
            return unchanged(input, Phrase("engine", "%1 names no data that would tell what needs it.")
                                        .arg(operationText(input.program, i)));
    }
    const std::vector<int> lane = lanesOf(input, lanes);
    const Change &move = *findChange("move");
    ChangedProgram result;
    result.program = input.program;
    for (int i = 0; i < lanes; ++i) {
        Parameters values(move.parameters());
        values.setText("stream", "spread " + std::to_string(i));
        ChangedProgram moved =
            move.apply({result.program, selectionOf(lane, input.program, result.program, i), values});
        result.touched += moved.touched;
        result.program = std::move(moved.program);
    }
    if (result.touched == 0)
        return unchanged(input, QT_TRANSLATE_NOOP("engine", "No selected operation can go to another stream."));
    if (const auto race = newRaceText(input.program, result.program))
        return unchanged(
            input,
            Phrase("engine", "The streams keep an order that the buffers do not show: without it %1.").arg(*race));
    return result;
}

const RegisteredChange<Spread> registeredSpread;

} // namespace

} // namespace streamscope
