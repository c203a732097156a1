// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "experiments/registry.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Function-local, because the experiments register themselves before main() in an unknown order.
std::vector<std::unique_ptr<Experiment>> &owned()
{
    static std::vector<std::unique_ptr<Experiment>> list;
    return list;
}

} // namespace

void detail::registerExperiment(std::unique_ptr<Experiment> experiment)
{
    owned().push_back(std::move(experiment));
}

const std::vector<const Experiment *> &experiments()
{
    static const std::vector<const Experiment *> sorted = [] {
        std::vector<const Experiment *> list;
        for (const auto &experiment : owned())
            list.push_back(experiment.get());
        std::sort(list.begin(), list.end(), [](const Experiment *a, const Experiment *b) { return a->id() < b->id(); });
        return list;
    }();
    return sorted;
}

const Experiment *findExperiment(std::string_view id)
{
    const auto &list = experiments();
    const auto found = std::find_if(list.begin(), list.end(), [id](const Experiment *e) { return e->id() == id; });
    return found == list.end() ? nullptr : *found;
}

} // namespace streamscope
