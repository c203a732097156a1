// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// The two-products example with three streams.
class MultiStage final : public Experiment
{
public:
    std::string id() const override { return "multi-stage"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Two products and their use"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Two matrix products on two streams and a third stream that uses both: as "
                                           "often published without a wait, and mended.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string MultiStage::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine", "Two products are computed on two streams, and a third stream works on both results. Published "
                  "versions of this example often leave it at three streams: nothing tells the third that it must "
                  "wait. It then starts with what happens to lie in the results, which usually goes unnoticed, because "
                  "a small product is done before the third stream's kernel starts.\n\nLook at the third stream: as "
                  "published its kernels run beside the products whose results they read. The findings name the "
                  "kernels and the missing waits. Mended (two events recorded, two waits) they start when both "
                  "products are done. On a real GPU 'data' says whether luck held.\n\nTry: version mended; longer "
                  "products (kernel_work); blocking streams (they change nothing: no NULL stream is used).");
}

std::vector<ParameterSpec> MultiStage::parameters() const
{
    return {
        choiceParameter(
            "version", QT_TRANSLATE_NOOP("engine", "Version"), {"published", "mended"},
            QT_TRANSLATE_NOOP(
                "engine", "published: the third stream does not wait; mended: it waits for an event of each product.")),
        bytesParameter(std::int64_t{16} << 20),
        hostMemoryParameter(),
        kernelWorkParameter(4096),
        prioritiesParameter(),
        streamFlagsParameter()};
}

Program MultiStage::build(const Parameters &values) const
{
    const std::uint64_t bytes = wholeFloats("bytes", values.integer("bytes")) * 4;
    ProgramBuilder builder(title());
    const HostMemory memory = hostMemoryOf(values);
    for (const char *id : {"product A", "product B", "use"})
        builder.addStream(makeStream(values, builder.program().streams.size(), id));
    constexpr std::int32_t use = 2;
    std::int32_t results[2] = {}, used[2] = {}, outputs[2] = {};
    for (std::int32_t i = 0; i < 2; ++i) {
        const std::string name = i == 0 ? "A" : "B";
        const std::int32_t input = builder.addHostBuffer("input " + name, bytes, memory),
                           matrix = builder.addDeviceBuffer("matrix " + name, bytes);
        results[i] = builder.addDeviceBuffer("result " + name, bytes);
        used[i] = builder.addDeviceBuffer("used " + name, bytes);
        outputs[i] = builder.addHostBuffer("output " + name, bytes, memory);
        builder.copy("H2D of " + name, i, builder.all(input), builder.all(matrix));
        builder.fma("product " + name, i, builder.all(matrix), builder.all(results[i]), values.integer("kernel_work"));
    }
    if (values.choice("version") == "mended")
        for (const std::int32_t product : {0, 1})
            builder.order(product, use);
    for (std::int32_t i = 0; i < 2; ++i)
        builder.fma(std::string("use of ") + (i == 0 ? "A" : "B"), use, builder.all(results[i]), builder.all(used[i]),
                    1);
    for (std::int32_t i = 0; i < 2; ++i)
        builder.copy(std::string("D2H of ") + (i == 0 ? "A" : "B"), use, builder.all(used[i]), builder.all(outputs[i]));
    return builder.take();
}

const Registered<MultiStage> registeredMultiStage;

} // namespace

} // namespace streamscope
