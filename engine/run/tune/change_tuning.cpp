// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/tune/change_tuning.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/advice/advice.h"
#include "engine/run/on_all_cores.h"
#include "engine/run/tune/measured_sample.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace streamscope {

namespace {

/// Operations in all simulations of one prediction of every combination: about 5 s on two cores.
constexpr std::size_t mostSimulatedOperations = 8'000'000;

/// What wins alone or behind another change, the changes of the sequence first, in its order.
std::vector<RequestedChange> winningChanges(const WhatIfBase &base, const std::stop_token &stop)
{
    const Advice advice = advise(base, {stop, {}});
    std::vector<std::string> texts;
    const auto add = [&texts](const std::string &change) {
        if (std::find(texts.begin(), texts.end(), change) == texts.end())
            texts.push_back(change);
    };
    const auto isLessWork = [&advice](const std::string &change) {
        return std::any_of(advice.findings.begin(), advice.findings.end(), [&change](const Finding &finding) {
            return finding.suggestion.isLessWork && finding.suggestion.change == change;
        });
    };
    for (const AdviceSummary::Step &step : advice.summary.sequence)
        if (!isLessWork(step.change))
            add(step.change);
    for (const Finding &finding : advice.findings)
        if (!finding.suggestion.isLessWork)
            add(finding.suggestion.change);
    std::vector<RequestedChange> changes;
    for (const std::string &text : texts)
        changes.push_back(parseChange(text));
    if (changes.empty())
        throw InputError(Phrase("engine", "there is nothing to tune: %1").arg(advice.summary.text));
    return changes;
}

/// Every place, the last knob turning fastest.
std::vector<TuningPlace> everyPlace(const std::vector<TuningKnob> &knobs)
{
    std::vector<TuningPlace> places{TuningPlace()};
    for (const TuningKnob &knob : knobs) {
        std::vector<TuningPlace> longer;
        for (const TuningPlace &place : places)
            for (std::size_t value = 0; value < knob.values.size(); ++value) {
                longer.push_back(place);
                longer.back().push_back(value);
            }
        places = std::move(longer);
    }
    return places;
}

} // namespace

ChangeTuning::ChangeTuning(WhatIfBase base, std::unique_ptr<Executor> device, const RunOptions &options,
                           const std::stop_token &stop)
    : m_base(std::move(base)), m_device(std::move(device)), m_options(options)
{
    std::size_t combinations = 1;
    for (RequestedChange &change : winningChanges(m_base, stop)) {
        const std::string id = change.change->id();
        const auto known =
            std::find_if(m_knobs.begin(), m_knobs.end(), [&id](const TuningKnob &k) { return k.name == id; });
        const auto knob = static_cast<std::size_t>(known - m_knobs.begin());
        if (known == m_knobs.end()) {
            if (2 * combinations * m_base.program->operations.size() > mostSimulatedOperations && !m_knobs.empty())
                break; // what wins least
            m_knobs.push_back({id, {"no"}, false});
            m_changes.emplace_back();
        }
        combinations = combinations / m_knobs[knob].values.size() * (m_knobs[knob].values.size() + 1);
        m_knobs[knob].values.push_back(change.text());
        m_changes[knob].push_back(std::move(change));
    }
    m_start.assign(m_knobs.size(), 0);
}

bool ChangeTuning::runs() const
{
    return m_device && m_device->device().kind != DeviceKind::Simulated;
}

DeviceInfo ChangeTuning::device() const
{
    if (runs())
        return m_device->device();
    DeviceInfo model = m_base.profile->info;
    model.kind = DeviceKind::Simulated;
    model.id = m_base.device;
    return model;
}

ProfileChoice ChangeTuning::model() const
{
    return {m_base.device.substr(m_base.device.find(':') + 1), "by which changes are tried"};
}

std::vector<RequestedChange> ChangeTuning::changesAt(const TuningPlace &place) const
{
    std::vector<RequestedChange> changes;
    for (std::size_t knob = 0; knob < place.size(); ++knob)
        if (place[knob] > 0)
            changes.push_back(m_changes[knob][place[knob] - 1]);
    return changes;
}

std::vector<TuningCandidate> ChangeTuning::predict(const RunControl &control)
{
    const std::vector<TuningPlace> places = everyPlace(m_knobs);
    std::vector<std::optional<TuningCandidate>> found(places.size());
    control.report(0, static_cast<int>(places.size()), "trying " + std::to_string(places.size()) + " combinations");
    onAllCores(places.size(), [&](std::size_t i) {
        control.checkStop();
        try {
            const WhatIf result = whatIfFigures(m_base, changesAt(places[i]), control.stop);
            const auto ns = static_cast<double>(result.predictedNs);
            FactorRange factors;
            if (runs() && result.range && ns > 0)
                factors = {static_cast<double>(result.range->lowNs) / ns,
                           static_cast<double>(result.range->highNs) / ns};
            found[i] = TuningCandidate{places[i], result.predictedNs, factors};
        } catch (const InputError &) { // they do not go together
        } catch (const RunError &) {
        }
    });
    std::vector<TuningCandidate> candidates;
    for (std::optional<TuningCandidate> &candidate : found)
        if (candidate && candidate->predictedNs > 0)
            candidates.push_back(std::move(*candidate));
    return candidates;
}

TuningSample ChangeTuning::measure(const TuningPlace &place, const RunControl &control)
{
    const WhatIf result = whatIfFigures(m_base, changesAt(place), control.stop);
    if (runs())
        return measuredSample(*m_device, *result.program, m_options, control);
    return {result.predictedNs, result.range.value_or(PredictionRange{result.predictedNs, result.predictedNs}), 0};
}

} // namespace streamscope
