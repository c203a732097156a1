// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/added_parts.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/edit/without_operations.h"
#include "engine/changes/graph_runs.h"
#include "engine/changes/launch_preparation.h"
#include "engine/program/medians.h"
#include "engine/program/operator_work_name.h"
#include "engine/program/text/phrase.h"

#include <map>
#include <utility>

namespace streamscope {

namespace {

/// Launches that follow each other become graphs, each launched by one call.
class GraphLaunches final : public Change
{
public:
    std::string id() const override { return "graph"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Submit as graphs"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Launches that follow each other without a synchronisation become one CUDA "
                                           "graph each, which one call launches.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "The same launches come again with the same sizes and addresses, so that they are captured once, and the "
            "work of the host between them was the work of launching, and so was as much before the first.");
    }
    std::vector<ParameterSpec> parameters() const override;
    double doubt() const override { return 0.05; } // the host's calls, and what it does for them
    std::vector<KnobSetting> knobSettings(const Parameters & /*change*/, const Parameters & /*knobs*/) const override
    {
        return {{"submission", std::string(submissionName(Submission::Graph))}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

std::vector<ParameterSpec> GraphLaunches::parameters() const
{
    ParameterSpec nodes;
    nodes.name = "nodes";
    nodes.label = QT_TRANSLATE_NOOP("engine", "Nodes");
    nodes.minimum = 0;
    nodes.maximum = 100'000;
    nodes.defaultValue = std::int64_t{0};
    nodes.help = QT_TRANSLATE_NOOP("engine", "Launches in one graph. 0: one repetition where the launches repeat "
                                             "themselves after 32 or more, else equal parts of about 128 at most.");
    nodes.logarithmic = true;
    return {nodes};
}

/// Marks the operations of the graphs and takes away the work of the host inside them.
class GraphEdit
{
public:
    GraphEdit(const ChangeInput &input, const GraphRuns &runs)
        : m_input(input), m_runs(runs), m_preparation(input.program, runs)
    {
        m_result.program = withoutOperations(input.program);
    }

    ChangedProgram run()
    {
        const std::vector<Operation> &from = m_input.program.operations;
        std::vector<Operation> &to = m_result.program.operations;
        to.reserve(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) {
            const bool isInside = m_runs.isInside(i);
            const std::int64_t goes = isInside ? from[i].durationNs : m_preparation.of(i);
            workNs += goes;
            m_result.touched += goes > 0 ? 1 : 0;
            if (isInside || (goes > 0 && goes == from[i].durationNs)) // work of no length would part the graph, too
                continue;
            if (m_runs.graphOf(i) >= 0)
                keepFirstUse(i, to);
            to.push_back(from[i]);
            to.back().durationNs -= goes;
            if (m_runs.graphOf(i) >= 0)
                putIntoGraph(to.back(), m_runs.graphOf(i));
        }
        return std::move(m_result);
    }

    std::int64_t workNs = 0;  ///< of the host to prepare the launches
    bool leftDefault = false; ///< launches came from the default stream

private:
    /// The first launch in a profiled process takes a third of a millisecond longer than the others, and so does a
    /// graph's in its place (five recordings of H200s, before and after). What the first call took more stays.
    void keepFirstUse(std::size_t index, std::vector<Operation> &to)
    {
        constexpr std::int64_t manyTimes = 10, shortest = 100'000;
        const Operation &launch = m_input.program.operations[index];
        if (m_launched || launch.callNs < 0)
            return;
        m_launched = true;
        std::vector<std::int64_t> calls;
        for (std::size_t i = index; i < m_input.program.operations.size(); ++i)
            if (m_runs.graphOf(i) >= 0 && m_input.program.operations[i].callNs >= 0)
                calls.push_back(m_input.program.operations[i].callNs);
        const std::int64_t usual = lowerMedian(calls), more = launch.callNs - usual;
        if (launch.callNs < manyTimes * usual || more < shortest)
            return;
        Operation work;
        work.kind = OperationKind::HostWork;
        work.thread = launch.thread;
        work.durationNs = more;
        work.name = firstLaunchName;
        to.push_back(std::move(work));
    }

    void putIntoGraph(Operation &operation, std::int32_t graph)
    {
        operation.graph = graph;
        operation.callNs = -1; // one call for the whole graph
        ++m_result.touched;
        const Stream old = m_result.program.streams[static_cast<std::size_t>(operation.stream)];
        if (old.kind != StreamKind::LegacyDefault)
            return;
        leftDefault = true;
        const auto [captured, isNew] = m_captured.try_emplace(operation.stream, Operation::none);
        if (isNew)
            captured->second = capturingStream(old);
        operation.stream = captured->second;
    }

    /// A blocking stream keeps the order with the default stream, both ways.
    std::int32_t capturingStream(const Stream &old)
    {
        const std::int32_t stream = AddedParts(m_result.program).addStream("graphs of " + old.id, old.device);
        m_result.program.streams[static_cast<std::size_t>(stream)].nonBlocking = false;
        return stream;
    }

    const ChangeInput &m_input;
    const GraphRuns &m_runs;
    const LaunchPreparation m_preparation;
    std::map<std::int32_t, std::int32_t> m_captured; ///< by default stream: the stream of its graphs
    ChangedProgram m_result;
    bool m_launched = false; ///< a graph has a launch that was traced
};

ChangedProgram GraphLaunches::apply(const ChangeInput &input) const
{
    ChangedProgram result;
    if (input.program.submission != Submission::Live) {
        result.program = input.program;
        result.notes.push_back(
            Phrase("engine", "The Program is submitted as %1: its launches do not keep the device waiting.")
                .arg(std::string(submissionName(input.program.submission))));
        return result;
    }
    const GraphRuns runs(input);
    GraphEdit edit(input, runs);
    result = edit.run();
    auto &notes = result.notes;
    if (runs.graphs() == 0) {
        notes.push_back(Phrase("engine", "Fewer than %1 launches follow each other without a synchronisation, a "
                                         "pageable copy or work of the host between them: no graph would save a call.")
                            .arg(GraphRuns::fewestNodes));
        return result;
    }
    notes.push_back(Phrase("engine", "%1 became %2 of up to %3.")
                        .arg(counted(runs.nodes(), Phrase("engine", "1 launch"), Phrase("engine", "%1 launches")),
                             counted(runs.graphs(), Phrase("engine", "1 graph"), Phrase("engine", "%1 graphs")),
                             counted(runs.mostNodes(), Phrase("engine", "1 node"), Phrase("engine", "%1 nodes"))));
    if (edit.workNs > 0)
        notes.push_back(
            Phrase("engine", "%1 us of work of the host to prepare these launches went.").arg(edit.workNs / 1000));
    notes.emplace_back(QT_TRANSLATE_NOOP(
        "engine", "Capturing and instantiating the graphs happens once and is not in the prediction."));
    if (edit.leftDefault)
        notes.emplace_back(
            QT_TRANSLATE_NOOP("engine", "The default stream cannot be captured: its launches go to a blocking stream, "
                                        "which keeps their order with the default stream."));
    if (runs.joinsStreams())
        notes.emplace_back(QT_TRANSLATE_NOOP("engine",
                                             "Graphs of several streams need events that fork the streams from the "
                                             "launching one and join them; they are taken to cost nothing."));
    return result;
}

const RegisteredChange<GraphLaunches> registeredGraphLaunches;

} // namespace

} // namespace streamscope
