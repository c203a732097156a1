// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/change.h"
#include "engine/changes/edit/joined_operations.h"
#include "engine/changes/edit/note_text.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/changes/patterns/chains.h"
#include "engine/changes/patterns/new_races.h"
#include "engine/changes/unchanged.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <map>

namespace streamscope {

namespace {

/// Neighbouring chunks in one: what split does, the other way round.
class JoinChunks final : public Change
{
public:
    std::string id() const override { return "join"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Join chunks"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "Chains of copy, kernels and copy that follow each other become one chain with the data of all of them.");
    }
    std::string assumes() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "Chains of a stream work on neighbouring data, and their kernels can do so in one launch; in a trace not "
            "across a host function of the stream.");
    }
    std::vector<ParameterSpec> parameters() const override
    {
        ParameterSpec chunks;
        chunks.name = "chunks";
        chunks.label = QT_TRANSLATE_NOOP("engine", "Chunks");
        chunks.minimum = 2;
        chunks.maximum = 1024;
        chunks.defaultValue = std::int64_t{4};
        chunks.help = QT_TRANSLATE_NOOP("engine", "Chains that become one.");
        chunks.logarithmic = true;
        return {chunks};
    }
    double doubt() const override { return 0.05; } // the host's calls, and what it does for them
    std::vector<KnobSetting> knobSettings(const Parameters &change, const Parameters &knobs) const override
    {
        const std::int64_t chunks = knobs.has("chunks") ? knobs.integer("chunks") : 1, in = change.integer("chunks");
        return {{"chunks", std::max<std::int64_t>((chunks + in - 1) / in, 1)}};
    }
    ChangedProgram apply(const ChangeInput &input) const override;
};

/// Chains that become one: by place in the chain, the operations of all.
using Columns = std::vector<std::vector<std::int32_t>>;

/// Collects chains that go together: as long as nothing but launches stands between them.
class ChunkJoiner
{
public:
    explicit ChunkJoiner(const ChangeInput &input)
        : m_input(input), m_operations(input.program.operations), m_launchWork(input.program),
          m_rules(input.program, input.profile), m_replay(isReplay(input.program)),
          m_most(static_cast<std::size_t>(input.values.integer("chunks")))
    {
        std::int32_t count = 0;
        std::vector<std::int32_t> functions(input.program.streams.size(), 0);
        for (const Operation &operation : m_operations) {
            const bool counts = m_replay && operation.stream >= 0;
            if (counts && operation.kind == OperationKind::HostFunction)
                ++functions[static_cast<std::size_t>(operation.stream)];
            m_functions.push_back(counts ? functions[static_cast<std::size_t>(operation.stream)] : 0);
            const bool event = uses(operation.kind, field::event);
            count += event || (isOnHost(operation) && !m_launchWork.belongsToLaunch(operation)) ? 1 : 0;
            m_bounds.push_back(count);
        }
    }

    std::vector<Columns> run()
    {
        ChainFinder finder(
            m_input.program,
            [this](std::int32_t i) {
                return m_input.selected[static_cast<std::size_t>(i)] && at(i).graph == Operation::none;
            },
            [this](std::int32_t i) { return m_launchWork.belongsToLaunch(at(i)); });
        for (const OperationChain &chain : finder.run()) {
            m_streams.push_back(at(chain.operations.front()).stream);
            add(chain);
        }
        for (const auto &[stream, open] : m_open)
            close(open);
        return std::move(m_joined);
    }

    const JoinRules &rules() const { return m_rules; }
    /// Of the joined chain `number`: they take the streams in turn, as the chains did.
    std::int32_t streamOf(const Columns &columns, std::size_t number) const
    {
        return m_replay ? at(columns.front().front()).stream : m_streams[number];
    }

    /// The work of the host to launch operations that go, by operation.
    void addLaunchWork(std::vector<bool> &removed) const
    {
        std::map<std::int32_t, std::vector<std::size_t>> work; // by thread: since its last call
        for (std::size_t i = 0; i < m_operations.size(); ++i) {
            auto &pending = work[m_operations[i].thread];
            if (m_operations[i].kind == OperationKind::HostWork) {
                if (m_launchWork.belongsToLaunch(m_operations[i]))
                    pending.push_back(i);
                continue;
            }
            for (const std::size_t index : pending)
                removed[index] = removed[i];
            pending.clear();
        }
    }

private:
    const Operation &at(std::int32_t index) const { return m_operations[static_cast<std::size_t>(index)]; }

