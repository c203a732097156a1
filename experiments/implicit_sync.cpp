// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// A kernel, an intruder, and a kernel of another stream.
class ImplicitSync final : public Experiment
{
public:
    std::string id() const override { return "implicit-sync"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Implicit synchronisation"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "One call between two launches: which calls keep kernels of different streams from running side by side?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string ImplicitSync::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine", "Two kernels on two streams would run at the same time. Between their launches the host makes one "
                  "other call. Which of them separate the kernels? Two lists are in circulation. The CUDA Programming "
                  "Guide up to 12 names page-locked and device allocations, memset, copies inside the device and "
                  "anything on the NULL stream; from 13 on only the last. Seen on GPUs: cudaFree and cudaFreeHost wait "
                  "for the device, asynchronous memsets and copies do not. The simulated devices have either list, by "
                  "their age.\n\nLook at whether the second kernel starts before the first one ends, and at the host "
                  "lane: a call that waits for the device holds the host, so that the second launch comes late.\n\nTry "
                  "every intruder; sim:k20c against sim:h200; stream_flags non-blocking with the NULL-stream kernel; "
                  "malloc-async, an allocation in stream order, for which nothing waits.");
}

std::vector<ParameterSpec> ImplicitSync::parameters() const
{
    ParameterSpec flags = streamFlagsParameter();
    flags.defaultValue = std::string("blocking");
    return {
        choiceParameter(
            "intruder", QT_TRANSLATE_NOOP("engine", "Intruder"),
            {"free", "malloc", "pinned-malloc", "pinned-free", "memset", "device-copy", "null-kernel", "malloc-async",
             "none"},
            QT_TRANSLATE_NOOP("engine", "The call between the two launches: cudaFree, cudaMalloc, cudaHostAlloc, "
                                        "cudaFreeHost, cudaMemsetAsync and a copy inside the device on a third stream, "
                                        "a kernel on the NULL stream, cudaMallocAsync on a third stream, or nothing.")),
        sizeParameter("bytes", QT_TRANSLATE_NOOP("engine", "Size"), 4, std::int64_t{1} << 34, 1 << 20,
                      QT_TRANSLATE_NOOP("engine", "Of what the intruder allocates, frees, sets or copies.")),
        flags,
        blocksParameter(16),
        durationParameter(2000),
        sharedMemoryParameter(moreThanHalfAnSm)};
}

/// Puts the call into the Program.
void addIntruder(ProgramBuilder &builder, const std::string &what, std::uint64_t bytes, std::int32_t third)
{
    const bool pinned = what.starts_with("pinned");
    if (what == "memset" || what == "device-copy") {
        const std::int32_t from = builder.addDeviceBuffer("from", bytes), to = builder.addDeviceBuffer("to", bytes);
        if (what == "memset")
            builder.memset(what, third, builder.all(to), 0);
        else
            builder.copy(what, third, builder.all(from), builder.all(to));
    } else if (what == "null-kernel") {
        Stream null;
        null.id = "null";
        null.kind = StreamKind::LegacyDefault;
        builder.kernel(what, builder.addStream(null), spinKernel(1000, 1));
    } else if (what == "malloc-async") {
        builder.allocation(OperationKind::Alloc, what, bytes, third);
    } else if (what != "none") {
        builder.allocation(what.ends_with("free") ? OperationKind::Free : OperationKind::Alloc, what, bytes,
                           Operation::none, pinned ? AllocationPlace::PinnedHost : AllocationPlace::Device);
    }
}

Program ImplicitSync::build(const Parameters &values) const
{
    wholeFloats("bytes", values.integer("bytes"));
    ProgramBuilder builder(title());
    for (const char *id : {"first", "second", "third"}) {
        Stream stream;
        stream.id = id;
        stream.nonBlocking = nonBlockingOf(values);
        builder.addStream(stream);
    }
    builder.kernel("first kernel", 0, spinWork(values, values.integer("blocks")));
    addIntruder(builder, values.choice("intruder"), static_cast<std::uint64_t>(values.integer("bytes")), 2);
    builder.kernel("second kernel", 1, spinWork(values, values.integer("blocks")));
    return builder.take();
}

const Registered<ImplicitSync> registeredImplicitSync;

} // namespace

} // namespace streamscope
