// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/experiment.h"

#include <cstdint>
#include <random>

namespace streamscope {

/// Draws values for the knobs of an experiment from their declarations, so that a new experiment is in the grid by
/// itself. The same seed draws the same values on every machine.
class ConfigurationDraw
{
public:
    /// `greatestPriority`: the most urgent priority of the device, ≤ 0.
    ConfigurationDraw(const Experiment &experiment, int greatestPriority, std::uint64_t seed);

    /// Values that are each in range; whether they fit together, Experiment::build() says. `repeat` and `warmup` are
    /// checkRepeat and checkWarmup, `seed` keeps its default.
    Parameters next();

    static constexpr std::int64_t checkRepeat = 7, checkWarmup = 2;

private:
    std::uint64_t below(std::uint64_t count);
    std::int64_t logUniform(std::int64_t low, std::int64_t high);
    ParameterValue draw(const ParameterSpec &spec);
    std::int64_t drawCount(const ParameterSpec &spec);
    std::int64_t drawSize(const ParameterSpec &spec);
    std::vector<std::int64_t> drawPriorities(const ParameterSpec &spec);

    Parameters m_defaults;
    std::int64_t m_greatestPriority;
    std::mt19937_64 m_random;
};

} // namespace streamscope
