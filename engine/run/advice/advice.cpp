// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/advice/advice.h"

#include "engine/advice/cause.h"
#include "engine/changes/patterns/call_order.h"
#include "engine/program/text/phrase.h"
#include "engine/run/advice/remaining_bound.h"
#include "engine/run/advice/trials.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>
#include <utility>

namespace streamscope {

namespace {

constexpr std::size_t mostSteps = 6;
/// Operations in all trials, about 2 s on two cores: behind that no further step is looked for.
constexpr std::size_t mostSimulated = 3'000'000;

/// The best candidate of a proposal.
struct Win
{
    Proposal proposal;
    Trial trial;
    double gain = 0; ///< the share of the time that goes
    double rank = 0; ///< the same where the profiler cost the most
};

/// What trials of a State came to.
struct Outcome
{
    std::vector<Win> wins; ///< what wins leastGain, the largest gain first
    std::size_t tried = 0; ///< changes of the way to issue the work, or of the host's work
    /// The largest gain of another way to issue the work that may come to nothing.
    std::optional<Win> uncertain;
};

double shareGone(std::int64_t before, std::int64_t after)
{
    return before <= 0 ? 0 : 1 - static_cast<double>(after) / static_cast<double>(before);
}

/// A Program, changed or not, and what it takes.
class State
{
public:
    State(WhatIfBase base, std::int64_t ns, std::string what, const RunControl &control)
        : m_base(std::move(base)), m_ns(ns), m_what(std::move(what)), m_control(control)
    {
        m_plain = whatIfFigures(m_base, {}, m_control.stop).plain;
    }

    const WhatIfBase &base() const { return m_base; }
    std::int64_t ns() const { return m_ns; }

    Outcome tryProposals() const;

    State with(const Win &win) const
    {
        State changed{baseWith(m_base, win.trial.request, m_control.stop), win.trial.predictedNs,
                      Phrase("engine", "Trying changes behind %1").arg(win.trial.request.text()), m_control};
        changed.m_isChanged = true;
        return changed;
    }

private:
    double gainOf(const Trial &trial) const { return shareGone(m_ns, trial.predictedNs); }
    double rankOf(const Trial &trial) const;
    /// Advice holds in more cases than the four of five of its range: 1.3 times as far above the prediction lies the
    /// end for nine of ten, as errors spread. Most of it is common to both times: the same host, at the same pace, the
    /// same model. That nobody has to gather data first is what such advice assumes and says.
    bool isCertain(const Trial &trial) const
    {
        constexpr double nineOfTen = 1.3;
        if (!trial.range || trial.request.change->onlyTakesAway())
            return true;
        return static_cast<double>(trial.predictedNs)
                   + nineOfTen * static_cast<double>(trial.range->highNs - trial.commonNs - trial.predictedNs)
               < static_cast<double>(m_ns);
    }
    /// Empty where no candidate wins leastGain.
    std::optional<Win> bestOf(Proposal proposal, const std::optional<Trial> *trials) const;

    /// What a trace shows of operations holds for the unchanged Program.
    const Timeline *measured() const
    {
        return m_base.replay && !m_isChanged ? &m_base.replay->trace->recording.timeline : nullptr;
    }

