// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// Latencies, rates and the ways in which copies meet.
#include "engine/run/calibration/calibrator.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace streamscope {

/// offset + bytes / rate: the rate is that of the two largest sizes, the offset what the small ones leave.
struct Calibrator::Line
{
    double offsetNs = 0;
    double nsPerByte = 0;
    double worst = 0; ///< relative

    double bytesPerSecond() const { return std::clamp(1e9 / std::max(nsPerByte, 1e-12), 1.0, highestRate); }
    /// `points` are (bytes, ns) by rising size; at least two.
    static Line through(const std::vector<std::pair<double, double>> &points);
};

Calibrator::Line Calibrator::Line::through(const std::vector<std::pair<double, double>> &points)
{
    Line line;
    const auto &[bytesBefore, nsBefore] = points[points.size() - 2];
    const auto &[bytesMost, nsMost] = points.back();
    line.nsPerByte = std::max(0.0, (nsMost - nsBefore) / (bytesMost - bytesBefore));
    constexpr double small = 1 << 20;
    int count = 0;
    for (const auto &[bytes, ns] : points)
        if (bytes <= small) {
            line.offsetNs += ns - line.nsPerByte * bytes;
            ++count;
        }
    line.offsetNs /= std::max(count, 1);
    for (const auto &[bytes, ns] : points)
        line.worst = std::max(line.worst, std::abs((line.offsetNs + line.nsPerByte * bytes) / ns - 1));
    return line;
}

Calibrator::Line Calibrator::measureCopies(OperationKind kind, HostMemory memory,
                                           const std::vector<std::uint64_t> &sizes)
{
    std::vector<std::pair<double, double>> points;
    for (const std::uint64_t size : sizes) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(size, memory), onDevice = sketch.device(size);
        const bool in = kind == OperationKind::H2D;
        sketch.copy(kind, 0, in ? onHost : onDevice, in ? onDevice : onHost, size);
        points.emplace_back(static_cast<double>(size), makespan(sketch.program()));
    }
    return Line::through(points);
}

namespace {

/// `count` copies of `size` pageable bytes each, of so many `buffers` in turn, one after the other.
Program pageableCopies(OperationKind kind, std::uint64_t size, int count, int buffers = 2)
{
    CalibrationSketch sketch(1);
    std::vector<std::int32_t> onHost;
    for (int i = 0; i < buffers; ++i)
        onHost.push_back(sketch.host(size, HostMemory::Pageable));
    const std::int32_t onDevice = sketch.device(size);
    const bool in = kind == OperationKind::H2D;
    for (int i = 0; i < count; ++i) {
        const std::int32_t buffer = onHost[static_cast<std::size_t>(i) % onHost.size()];
        sketch.copy(kind, 0, in ? buffer : onDevice, in ? onDevice : buffer, size);
    }
    return sketch.program();
}

} // namespace

/// The largest copy to the device behind a running kernel that lets the host go on before the kernel has ended.
void Calibrator::measureStaging()
{
    constexpr std::int64_t spinNs = 5'000'000;
    copies().stagingBytes = 0;
    for (const std::uint64_t size : {128 * KiB, 512 * KiB, MiB, 2 * MiB, 4 * MiB, 8 * MiB}) {
        CalibrationSketch sketch(2);
        sketch.spin(0, spinNs);
        sketch.copy(OperationKind::H2D, 0, sketch.host(size, HostMemory::Pageable), sketch.device(size), size);
        sketch.spin(1, 0);
        const Recording recording = recorded(sketch.program());
        if (recording.timeline.span(2).issue >= recording.timeline.span(0).end)
            break;
        copies().stagingBytes = size;
    }
    note("copies.staging_bytes", std::to_string(copies().stagingBytes),
         "pageable copies of 128 KiB to 8 MiB behind a kernel of 5 ms");
}

