// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/parameter.h"
#include "engine/program/program.h"

#include <string>
#include <vector>

namespace streamscope {

/// A question about streams that can be run: it declares its knobs and turns their values into a Program. It knows no
/// GPU.
class Experiment
{
public:
    Experiment() = default;
    Experiment(const Experiment &) = delete;
    Experiment &operator=(const Experiment &) = delete;
    virtual ~Experiment() = default;

    virtual std::string id() const = 0;      ///< as on the command line: `copy-compute-pipeline`
    virtual std::string title() const = 0;   ///< for people
    virtual std::string summary() const = 0; ///< one sentence for lists
    /// What the experiment shows and what to look for: a few sentences, paragraphs separated by an empty line.
    virtual std::string explanation() const = 0;
    /// The knobs of this experiment, without the knobs that every run has (runParameters()).
    virtual std::vector<ParameterSpec> parameters() const = 0;
    /// @throws InputError where values that are each in range do not fit together.
    virtual Program build(const Parameters &values) const = 0;

    /// The knobs of every run, with their defaults: runParameters().
    virtual std::vector<ParameterSpec> commonParameters() const;

    /// The experiment's own knobs and the knobs of every run, with their defaults.
    Parameters defaults() const;
};

/// The knobs that every run has: `submission`, `repeat`, `warmup`, `seed`.
std::vector<ParameterSpec> runParameters();

/// The Program of `experiment` for these values, submitted as `submission` says.
/// @throws InputError as Experiment::build() does.
Program buildProgram(const Experiment &experiment, const Parameters &values);

} // namespace streamscope
