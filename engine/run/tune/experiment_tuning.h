// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/run_source.h"
#include "engine/program/sweep_axis.h"
#include "engine/run/tune/tuning_target.h"

#include <memory>
#include <optional>

namespace streamscope {

/// An experiment to tune: its own tuning knobs, or those of `axes`.
struct ExperimentTuningRequest
{
    RunSource experiment;
    Parameters start;
    std::vector<SweepAxis> axes; ///< empty: what the experiment declares (ParameterSpec::tuningValues)
};

/// The tuning knobs of these parameters, each with the value that it has now.
std::vector<SweepAxis> tuningAxes(const Parameters &start);

/// Turns the knobs of an experiment on a device.
class ExperimentTuning final : public TuningTarget
{
public:
    /// `model` predicts; empty: chooseProfile() chooses.
    /// @throws InputError where there is nothing to turn, or the model cannot be read.
    ExperimentTuning(ExperimentTuningRequest request, std::unique_ptr<Executor> device,
                     const std::optional<ProfileChoice> &model = {});

    std::string title() const override { return m_request.experiment->title(); }
    const std::vector<TuningKnob> &knobs() const override { return m_knobs; }
    const TuningPlace &start() const override { return m_start; }
    DeviceInfo device() const override { return m_device->device(); }
    ProfileChoice model() const override { return m_model; }
    std::vector<TuningCandidate> predict(const RunControl &control) override;
    TuningSample measure(const TuningPlace &place, const RunControl &control) override;

    Parameters parametersAt(const TuningPlace &place) const;

private:
    bool isExact() const;

    ExperimentTuningRequest m_request;
    std::unique_ptr<Executor> m_device;
    ProfileChoice m_model;
    std::vector<TuningKnob> m_knobs;
    TuningPlace m_start;
};

} // namespace streamscope
