// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"
#include "experiments/program_builder.h"
#include "experiments/registry.h"
#include "experiments/shared_parameters.h"

#include <algorithm>

namespace streamscope {

namespace {

/// Copies between a pair of devices.
class PeerCopy final : public Experiment
{
public:
    std::string id() const override { return "peer-copy"; }
    std::string title() const override { return QT_TRANSLATE_NOOP("engine", "Copies between GPUs"); }
    std::string summary() const override
    {
        return QT_TRANSLATE_NOOP(
            "engine",
            "From one GPU's memory to another's: directly or staged through the host, one way and both ways.");
    }
    std::string explanation() const override;
    std::vector<ParameterSpec> parameters() const override;
    Program build(const Parameters &values) const override;
};

std::string PeerCopy::explanation() const
{
    return QT_TRANSLATE_NOOP(
        "engine",
        "Data goes from one GPU to another. Where the devices can access each other (NVLink, or PCIe with peer access "
        "switched on) it goes directly; otherwise the driver stages it through the host's memory, in pieces, at the "
        "rate of the slower link at best.\n\nLook at the GB/s of the copies: direct over NVLink some hundred, staged "
        "as much as a copy to the host. Both ways at once cost each other nothing over NVLink, which has lanes for "
        "each direction, and a part of the rate where the way to the host is shared.\n\nTry: peer_access no; "
        "directions both; another pair (which links lie between two devices differs in many machines). With one GPU "
        "only the simulation is possible: --device sim:h200.");
}

std::vector<ParameterSpec> PeerCopy::parameters() const
{
    ParameterSpec from = integerParameter("from", QT_TRANSLATE_NOOP("engine", "From"), 0, 7, 0,
                                          QT_TRANSLATE_NOOP("engine", "The device that the data comes from."));
    ParameterSpec to = integerParameter("to", QT_TRANSLATE_NOOP("engine", "To"), 0, 7, 1,
                                        QT_TRANSLATE_NOOP("engine", "The device that it goes to."));
    from.logarithmic = to.logarithmic = false;
    ParameterSpec bytes = bytesParameter(std::int64_t{256} << 20);
    bytes.help = QT_TRANSLATE_NOOP("engine", "How much data goes each way, all copies together.");
    ParameterSpec chunks = chunksParameter(4);
    chunks.help = QT_TRANSLATE_NOOP("engine", "Copies of each direction.");
    return {from,
            to,
            tuned(choiceParameter(
                "peer_access", QT_TRANSLATE_NOOP("engine", "Peer access"), {"yes", "no"},
                QT_TRANSLATE_NOOP("engine", "yes: the devices access each other's memory (cudaDeviceEnablePeerAccess); "
                                            "no: the driver stages the copies through the host."))),
            choiceParameter("directions", QT_TRANSLATE_NOOP("engine", "Directions"), {"one", "both"},
                            QT_TRANSLATE_NOOP("engine", "Only there, or there and back at once.")),
            bytes,
            chunks};
}

/// One way of the pair: its copies and the look at what arrived.
void addWay(ProgramBuilder &builder, int from, int to, std::uint64_t part, std::int64_t chunks)
{
    constexpr std::uint64_t checkedBytes = 64 << 10;
    const std::string way = std::to_string(from) + " to " + std::to_string(to);
    const std::uint64_t bytes = part * static_cast<std::uint64_t>(chunks);
    const std::int32_t stream = builder.addStream(way, from),
                       source = builder.addDeviceBuffer("source " + way, bytes, from),
                       arrived = builder.addDeviceBuffer("arrived " + way, bytes, to),
                       check = builder.addHostBuffer("check " + way, std::min(part, checkedBytes)),
                       reader = builder.addStream("check " + way, to);
    builder.memset("fill the source", stream, builder.all(source), 0x3c);
    for (std::int64_t i = 0; i < chunks; ++i) {
        const std::uint64_t offset = static_cast<std::uint64_t>(i) * part;
        builder.copy(way + ", " + std::to_string(i), stream, {source, offset, part}, {arrived, offset, part}).chunk =
            static_cast<std::int32_t>(i);
    }
    builder.order(stream, reader);
    builder.copy("D2H to check " + way, reader,
                 {arrived, bytes - std::min(part, checkedBytes), std::min(part, checkedBytes)}, builder.all(check));
}

Program PeerCopy::build(const Parameters &values) const
{
    const int from = static_cast<int>(values.integer("from")), to = static_cast<int>(values.integer("to"));
    const std::int64_t chunks = values.integer("chunks");
    const std::uint64_t part = wholeFloats("bytes", values.integer("bytes")) / static_cast<std::uint64_t>(chunks) * 4;
    if (from == to)
        throw InputError(
            Phrase("engine", "parameter 'to': %1 is the device that the data comes from; choose two").arg(to));
    if (part == 0)
        throw InputError(
            Phrase("engine",
                   "parameter 'chunks': %1 copies need one float each; make 'bytes' larger or 'chunks' smaller")
                .arg(chunks));
    ProgramBuilder builder(title());
    builder.program().peerAccess = values.choice("peer_access") == "yes";
    addWay(builder, from, to, part, chunks);
    if (values.choice("directions") == "both")
        addWay(builder, to, from, part, chunks);
    return builder.take();
}

const Registered<PeerCopy> registeredPeerCopy;

} // namespace

} // namespace streamscope
