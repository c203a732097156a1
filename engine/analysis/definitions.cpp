// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/definitions.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace streamscope {

const std::vector<FigureDefinition> &figureDefinitions()
{
    static const std::vector<FigureDefinition> definitions{
        {"span_ns", "Span",
         "From the first start to the last end of any GPU operation of the device. Shares are of this."},
        {"busy_union_ns", "Busy",
         "Length of the union of all GPU operations: time in which at least one executed. Overlap counts once; "
         "touching operations merge."},
        {"idle_ns", "Idle", "Span less busy: no operation executed on the device."},
        {"utilisation_percent", "Utilisation", "Busy / span. It says that something ran, not that the SMs were full."},
        {"union_ns.kernel", "Kernels", "Union of all kernels, those of NCCL and RCCL included."},
        {"copy_union_ns", "Copies", "Union of all copies in any direction."},
        {"union_ns.h2d", "H2D copies", "Union of the copies from the host to the device."},
        {"union_ns.d2h", "D2H copies", "Union of the copies from the device to the host."},
        {"union_ns.d2d", "D2D copies", "Union of the copies within the device."},
        {"union_ns.memset", "Memsets", "Union of the memsets; they are a class of their own."},
        {"overlap_ns.kernel&copy", "Kernel and any copy", "Length of union(kernels) and union(copies) at once."},
        {"overlap_ns.kernel&h2d", "Kernel and H2D", "A kernel and a host-to-device copy executed at once."},
        {"overlap_ns.kernel&d2h", "Kernel and D2H", "A kernel and a device-to-host copy executed at once."},
        {"overlap_ns.h2d&d2h", "H2D and D2H", "Copies in both directions executed at once."},
        {"copy_hidden_percent", "Copying hidden",
         "union(kernels) and union(copies) at once / union(copies): the share of copying under which a kernel ran."},
        {"exposed_copy_ns", "Copying exposed", "union(copies) less what kernels hid."},
        {"communication_ns.union", "Communication", "Union of the kernels of NCCL and RCCL, told by their names."},
        {"communication_hidden_percent", "Communication hidden",
         "union(other kernels) and union(communication) at once / union(communication). Unknown without such kernels."},
        {"budget_ns", "Budget",
         "Compute (kernels but communication, and memsets) + communication that no compute hides + copying that "
         "neither hides + idle = span."},
        {"streams_active_ns", "Streams active", "Time within the span in which exactly so many streams executed."},
        {"max_streams_active", "Most streams at once", "The largest number of streams that executed at the same time."},
        {"streams", "Streams", "Busy: union of the stream's operations. Waiting: ready and waiting for an engine."},
        {"gaps_ns", "Gaps",
         "Time in which a stream did not execute, between its first start and its last end. Host late: the next "
         "operation was not issued yet. Queue full: the same, while a full queue held the host. Launch: issued and "
         "starting. Event wait: the stream was told to wait. Engine wait: its engine served others. Default stream: "
         "blocking streams wait for it. Unknown: the data does not say. Summed over streams, so it may exceed the "
         "span."},
        {"deepest_queue", "Deepest queue",
         "Operations of a stream that were issued and not started, at most; 1,022 is full. Unknown without calls."},
        {"copies", "GB/s", "Bytes / sum of the copies' own durations, by direction and memory kind."},
        {"host", "Synchronisations", "Calls in which the host waited for the GPU, and the union of their time."},
        {"critical_path_ns", "Critical path",
         "Back from the operation that ended last, at each step to the operation that held it and ended last: by "
         "stream order, an event, the order of an engine or the host. Where the host issued it later than that, the "
         "time in between is the host's. The parts add up to the span."},
        {"bound_ns", "Bound",
         "No schedule of this work is shorter: the busiest copy engine (one for both directions counts once), the SM "
         "time of all kernels over what the device has, the longest chain of operations that need one another, or the "
         "host's own work, whichever is longest. Without a Program: the busiest engine, kernels by the time in which "
         "any ran."},
        {"efficiency", "Efficiency", "Bound / makespan."},
        {"serial_ns", "Serial",
         "Sum of the times that the operations take alone: one after the other without gaps. Of a kernel that shared "
         "the "
         "SMs only what it needs itself, where the Program or another run of it says so."},
        {"migration_ns", "Page migrations",
         "Union of the driver's migrations of managed memory. They count as no copy and no stream."},
        {"zero_duration_operations", "Operations of length 0", "Operations that took no time by the trace's clock."},
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
