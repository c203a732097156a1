// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Kernels on several streams and one intruder on the default stream among them.
class DefaultStream final : public Experiment
{
public:
    std::string id() const override { return "default-stream"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "The default stream"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine",
                                 "One operation on the default (NULL) stream among other streams: what does it stop?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string DefaultStream::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Kernels go to several streams in turn and would all run side by side. Somewhere among them one short kernel "
        "goes to the default stream: a forgotten stream argument, a library call, a debug print. On the legacy default "
        "stream it waits for everything that blocking streams were given before, and everything that they are given "
        "afterwards waits for it. One such call between each two launches turned 3.9 kernels at a time into 0.99 on a "
        "GB200.\n\nLook at the gap: the kernels fall into those before the intruder and those behind it. Non-blocking "
        "streams (cudaStreamNonBlocking; all of PyTorch's are) take no part, and neither does a per-thread default "
        "stream, which is an ordinary blocking stream unless the legacy one is used as well. 'Blocking' says nothing "
        "about the host: both kinds return at once.\n\nTry: default_stream legacy, per-thread, none; stream_flags "
        "blocking and non-blocking; position 0 (first), in the middle, or last (nothing to separate).");
}

std::vector<ParameterSpec> DefaultStream::parameters() const
{
    ParameterSpec flags = streamFlagsParameter();
    flags.defaultValue = std::string("blocking");
    ParameterSpec position =
        integerParameter("position", QT_TRANSLATE_NOOP("engine", "Position"), 0, 1000, 4,
                         QT_TRANSLATE_NOOP("engine", "How many kernels are launched before the one on the default "
                                                     "stream; a number past the last one puts it behind all."));
    position.logarithmic = false;
    return {
        tuned(choiceParameter("default_stream", QT_TRANSLATE_NOOP("engine", "Default stream"),
                              {"legacy", "per-thread", "none"},
                              QT_TRANSLATE_NOOP("engine", "legacy: the NULL stream; per-thread: that of code compiled "
                                                          "with --default-stream per-thread; none: no such kernel.")),
              {std::string("legacy"), std::string("per-thread")}),
        position,
        integerParameter(
            "kernels", QT_TRANSLATE_NOOP("engine", "Kernels"), 2, 1000, 8,
            QT_TRANSLATE_NOOP(
                "engine", "Kernels on all streams together. Kernel i goes to stream i modulo the number of streams.")),
        streamsParameter(8),
        flags,
        blocksParameter(16),
        durationParameter(500),
        sharedMemoryParameter(moreThanHalfAnSm)};
}

Program DefaultStream::build(const Parameters &values) const
{
    ProgramBuilder builder(title());
    const std::int64_t streams = values.integer("streams");
    const std::string &kind = values.choice("default_stream");
    for (std::int64_t i = 0; i < streams; ++i) {
        Stream stream;
        stream.id = std::to_string(i);
        stream.nonBlocking = nonBlockingOf(values);
        builder.addStream(stream);
    }
    std::int32_t intruder = Operation::none;
    if (kind != "none") {
        Stream stream;
        stream.id = kind == "legacy" ? "null" : "per-thread";
        stream.kind = kind == "legacy" ? StreamKind::LegacyDefault : StreamKind::PerThreadDefault;
        intruder = builder.addStream(stream);
    }
    const std::int64_t kernels = values.integer("kernels"), position = std::min(values.integer("position"), kernels);
    for (std::int64_t i = 0; i <= kernels; ++i) {
        if (i == position && intruder >= 0)
            builder.kernel("on the default stream", intruder, spinKernel(1000, 1));
        if (i < kernels)
            builder
                .kernel("kernel " + std::to_string(i), static_cast<std::int32_t>(i % streams),
                        spinWork(values, values.integer("blocks")))
                .chunk = static_cast<std::int32_t>(i);
    }
    return builder.take();
}

const Registered<DefaultStream> registeredDefaultStream;

} // namespace

} // namespace streamscope
