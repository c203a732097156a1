// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/tune/tuning_target.h"

#include <QJsonObject>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace streamscope {

inline constexpr std::size_t defaultTuningBudget = 20;
inline constexpr std::size_t mostTuningBudget = 1000;

/// One combination that tuning measured, or tried to.
struct TuningRun
{
    TuningPlace place;
    std::int64_t predictedNs = 0; ///< by the model
    std::int64_t expectedNs = 0;  ///< by the model, corrected by the runs before this one
    SweepStatus status = SweepStatus::Ok;
    std::string error;   ///< one line; empty for Ok
    TuningSample sample; ///< Ok only
};

/// The best combination that was found, and the way there.
struct Tuning
{
    std::string title;
    DeviceInfo device;
    ProfileChoice model;
    std::vector<TuningKnob> knobs;
    std::size_t combinations = 0; ///< that the model can run
    std::size_t budget = 0;
    std::vector<TuningRun> runs; ///< in the order of measuring; the first is the start
    std::size_t best = 0;        ///< in runs
    double confidence = 0;       ///< the probability that no combination is more than 3 % faster, as far as is known

    const TuningRun &start() const { return runs.front(); }
    const TuningRun &bestRun() const { return runs[best]; }
    bool simulated() const { return device.kind == DeviceKind::Simulated; }
    /// The share of the start's time that goes, and in four cases of five from where to where.
    double gain() const;
    FactorRange gainRange() const;
};

/// Measures the start, and then what may win most by predictions that each measurement corrects, until nothing can win
/// or `budget` runs are made, failed ones included. `runDone` is called after each. A stop request ends it with what
/// is known, once the start is measured.
/// @throws what the target throws for the start, InputError for a target without a choice, Cancelled.
Tuning tune(TuningTarget &target, std::size_t budget, const RunControl &control,
            const std::function<void(const Tuning &)> &runDone = {});

/// The fields of `streamscope-tune` (docs/tuning.md).
QJsonObject tuningJson(const Tuning &tuning);
/// One line for the last run, and the summary in lines.
std::string lastRunLine(const Tuning &tuning);
std::vector<std::string> tuningLines(const Tuning &tuning);
/// "7.3 ms instead of 9.8 ms (−25.5 %)".
std::string tuningGainText(const Tuning &tuning);

} // namespace streamscope
