// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/run_links.h"

#include <utility>

namespace streamscope {

void RunLinks::setRun(std::shared_ptr<const TimelineContent> content, std::shared_ptr<const Program> program)
{
    m_content = std::move(content);
    m_program = std::move(program);
    m_made.reset();
    m_onPath.clear();
    m_asked.reset();
    m_answer.clear();
    m_task.cancel();
}

std::shared_ptr<const RunLinks::Made> RunLinks::make(std::shared_ptr<const TimelineContent> content,
                                                     const std::shared_ptr<const Program> &program)
{
    Made made;
    if (const ComparedRuns *compared = content->compared()) {
        for (const Side side : {Side::A, Side::B}) {
            const NamedRun &run = compared->run(side);
            made.parts.push_back(part(run.recording->timeline, run.program.get(), compared->spansOf(side).first));
        }
    } else {
        made.parts.push_back(part(content->timeline(), program.get(), 0));
    }
    made.content = std::move(content);
    return std::make_shared<const Made>(std::move(made));
}

RunLinks::Part RunLinks::part(const Timeline &timeline, const Program *program, std::size_t firstSpan)
{
    RunDependencies links(timeline, program);
    std::vector<CriticalStep> path = links.criticalPath();
    const auto first = static_cast<std::uint32_t>(firstSpan);
    for (CriticalStep &step : path)
        step.span += first;
    return {first, std::move(links), std::move(path)};
}

bool RunLinks::prepare()
{
    if (m_made || m_task.isBusy() || !m_content || m_content->isEmpty())
        return m_made != nullptr;
    const auto answer = [this](const std::shared_ptr<const Made> &made) {
        take(made);
        if (m_isAwaited)
            Q_EMIT changed();
    };
    m_isAwaited = false;
    m_task.startOrDo(
        m_content->timeline().size(),
        [content = m_content, program = m_program](const RunControl &) { return make(content, program); }, answer,
        [answer](const QString &problem) {
            answer(std::make_shared<const Made>()); // none is known, and painting must not ask again
            Q_EMIT BackgroundProblems::instance().arose(problem);
        });
    m_isAwaited = m_task.isBusy();
    return m_made != nullptr;
}

void RunLinks::take(std::shared_ptr<const Made> made)
{
    m_made = std::move(made);
    m_onPath.assign(m_content->timeline().size(), false);
    for (const Part &part : m_made->parts)
        for (const CriticalStep &step : part.path)
            m_onPath[step.span] = true;
}

const std::vector<Dependency> &RunLinks::of(std::uint32_t span)
{
    if (!m_made || m_made->parts.empty() || m_asked == span)
        return m_answer;
    m_asked = span;
    const bool isOfB = m_made->parts.size() > 1 && span >= m_made->parts.back().firstSpan;
    const Part &part = isOfB ? m_made->parts.back() : m_made->parts.front();
    m_answer = part.links.into(span - part.firstSpan);
    const std::vector<Dependency> later = part.links.outOf(span - part.firstSpan);
    m_answer.insert(m_answer.end(), later.begin(), later.end());
    for (Dependency &link : m_answer) {
        link.from += part.firstSpan;
        link.to += part.firstSpan;
    }
    return m_answer;
}

const std::vector<CriticalStep> &RunLinks::path(Side side) const
{
    static const std::vector<CriticalStep> none;
    const auto index = static_cast<std::size_t>(side);
    return m_made && index < m_made->parts.size() ? m_made->parts[index].path : none;
}

} // namespace streamscope
