// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/tune/experiment_tuning.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/formats/files/device_profile_file.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "engine/run/run_job.h"
#include "engine/run/sweep/sweep.h"
#include "engine/run/tune/measured_sample.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

const ParameterSpec &specOf(const Parameters &parameters, const std::string &name)
{
    return *std::find_if(parameters.specs().begin(), parameters.specs().end(),
                         [&name](const ParameterSpec &spec) { return spec.name == name; });
}

/// Adds the value that is there now: numbers by size, anything else at the end.
void addValue(std::vector<ParameterValue> &values, const ParameterValue &value)
{
    if (std::find(values.begin(), values.end(), value) != values.end())
        return;
    const bool number = std::holds_alternative<std::int64_t>(value);
    values.insert(number ? std::upper_bound(values.begin(), values.end(), value) : values.end(), value);
}

TuningKnob knobOf(const ParameterSpec &spec, const SweepAxis &axis)
{
    TuningKnob knob{axis.name, {}, std::is_sorted(axis.values.begin(), axis.values.end())};
    knob.ordered = knob.ordered && std::holds_alternative<std::int64_t>(axis.values.front());
    for (const ParameterValue &value : axis.values)
        knob.values.push_back(valueText(spec, value));
    return knob;
}

/// The last axis turns fastest, as in applyConfiguration().
TuningPlace placeOf(const std::vector<SweepAxis> &axes, std::size_t configuration)
{
    TuningPlace place(axes.size());
    for (std::size_t i = axes.size(); i-- > 0;) {
        place[i] = configuration % axes[i].values.size();
        configuration /= axes[i].values.size();
    }
    return place;
}

FactorRange factorsOf(const SweepRow &row)
{
    // No prediction is surer than that: a machine differs from the machines that were measured.
    constexpr FactorRange least{0.97, 1.03}, notMeasured{0.85, 1.15};
    const auto ns = static_cast<double>(row.summary.makespanNs);
    if (!row.range || ns <= 0)
        return notMeasured;
    return {std::min(static_cast<double>(row.range->lowNs) / ns, least.low),
            std::max(static_cast<double>(row.range->highNs) / ns, least.high)};
}

} // namespace

std::vector<SweepAxis> tuningAxes(const Parameters &start)
{
    std::vector<SweepAxis> axes;
    for (const ParameterSpec &spec : start.specs()) {
        if (spec.tuningValues.empty())
            continue;
        axes.push_back({spec.name, spec.tuningValues});
        addValue(axes.back().values, start.value(spec.name));
    }
    return axes;
}

ExperimentTuning::ExperimentTuning(ExperimentTuningRequest request, std::unique_ptr<Executor> device,
                                   const std::optional<ProfileChoice> &model)
    : m_request(std::move(request)), m_device(std::move(device)),
      m_model(model ? *model : chooseProfile(m_device->device()))
{
    if (m_request.axes.empty())
        m_request.axes = tuningAxes(m_request.start);
    for (SweepAxis &axis : m_request.axes) {
        const ParameterValue &now = m_request.start.value(axis.name);
        addValue(axis.values, now);
        m_start.push_back(
            static_cast<std::size_t>(std::find(axis.values.begin(), axis.values.end(), now) - axis.values.begin()));
        m_knobs.push_back(knobOf(specOf(m_request.start, axis.name), axis));
    }
    if (sweepConfigurations(m_request.axes) < 2)
        throw InputError(
            Phrase("engine", "'%1' has no tuning knob; choose some with --vary").arg(m_request.experiment->title()));
}

Parameters ExperimentTuning::parametersAt(const TuningPlace &place) const
{
    Parameters parameters = m_request.start;
    for (std::size_t i = 0; i < place.size(); ++i)
        parameters.set(m_request.axes[i].name, m_request.axes[i].values[place[i]]);
    return parameters;
}

/// The device is its own model.
bool ExperimentTuning::isExact() const
{
    return m_device->device().kind == DeviceKind::Simulated && m_device->device().id == "sim:" + m_model.profile;
}

std::vector<TuningCandidate> ExperimentTuning::predict(const RunControl &control)
{
    SweepRequest sweep;
    sweep.experiment = m_request.experiment;
    sweep.base = m_request.start;
    sweep.axes = m_request.axes;
    const SweepTable table =
        runSweep(sweep, std::make_unique<SimulatorExecutor>(loadDeviceProfile(m_model.profile)), control);
    control.checkStop();
    std::vector<TuningCandidate> candidates;
    for (const SweepRow &row : table.rows)
        if (row.status == SweepStatus::Ok && row.summary.makespanNs > 0)
            candidates.push_back({placeOf(m_request.axes, row.index), row.summary.makespanNs,
                                  isExact() ? FactorRange() : factorsOf(row)});
    return candidates;
}

TuningSample ExperimentTuning::measure(const TuningPlace &place, const RunControl &control)
{
    const Parameters parameters = parametersAt(place);
    return measuredSample(*m_device, buildProgram(*m_request.experiment, parameters), runOptionsOf(parameters),
                          control);
}

} // namespace streamscope
