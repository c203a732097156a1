// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/tune/tune.h"

#include "engine/program/text/phrase.h"
#include "engine/run/tune/tuning_search.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

class TuningJob
{
public:
    TuningJob(TuningTarget &target, std::size_t budget, const RunControl &control,
              const std::function<void(const Tuning &)> &runDone)
        : m_target(target), m_control(control), m_runDone(runDone)
    {
        m_tuning.title = target.title();
        m_tuning.device = target.device();
        m_tuning.model = target.model();
        m_tuning.knobs = target.knobs();
        m_tuning.budget = budget;
    }

    Tuning run()
    {
        m_candidates = m_target.predict(m_control);
        m_control.checkStop();
        m_tuning.combinations = m_candidates.size();
        m_candidates = distinctCandidates(m_tuning.knobs, std::move(m_candidates), m_target.start());
        TuningSearch search(m_tuning.knobs, m_candidates);
        measureStart(search);
        try {
            while (m_tuning.runs.size() < m_tuning.budget)
                if (const auto next = search.next())
                    measure(search, *next);
                else
                    break;
        } catch (const Cancelled &) { // what is known stays
        }
        m_tuning.confidence = search.confidence();
        return std::move(m_tuning);
    }

private:
    void measureStart(TuningSearch &search)
    {
        const auto start = std::find_if(m_candidates.begin(), m_candidates.end(),
                                        [this](const TuningCandidate &c) { return c.place == m_target.start(); });
        if (start == m_candidates.end())
            throw InputError(Phrase("engine", "the configuration to start from does not run on the model of %1")
                                 .arg(m_tuning.device.id));
        measure(search, static_cast<std::size_t>(start - m_candidates.begin()));
        if (m_tuning.start().status == SweepStatus::Refused)
            throw InputError(m_tuning.start().error);
        if (m_tuning.start().status == SweepStatus::Failed)
            throw RunError(m_tuning.start().error);
    }

    void measure(TuningSearch &search, std::size_t candidate)
    {
        const TuningCandidate &own = m_candidates[candidate];
        TuningRun run;
        run.place = own.place;
        run.predictedNs = own.predictedNs;
        run.expectedNs = search.expectedNs(candidate);
        const std::string values = placeText(m_tuning.knobs, own.place, nullptr);
        m_control.report(static_cast<int>(m_tuning.runs.size()), static_cast<int>(m_tuning.budget),
                         "measuring " + values);
        RunControl quiet;
        quiet.stop = m_control.stop;
        quiet.checkStop();
        const RunOutcome outcome = outcomeOf([&] { run.sample = m_target.measure(own.place, quiet); });
        run.status = outcome.status;
        run.error = outcome.error;
        if (run.status == SweepStatus::Ok)
            search.measured(candidate, run.sample);
        else
            search.failed(candidate);
        m_tuning.runs.push_back(std::move(run));
        if (search.best() == candidate)
            m_tuning.best = m_tuning.runs.size() - 1;
        if (m_runDone)
            m_runDone(m_tuning);
    }

    TuningTarget &m_target;
    const RunControl &m_control;
    const std::function<void(const Tuning &)> &m_runDone;
    std::vector<TuningCandidate> m_candidates;
    Tuning m_tuning;
};

/// The value of a change names it: "split:chunks=8".
std::string valueText(const TuningKnob &knob, std::size_t value)
{
    const std::string &text = knob.values[value];
    return text.starts_with(knob.name) ? text : knob.name + '=' + text;
}

double shareGone(std::int64_t before, std::int64_t after)
{
    return before <= 0 ? 0 : 1 - static_cast<double>(after) / static_cast<double>(before);
}

} // namespace

double Tuning::gain() const
{
    return shareGone(start().sample.ns, bestRun().sample.ns);
}

/// A model that is off is off for both, so a simulated start counts as exact.
FactorRange Tuning::gainRange() const
{
    if (best == 0)
        return {0, 0};
    const PredictionRange own = bestRun().sample.range;
    const PredictionRange before =
        simulated() ? PredictionRange{start().sample.ns, start().sample.ns} : start().sample.range;
    return {shareGone(before.lowNs, own.highNs), shareGone(before.highNs, own.lowNs)};
}

Tuning tune(TuningTarget &target, std::size_t budget, const RunControl &control,
            const std::function<void(const Tuning &)> &runDone)
{
    if (budget < 1 || budget > mostTuningBudget)
        throw InputError(Phrase("engine", "a budget of %1 runs; allowed: 1 to %2").arg(budget, mostTuningBudget));
    return TuningJob(target, budget, control, runDone).run();
}

std::string placeText(const std::vector<TuningKnob> &knobs, const TuningPlace &place, const TuningPlace *from)
{
    std::string text;
    for (std::size_t i = 0; i < knobs.size(); ++i)
        if (!from || place[i] != (*from)[i])
            text += (text.empty() ? "" : " ") + valueText(knobs[i], place[i]);
    return text;
}

} // namespace streamscope
