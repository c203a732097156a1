// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/executors/timing/clock_notes.h"

#include "engine/device/number_text.h"
#include "engine/executors/timing/graph_nodes.h"
#include "engine/program/text/phrase.h"

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
        recording.notes.push_back(Phrase("engine", "%globaltimer and the event clock drifted apart by %1 in this run; "
                                                   "the kernels' times are corrected for it, evenly over the run.")
                                      .arg(microsecondsText(recorded.timerDrift)));
    else if (!recorded.globalTimer.consistent())
        recording.notes.push_back(Phrase("engine", "%globaltimer and the event clock contradict each other by %1 in "
                                                   "this run: one of them jumped. Read the kernels' times with care.")
                                      .arg(microsecondsText(2 * recorded.globalTimer.uncertainty())));
}

std::string eventsNote(const Program &program, const RecordedTimes &recorded)
{
    const bool graph = hasGraphNodes(program);
    const Phrase sentence =
        graph ? Phrase("engine",
                       "Copies are timed by events, their starts found from the order of their engine and calibrated "
                       "latencies: a start can be some 10 us off; in a graph it is some 7 us early, and up to 20. "
                       "Kernels are timed by %globaltimer inside them, aligned to the events within %1.")
              : Phrase("engine", "Copies are timed by events, their starts found from the order of their engine and "
                                 "calibrated latencies: a start can be some 10 us off. Kernels are timed by "
                                 "%globaltimer inside them, aligned to the events within %1.");
    return sentence.arg(microsecondsText(recorded.globalTimer.uncertainty()));
}

std::string watchNote(const Program &program, const WatchPlan &plan)
{
    const auto copies =
        static_cast<std::size_t>(std::count_if(program.operations.begin(), program.operations.end(),
                                               [](const Operation &operation) { return isCopy(operation.kind); }));
    std::string note = QT_TRANSLATE_NOOP(
        "engine",
        "Copies are timed by watching their destination, without events: one has ended when its last word has changed; "
        "its start is found from the order of its engine and calibrated latencies, and can be some microseconds off.");
    const std::size_t others = plan.words.size() < copies ? copies - plan.words.size() : 0;
    if (others > 0)
        note += ' '
                + (plan.problem.empty()
                       ? Phrase("engine", "%1 of %2 have an event behind them.").arg(others, copies)
                       : Phrase("engine", "%1 of %2 have an event behind them: %3.").arg(others, copies, plan.problem));
    return note + ' ' + QT_TRANSLATE_NOOP("engine", "Kernels are timed by %globaltimer inside them.");
}

} // namespace streamscope
