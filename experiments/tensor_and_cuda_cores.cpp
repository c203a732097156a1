// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <tuple>
#include <utility>

namespace streamscope {

namespace {

/// Two streams whose kernels use different units of the same SMs.
class TensorAndCudaCores final : public Experiment
{
public:
    std::string id() const override { return "tensor-and-cuda-cores"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Tensor cores and CUDA cores"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Matrix products on the tensor cores of one stream, arithmetic on the CUDA "
                                           "cores of another: do they run at once?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string TensorAndCudaCores::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "One stream multiplies matrices on the tensor cores, the other cubes the elements of an array on the CUDA "
        "cores (two multiply-adds each: it waits for memory most of the time). They are different units of the same "
        "SM, so both kernels can run at once if they leave each other room: the blocks of each take a quarter of the "
        "threads of every SM.\n\nLook at how long each stream takes alone (work tensor, then cuda) and beside the "
        "other (both). As long as the sum of the two is what a run of both takes, nothing was won; the less it takes, "
        "the more the units worked side by side.\n\nTry: CUDA-core work 4096. Then the cubes are bound by the "
        "multipliers, and on an H200 nothing is won: both kinds of instruction compete for what feeds them, although "
        "the bars overlap. Blocks 1056 (the first kernel fills the SMs and leaves nothing for the other); precision "
        "tf32, which takes more than twice as long; one kind of work alone.");
}

std::vector<ParameterSpec> TensorAndCudaCores::parameters() const
{
    ParameterSpec blocks = blocksParameter(264);
    blocks.help = QT_TRANSLATE_NOOP("engine", "Blocks of 256 threads of each kernel. 264 are 2 on each of the 132 SMs "
                                              "of the H200, a quarter of the threads that an SM holds.");
    ParameterSpec cudaWork = kernelWorkParameter(2);
    cudaWork.label = QT_TRANSLATE_NOOP("engine", "CUDA-core work");
    return {choiceParameter("work", QT_TRANSLATE_NOOP("engine", "Work"), {"both", "tensor", "cuda"},
                            QT_TRANSLATE_NOOP("engine", "Which of the two streams has its kernels.")),
            choiceParameter("precision", QT_TRANSLATE_NOOP("engine", "Precision"), {"bf16", "tf32"},
                            QT_TRANSLATE_NOOP("engine", "What the tensor cores multiply.")),
            integerParameter("kernels", QT_TRANSLATE_NOOP("engine", "Kernels"), 1, 1000, 50,
                             QT_TRANSLATE_NOOP("engine", "Kernels of each stream.")),
            integerParameter("tensor_work", QT_TRANSLATE_NOOP("engine", "Tensor work"), 16, 1 << 20, 2048,
                             QT_TRANSLATE_NOOP("engine", "Multiply-adds for each result of a tensor kernel."),
                             "FMA/element"),
            cudaWork,
            blocks,
            prioritiesParameter(),
            streamFlagsParameter()};
}

Program TensorAndCudaCores::build(const Parameters &values) const
{
    constexpr std::uint64_t elements = 4 << 20;
    ProgramBuilder builder(title());
    const std::int32_t tensor = builder.addStream(makeStream(values, 0, "tensor cores")),
                       cuda = builder.addStream(makeStream(values, 1, "CUDA cores"));
    const auto addDataOf = [&](std::int32_t stream, const std::string &name) {
        const std::int32_t in = builder.addHostBuffer(name + " in", elements * floatBytes),
                           data = builder.addDeviceBuffer(name + " data", elements * floatBytes),
                           out = builder.addHostBuffer(name + " out", elements * floatBytes);
        builder.copy("H2D for " + name, stream, builder.all(in), builder.all(data));
        return std::pair(data, out);
    };
    KernelWork work;
    work.elements = elements;
    work.grid = static_cast<std::uint32_t>(values.integer("blocks"));
    parseMatrixPrecision(values.choice("precision"), work.precision);
    struct Part
    {
        std::int32_t stream;
        KernelKind kind;
        std::string name;
        std::int64_t multiplyAdds;
        std::int32_t data = -1, out = -1;
    };
    std::vector<Part> parts;
    if (values.choice("work") != "cuda")
        parts.push_back({tensor, KernelKind::Tensor, "product", values.integer("tensor_work")});
    if (values.choice("work") != "tensor")
        parts.push_back({cuda, KernelKind::Fma, "cube", values.integer("kernel_work")});
    for (Part &part : parts)
        std::tie(part.data, part.out) = addDataOf(part.stream, part.name);
    builder.syncDevice("wait for the data");
    for (std::int64_t i = 0; i < values.integer("kernels"); ++i)
        for (const Part &part : parts) {
            work.kind = part.kind;
            work.workPerElement = part.multiplyAdds;
            Operation &kernel = builder.kernel(part.name + " " + std::to_string(i), part.stream, {work});
            kernel.chunk = static_cast<std::int32_t>(i);
            kernel.reads = kernel.writes = {builder.all(part.data)};
        }
    for (const Part &part : parts)
        builder.copy("D2H of " + part.name, part.stream, builder.all(part.data), builder.all(part.out));
    return builder.take();
}

const Registered<TensorAndCudaCores> registeredTensorAndCudaCores;

} // namespace

} // namespace streamscope
