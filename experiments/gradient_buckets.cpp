// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <algorithm>
#include <vector>

namespace streamscope {

namespace {

/// Data-parallel training: the backward pass and the exchange of gradients.
class GradientBuckets final : public Experiment
{
public:
    std::string id() const override { return "gradient-buckets"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Gradient buckets"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine", "Backward layers beside the all-reduce of their gradients: how large should the buckets be?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string GradientBuckets::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Every GPU computes the gradients of its layers, last layer first, and the gradients are summed over all GPUs "
        "(all-reduce). They are collected in buckets: a bucket that is full is reduced on a second stream while the "
        "next layers are computed. Small buckets begin early and pay the latency of the ring often; one large bucket "
        "begins when everything is computed and hides nothing.\n\nLook at the all-reduces beside the backward kernels, "
        "and at what is left of them at the end: the last bucket has nothing to hide under. Where the reduction takes "
        "longer than the backward pass, the links are the bound and only fewer bytes help.\n\nWith several GPUs the "
        "sums are NCCL's (libnccl.so.2, loaded when it is needed); the simulated devices have a ring: each of 2 (n - "
        "1) steps moves an n-th of the bucket. With one GPU only the simulation is possible: --device "
        "sim:h200.\n\nTry: bucket_bytes 1 MB, 25 MB, 100 MB; more GPUs; layer_us shorter (the links become the bound). "
        "The kernels leave some SMs free, as the sum needs some, too: blocks 132 takes them away.");
}

std::vector<ParameterSpec> GradientBuckets::parameters() const
{
    ParameterSpec layer = durationParameter(300);
    layer.name = "layer_us";
    layer.label = QT_TRANSLATE_NOOP("engine", "Layer");
    layer.help = QT_TRANSLATE_NOOP("engine", "How long the backward kernel of a layer takes.");
    ParameterSpec gpus = integerParameter("gpus", QT_TRANSLATE_NOOP("engine", "GPUs"), 2, 8, 2,
                                          QT_TRANSLATE_NOOP("engine", "How many devices train together."));
    gpus.logarithmic = false;
    return {integerParameter("layers", QT_TRANSLATE_NOOP("engine", "Layers"), 1, 1000, 24,
                             QT_TRANSLATE_NOOP("engine", "Layers of the model.")),
            sizeParameter("layer_bytes", QT_TRANSLATE_NOOP("engine", "Gradients of a layer"), 4, 1 << 30, 16'000'000,
                          QT_TRANSLATE_NOOP("engine", "Bytes of gradients that each layer brings.")),
            tuned(sizeParameter(
                      "bucket_bytes", QT_TRANSLATE_NOOP("engine", "Bucket"), 1'000'000, 100'000'000, 25'000'000,
                      QT_TRANSLATE_NOOP("engine", "From how many bytes on a bucket is sent; it holds whole layers.")),
                  {std::int64_t{1'000'000}, std::int64_t{2'000'000}, std::int64_t{4'000'000}, std::int64_t{8'000'000},
                   std::int64_t{16'000'000}, std::int64_t{25'000'000}, std::int64_t{50'000'000},
                   std::int64_t{100'000'000}}),
            gpus,
            layer,
            blocksParameter(100),
            sharedMemoryParameter(moreThanHalfAnSm)};
}

/// What one GPU has.
struct Replica
{
    std::int32_t compute, reduce, gradients, check;
};

Program GradientBuckets::build(const Parameters &values) const
{
    constexpr std::uint64_t checkedBytes = 64 << 10;
    constexpr std::uint8_t exactSums = 0x40; // as floats 3.0039…, whose sums over up to 64 devices are exact
    const auto layers = static_cast<std::uint64_t>(values.integer("layers"));
    const std::uint64_t layerBytes = wholeFloats("layer_bytes", values.integer("layer_bytes")) * floatBytes;
    const auto bucketBytes = static_cast<std::uint64_t>(values.integer("bucket_bytes"));
    TimedKernel backward =
        spinKernel(values.integer("layer_us") * 1000, values.integer("blocks"), values.integer("shared_memory"));
    ProgramBuilder builder(title());
    std::vector<Replica> replicas;
    for (int device = 0; device < static_cast<int>(values.integer("gpus")); ++device) {
        const std::string number = " " + std::to_string(device);
        replicas.push_back({builder.addStream("compute" + number, device), builder.addStream("reduce" + number, device),
                            builder.addDeviceBuffer("gradients" + number, layers * layerBytes, device),
                            builder.addHostBuffer("check" + number, std::min(layerBytes, checkedBytes))});
    }
    for (const Replica &r : replicas)
        builder.memset("gradients", r.compute, builder.all(r.gradients), exactSums);
    std::uint64_t begin = 0;
    std::int32_t bucket = 0;
    for (std::uint64_t layer = 0; layer < layers; ++layer) {
        for (const Replica &r : replicas) {
            Operation &kernel = builder.kernel("backward " + std::to_string(layers - 1 - layer), r.compute, backward);
            kernel.chunk = static_cast<std::int32_t>(layer);
            kernel.writes = {{r.gradients, layer * layerBytes, layerBytes}};
        }
        const std::uint64_t end = (layer + 1) * layerBytes;
        if (end - begin < bucketBytes && layer + 1 < layers)
            continue;
        for (const Replica &r : replicas)
            builder.order(r.compute, r.reduce);
        for (const Replica &r : replicas) {
            Operation &sum = builder.add(OperationKind::Collective, "all-reduce " + std::to_string(bucket), r.reduce);
            sum.setGroup(bucket);
            sum.chunk = bucket;
            sum.bytes = end - begin;
            sum.reads = sum.writes = {{r.gradients, begin, end - begin}};
        }
        begin = end;
        ++bucket;
    }
    for (const Replica &r : replicas) {
        const std::uint64_t bytes = std::min(layerBytes, checkedBytes);
        builder.copy("D2H to check", r.reduce, {r.gradients, layers * layerBytes - bytes, bytes}, builder.all(r.check));
    }
    return builder.take();
}

const Registered<GradientBuckets> registeredGradientBuckets;

} // namespace

} // namespace streamscope
