// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/explain/explanation.h"

#include "engine/analysis/explain/busy_engines.h"
#include "engine/analysis/explain/explanation_text.h"
#include "engine/analysis/explain/slack.h"
#include "engine/device/number_text.h"
#include "engine/program/text/phrase.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Walks back from an operation, at each step to what held it last.
class ChainWalk
{
public:
    ChainWalk(const Timeline &timeline, const RunDependencies &dependencies)
        : m_timeline(timeline), m_dependencies(dependencies), m_engines(timeline)
    {}

    std::vector<ExplainedStep> to(std::uint32_t span) const
    {
        std::vector<ExplainedStep> chain;
        std::vector<bool> seen(m_timeline.size(), false); // contradicting times must not make a circle
        for (std::optional<std::uint32_t> at = span; at && !seen[*at];) {
            seen[*at] = true;
            chain.push_back({});
            chain.back().span = *at;
            at = holder(chain.back());
            if (at && seen[*at])
                chain.back().heldBy.reset();
        }
        return chain;
    }

private:
    /// Completes the step. @returns what held it
    std::optional<std::uint32_t> holder(ExplainedStep &step) const
    {
        const std::int64_t start = m_timeline.starts()[step.span], issue = m_timeline.issue(step.span);
        const bool waits = m_timeline.kinds()[step.span] == OperationKind::Sync;
        std::optional<std::uint32_t> last = latestInto(step, waits ? m_timeline.ends()[step.span] : start);
        const bool isIssued = issue != unknownTime && issue <= start;
        step.freeAt = isIssued ? issue : last ? m_timeline.ends()[*last] : start;
        if (last) {
            step.lateCallNs = isIssued ? std::max<std::int64_t>(issue - m_timeline.ends()[*last], 0) : 0;
            step.freeAt = std::max(step.freeAt, m_timeline.ends()[*last]);
        }
        if (const auto served = m_engines.before(step.span, step.freeAt)) {
            last = served;
            step.heldBy = DependencyKind::Engine;
            step.lateCallNs = 0;
            step.freeAt = m_timeline.ends()[*served];
        }
        step.startingNs = std::max<std::int64_t>(start - step.freeAt, 0);
        step.otherThread = last && m_timeline.thread(step.span) != m_timeline.thread(*last);
        return last;
    }

    std::optional<std::uint32_t> latestInto(ExplainedStep &step, std::int64_t past) const
    {
        std::optional<std::uint32_t> last;
        for (const Dependency &dependency : m_dependencies.into(step.span)) {
            const std::int64_t end = m_timeline.ends()[dependency.from];
            if (end > past || (last && end <= m_timeline.ends()[*last]))
                continue;
            last = dependency.from;
            step.heldBy = dependency.kind;
        }
        return last;
    }

    const Timeline &m_timeline;
    const RunDependencies &m_dependencies;
    const BusyEngines m_engines;
};

} // namespace

Explanation explain(const Timeline &timeline, const Program *program, std::uint32_t span)
{
    const RunDependencies dependencies(timeline, program);
    Explanation explanation;
    explanation.chain = ChainWalk(timeline, dependencies).to(span);
    for (std::size_t i = 0; i < explanation.chain.size(); ++i)
        explanation.chain[i].text = stepText(timeline, explanation.chain[i],
                                             i + 1 < explanation.chain.size() ? &explanation.chain[i + 1] : nullptr);
    explanation.issuedBy = issuedByText(timeline, span);
    explanation.slackNs = slackOf(timeline, dependencies)[span];
    explanation.slackText =
        explanation.slackNs == 0
            ? QT_TRANSLATE_NOOP("engine", "It is on the critical path: if it ended earlier, the run could.")
            : Phrase("engine", "It could take %1 longer before the run takes longer.")
                  .arg(millisecondsText(explanation.slackNs));
    return explanation;
}

} // namespace streamscope