/// What each further pageable copy takes, without what the model knows: the host's part. `cached`: it reads what the
/// copies before it have read.
double Calibrator::pageableHostNs(OperationKind kind, std::uint64_t size, double latencyNs, bool cached)
{
    const bool in = kind == OperationKind::H2D;
    const int repeat = size > 32 * MiB ? 3 : 7;
    const int less = cached ? 2 : 1, more = cached ? 4 : 2, buffers = cached ? 1 : 2;
    const double each = (makespan(pageableCopies(kind, size, more, buffers), repeat)
                         - makespan(pageableCopies(kind, size, less, buffers), repeat))
                        / (more - less);
    const DeviceProfile::Copies &c = copies();
    const double own = each - host().copyNs - latencyNs;
    if (c.stagingBytes == 0)
        return own - c.startNs;
    if (in && size <= c.stagingBytes)
        return own;
    const CopyCost &engine = in ? c.h2d.pinned : c.d2h.pinned;
    const auto ahead = static_cast<double>(std::min(size, c.stagingPieceBytes));
    return own - c.startNs - engine.latencyNs - ahead / engine.bandwidthAt(ahead) * 1e9;
}

/// Staged by the host, piece by piece: the rate depends on the size. A run begins with its memory outside of the host's
/// caches, so what is copied again is faster.
void Calibrator::measurePageable()
{
    measureStaging();
    for (const OperationKind kind : {OperationKind::H2D, OperationKind::D2H}) {
        CopyCost &cost = (kind == OperationKind::H2D ? copies().h2d : copies().d2h).pageable;
        // Without staging ahead small copies do not hold the host, so that they tell nothing of it.
        constexpr std::uint64_t small = 128 * KiB;
        const std::uint64_t least = copies().stagingBytes > 0 ? 4 * KiB : small;
        cost.latencyNs = std::max(0.0, 2 * pageableHostNs(kind, least, 0) - pageableHostNs(kind, 2 * least, 0));
        const auto rate = [&](std::uint64_t size, bool cached) {
            const double ns = std::max(1.0, pageableHostNs(kind, size, cost.latencyNs, cached));
            return std::min(static_cast<double>(size) / ns * 1e9, highestRate);
        };
        cost.bandwidth.clear();
        for (const std::uint64_t size : {small, 256 * KiB, MiB, 4 * MiB, 16 * MiB, 128 * MiB})
            cost.bandwidth.push_back({static_cast<double>(size), rate(size, false)});
        if (kind == OperationKind::H2D && copies().stagingBytes > 0)
            cost.cachedBytesPerSecond = rate(512 * KiB, true);
    }
}

/// A copy inside the device behind a kernel that takes all slots: it waits for them, or it does not.
void Calibrator::measureDeviceCopiesOnSms()
{
    const DeviceInfo &info = m_executor.device();
    constexpr std::uint64_t size = 256 * MiB;
    constexpr std::int64_t spinNs = 1'000'000;
    constexpr int threads = 256;
    CalibrationSketch sketch(2);
    sketch.spin(0, spinNs,
                static_cast<std::uint32_t>(info.multiprocessors.value_or(1)
                                           * (info.maxThreadsPerMultiprocessor.value_or(2048) / threads)));
    sketch.copy(OperationKind::D2D, 1, sketch.device(size), sketch.device(size), size);
    const double alone = static_cast<double>(size) / copies().d2d.bandwidthAt(size) * 1e9;
    copies().deviceCopiesOnSms = makespan(sketch.program(), 3) > spinNs + alone / 2;
    note("copies.device_copies_on_sms", copies().deviceCopiesOnSms ? "yes" : "no",
         "a copy of 256 MiB inside the device beside a kernel of 1 ms that takes all slots");
}

namespace {

constexpr std::uint64_t chainPiece = 1 * MiB;

} // namespace

Program Calibrator::copyChain(OperationKind kind, int count, int streams, std::uint64_t besideBytes)
{
    CalibrationSketch sketch(streams + (besideBytes > 0 ? 1 : 0));
    const bool in = kind == OperationKind::H2D;
    const auto add = [&sketch](bool toDevice, int stream, std::int32_t onHost, std::int32_t onDevice,
                               std::uint64_t bytes, std::uint64_t offset) {
        sketch.copy(toDevice ? OperationKind::H2D : OperationKind::D2H, stream, toDevice ? onHost : onDevice,
                    toDevice ? onDevice : onHost, bytes, offset);
    };
    if (besideBytes > 0)
        add(!in, streams, sketch.host(besideBytes, HostMemory::Pinned), sketch.device(besideBytes), besideBytes, 0);
    const auto bytes = chainPiece * static_cast<std::uint64_t>(count);
    const std::int32_t onHost = sketch.host(bytes, HostMemory::Pinned), onDevice = sketch.device(bytes);
    for (int i = 0; i < count; ++i)
        add(in, i % streams, onHost, onDevice, chainPiece, chainPiece * static_cast<std::uint64_t>(i));
    return sketch.program();
}

