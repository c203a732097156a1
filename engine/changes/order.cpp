// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/chains.h"
#include "engine/changes/patterns/data_edges.h"
#include "engine/changes/patterns/issue_windows.h"
#include "engine/changes/unchanged.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <set>
#include <utility>

namespace streamscope {

namespace {

/// The order in which chains are issued.
class ReorderIssue final : public Change
{
public:
    std::string id() const override { return "order"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Issue order"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "Chains of copy, kernels and copy between two synchronisations are issued one after the other "
                      "(depth-first), or all their copies in, then all kernels, then all copies back (breadth-first).");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP("engine",
                                 "Chains do not depend on each other (in a trace; in a Program buffers say so).");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec order;
        order.name = "order";
        order.label = QT_TRANSLATE_NOOP("engine", "Order");
        order.type = ParameterType::Choice;
        order.choices = {"depth-first", "breadth-first"};
        order.defaultValue = std::string("depth-first");
        order.help = QT_TRANSLATE_NOOP("engine", "depth-first: chain after chain; breadth-first: stage after stage.");
        return {order};
    }
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters & /*knobs*/) const override
    {
        return {{"issue_order", change.value("order")}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// Puts back the order of windows in which it matters: one chain writes what another one of its stream uses.
std::size_t keepDependentWindows(const Program &program, const std::vector<IssueWindow> &windows,
                                 std::vector<std::int32_t> &place)
{
    std::vector<std::int32_t> windowOf(program.operations.size(), -1);
    for (std::size_t w = 0; w < windows.size(); ++w)
        for (const std::int32_t position : windows[w].positions)
            windowOf[static_cast<std::size_t>(position)] = static_cast<std::int32_t>(w);
    std::set<std::int32_t> dependent;
    forEachDataEdge(program, [&](std::int32_t earlier, std::int32_t later) {
        if (place[static_cast<std::size_t>(earlier)] > place[static_cast<std::size_t>(later)])
            dependent.insert(windowOf[static_cast<std::size_t>(later)]);
    });
    for (const std::int32_t w : dependent)
        for (const std::int32_t position : windows[static_cast<std::size_t>(w)].positions)
            place[static_cast<std::size_t>(position)] = position;
    return dependent.size();
}

ChangedProgram ReorderIssue::apply(const ChangeInput &input) const
{
    const bool breadth = input.values.choice("order") == "breadth-first";
    // Stage after stage, the work of all chains would come before the first kernel: nobody writes that for this reason.
    const std::vector<IssueWindow> windows =
        issueWindowsOf(input.program, input.selected, breadth ? PreparingWork::Stays : PreparingWork::Moves);
    if (windows.empty())
        return unchanged(
            input, QT_TRANSLATE_NOOP("engine", "No two chains stand between the same two synchronisations, events or "
                                               "pieces of work of the host: there is nothing to rearrange."));
    std::vector<std::int32_t> place(input.program.operations.size()); // by operation: where it goes
    for (std::size_t i = 0; i < place.size(); ++i)
        place[i] = static_cast<std::int32_t>(i);
    for (const IssueWindow &window : windows) {
        const std::vector<std::int32_t> order = window.issued(input.program, breadth);
        for (std::size_t i = 0; i < order.size(); ++i)
            place[static_cast<std::size_t>(order[i])] = window.positions[i];
    }
    const bool replay = isReplay(input.program);
    const std::size_t dependent = replay ? 0 : keepDependentWindows(input.program, windows, place);
    ChangedProgram result;
    result.program = input.program;
    auto &operations = result.program.operations;
    for (std::size_t i = 0; i < place.size(); ++i) {
        const auto to = static_cast<std::size_t>(place[i]);
        if (to == i)
            continue;
        operations[to] = input.program.operations[i];
        ++result.touched;
    }
    if (dependent > 0)
        result.notes.push_back(
            dependent == 1
                ? QT_TRANSLATE_NOOP(
                    "engine", "1 group of chains keeps its order: a chain uses what another one of its stream writes.")
                : Phrase("engine",
                         "%1 groups of chains keep their order: a chain uses what another one of its stream writes.")
                      .arg(dependent));
    if (result.touched == 0 && dependent == 0)
        result.notes.push_back(Phrase("engine", "All chains are issued %1 already.").arg(input.values.choice("order")));
    if (result.touched > 0 && replay)
        result.notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine", "A trace does not show data: the chains of a stream are taken to have buffers of their own."));
    return result;
}

const RegisteredChange<ReorderIssue> registeredOrder;

} // namespace

} // namespace streamscope
