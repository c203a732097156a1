// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

namespace streamscope {

namespace {

/// Copies of growing size, each alone on the device.
class TransferSize final : public Experiment
{
public:
    std::string id() const override { return "transfer-size"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Transfer size"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP("engine", "One copy per size: what does the first byte cost, and from which size on "
                                           "does the link run at its full rate?");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string TransferSize::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "For every size there is one copy to the device and one back, each alone: the host waits in between. A copy "
        "takes a fixed time (the latency, some microseconds) and then bytes at the rate of the link. Small copies are "
        "all latency, large ones all rate; half of the rate is reached where both are equal, about 200 KiB on a PCIe 5 "
        "H200.\n\nLook at the GB/s of each copy, and at how long its call held the host. From pageable memory the host "
        "is held until the data is staged; a copy to the device of at most 64 KiB is the exception, its call returns "
        "before the copy is done. Pageable copies reach a third of the rate of pinned ones, and less where the buffer "
        "does not fit the caches.\n\nTry: host_memory pageable, pinned, write-combined, registered (the last two copy "
        "like pinned memory); the largest size 1 GiB; a sweep over host_memory.");
}

std::vector<ParameterSpec> TransferSize::parameters() const
{
    constexpr std::int64_t most = std::int64_t{16} << 30;
    return {sizeParameter("smallest_bytes", QT_TRANSLATE_NOOP("engine", "Smallest copy"), 4, most, 1 << 10,
                          QT_TRANSLATE_NOOP("engine", "Where the row of sizes begins.")),
            sizeParameter("largest_bytes", QT_TRANSLATE_NOOP("engine", "Largest copy"), 4, most,
                          std::int64_t{256} << 20, QT_TRANSLATE_NOOP("engine", "Where it ends.")),
            integerParameter("factor", QT_TRANSLATE_NOOP("engine", "Growth"), 2, 1024, 4,
                             QT_TRANSLATE_NOOP("engine", "How many times larger the next size is.")),
            hostMemoryParameter()};
}

Program TransferSize::build(const Parameters &values) const
{
    const std::int64_t smallest = values.integer("smallest_bytes"), largest = values.integer("largest_bytes");
    wholeFloats("smallest_bytes", smallest);
    wholeFloats("largest_bytes", largest);
    if (smallest > largest)
        throw InputError(
            Phrase("engine", "parameter 'smallest_bytes': %1 is more than 'largest_bytes', %2").arg(smallest, largest));
    ProgramBuilder builder(title());
    const auto bytes = static_cast<std::uint64_t>(largest);
    const std::int32_t stream = builder.addStream("copies"),
                       input = builder.addHostBuffer("input", bytes, hostMemoryOf(values)),
                       device = builder.addDeviceBuffer("device", bytes),
                       output = builder.addHostBuffer("output", bytes, hostMemoryOf(values));
    std::int32_t number = 0;
    for (std::int64_t size = smallest; size <= largest; size *= values.integer("factor")) {
        const auto part = static_cast<std::uint64_t>(size);
        builder.copy("H2D " + std::to_string(size), stream, {input, 0, part}, {device, 0, part}).chunk = number;
        builder.syncStream("wait", stream);
        builder.copy("D2H " + std::to_string(size), stream, {device, 0, part}, {output, 0, part}).chunk = number++;
        builder.syncStream("wait", stream);
    }
    return builder.take();
}

const Registered<TransferSize> registeredTransferSize;

} // namespace

} // namespace streamscope
