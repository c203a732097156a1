// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// Rounds of a kernel, work of the host and a wait.
class HostOverlap final : public Experiment
{
public:
    std::string id() const override { return "host-overlap"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Host and GPU side by side"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "Work of the CPU while a kernel runs, host functions in a stream, and what each way of waiting costs.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string HostOverlap::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "A launch returns at once: the host can work while the kernel runs, and wait for it when it needs the result. "
        "Each round is a kernel, some work of the host and a wait. Waiting first and working afterwards makes the "
        "round as long as both together.\n\nLook at the host lane and at how late the host goes on after the kernel's "
        "end: that is what the way of waiting costs (wait_with). A call that blocks comes back some microseconds after "
        "the end; asking again and again (cudaStreamQuery, cudaEventQuery) comes back after the first question that "
        "hears 'done', and keeps the CPU busy. cudaDeviceSynchronize waits for every stream, also for those that the "
        "result does not need.\n\nWith host_function_us, a function of the host runs in the stream behind each kernel: "
        "a thread of the driver calls it some microseconds after the kernel's end, the stream goes on behind it, and "
        "functions of other streams wait for their turn, for it is one thread. It must not call CUDA.\n\nTry: overlap "
        "no against yes; every wait_with; host_function_us 100 on 1 and 4 streams.");
}

std::vector<ParameterSpec> HostOverlap::parameters() const
{
    ParameterSpec work = durationParameter(1000);
    work.name = "host_work_us";
    work.label = QT_TRANSLATE_NOOP("engine", "Work of the host");
    work.minimum = 0;
    work.help = QT_TRANSLATE_NOOP("engine", "How long the host works in each round.");
    ParameterSpec function = durationParameter(0);
    function.name = "host_function_us";
    function.label = QT_TRANSLATE_NOOP("engine", "Host function");
    function.minimum = 0;
    function.defaultValue = std::int64_t{0};
    function.help = QT_TRANSLATE_NOOP(
        "engine", "How long a host function behind each kernel, in its stream, takes; 0: there is none.");
    ParameterSpec duration = durationParameter(2000);
    duration.help = QT_TRANSLATE_NOOP("engine", "How long each kernel runs.");
    return {
        tuned(choiceParameter("wait_with", QT_TRANSLATE_NOOP("engine", "Wait with"),
                              {"stream", "device", "event", "poll-stream", "poll-event"},
                              QT_TRANSLATE_NOOP("engine", "cudaStreamSynchronize, cudaDeviceSynchronize, "
                                                          "cudaEventSynchronize, cudaStreamQuery or cudaEventQuery."))),
        tuned(
            choiceParameter("overlap", QT_TRANSLATE_NOOP("engine", "Work while the kernel runs"), {"yes", "no"},
                            QT_TRANSLATE_NOOP("engine", "yes: the host works, then waits; no: it waits, then works."))),
        work,
        duration,
        function,
        integerParameter("rounds", QT_TRANSLATE_NOOP("engine", "Rounds"), 1, 1000, 4,
                         QT_TRANSLATE_NOOP("engine", "How often.")),
        notTuned(streamsParameter(1)), // each has its kernel
        streamFlagsParameter()};
}

/// The wait of one round: for all streams, each in its turn where the call is about one.
void addWait(ProgramBuilder &builder, const std::string &with, std::int64_t streams, std::int32_t firstEvent)
{
    const SyncMethod method = with.starts_with("poll") ? SyncMethod::Polling : SyncMethod::Blocking;
    if (with == "device") {
        builder.syncDevice("wait for the device");
        return;
    }
    for (std::int32_t stream = 0; stream < static_cast<std::int32_t>(streams); ++stream) {
        if (with.ends_with("event"))
            builder.syncEvent("wait for the event", firstEvent + stream, method);
        else
            builder.syncStream("wait for the stream", stream, method);
    }
}

Program HostOverlap::build(const Parameters &values) const
{
    constexpr std::int64_t nanosecondsPerMicrosecond = 1000;
    ProgramBuilder builder(title());
    const std::int64_t streams = values.integer("streams");
    const std::string &with = values.choice("wait_with");
    const bool byEvent = with.ends_with("event");
    for (std::int64_t i = 0; i < streams; ++i) {
        Stream stream;
        stream.id = std::to_string(i);
        stream.nonBlocking = nonBlockingOf(values);
        builder.addStream(stream);
        if (byEvent)
            builder.addEvent("done " + std::to_string(i));
    }
    const std::int64_t functionNs = values.integer("host_function_us") * nanosecondsPerMicrosecond;
    const auto work = [&](const std::string &round) {
        if (values.integer("host_work_us") > 0)
            builder.hostWork("work" + round, values.integer("host_work_us") * nanosecondsPerMicrosecond);
    };
    for (std::int64_t i = 0; i < values.integer("rounds"); ++i) {
        const std::string round = " " + std::to_string(i);
        for (std::int32_t stream = 0; stream < static_cast<std::int32_t>(streams); ++stream) {
            builder
                .kernel("kernel" + round, stream,
                        spinKernel(values.integer("duration_us") * nanosecondsPerMicrosecond, 1))
                .chunk = static_cast<std::int32_t>(i);
            if (functionNs > 0)
                builder.hostFunction("host function" + round, stream, functionNs);
            if (byEvent)
                builder.record(stream, stream);
        }
        if (values.choice("overlap") == "yes")
            work(round);
        addWait(builder, with, streams, 0);
        if (values.choice("overlap") == "no")
            work(round);
    }
    return builder.take();
}

const Registered<HostOverlap> registeredHostOverlap;

} // namespace

} // namespace streamscope
