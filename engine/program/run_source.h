// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/experiment.h"

#include <memory>

namespace streamscope {

/// The source of a run: a built-in experiment, or a Program, which acts as an experiment without knobs of its own.
/// Cheap to copy: copies share the Program. Empty until the user has chosen one.
class RunSource
{
public:
    RunSource() = default;
    /// A built-in experiment: not owned, lives as long as the process.
    RunSource(const Experiment *experiment) : m_experiment(experiment) {} // NOLINT: an experiment is a source
    /// A Program. Its title is shown, its submission is the default of the `submission` knob, `description` is its
    /// explanation.
    explicit RunSource(Program program, std::string description = {});

    explicit operator bool() const { return m_experiment != nullptr; }
    const Experiment *operator->() const { return m_experiment; }
    const Experiment &operator*() const { return *m_experiment; }

    /// The Program; null for a built-in experiment.
    const Program *program() const;

    /// True for the same experiment or the same Program object (not for an equal Program).
    bool operator==(const RunSource &other) const { return m_experiment == other.m_experiment; }

private:
    class ProgramExperiment;

    std::shared_ptr<const ProgramExperiment> m_owned;
    const Experiment *m_experiment = nullptr;
};

} // namespace streamscope
