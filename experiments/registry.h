// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/experiment.h"

#include <memory>
#include <string_view>
#include <vector>

namespace streamscope {

/// All built-in experiments, sorted by id. They live as long as the process.
const std::vector<const Experiment *> &experiments();

/// The experiment with this id; null when there is none.
const Experiment *findExperiment(std::string_view id);

namespace detail {
void registerExperiment(std::unique_ptr<Experiment> experiment);
}

/// Put one into the .cpp of an experiment: `static const Registered<MyExperiment> registered;`. Nothing else registers
/// it.
template <typename T>
struct Registered
{
    Registered() { detail::registerExperiment(std::make_unique<T>()); }
};

} // namespace streamscope
