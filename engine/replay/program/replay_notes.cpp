// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replay_notes.h"

#include "engine/program/text/phrase.h"

namespace streamscope {

std::vector<std::string> replayNotes(const ReplayAssumptions &assumed)
{
    std::vector<std::string> notes;
    const auto note = [&notes](std::uint64_t count, const Phrase &one, const Phrase &many) {
        if (count > 0)
            notes.push_back(count == 1 ? std::string(one) : many.arg(count));
    };
    note(assumed.emptyCalls,
         Phrase("engine", "1 call that issues work has no operation in the file (lost, cut off, or recorded into a "
                          "graph): what it issued is in no time here."),
         Phrase("engine", "%1 calls that issue work have no operation in the file (lost, cut off, or recorded into "
                          "a graph): what they issued is in no time here."));
    note(assumed.uncalled,
         Phrase("engine", "The call of 1 operation is not in the file: it is issued when it started, so that "
                          "nothing can make it start earlier."),
         Phrase("engine", "%1 operations have no call in the file: each is issued when it started, so that nothing "
                          "can make it start earlier."));
    note(
        assumed.earlier,
        Phrase("engine", "1 operation was issued before the range and had not ended: it is there at the begin."),
        Phrase("engine", "%1 operations were issued before the range and had not ended: they are there at the begin."));
    note(assumed.inferredWaits,
         Phrase("engine",
                "1 wait for an event was concluded from times and the order of calls: the file does not name it."),
         Phrase("engine",
                "%1 waits for events were concluded from times and the order of calls: the file does not name them."));
    note(assumed.inferredSyncs,
         Phrase("engine", "1 synchronisation does not say what it waits for: that was concluded from its end."),
         Phrase("engine", "%1 synchronisations do not say what they wait for: that was concluded from their ends."));
    note(assumed.inferredFunctions,
         Phrase("engine", "When 1 host function ran is not in the file: that was concluded from what waited for it."),
         Phrase("engine", "When %1 host functions ran is not in the file: that was concluded from what waited for "
                          "them."));
    note(assumed.unplacedFunctions, Phrase("engine", "1 host function is left out: nothing in the file waited for it."),
         Phrase("engine", "%1 host functions are left out: nothing in the file waited for them."));
    note(assumed.splitGraphs,
         Phrase("engine", "1 graph is several launches here: its first nodes ran before the call had handed over the "
                          "rest."),
         Phrase("engine", "%1 graphs are several launches each here: their first nodes ran before the call had handed "
                          "over the rest."));
    note(assumed.graphEdges,
         Phrase("engine", "1 wait of a graph's node for one of another branch was concluded from times."),
         Phrase("engine", "%1 waits of graphs' nodes for those of other branches were concluded from times."));
    note(assumed.threadWaits, Phrase("engine", "1 pause of a thread is taken for a wait for another thread."),
         Phrase("engine", "%1 pauses of threads are taken for waits for other threads."));
    note(assumed.functionWaits, Phrase("engine", "1 pause of a thread is taken for a wait for a host function."),
         Phrase("engine", "%1 pauses of threads are taken for waits for host functions."));
    note(assumed.lockWaits,
         Phrase("engine", "1 call waited until the call of another thread's pageable copy was over."),
         Phrase("engine", "%1 calls waited until the call of another thread's pageable copy was over."));
    note(assumed.allocationWaits,
         Phrase("engine", "1 call waited until the allocation or free of another thread was over."),
         Phrase("engine", "%1 calls waited until allocations and frees of another thread were over."));
    note(assumed.joinedThreads,
         Phrase("engine", "2 threads of the host take turns, and each waits for the other: they are replayed as one."),
         Phrase("engine", "%1 threads of the host take turns with another one, and wait for it: they are replayed "
                          "as one with it."));
    note(assumed.implicitSyncs, Phrase("engine", "1 allocation or free waited for the device."),
         Phrase("engine", "%1 allocations and frees waited for the device."));
    return notes;
}

} // namespace streamscope