    bool goesWith(const Columns &open, const OperationChain &chain) const
    {
        if (open.empty() || open.size() != chain.operations.size() || open.front().size() >= m_most)
            return false;
        const auto bounds = [this](std::int32_t i) { return m_bounds[static_cast<std::size_t>(i)]; };
        if (bounds(open.front().front()) != bounds(chain.operations.back())
            || at(open.front().front()).thread != chain.thread)
            return false;
        const auto functions = [this](std::int32_t i) { return m_functions[static_cast<std::size_t>(i)]; };
        if (functions(open.front().front()) != functions(chain.operations.back()))
            return false;
        for (std::size_t place = 0; place < open.size(); ++place)
            if (at(open[place].back()).kind != at(chain.operations[place]).kind
                || !m_rules.joins(open[place], chain.operations[place]))
                return false;
        return true;
    }

    /// Buffers show whether the chains of several streams go on with each other's data; in a replay the stream does.
    void add(const OperationChain &chain)
    {
        Columns &open = m_open[m_replay ? chain.stream : 0];
        if (!goesWith(open, chain)) {
            close(open);
            open.assign(chain.operations.size(), {});
        }
        for (std::size_t place = 0; place < open.size(); ++place)
            open[place].push_back(chain.operations[place]);
    }

    void close(const Columns &open)
    {
        if (!open.empty() && open.front().size() > 1)
            m_joined.push_back(open);
    }

    const ChangeInput &m_input;
    const std::vector<Operation> &m_operations;
    const LaunchWork m_launchWork;
    const JoinRules m_rules;
    const bool m_replay;
    const std::size_t m_most;
    std::vector<std::int32_t> m_bounds; ///< by operation: how many calls that nothing goes across stand before it
    /// By operation of a replay: how many host functions of its stream, which may make the data of the next chain from
    /// the result of the one before.
    std::vector<std::int32_t> m_functions;
    std::map<std::int32_t, Columns> m_open; ///< by stream; of one number where buffers show the data
    std::vector<std::int32_t> m_streams;    ///< by chain
    std::vector<Columns> m_joined;
};

ChangedProgram JoinChunks::apply(const ChangeInput &input) const
{
    ChunkJoiner joiner(input);
    const std::vector<Columns> joined = joiner.run();
    if (joined.empty())
        return unchanged(input,
                         QT_TRANSLATE_NOOP("engine",
                                           "No two chains of copies and kernels follow each other on neighbouring data "
                                           "without a synchronisation, an event or work of the host between them."));
    ChangedProgram result;
    result.program = input.program;
    std::vector<bool> removed(input.program.operations.size(), false);
    std::size_t chains = 0;
    for (std::size_t number = 0; number < joined.size(); ++number) {
        const Columns &columns = joined[number];
        chains += columns.front().size();
        for (const std::vector<std::int32_t> &column : columns) {
            Operation &one = result.program.operations[static_cast<std::size_t>(column.front())];
            one = joiner.rules().joined(column, result.program.buffers);
            one.stream = joiner.streamOf(columns, number);
            for (std::size_t i = 1; i < column.size(); ++i)
                removed[static_cast<std::size_t>(column[i])] = true;
            result.touched += column.size();
        }
    }
    joiner.addLaunchWork(removed);
    std::size_t next = 0;
    std::erase_if(result.program.operations, [&](const Operation &) { return removed[next++]; });
    if (const auto race = newRaceText(input.program, result.program))
        return unchanged(input, Phrase("engine", "The chunks depend on each other: %1.").arg(*race));
    result.notes.push_back(chains == 1 ? Phrase("engine", "1 chain became %1.").arg(joined.size())
                                       : Phrase("engine", "%1 chains became %2.").arg(chains, joined.size()));
    if (isReplay(input.program))
        result.notes.emplace_back(QT_TRANSLATE_NOOP(
            "engine", "A trace does not show data: the chains of a stream are taken to work on neighbouring data."));
    return result;
}

const RegisteredChange<JoinChunks> registeredJoinChunks;

} // namespace

} // namespace streamscope
