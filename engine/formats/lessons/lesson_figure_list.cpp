// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/lessons/lesson_figure_list.h"

#include <algorithm>

namespace streamscope {

namespace {

template <typename Entry>
const Entry *findIn(const std::vector<Entry> &list, std::string_view name)
{
    const auto found =
        std::find_if(list.begin(), list.end(), [name](const Entry &entry) { return entry.name == name; });
    return found == list.end() ? nullptr : &*found;
}

} // namespace

const std::vector<LessonFigure> &lessonFigures()
{
    using enum LessonUnit;
    static const std::vector<LessonFigure> list{
        {"makespan", Time, "from start to end of the run: the median of the plain runs"},
        {"bound", Time, "no schedule is shorter on this device"},
        {"efficiency", Share, "bound / makespan"},
        {"serial", Time, "the sum of the operations' own durations"},
        {"speedup", Number, "serial / makespan"},
        {"instrumented", Time, "the makespan of the run that the picture shows"},
        {"instrumentation_cost", Share, "by how much the instrumented run was longer than the plain ones"},
        {"span", Time, "from the first start to the last end of an operation of the GPU"},
        {"busy", Time, "at least one operation of the GPU executed"},
        {"idle", Time, "span − busy"},
        {"utilisation", Share, "busy / span"},
        {"kernel_time", Time, "at least one kernel executed"},
        {"copy_time", Time, "at least one copy executed"},
        {"h2d_time", Time, "at least one copy to the device executed"},
        {"d2h_time", Time, "at least one copy to the host executed"},
        {"kernel_and_copy", Time, "a kernel and a copy executed at once"},
        {"kernel_and_h2d", Time, "a kernel and a copy to the device executed at once"},
        {"kernel_and_d2h", Time, "a kernel and a copy to the host executed at once"},
        {"h2d_and_d2h", Time, "copies of both directions executed at once"},
        {"hidden", Share, "kernel_and_copy / copy_time; 100 % without copies"},
        {"exposed_copy", Time, "a copy executed and no kernel"},
        {"h2d_rate", Rate, "bytes over time of the copies to the device"},
        {"d2h_rate", Rate, "bytes over time of the copies to the host"},
        {"copied", Bytes, "of all copies between host and device"},
        {"communication_time", Time, "at least one collective executed"},
        {"communication_hidden", Share, "of communication_time: a kernel executed, too; 100 % without collectives"},
        {"exposed_communication", Time, "a collective executed and no kernel"},
        {"streams_at_once", Number, "the most streams that executed at the same time"},
        {"streams", Number, "streams with operations"},
        {"operations", Number, "operations of the GPU"},
        {"host_blocked", Time, "the host stood in a synchronisation"},
        {"syncs", Number, "synchronisations of the host"},
        {"waited_host", Time, "gaps in the streams: the host had not issued the next operation"},
        {"waited_launch", Time, "gaps in the streams: the next operation was about to start"},
        {"waited_event", Time, "gaps in the streams: for an event of another stream"},
        {"waited_engine", Time, "gaps in the streams: for an engine that served others"},
        {"waited_default_stream", Time, "gaps in the streams: for the default stream"},
        {"races", Number, "pairs of operations that use the same bytes, and nothing orders them"},
        {"right", Truth, "the data that came back was not found wrong"},
    };
    return list;
}

const std::vector<LessonFigure> &lessonDeviceFigures()
{
    using enum LessonUnit;
    static const std::vector<LessonFigure> list{
        {"name", Text, "\"NVIDIA H200\""},
        {"simulated", Truth, "it is a model, not a GPU"},
        {"in_units", Truth, "a model on which every operation takes one unit of time"},
        {"copy_engines", Number, "engines for copies: below 2, both directions take turns"},
        {"sms", Number, "multiprocessors; 0 where unknown"},
        {"compute", Number, "compute capability: 9 is 9.0; 0 where unknown"},
        {"concurrent_kernels", Truth, "kernels of several streams may run at once"},
        {"priorities", Number, "levels of stream priorities"},
        {"memory", Bytes, "of the device; 0 where unknown"},
    };
    return list;
}

const std::vector<LessonFunction> &lessonFunctions()
{
    using enum LessonUnit;
    static const std::vector<LessonFunction> list{
        {"start", 1, Time, "start of the first one, from the start of the run"},
        {"end", 1, Time, "end of the last one"},
        {"issue", 1, Time, "when the host called for the first one"},
        {"ready", 1, Time, "when its stream reached the first one"},
        {"total", 1, Time, "the sum of their durations"},
        {"union", 1, Time, "at least one of them executed"},
        {"median", 1, Time, "the median of their durations"},
        {"longest", 1, Time, "the longest duration"},
        {"shortest", 1, Time, "the shortest duration"},
        {"waited", 1, Time, "the longest wait for an engine: start − ready"},
        {"held", 1, Time, "for how long their calls held the host, in sum"},
        {"count", 1, Number, "their number; 0 where none matches"},
        {"at_once", 1, Number, "the most of them that executed at the same time"},
        {"overlap", 2, Time, "one of the first and one of the second filter executed at once"},
    };
    return list;
}

const LessonFigure *findLessonFigure(std::string_view name)
{
    return findIn(lessonFigures(), name);
}

const LessonFigure *findLessonDeviceFigure(std::string_view name)
{
    return findIn(lessonDeviceFigures(), name);
}

const LessonFunction *findLessonFunction(std::string_view name)
{
    return findIn(lessonFunctions(), name);
}

} // namespace streamscope
