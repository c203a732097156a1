// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/ranks/job_steps.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace streamscope {

namespace {

using StepKey = std::pair<std::string_view, int>; ///< name, and the how manyth of this name on a rank

/// Calls visit(key, step) for each step of a rank.
template <typename Visit>
void eachStep(const RankTrace &trace, Visit visit)
{
    std::map<std::string_view, int> seen;
    for (const RankStep &step : trace.steps)
        visit(StepKey{step.name, seen[step.name]++}, step);
}

/// The place of each step. One that a rank has and those before have not comes behind the step before it.
std::vector<StepKey> orderOf(const std::vector<RankTrace> &traces)
{
    std::vector<StepKey> order;
    std::map<StepKey, bool> known;
    for (const RankTrace &trace : traces) {
        std::size_t behind = 0;
        eachStep(trace, [&](const StepKey &key, const RankStep &) {
            if (std::exchange(known[key], true)) {
                for (std::size_t i = behind; i < order.size(); ++i)
                    if (order[i] == key) {
                        behind = i + 1;
                        break;
                    }
                return;
            }
            order.insert(order.begin() + static_cast<std::ptrdiff_t>(behind), key);
            ++behind;
        });
    }
    return order;
}

} // namespace

void addSteps(const std::vector<RankTrace> &traces, RankJob &job)
{
    const std::vector<StepKey> order = orderOf(traces);
    std::map<StepKey, std::size_t> places;
    for (const StepKey &key : order) {
        places[key] = job.steps.size();
        job.steps.emplace_back(key.first);
    }
    for (std::size_t rank = 0; rank < traces.size(); ++rank) {
        RankFigures &figures = job.ranks[rank];
        figures.steps.resize(order.size());
        eachStep(traces[rank], [&](const StepKey &key, const RankStep &step) {
            figures.times += step.times;
            if (figures.alignment.isKnown())
                figures.steps[places[key]] = {true, figures.alignment.time(step.begin),
                                              figures.alignment.time(step.end), step.times, 0};
        });
    }
}

} // namespace streamscope
