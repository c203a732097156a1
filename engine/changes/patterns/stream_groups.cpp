// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/patterns/stream_groups.h"

#include "engine/changes/patterns/call_order.h"
#include "engine/program/order/stream_rules.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

class GroupWalk
{
public:
    GroupWalk(const Program &program, const GroupQuestions &questions)
        : m_program(program), m_questions(questions), m_launchWork(program), m_rules(program.streams),
          m_open(program.streams.size()), m_work(static_cast<std::size_t>(program.threadCount()))
    {}

    std::vector<StreamGroup> run()
    {
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            const Operation &operation = m_program.operations[i];
            const auto index = static_cast<std::int32_t>(i);
            std::vector<std::int32_t> &work = m_work[static_cast<std::size_t>(operation.thread)];
            if (m_launchWork.belongsToLaunch(operation)) {
                work.push_back(index);
                continue;
            }
            if (isOnHost(operation))
                closeAll(operation);
            else
                enter(index, std::move(work));
            work.clear();
        }
        for (StreamGroup &group : m_open)
            close(group);
        return std::move(m_found);
    }

private:
    void enter(std::int32_t index, std::vector<std::int32_t> work)
    {
        const Operation &operation = m_program.operations[static_cast<std::size_t>(index)];
        const std::int32_t stream = m_rules.same(operation.stream);
        for (const std::int32_t other : m_rules.comesAfter(stream)) // the NULL stream stands between them
            if (other != stream)
                close(m_open[static_cast<std::size_t>(other)]);
        StreamGroup &group = m_open[static_cast<std::size_t>(stream)];
        const bool fits = m_questions.fits(index);
        const bool joins =
            fits && !group.operations.empty()
            && m_program.operations[static_cast<std::size_t>(group.operations.back())].thread == operation.thread
            && m_questions.joins(group.operations, index);
        if (!joins)
            close(group);
        else
            group.work.insert(group.work.end(), work.begin(), work.end());
        if (!fits)
            return;
        if (group.operations.empty())
            m_openStreams.push_back(stream);
        group.operations.push_back(index);
    }

    void close(StreamGroup &group)
    {
        if (group.operations.size() > 1)
            m_found.push_back(std::move(group));
        group = {};
    }

    /// The host waits or works: what it issues later is not issued together with what it has issued. Another thread
    /// that waits for the stream needs what was issued before.
    void closeAll(const Operation &call)
    {
        std::erase_if(m_openStreams, [&](std::int32_t stream) {
            StreamGroup &group = m_open[static_cast<std::size_t>(stream)];
            if (group.operations.empty())
                return true;
            const bool own =
                m_program.operations[static_cast<std::size_t>(group.operations.back())].thread == call.thread;
            const bool waitsForStream = call.kind == OperationKind::Sync && call.syncScope == SyncScope::Stream
                                        && m_rules.same(call.stream) == stream;
            if (!own && !waitsForStream)
                return false;
            close(group);
            return true;
        });
    }

    const Program &m_program;
    const GroupQuestions &m_questions;
    const LaunchWork m_launchWork;
    const StreamRules m_rules;
    std::vector<StreamGroup> m_open;               ///< by stream
    std::vector<std::int32_t> m_openStreams;       ///< those with a group, and some without
    std::vector<std::vector<std::int32_t>> m_work; ///< by thread: since its last call
    std::vector<StreamGroup> m_found;
};

} // namespace

std::vector<StreamGroup> streamGroupsOf(const Program &program, const GroupQuestions &questions)
{
    return GroupWalk(program, questions).run();
}

} // namespace streamscope
