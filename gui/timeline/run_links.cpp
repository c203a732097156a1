// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/run_links.h"

#include <QCoreApplication>
#include <QPointer>
#include <QThreadPool>

#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t manySpans = 200'000; ///< fewer take less than a frame or two

} // namespace

void RunLinks::setRun(std::shared_ptr<const TimelineContent> content, std::shared_ptr<const Program> program)
{
    m_content = std::move(content);
    m_program = std::move(program);
    m_made.reset();
    m_onPath.clear();
    m_asked.reset();
    m_answer.clear();
    m_isWorking = false;
    ++m_run;
}

std::shared_ptr<const RunLinks::Made> RunLinks::make(std::shared_ptr<const TimelineContent> content,
                                                     const std::shared_ptr<const Program> &program)
{
    RunDependencies links(content->timeline(), program.get());
    std::vector<CriticalStep> path = links.criticalPath();
    return std::make_shared<const Made>(Made{std::move(content), std::move(links), std::move(path)});
}

bool RunLinks::prepare()
{
    // Of two runs on one axis none holds the other's operations.
    if (m_made || m_isWorking || !m_content || m_content->isEmpty() || m_content->compared())
        return m_made != nullptr;
    if (m_content->timeline().size() <= manySpans) {
        take(make(m_content, m_program));
        return true;
    }
    m_isWorking = true;
    const QPointer<RunLinks> self(this);
    QThreadPool::globalInstance()->start([self, run = m_run, content = m_content, program = m_program] {
        auto made = make(content, program);
        QMetaObject::invokeMethod(
            qApp,
            [self, run, made = std::move(made)] {
                if (!self || self->m_run != run)
                    return;
                self->m_isWorking = false;
                self->take(made);
                Q_EMIT self->changed();
            },
            Qt::QueuedConnection);
    });
    return false;
}

void RunLinks::take(std::shared_ptr<const Made> made)
{
    m_made = std::move(made);
    m_onPath.assign(m_content->timeline().size(), false);
    for (const CriticalStep &step : m_made->path)
        m_onPath[step.span] = true;
}

const std::vector<Dependency> &RunLinks::of(std::uint32_t span)
{
    if (!m_made || m_asked == span)
        return m_answer;
    m_asked = span;
    m_answer = m_made->links.into(span);
    const std::vector<Dependency> later = m_made->links.outOf(span);
    m_answer.insert(m_answer.end(), later.begin(), later.end());
    return m_answer;
}

const std::vector<CriticalStep> &RunLinks::path() const
{
    static const std::vector<CriticalStep> none;
    return m_made ? m_made->path : none;
}

} // namespace streamscope