/// What a copy takes beside its bytes where it waits for the one before it in its stream.
double Calibrator::chainOffset(OperationKind kind)
{
    const double each = slope(8, 40, [kind](int count) { return copyChain(kind, count, 1); });
    const DirectionCosts &costs = kind == OperationKind::H2D ? copies().h2d : copies().d2h;
    return std::max(0.0, each - static_cast<double>(chainPiece) / costs.pinned.bandwidth.front().bytesPerSecond * 1e9);
}

void Calibrator::measureDirection(OperationKind kind)
{
    const bool in = kind == OperationKind::H2D;
    step(in ? "copies to the device" : "copies to the host");
    const std::string name = in ? "copies.h2d." : "copies.d2h.";
    DirectionCosts &costs = in ? copies().h2d : copies().d2h;
    struct Kind
    {
        CopyCost &cost;
        HostMemory memory;
        std::vector<std::uint64_t> sizes;
    };
    const std::array<Kind, 3> kinds{{{costs.pinned, HostMemory::Pinned, {4 * KiB, 64 * KiB, MiB, 32 * MiB, 256 * MiB}},
                                     {costs.writeCombined, HostMemory::WriteCombined, {4 * KiB, MiB, 64 * MiB}},
                                     {costs.registered, HostMemory::Registered, {4 * KiB, MiB, 64 * MiB}}}};
    for (const Kind &entry : kinds) {
        const Line line = measureCopies(kind, entry.memory, entry.sizes);
        entry.cost.latencyNs = std::max(0.0, line.offsetNs - host().copyNs - copies().joinNs);
        entry.cost.bandwidth = {{1, line.bytesPerSecond()}};
        note(name + std::string(hostMemoryName(entry.memory)), calibrationNumber(line.bytesPerSecond() / 1e9) + " GB/s",
             "line through single copies of " + std::to_string(entry.sizes.size()) + " sizes, least relative squares",
             line.worst);
    }
    const double alone = costs.pinned.latencyNs;
    PinnedOffsets &offsets = in ? m_h2d : m_d2h;
    offsets.alone = alone;
    offsets.chained = std::min(alone, chainOffset(kind));
}

/// Copies of both directions in turns on one stream: each starts behind the other.
double Calibrator::startBehindOtherCopy()
{
    constexpr std::uint64_t bytes = 64 * KiB;
    const double pair = slope(8, 32, [](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(bytes, HostMemory::Pinned), onDevice = sketch.device(bytes);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, onHost, onDevice, bytes);
            sketch.copy(OperationKind::D2H, 0, onDevice, onHost, bytes);
        }
        return sketch.program();
    });
    double copying = 0;
    for (const CopyCost *cost : {&copies().h2d.pinned, &copies().d2h.pinned})
        copying += cost->latencyNs + static_cast<double>(bytes) / cost->bandwidth.front().bytesPerSecond * 1e9;
    return std::max(0.0, (pair - copying) / 2);
}

/// A copy behind another of its stream has its chained latency and nothing else; what one alone takes beside that is
/// its start and the part of the latency that a chain hides, which is taken from the profile that calibrating starts
/// from. So are the gaps between copies, which the fit finds.
void Calibrator::splitLatencies()
{
    DeviceProfile::Copies &c = copies();
    const auto startOf = [](const PinnedOffsets &offsets, const DirectionCosts &base) {
        const double hidden = base.pinned.latencyNs - std::min(base.pinned.latencyNs, base.chainedLatencyNs);
        return std::max(0.0, offsets.alone - offsets.chained - hidden);
    };
    const double start = (startOf(m_h2d, m_base.copies.h2d) + startOf(m_d2h, m_base.copies.d2h)) / 2;
    c.startNs = start;
    c.h2d.chainedLatencyNs = m_h2d.chained;
    c.d2h.chainedLatencyNs = m_d2h.chained;
    for (DirectionCosts *costs : {&c.h2d, &c.d2h})
        for (CopyCost *cost : {&costs->pinned, &costs->writeCombined, &costs->registered})
            cost->latencyNs = std::max(0.0, cost->latencyNs - start);
    c.queuedStartNs = m_base.copies.queuedStartNs;
    c.besideStartNs = m_base.copies.besideStartNs;
    c.startBehindCopyNs = startBehindOtherCopy();
    measurePageable();
    note("copies.h2d.pinned.latency_us, copies.d2h.pinned.latency_us",
         calibrationMicroseconds(c.h2d.pinned.latencyNs) + ", " + calibrationMicroseconds(c.d2h.pinned.latencyNs),
         "8 and 40 copies of 1 MiB on one stream");
    note("copies.start_us", calibrationMicroseconds(c.startNs), "copies alone, beside those on one stream");
    note("copies.start_behind_copy_us", calibrationMicroseconds(c.startBehindCopyNs),
         "8 and 32 pairs of copies of 64 KiB, one each way, on one stream");
    note("copies.h2d.pageable, copies.d2h.pageable", "tables",
         "one and two copies of 128 KiB to 128 MiB; two and four of the same 512 KiB for what is in caches");
}

