// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/definitions.h"

#include "engine/program/text/translatable.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace streamscope {

const std::vector<FigureDefinition> &figureDefinitions()
{
    static const std::vector<FigureDefinition> definitions{
        {"span_ns", QT_TRANSLATE_NOOP("engine", "Span"),
         QT_TRANSLATE_NOOP(
             "engine", "From the first start to the last end of any GPU operation of the device. Shares are of this.")},
        {"busy_union_ns", QT_TRANSLATE_NOOP("engine", "Busy"),
         QT_TRANSLATE_NOOP("engine", "Length of the union of all GPU operations: time in which at least one executed. "
                                     "Overlap counts once; touching operations merge.")},
        {"idle_ns", QT_TRANSLATE_NOOP("engine", "Idle"),
         QT_TRANSLATE_NOOP("engine", "Span less busy: no operation executed on the device.")},
        {"utilisation_percent", QT_TRANSLATE_NOOP("engine", "Utilisation"),
         QT_TRANSLATE_NOOP("engine", "Busy / span. It says that something ran, not that the SMs were full.")},
        {"union_ns.kernel", QT_TRANSLATE_NOOP("engine", "Kernels"),
         QT_TRANSLATE_NOOP("engine", "Union of all kernels, those of NCCL and RCCL included.")},
        {"copy_union_ns", QT_TRANSLATE_NOOP("engine", "Copies"),
         QT_TRANSLATE_NOOP("engine", "Union of all copies in any direction.")},
        {"union_ns.h2d", QT_TRANSLATE_NOOP("engine", "H2D copies"),
         QT_TRANSLATE_NOOP("engine", "Union of the copies from the host to the device.")},
        {"union_ns.d2h", QT_TRANSLATE_NOOP("engine", "D2H copies"),
         QT_TRANSLATE_NOOP("engine", "Union of the copies from the device to the host.")},
        {"union_ns.d2d", QT_TRANSLATE_NOOP("engine", "D2D copies"),
         QT_TRANSLATE_NOOP("engine", "Union of the copies within the device.")},
        {"union_ns.memset", QT_TRANSLATE_NOOP("engine", "Memsets"),
         QT_TRANSLATE_NOOP("engine", "Union of the memsets; they are a class of their own.")},
        {"overlap_ns.kernel&copy", QT_TRANSLATE_NOOP("engine", "Kernel and any copy"),
         QT_TRANSLATE_NOOP("engine", "Length of union(kernels) and union(copies) at once.")},
        {"overlap_ns.kernel&h2d", QT_TRANSLATE_NOOP("engine", "Kernel and H2D"),
         QT_TRANSLATE_NOOP("engine", "A kernel and a host-to-device copy executed at once.")},
        {"overlap_ns.kernel&d2h", QT_TRANSLATE_NOOP("engine", "Kernel and D2H"),
         QT_TRANSLATE_NOOP("engine", "A kernel and a device-to-host copy executed at once.")},
        {"overlap_ns.h2d&d2h", QT_TRANSLATE_NOOP("engine", "H2D and D2H"),
         QT_TRANSLATE_NOOP("engine", "Copies in both directions executed at once.")},
        {"copy_hidden_percent", QT_TRANSLATE_NOOP("engine", "Copying hidden"),
         QT_TRANSLATE_NOOP("engine", "union(kernels) and union(copies) at once / union(copies): the share of copying "
                                     "under which a kernel ran.")},
        {"exposed_copy_ns", QT_TRANSLATE_NOOP("engine", "Copying exposed"),
         QT_TRANSLATE_NOOP("engine", "union(copies) less what kernels hid.")},
        {"communication_ns.union", QT_TRANSLATE_NOOP("engine", "Communication"),
         QT_TRANSLATE_NOOP("engine", "Union of the kernels of NCCL and RCCL, told by their names.")},
        {"communication_hidden_percent", QT_TRANSLATE_NOOP("engine", "Communication hidden"),
         QT_TRANSLATE_NOOP("engine", "union(other kernels) and union(communication) at once / union(communication). "
                                     "Unknown without such kernels.")},
        {"budget_ns", QT_TRANSLATE_NOOP("engine", "Budget"),
         QT_TRANSLATE_NOOP("engine", "Compute (kernels but communication, and memsets) + communication that no compute "
                                     "hides + copying that neither hides + idle = span.")},
        {"streams_active_ns", QT_TRANSLATE_NOOP("engine", "Streams active"),
         QT_TRANSLATE_NOOP("engine", "Time within the span in which exactly so many streams executed.")},
        {"max_streams_active", QT_TRANSLATE_NOOP("engine", "Most streams at once"),
         QT_TRANSLATE_NOOP("engine", "The largest number of streams that executed at the same time.")},
        {"streams", QT_TRANSLATE_NOOP("engine", "Streams"),
         QT_TRANSLATE_NOOP("engine",
                           "Busy: union of the stream's operations. Waiting: ready and waiting for an engine.")},
        {"gaps_ns", QT_TRANSLATE_NOOP("engine", "Gaps"),
         QT_TRANSLATE_NOOP("engine",
                           "Time in which a stream did not execute, between its first start and its last end. Host "
                           "late: the next operation was not issued yet. Queue full: the same, while a full queue held "
                           "the host. Launch: issued and starting. Event wait: the stream was told to wait. Engine "
                           "wait: its engine served others. Default stream: blocking streams wait for it. Unknown: the "
                           "data does not say. Summed over streams, so it may exceed the span.")},
        {"deepest_queue", QT_TRANSLATE_NOOP("engine", "Deepest queue"),
         QT_TRANSLATE_NOOP("engine", "Operations of a stream that were issued and not started, at most; 1,022 is full. "
                                     "Unknown without calls.")},
        {"copies", QT_TRANSLATE_NOOP("engine", "GB/s"),
         QT_TRANSLATE_NOOP("engine", "Bytes / sum of the copies' own durations, by direction and memory kind.")},
        {"host", QT_TRANSLATE_NOOP("engine", "Synchronisations"),
         QT_TRANSLATE_NOOP("engine", "Calls in which the host waited for the GPU, and the union of their time.")},
        {"critical_path_ns", QT_TRANSLATE_NOOP("engine", "Critical path"),
         QT_TRANSLATE_NOOP(
             "engine", "Back from the operation that ended last, at each step to the operation that held it and ended "
                       "last: by stream order, an event, the order of an engine or the host. Where the host issued it "
                       "later than that, the time in between is the host's. The parts add up to the span.")},
        {"bound_ns", QT_TRANSLATE_NOOP("engine", "Bound"),
         QT_TRANSLATE_NOOP("engine",
                           "No schedule of this work is shorter: the busiest copy engine (one for both directions "
                           "counts once), the SM time of all kernels over what the device has, the longest chain of "
                           "operations that need one another, or the host's own work, whichever is longest. Without a "
                           "Program: the busiest engine, kernels by the time in which any ran.")},
        {"efficiency", QT_TRANSLATE_NOOP("engine", "Efficiency"), QT_TRANSLATE_NOOP("engine", "Bound / makespan.")},
        {"serial_ns", QT_TRANSLATE_NOOP("engine", "Serial"),
         QT_TRANSLATE_NOOP(
             "engine",
             "Sum of the times that the operations take alone: one after the other without gaps. Of a kernel that "
             "shared the SMs only what it needs itself, where the Program or another run of it says so.")},
        {"migration_ns", QT_TRANSLATE_NOOP("engine", "Page migrations"),
         QT_TRANSLATE_NOOP("engine",
                           "Union of the driver's migrations of managed memory. They count as no copy and no stream.")},
        {"zero_duration_operations", QT_TRANSLATE_NOOP("engine", "Operations of length 0"),
         QT_TRANSLATE_NOOP("engine", "Operations that took no time by the trace's clock.")},
    };
    return definitions;
}

const FigureDefinition &definitionOf(std::string_view key)
{
    const auto &all = figureDefinitions();
    const auto found = std::find_if(all.begin(), all.end(), [key](const FigureDefinition &d) { return d.key == key; });
    if (found == all.end())
        throw std::logic_error("no definition of " + std::string(key));
    return *found;
}

} // namespace streamscope