    WhatIfBase m_base;
    bool m_isChanged = false;
    std::int64_t m_ns;
    std::string m_what; ///< the work, for who waits
    RunControl m_control;
    std::optional<PlainTime> m_plain;
};

/// A profiler makes calls and operators dearer, by how much nobody knows: what saves those would come before what saves
/// real work. The least that a change wins of the profiler's own cost is what it wins where that cost is the largest;
/// where the time without the profiler is known, that counts.
double State::rankOf(const Trial &trial) const
{
    if (!m_plain || !trial.plain)
        return gainOf(trial);
    const auto before = m_plain->known(), after = trial.plain->known();
    return before && after ? shareGone(*before, *after) : shareGone(m_plain->lowNs, trial.plain->lowNs);
}

std::optional<Win> State::bestOf(Proposal proposal, const std::optional<Trial> *trials) const
{
    const std::optional<Trial> *best = nullptr;
    double bestTime = 0;
    for (std::size_t i = 0; i < proposal.candidates.size(); ++i) {
        if (!trials[i])
            continue;
        const double time = static_cast<double>(trials[i]->predictedNs) * proposal.candidates[i].handicap;
        if (!best || time < bestTime) {
            best = trials + i;
            bestTime = time;
        }
    }
    if (!best || gainOf(**best) < leastGain || rankOf(**best) < leastGain)
        return std::nullopt;
    return Win{std::move(proposal), **best, gainOf(**best), rankOf(**best)};
}

/// A faster kernel nearly always wins, and what holds under a condition that no trace shows may never do: neither is a
/// step that somebody may take for granted.
bool isLastResort(const Proposal &proposal)
{
    return proposal.asks == Asks::FasterKernel || proposal.asks == Asks::IndependentWork;
}

/// Leaves what is worth saying. Less work of the host often wins where another way to issue the work wins, too: it must
/// win far more. So must what holds under a condition; it comes last. A faster kernel stands alone.
void keepWorthSaying(std::vector<Win> &wins)
{
    constexpr double farMore = 2;
    double bestWay = 0;
    for (const Win &win : wins)
        bestWay = win.proposal.asks == Asks::AnotherIssue ? std::max(bestWay, win.rank) : bestWay;
    std::erase_if(wins, [bestWay](const Win &win) {
        return win.proposal.asks == Asks::LessHostWork && win.rank < farMore * bestWay;
    });
    const auto isLast = [](const Win &win) { return isLastResort(win.proposal); };
    double best = 0;
    for (const Win &win : wins)
        best = isLast(win) ? best : std::max(best, win.rank);
    std::erase_if(wins, [&](const Win &win) {
        return best > 0 && isLast(win) && (win.proposal.asks == Asks::FasterKernel || win.rank < farMore * best);
    });
    std::stable_partition(wins.begin(), wins.end(), std::not_fn(isLast));
    // Each of several branches could move away from the others, but not all of them from all.
    bool named = false;
    std::erase_if(wins, [&named](const Win &win) {
        return win.proposal.asks == Asks::IndependentWork && std::exchange(named, true);
    });
}

Outcome State::tryProposals() const
{
    const Situation situation(*m_base.program, m_base.recording->timeline, *m_base.profile, isReplay(*m_base.program),
                              measured());
    std::vector<Proposal> proposals = proposalsFor(situation);
    std::vector<std::string> changes;
    for (const Proposal &proposal : proposals)
        for (const Candidate &candidate : proposal.candidates)
            changes.push_back(candidate.change);
    const std::vector<std::optional<Trial>> trials = tryChanges(m_base, changes, m_what, m_control);
    Outcome outcome;
    const std::optional<Trial> *own = trials.data();
    for (Proposal &proposal : proposals) {
        const std::size_t count = proposal.candidates.size();
        if (!isLastResort(proposal))
            outcome.tried += static_cast<std::size_t>(
                std::count_if(own, own + count, [](const auto &trial) { return trial.has_value(); }));
        if (auto win = bestOf(std::move(proposal), own)) {
            if (isCertain(win->trial))
                outcome.wins.push_back(std::move(*win));
            else if (win->proposal.asks == Asks::AnotherIssue
                     && (!outcome.uncertain || outcome.uncertain->rank < win->rank))
                outcome.uncertain = std::move(win);
        }
        own += count;
    }
    std::vector<Win> &wins = outcome.wins;
    std::stable_sort(wins.begin(), wins.end(), [](const Win &a, const Win &b) { return a.rank > b.rank; });
    keepWorthSaying(wins);
    std::set<std::pair<std::string, std::string>> known; // two causes may propose the same change
    std::erase_if(wins, [&known](const Win &win) {
        return !known.emplace(win.trial.request.change->id(), win.trial.request.filter).second;
    });
    return outcome;
}

AdviceSummary::Step stepOf(const Win &win)
{
    return {win.trial.request.text(), win.trial.predictedNs, win.trial.range, win.gain, win.proposal.cause};
}

Finding findingOf(const Win &win)
{
    constexpr double much = 0.2;
    Finding finding;
    finding.id = win.proposal.cause;
    finding.severity =
        win.gain >= much && win.proposal.asks != Asks::IndependentWork ? Severity::Warning : Severity::Hint;
    finding.text = win.proposal.text;
    finding.suggestion = {win.proposal.advice,
                          win.trial.request.text(),
                          win.trial.predictedNs,
                          win.trial.range,
                          win.gain,
                          win.proposal.asks == Asks::LessHostWork || win.proposal.asks == Asks::FasterKernel};
    finding.evidence = win.proposal.evidence;
    return finding;
}

} // namespace

Advice advise(const WhatIfBase &base, const RunControl &control)
{
    Advice advice;
    advice.summary.beforeNs = base.beforeNs();
    State state(base, base.beforeNs(), QT_TRANSLATE_NOOP("engine", "Trying changes"), control);
    Outcome first = state.tryProposals();
    advice.summary.tried = first.tried;
    if (first.wins.empty() && first.uncertain)
        advice.summary.uncertain = stepOf(*first.uncertain);
    std::vector<Win> wins = std::move(first.wins);
    double conditionalGain = 0; // of one that no trace shows to be allowed
    for (const Win &win : wins) {
        advice.findings.push_back(findingOf(win));
        if (win.proposal.asks == Asks::IndependentWork)
            conditionalGain = win.gain;
    }
    const std::size_t round = (advice.summary.tried + 1) * base.program->operations.size();
    const std::size_t steps = std::min(mostSteps, mostSimulated / std::max<std::size_t>(round, 1) + 1);
    std::set<std::string> applied; // no step twice: half of half the work is no advice
    while (!wins.empty() && !isLastResort(wins.front().proposal)) {
        const Win best = wins.front();
        advice.summary.sequence.push_back(stepOf(best));
        applied.insert(best.trial.request.change->id());
        state = state.with(best);
        if (advice.summary.sequence.size() >= steps)
            break;
        wins = state.tryProposals().wins;
        std::erase_if(wins, [&applied](const Win &win) {
            return win.proposal.asks != Asks::AnotherIssue || applied.contains(win.trial.request.change->id());
        });
    }
    setRemainingBound(advice.summary, state.base(), state.ns());
    if (conditionalGain > 0)
        advice.summary.text += ' '
                               + Phrase("engine", "Another one would win %1 %, under a condition.")
                                     .arg(std::llround(100 * conditionalGain));
    return advice;
}

void addAdvice(RunAnalysis &analysis, Advice advice)
{
    analysis.advice = std::move(advice.summary);
    const auto behindProblems = std::find_if(analysis.findings.begin(), analysis.findings.end(),
                                             [](const Finding &f) { return f.severity != Severity::Problem; });
    analysis.findings.insert(behindProblems, std::make_move_iterator(advice.findings.begin()),
                             std::make_move_iterator(advice.findings.end()));
}

} // namespace streamscope
