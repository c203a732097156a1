// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/clock_notes.h"

#include "engine/device/number_text.h"
#include "engine/executors/timing/graph_nodes.h"

#include <algorithm>
#include <cstddef>

namespace streamscope {

void noteAlignment(const RecordedTimes &recorded, Recording &recording)
{
    recording.environment.emplace_back("host clock alignment", "+-" + microsecondsText(recorded.host.uncertainty()));
    recording.environment.emplace_back("globaltimer alignment",
                                       "+-" + microsecondsText(recorded.globalTimer.uncertainty()));
    recording.environment.emplace_back("globaltimer against events, drift in the run",
                                       microsecondsText(recorded.timerDrift));
    if (recorded.timerDrifted)
        recording.notes.push_back("%globaltimer and the event clock drifted apart by "
                                  + microsecondsText(recorded.timerDrift)
                                  + " in this run; the kernels' times are corrected for it, evenly over the run.");
    else if (!recorded.globalTimer.consistent())
        recording.notes.push_back("%globaltimer and the event clock contradict each other by "
                                  + microsecondsText(2 * recorded.globalTimer.uncertainty())
                                  + " in this run: one of them jumped. Read the kernels' times with care.");
}

std::string eventsNote(const Program &program, const RecordedTimes &recorded)
{
    const bool graph = hasGraphNodes(program);
    return "Copies are timed by events, their starts found from the order of their engine and calibrated latencies: "
           "a start can be some 10 us off"
           + std::string(graph ? "; in a graph it is some 7 us early, and up to 20" : "")
           + ". Kernels are timed by %globaltimer inside them, aligned to the events within "
           + microsecondsText(recorded.globalTimer.uncertainty()) + ".";
}

std::string watchNote(const Program &program, const WatchPlan &plan)
{
    const auto copies =
        static_cast<std::size_t>(std::count_if(program.operations.begin(), program.operations.end(),
                                               [](const Operation &operation) { return isCopy(operation.kind); }));
    std::string others;
    if (plan.words.size() < copies)
        others = " " + std::to_string(copies - plan.words.size()) + " of " + std::to_string(copies)
                 + " have an event behind them" + (plan.problem.empty() ? "." : ": " + plan.problem + ".");
    return "Copies are timed by watching their destination, without events: one has ended when its last word has "
           "changed; its start is found from the order of its engine and calibrated latencies, and can be some "
           "microseconds off."
           + others + " Kernels are timed by %globaltimer inside them.";
}

} // namespace streamscope
