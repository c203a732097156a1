// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/tune/tuning_target.h"
#include "engine/run/what_if/what_if.h"

#include <memory>

namespace streamscope {

/// Turns the changes that advice found for a Program or a trace: each is a knob with the value "no" and its settings.
/// A Program runs on the device; a trace is not run again, so its times are predictions throughout.
class ChangeTuning final : public TuningTarget
{
public:
    /// `device` runs the changed Programs with these options; null: nothing runs.
    /// @throws InputError where no change wins, with the reason; Cancelled.
    ChangeTuning(WhatIfBase base, std::unique_ptr<Executor> device, const RunOptions &options,
                 const std::stop_token &stop);

    std::string title() const override { return m_base.title; }
    const std::vector<TuningKnob> &knobs() const override { return m_knobs; }
    const TuningPlace &start() const override { return m_start; }
    DeviceInfo device() const override;
    ProfileChoice model() const override;
    std::vector<TuningCandidate> predict(const RunControl &control) override;
    TuningSample measure(const TuningPlace &place, const RunControl &control) override;

    /// The changes that are on, in the order in which they are applied.
    std::vector<RequestedChange> changesAt(const TuningPlace &place) const;
    const WhatIfBase &base() const { return m_base; }

private:
    bool runs() const;

    WhatIfBase m_base;
    std::unique_ptr<Executor> m_device;
    RunOptions m_options;
    std::vector<TuningKnob> m_knobs;
    std::vector<std::vector<RequestedChange>> m_changes; ///< by knob: its values but "no"
    TuningPlace m_start;
};

} // namespace streamscope
