// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/text/translatable.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// The puzzle: three streams with independent work of about the same length, issued one stream after the other.
class SwimmingInStreams final : public Experiment
{
public:
    std::string id() const override { return "swimming-in-streams"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Swimming in streams"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "Matrix products, copies back and copies in on three streams: which "
                                           "overlap, with blocking copies and without?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string SwimmingInStreams::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Three streams with nothing in common: matrix products on the first, copies to the host on the second, copies "
        "to the device on the third. The host issues all products, then all copies back, then all copies in. Three "
        "engines can work at once, so the run could be as short as the longest of the three.\n\nLook at when the "
        "copies in begin. With blocking copies (non_blocking no: the host waits for its stream after each copy, as "
        "tensor.to() does without non_blocking=True) the products still run beside the copies, because they were all "
        "issued before; but the first copy in is issued when the last copy back is done, so the two directions never "
        "meet. Without blocking, all three overlap, and each direction slows the other a little.\n\nTry: non_blocking "
        "no against yes; pageable memory with non_blocking yes (the driver stages each copy and holds the host in it: "
        "the flag alone does not help); fewer products (the copies become the bound).");
}

std::vector<ParameterSpec> SwimmingInStreams::parameters() const
{
    return {
        tuned(choiceParameter(
            "non_blocking", QT_TRANSLATE_NOOP("engine", "Non-blocking copies"), {"yes", "no"},
            QT_TRANSLATE_NOOP("engine",
                              "no: the host waits for the stream after each copy; yes: it goes on at once."))),
        integerParameter("products", QT_TRANSLATE_NOOP("engine", "Matrix products"), 1, 10'000, 200,
                         QT_TRANSLATE_NOOP("engine", "How many products the first stream has.")),
        integerParameter("copies", QT_TRANSLATE_NOOP("engine", "Copies each way"), 1, 10'000, 100,
                         QT_TRANSLATE_NOOP("engine", "How many copies the second and the third stream have.")),
        integerParameter(
            "side", QT_TRANSLATE_NOOP("engine", "Matrix side"), 16, 16384, 1024,
            QT_TRANSLATE_NOOP("engine", "Rows and columns of the matrices of floats that are multiplied and copied."),
            "floats"),
        hostMemoryParameter(),
        prioritiesParameter(),
        streamFlagsParameter()};
}

Program SwimmingInStreams::build(const Parameters &values) const
{
    ProgramBuilder builder(title());
    const std::int64_t side = values.integer("side");
    const std::uint64_t bytes = static_cast<std::uint64_t>(side * side) * floatBytes;
    const HostMemory memory = hostMemoryOf(values);
    const std::int32_t matrix = builder.addDeviceBuffer("matrix", bytes),
                       result = builder.addDeviceBuffer("result", bytes),
                       input = builder.addHostBuffer("input", bytes, memory),
                       arrived = builder.addDeviceBuffer("arrived", bytes),
                       output = builder.addHostBuffer("output", bytes, memory),
                       check = builder.addHostBuffer("check", bytes, memory);
    const std::int32_t products = builder.addStream(makeStream(values, 0, "products")),
                       back = builder.addStream(makeStream(values, 1, "back")),
                       in = builder.addStream(makeStream(values, 2, "in"));
    const auto finishCopy = [&](std::int32_t stream) {
        if (values.choice("non_blocking") == "no")
            builder.syncStream("wait for the copy", stream);
    };
    builder.memset("zero the matrix", products, builder.all(matrix), 0);
    builder.memset("fill the result", back, builder.all(result), 0x3c);
    for (std::int64_t i = 0; i < values.integer("products"); ++i) // a result is a row times a column: `side` steps
        builder.fma("product " + std::to_string(i), products, builder.all(matrix), builder.all(matrix), side).chunk =
            static_cast<std::int32_t>(i);
    for (std::int64_t i = 0; i < values.integer("copies"); ++i) {
        builder.copy("D2H " + std::to_string(i), back, builder.all(result), builder.all(output)).chunk =
            static_cast<std::int32_t>(i);
        finishCopy(back);
    }
    for (std::int64_t i = 0; i < values.integer("copies"); ++i) {
        builder.copy("H2D " + std::to_string(i), in, builder.all(input), builder.all(arrived)).chunk =
            static_cast<std::int32_t>(i);
        finishCopy(in);
    }
    builder.copy("D2H to check", in, builder.all(arrived), builder.all(check));
    return builder.take();
}

const Registered<SwimmingInStreams> registeredSwimmingInStreams;

} // namespace

} // namespace streamscope