/// A long copy one way beside one of half the size the other way, and the reverse: how much the long one is held up
/// gives two equations for the two factors.
void Calibrator::measureTwoWay()
{
    step("copies both ways");
    copies().h2dTwoWayFactor = copies().d2hTwoWayFactor = 1;
    if (m_executor.device().hasOneCopyEngine())
        return;
    constexpr std::uint64_t large = 128 * MiB, small = 64 * MiB;
    const auto both = [this](std::uint64_t in, std::uint64_t out) {
        CalibrationSketch sketch(2);
        const std::int32_t source = sketch.host(in, HostMemory::Pinned), target = sketch.device(in);
        const std::int32_t back = sketch.device(out), result = sketch.host(out, HostMemory::Pinned);
        const bool inFirst = in > out; // the long one starts first and ends last
        if (inFirst)
            sketch.copy(OperationKind::H2D, 0, source, target, in);
        sketch.copy(OperationKind::D2H, 1, back, result, out);
        if (!inFirst)
            sketch.copy(OperationKind::H2D, 0, source, target, in);
        return makespan(sketch.program());
    };
    const auto alone = [this](const CopyCost &cost, std::uint64_t bytes) {
        return host().copyNs + copies().startNs + cost.latencyNs + copies().joinNs
               + static_cast<double>(bytes) / cost.bandwidth.front().bytesPerSecond * 1e9;
    };
    const CopyCost &in = copies().h2d.pinned, &out = copies().d2h.pinned;
    const double smallIn = small / in.bandwidth.front().bytesPerSecond * 1e9;
    const double smallOut = small / out.bandwidth.front().bytesPerSecond * 1e9;
    const double heldIn = (both(large, small) - alone(in, large)) / smallOut;  // (1 − fh) / fd
    const double heldOut = (both(small, large) - alone(out, large)) / smallIn; // (1 − fd) / fh
    const double denominator = 1 - heldIn * heldOut;
    if (std::abs(denominator) > 0.1) {
        copies().h2dTwoWayFactor = std::clamp((1 - heldIn) / denominator, 0.05, 1.0);
        copies().d2hTwoWayFactor = std::clamp((1 - heldOut) / denominator, 0.05, 1.0);
    }
    note("copies.h2d_two_way_factor, copies.d2h_two_way_factor",
         calibrationNumber(copies().h2dTwoWayFactor) + ", " + calibrationNumber(copies().d2hTwoWayFactor),
         "128 MiB one way beside 64 MiB the other way, and the reverse");
}

void Calibrator::measureDeviceCopies()
{
    step("copies on the device");
    std::vector<std::pair<double, double>> points;
    for (const std::uint64_t size : {1 * MiB, 16 * MiB, 64 * MiB, 256 * MiB}) {
        CalibrationSketch sketch(1);
        const std::int32_t from = sketch.device(size), to = sketch.device(size);
        sketch.copy(OperationKind::D2D, 0, from, to, size);
        points.emplace_back(static_cast<double>(size), makespan(sketch.program()));
    }
    const Line line = Line::through(points);
    copies().d2d.latencyNs = std::max(0.0, line.offsetNs - host().copyNs - copies().startNs);
    copies().d2d.bandwidth = {{1, line.bytesPerSecond()}};
    note("copies.d2d", calibrationNumber(line.bytesPerSecond() / 1e9) + " GB/s",
         "line through single copies of 4 sizes", line.worst);
}

} // namespace streamscope
