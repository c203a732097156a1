// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/run/prediction.h"
#include "engine/run/run_outcome.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// One way to issue the work that tuning can turn, and the values to choose from.
struct TuningKnob
{
    std::string name;
    std::vector<std::string> values;
    bool ordered = false; ///< numbers in order: neighbours behave alike
};

/// For each knob the number of its value.
using TuningPlace = std::vector<std::size_t>;

/// A combination of values, as the model sees it.
struct TuningCandidate
{
    TuningPlace place;
    std::int64_t predictedNs = 0;
    FactorRange factors; ///< measured / predicted in four cases of five
};

/// One combination, measured.
struct TuningSample
{
    std::int64_t ns = 0;   ///< median of the plain runs
    PredictionRange range; ///< four runs of five; of a simulation by the residuals of its profile
    std::size_t runs = 0;  ///< plain runs; 0 for a simulation
};

/// A workload to tune. It predicts every combination and measures one of them at a time.
class TuningTarget
{
public:
    TuningTarget() = default;
    TuningTarget(const TuningTarget &) = delete;
    TuningTarget &operator=(const TuningTarget &) = delete;
    virtual ~TuningTarget() = default;

    virtual std::string title() const = 0;
    virtual const std::vector<TuningKnob> &knobs() const = 0;
    virtual const TuningPlace &start() const = 0;
    /// The device that measures, and the model that predicts.
    virtual DeviceInfo device() const = 0;
    virtual ProfileChoice model() const = 0;

    /// Every combination that the model can run; the others are left out. @throws Cancelled
    virtual std::vector<TuningCandidate> predict(const RunControl &control) = 0;
    /// @throws InputError where these values do not fit together on the device, RunError where the run fails or returns
    ///         wrong data, Cancelled.
    virtual TuningSample measure(const TuningPlace &place, const RunControl &control) = 0;
};

/// "streams=8 chunks=32": the values that differ from `from`, or all where `from` is null.
std::string placeText(const std::vector<TuningKnob> &knobs, const TuningPlace &place, const TuningPlace *from);

} // namespace streamscope
