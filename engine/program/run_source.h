// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/experiment.h"

#include <memory>

namespace streamscope {

/// What is run: a built-in experiment, or a Program as it stands, which then is an experiment without knobs of its own.
/// A cheap value: copies share the Program. Empty where nothing was chosen yet.
class RunSource
{
public:
    RunSource() = default;
    /// A built-in experiment; it is not owned and lives as long as the program.
    RunSource(const Experiment *experiment) : m_experiment(experiment) {} // NOLINT: reads as what it is
    /// A Program: its title, its submission as the default of that knob. `description` is shown as its explanation.
    explicit RunSource(Program program, std::string description = {});

    explicit operator bool() const { return m_experiment != nullptr; }
    const Experiment *operator->() const { return m_experiment; }
    const Experiment &operator*() const { return *m_experiment; }

    /// The Program as it stands; null for a built-in experiment.
    const Program *program() const;

    /// The same experiment, or the very same Program (not an equal one).
    bool operator==(const RunSource &other) const { return m_experiment == other.m_experiment; }

private:
    class ProgramExperiment;

    std::shared_ptr<const ProgramExperiment> m_owned;
    const Experiment *m_experiment = nullptr;
};

} // namespace streamscope
