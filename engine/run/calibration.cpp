// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration.h"

#include "engine/executors/simulator/simulator_executor.h"
#include "engine/run/calibration_programs.h"
#include "engine/run/calibration_refinement.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace streamscope {

namespace {

constexpr std::uint64_t KiB = 1 << 10, MiB = 1 << 20;
constexpr double highestRate = 1e15; // bytes per second: what a profile file can say

std::string number(double value, const char *format = "%.4g")
{
    char text[32];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string microseconds(double ns)
{
    return number(ns / 1000) + " us";
}

/// offset + bytes / rate, fitted so that the relative errors are least.
struct Line
{
    double offsetNs = 0;
    double nsPerByte = 0;
    double worst = 0; ///< relative

    double bytesPerSecond() const { return std::clamp(1e9 / std::max(nsPerByte, 1e-12), 1.0, highestRate); }
};

Line fitLine(const std::vector<std::pair<double, double>> &points)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (const auto &[bytes, ns] : points) {
        const double weight = 1 / (ns * ns);
        w += weight;
        x += weight * bytes;
        y += weight * ns;
        xx += weight * bytes * bytes;
        xy += weight * bytes * ns;
    }
    Line line;
    line.nsPerByte = std::max(0.0, (w * xy - x * y) / (w * xx - x * x));
    line.offsetNs = (y - line.nsPerByte * x) / w;
    for (const auto &[bytes, ns] : points)
        line.worst = std::max(line.worst, std::abs((line.offsetNs + line.nsPerByte * bytes) / ns - 1));
    return line;
}

class Calibrator
{
public:
    Calibrator(Executor &executor, const DeviceProfile &base, const RunControl &control)
        : m_executor(executor), m_control(control)
    {
        m_result.profile = base;
        m_result.profile.info = executor.device();
        m_result.profile.info.id.clear();
        m_result.profile.info.kind = DeviceKind::Simulated;
        m_result.profile.unitNs = 0;
        m_result.profile.jitter = {};
    }

    CalibrationResult run();

private:
    DeviceProfile::Host &host() { return m_result.profile.host; }
    DeviceProfile::Copies &copies() { return m_result.profile.copies; }
    DeviceProfile::Compute &compute() { return m_result.profile.compute; }

    void step(const char *what) { m_control.report(m_step++, stepCount, what); }
    double makespan(const Program &program, int repeat = 5);
    /// Nanoseconds that one of `make`'s repetitions adds, from a short and a long run of them.
    template <typename Make>
    double slope(int few, int many, Make make);
    void note(const std::string &field, const std::string &value, const std::string &how, double error = 0);

    void measureHost();
    void measureDirection(OperationKind kind);
    Line measureCopies(OperationKind kind, HostMemory memory, const std::vector<std::uint64_t> &sizes);
    double pageableLatency(OperationKind kind);
    CopyCost measurePageable(OperationKind kind);
    double chainOffset(OperationKind kind, bool oneStream);
    void splitLatencies();
    void measureSync();
    void measureTwoWay();
    void measureDeviceCopies();
    double kernelStartBehindCopy();
    void measureKernels();
    void measureWaves();
    void measureQueues();
    void measureResidentKernels();
    void chooseOrder();
    std::vector<MeasuredPipeline> measure(const std::vector<CalibrationPipeline> &pipelines);
    void addChains(std::vector<MeasuredPipeline> &measured);
    void refine();
    void validate();
    void nameRest();

    static constexpr int stepCount = 15;

    /// Of one direction, pinned: what one copy costs beside its bytes.
    struct PinnedOffsets
    {
        double alone = 0;   ///< on an idle engine
        double chained = 0; ///< behind another of its stream
        double queued = 0;  ///< behind another of the same direction
    };

    Executor &m_executor;
    const RunControl &m_control;
    CalibrationResult m_result;
    PinnedOffsets m_h2d, m_d2h;
    int m_step = 0;
};

double Calibrator::makespan(const Program &program, int repeat)
{
    m_control.checkStop();
    RunOptions options;
    options.repeat = repeat;
    options.warmup = 1;
    RunControl quiet;
    quiet.stop = m_control.stop;
    return static_cast<double>(m_executor.run(program, options, quiet).makespans.median());
}

template <typename Make>
double Calibrator::slope(int few, int many, Make make)
{
    return (makespan(make(many)) - makespan(make(few))) / (many - few);
}

void Calibrator::note(const std::string &field, const std::string &value, const std::string &how, double error)
{
    m_result.fits.push_back({field, value, how, error});
}

void Calibrator::measureHost()
{
    step("launch and event calls");
    const auto launches = [this](int streams) {
        return slope(50, 250, [streams](int count) {
            CalibrationSketch sketch(streams);
            for (int i = 0; i < count; ++i)
                sketch.spin(i % streams, 0);
            return sketch.program();
        });
    };
    host().kernelLaunchNs = std::max(0.0, launches(1));
    host().streamSwitchNs = std::max(0.0, launches(8) - host().kernelLaunchNs);
    host().eventNs = std::max(0.0, slope(100, 400, [](int count) {
                                  CalibrationSketch sketch(1);
                                  sketch.spin(0, 0);
                                  for (int i = 0; i < count; ++i)
                                      sketch.record(0);
                                  sketch.spin(0, 0);
                                  return sketch.program();
                              }));
    // Records between the copies keep the host slower than the engines, so that the host is what is timed.
    constexpr int records = 8;
    const double pair = slope(20, 60, [](int count) {
        CalibrationSketch sketch(3);
        const std::int32_t in = sketch.host(4 * KiB, HostMemory::Pinned),
                           out = sketch.host(4 * KiB, HostMemory::Pinned);
        const std::int32_t first = sketch.device(4 * KiB), second = sketch.device(4 * KiB);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, in, first, 4 * KiB);
            sketch.copy(OperationKind::D2H, 1, second, out, 4 * KiB);
            for (int k = 0; k < records; ++k)
                sketch.record(2);
        }
        return sketch.program();
    });
    host().copyNs = std::max(0.0, (pair - records * host().eventNs) / 2);
    note("host.kernel_launch_us", microseconds(host().kernelLaunchNs), "50 and 250 empty kernels on one stream");
    note("host.stream_switch_us", microseconds(host().streamSwitchNs), "the same on eight streams, less the launch");
    note("host.event_us", microseconds(host().eventNs), "100 and 400 event records");
    note("host.copy_us", microseconds(host().copyNs),
         "20 and 60 pairs of 4 KiB copies with event records between them");
}

Line Calibrator::measureCopies(OperationKind kind, HostMemory memory, const std::vector<std::uint64_t> &sizes)
{
    std::vector<std::pair<double, double>> points;
    for (const std::uint64_t size : sizes) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(size, memory), onDevice = sketch.device(size);
        const bool in = kind == OperationKind::H2D;
        sketch.copy(kind, 0, in ? onHost : onDevice, in ? onDevice : onHost, size);
        points.emplace_back(static_cast<double>(size), makespan(sketch.program()));
    }
    return fitLine(points);
}

/// A buffer moved whole and in pieces: what each piece more costs beside its bytes, the call and the engine's start.
/// The pieces are so large that the host waits for each.
double Calibrator::pageableLatency(OperationKind kind)
{
    constexpr std::uint64_t bytes = 4 * MiB;
    const double each = slope(2, 32, [kind](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(bytes, HostMemory::Pageable), onDevice = sketch.device(bytes);
        const bool in = kind == OperationKind::H2D;
        const std::uint64_t piece = bytes / static_cast<std::uint64_t>(count);
        for (int i = 0; i < count; ++i)
            sketch.copy(kind, 0, in ? onHost : onDevice, in ? onDevice : onHost, piece,
                        piece * static_cast<std::uint64_t>(i));
        return sketch.program();
    });
    return std::max(0.0, each - host().copyNs - copies().startNs);
}

/// Staged by the host, whose caches hold small buffers: the bandwidth depends on the buffer's size, so it is a table.
CopyCost Calibrator::measurePageable(OperationKind kind)
{
    CopyCost cost;
    cost.latencyNs = pageableLatency(kind);
    const double beside = host().copyNs + copies().startNs + cost.latencyNs;
    for (const std::uint64_t size : {64 * KiB, 256 * KiB, 1 * MiB, 4 * MiB, 16 * MiB, 64 * MiB, 256 * MiB, 512 * MiB}) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(size, HostMemory::Pageable), onDevice = sketch.device(size);
        const bool in = kind == OperationKind::H2D;
        sketch.copy(kind, 0, in ? onHost : onDevice, in ? onDevice : onHost, size);
        const double ns = makespan(sketch.program(), size > 64 * MiB ? 3 : 7) - beside;
        cost.bandwidth.push_back(
            {static_cast<double>(size), std::min(static_cast<double>(size) / std::max(ns, 1.0) * 1e9, highestRate)});
    }
    return cost;
}

namespace {

constexpr std::uint64_t chainPiece = 1 * MiB;

/// Copies of one direction, each on the next of `streams`: with one stream each waits for the one before, with as many
/// as copies each waits for its engine and for nothing else. Beside them one copy of `besideBytes` the other way, if
/// any.
Program copyChain(OperationKind kind, int count, int streams, std::uint64_t besideBytes = 0)
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

} // namespace

/// What a copy takes beside its bytes where it waits for the one before it in its stream, or for its engine.
double Calibrator::chainOffset(OperationKind kind, bool oneStream)
{
    const double each =
        slope(8, 40, [kind, oneStream](int count) { return copyChain(kind, count, oneStream ? 1 : count); });
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
    const std::array<Kind, 3> kinds{{{costs.pinned, HostMemory::Pinned, {4 * KiB, 64 * KiB, MiB, 16 * MiB, 128 * MiB}},
                                     {costs.writeCombined, HostMemory::WriteCombined, {4 * KiB, MiB, 64 * MiB}},
                                     {costs.registered, HostMemory::Registered, {4 * KiB, MiB, 64 * MiB}}}};
    for (const Kind &entry : kinds) {
        const Line line = measureCopies(kind, entry.memory, entry.sizes);
        entry.cost.latencyNs = std::max(0.0, line.offsetNs - host().copyNs);
        entry.cost.bandwidth = {{1, line.bytesPerSecond()}};
        note(name + std::string(hostMemoryName(entry.memory)), number(line.bytesPerSecond() / 1e9) + " GB/s",
             "line through single copies of " + std::to_string(entry.sizes.size()) + " sizes, least relative squares",
             line.worst);
    }
    const double alone = costs.pinned.latencyNs;
    PinnedOffsets &offsets = in ? m_h2d : m_d2h;
    offsets.alone = alone;
    offsets.chained = std::min(alone, chainOffset(kind, true));
    offsets.queued = chainOffset(kind, false);
}

/// A copy behind another of its stream has its latency and nothing else; what one alone takes beside that is its start,
/// what one takes that waited for its engine is the gap between copies.
void Calibrator::splitLatencies()
{
    DeviceProfile::Copies &c = copies();
    const double start = (m_h2d.alone - m_h2d.chained + m_d2h.alone - m_d2h.chained) / 2;
    c.startNs = start;
    for (DirectionCosts *costs : {&c.h2d, &c.d2h})
        for (CopyCost *cost : {&costs->pinned, &costs->writeCombined, &costs->registered})
            cost->latencyNs = std::max(0.0, cost->latencyNs - start);
    const double gap = (m_h2d.queued - m_h2d.chained + m_d2h.queued - m_d2h.chained) / 2;
    c.queuedStartNs = c.besideStartNs = std::max(0.0, gap);
    c.h2d.pageable = measurePageable(OperationKind::H2D);
    c.d2h.pageable = measurePageable(OperationKind::D2H);
    note("copies.h2d.pinned.latency_us, copies.d2h.pinned.latency_us",
         microseconds(c.h2d.pinned.latencyNs) + ", " + microseconds(c.d2h.pinned.latencyNs),
         "8 and 40 copies of 1 MiB on one stream");
    note("copies.start_us, copies.queued_start_us", microseconds(c.startNs) + ", " + microseconds(c.queuedStartNs),
         "copies alone, and 8 and 40 on as many streams, beside those on one stream");
    note("copies.h2d.pageable, copies.d2h.pageable", "tables",
         "single copies of eight sizes from 64 KiB to 512 MiB, and 4 MiB in 2 and 32 pieces");
}

void Calibrator::measureSync()
{
    step("synchronising");
    const auto chain = [](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(4 * KiB, HostMemory::Pinned), onDevice = sketch.device(4 * KiB);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, onHost, onDevice, 4 * KiB);
            sketch.syncStream(0);
        }
        return sketch.program();
    };
    const CopyCost &pinned = copies().h2d.pinned;
    const double one =
        host().copyNs + copies().startNs + pinned.latencyNs + 4.0 * KiB / pinned.bandwidth.front().bytesPerSecond * 1e9;
    host().syncNs = std::max(0.0, slope(10, 60, chain) - one);
    note("host.sync_us", microseconds(host().syncNs), "10 and 60 copies of 4 KiB, each waited for");
}

/// A long copy one way beside one of half the size the other way, and the reverse: how much the long one is held up
/// gives two equations for the two factors.
void Calibrator::measureTwoWay()
{
    step("copies both ways");
    copies().h2dTwoWayFactor = copies().d2hTwoWayFactor = 1;
    if (m_executor.device().hostCopyEngines() < 2)
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
        return host().copyNs + copies().startNs + cost.latencyNs
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
         number(copies().h2dTwoWayFactor) + ", " + number(copies().d2hTwoWayFactor),
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
    const Line line = fitLine(points);
    copies().d2d.latencyNs = std::max(0.0, line.offsetNs - host().copyNs - copies().startNs);
    copies().d2d.bandwidth = {{1, line.bytesPerSecond()}};
    note("copies.d2d", number(line.bytesPerSecond() / 1e9) + " GB/s", "line through single copies of 4 sizes",
         line.worst);
}

double Calibrator::kernelStartBehindCopy()
{
    constexpr std::uint64_t bytes = 4 * KiB;
    constexpr std::int64_t spinNs = 20'000;
    const double pair = slope(10, 40, [](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(bytes, HostMemory::Pinned), onDevice = sketch.device(bytes);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, onHost, onDevice, bytes);
            sketch.spin(0, spinNs);
        }
        return sketch.program();
    });
    const CopyCost &pinned = copies().h2d.pinned;
    const double copy = copies().startNs + pinned.latencyNs
                        + static_cast<double>(bytes) / pinned.bandwidth.front().bytesPerSecond * 1e9;
    return std::max(0.0, pair - spinNs - copy);
}

void Calibrator::measureKernels()
{
    step("kernels");
    const auto kernel = [this](std::uint64_t bytes, std::int64_t work) {
        CalibrationSketch sketch(1);
        sketch.fma(0, sketch.device(bytes), bytes, work);
        return makespan(sketch.program());
    };
    constexpr std::int64_t spinNs = 50'000;
    compute().queuedKernelStartNs = std::max(0.0, slope(10, 40, [](int count) {
                                                      CalibrationSketch sketch(1);
                                                      for (int i = 0; i < count; ++i)
                                                          sketch.spin(0, spinNs);
                                                      return sketch.program();
                                                  }) - spinNs);
    compute().kernelStartNs = kernelStartBehindCopy();
    constexpr double elements = 64.0 * MiB / 4;
    const double arithmetic = (kernel(64 * MiB, 8192) - kernel(64 * MiB, 4096)) / 4096; // of one per element
    compute().fmaPerSecond = std::clamp(elements / std::max(arithmetic, 1e-6) * 1e9, 1e3, 1e18);
    constexpr std::uint64_t large = 256 * MiB, small = 64 * MiB;
    const double grown = kernel(large, 1) - kernel(small, 1);
    const double moved = grown - (large - small) / 4.0 / compute().fmaPerSecond * 1e9;
    compute().memoryBytesPerSecond = std::clamp(2.0 * (large - small) / std::max(moved, 1.0) * 1e9, 1e3, highestRate);
    compute().fmaLatencyNs = std::clamp((kernel(4 * KiB, 100'000) - kernel(4 * KiB, 50'000)) / 50'000, 0.0, 1e6);
    const double chain = std::max(MiB / 4.0 * 256 / compute().fmaPerSecond * 1e9, 256 * compute().fmaLatencyNs);
    const double work = 2.0 * MiB / compute().memoryBytesPerSecond * 1e9 + chain;
    compute().kernelFixedNs =
        std::max(0.0, kernel(1 * MiB, 256) - host().kernelLaunchNs - compute().queuedKernelStartNs - work);
    note("compute.queued_kernel_start_us", microseconds(compute().queuedKernelStartNs),
         "10 and 40 kernels of 50 us on one stream");
    note("compute.kernel_start_us", microseconds(compute().kernelStartNs),
         "10 and 40 pairs of a copy of 4 KiB and a kernel on one stream, less what is known of copies");
    note("compute.gfma_per_s", number(compute().fmaPerSecond / 1e9, "%.5g"), "4096 and 8192 multiply-adds on 64 MiB");
    note("compute.memory_gb_per_s", number(compute().memoryBytesPerSecond / 1e9), "one multiply-add on 64 and 256 MiB");
    note("compute.fma_latency_ns", number(compute().fmaLatencyNs),
         "50,000 and 100,000 in a row by each of 1024 threads");
    note("compute.kernel_fixed_us", microseconds(compute().kernelFixedNs),
         "what a kernel on 1 MiB takes beyond its work");
}

void Calibrator::measureWaves()
{
    step("waves of blocks");
    const DeviceInfo &info = m_executor.device();
    const auto most = info.sharedMemoryPerBlockOptIn ? info.sharedMemoryPerBlockOptIn : info.sharedMemoryPerBlock;
    compute().blockGapNs = 0;
    if (!info.multiprocessors || !info.sharedMemoryPerMultiprocessor || !most
        || *most <= *info.sharedMemoryPerMultiprocessor / 2)
        return; // blocks cannot be kept apart
    const auto shared = static_cast<std::uint32_t>(*info.sharedMemoryPerMultiprocessor / 2 + 1024);
    constexpr std::int64_t spinNs = 100'000;
    const double wave = slope(2, 20, [&](int waves) {
        CalibrationSketch sketch(1);
        sketch.spin(0, spinNs, static_cast<std::uint32_t>(waves * *info.multiprocessors), shared);
        return sketch.program();
    });
    compute().blockGapNs = std::max(0.0, wave - spinNs);
    note("compute.block_gap_us", microseconds(compute().blockGapNs), "2 and 20 waves of blocks of 100 us");
}

/// Two dependent kernels on each of 32 streams, depth-first: n hardware queues make 1 + ceil(32 / n) units of them.
void Calibrator::measureQueues()
{
    step("hardware queues");
    constexpr int streams = 32;
    constexpr std::int64_t spinNs = 200'000;
    CalibrationSketch sketch(streams);
    for (int i = 0; i < streams; ++i)
        for (int k = 0; k < 2; ++k)
            sketch.spin(i, spinNs);
    const auto units = static_cast<int>(std::floor(makespan(sketch.program(), 3) / spinNs + 0.1));
    compute().hardwareQueues = units <= 2 ? streams : std::max(1, streams / std::min(units - 1, streams));
    compute().queueDependencies = true;
    note("compute.hardware_queues", std::to_string(compute().hardwareQueues),
         "two dependent kernels on each of 32 streams took " + std::to_string(units) + " times one");
}

void Calibrator::measureResidentKernels()
{
    step("kernels at once");
    constexpr std::int64_t spinNs = 2'000'000;
    int resident = 1;
    for (const int kernels : {2, 4, 8, 16, 32, 64, 128, 256}) {
        CalibrationSketch sketch(kernels);
        for (int i = 0; i < kernels; ++i)
            sketch.spin(i, spinNs);
        if (makespan(sketch.program(), 1) > 1.8 * spinNs)
            break;
        resident = kernels;
    }
    compute().maxResidentKernels = resident;
    note("compute.max_resident_kernels", std::to_string(resident),
         "one-block kernels of 2 ms on 2, 4, 8 … 256 streams");
}

std::vector<MeasuredPipeline> Calibrator::measure(const std::vector<CalibrationPipeline> &pipelines)
{
    std::vector<MeasuredPipeline> measured;
    for (const CalibrationPipeline &pipeline : pipelines) {
        MeasuredPipeline entry{pipeline.name(), pipeline.build(), 0};
        entry.makespanNs = makespan(entry.program);
        measured.push_back(std::move(entry));
    }
    return measured;
}

using Order = CalibrationPipeline::Order;

/// More chunks than streams, breadth-first: there the two orders differ by a third.
void Calibrator::chooseOrder()
{
    step("order of the copy engines");
    const auto probe = measure({{64 * MiB, 16, 4, HostMemory::Pinned, Order::BreadthFirst, 64}});
    double best = 1e300;
    CopyOrder chosen = CopyOrder::IssueOrder;
    for (const CopyOrder order : {CopyOrder::ByStream, CopyOrder::IssueOrder}) {
        copies().order = order;
        const double error = std::abs(std::log(predictNs(m_result.profile, probe[0].program) / probe[0].makespanNs));
        if (error < best * 0.999) {
            best = error;
            chosen = order;
        }
    }
    copies().order = chosen;
    compute().delayedSignal = false;
    note("copies.order", chosen == CopyOrder::ByStream ? "by-stream" : "issue-order",
         "the one that fits a breadth-first pipeline of 16 chunks on 4 streams", best);
}

/// Chains of copies hold what the pipelines leave open: how the times around a copy are shared out.
void Calibrator::addChains(std::vector<MeasuredPipeline> &measured)
{
    const auto add = [&](std::string name, const Program &program) {
        measured.push_back({std::move(name), program, makespan(program)});
    };
    add("40 copies of 1 MiB to the device on one stream", copyChain(OperationKind::H2D, 40, 1));
    add("40 copies of 1 MiB to the host on one stream", copyChain(OperationKind::D2H, 40, 1));
    add("40 copies of 1 MiB to the device", copyChain(OperationKind::H2D, 40, 40));
    add("40 copies of 1 MiB to the host", copyChain(OperationKind::D2H, 40, 40));
    if (m_executor.device().hostCopyEngines() < 2)
        return;
    add("40 copies of 1 MiB to the host beside 44 MiB the other way", copyChain(OperationKind::D2H, 40, 40, 44 * MiB));
    add("40 copies of 1 MiB to the device beside 36 MiB the other way",
        copyChain(OperationKind::H2D, 40, 40, 36 * MiB));
}

/// The separate figures are put together: what they leave over in whole pipelines is shared out among the small times
/// and the factors, each only as far as the pipelines ask for it.
void Calibrator::refine()
{
    step("pipelines");
    std::vector<MeasuredPipeline> measured = measure({
        {64 * MiB, 1, 1, HostMemory::Pinned, Order::DepthFirst, 64},
        {64 * MiB, 4, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {64 * MiB, 16, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {64 * MiB, 64, 8, HostMemory::Pinned, Order::DepthFirst, 64},
        {16 * MiB, 32, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {64 * MiB, 16, 4, HostMemory::Pinned, Order::BreadthFirst, 64},
        {64 * MiB, 64, 4, HostMemory::Pinned, Order::BreadthFirst, 16},
        {64 * MiB, 16, 4, HostMemory::Pinned, Order::Serial, 64},
        {16 * MiB, 64, 2, HostMemory::Pinned, Order::Serial, 64},
        {64 * MiB, 8, 4, HostMemory::Pinned, Order::DepthFirst, 4096},
        {64 * MiB, 32, 8, HostMemory::Pinned, Order::BreadthFirst, 2048},
        {4 * MiB, 8, 2, HostMemory::Pinned, Order::DepthFirst, 256},
        {2 * MiB, 32, 8, HostMemory::Pinned, Order::DepthFirst, 16},
        {2 * MiB, 16, 1, HostMemory::Pinned, Order::BreadthFirst, 64},
        {8 * MiB, 32, 1, HostMemory::Pinned, Order::BreadthFirst, 64},
        {8 * MiB, 32, 1, HostMemory::Pinned, Order::DepthFirst, 64},
        {2 * MiB, 24, 1, HostMemory::Pinned, Order::DepthFirst, 16},
        {16 * MiB, 16, 16, HostMemory::Pinned, Order::BreadthFirst, 64},
        {16 * MiB, 48, 12, HostMemory::Pinned, Order::DepthFirst, 64},
        {16 * MiB, 48, 12, HostMemory::Pinned, Order::BreadthFirst, 64},
        {8 * MiB, 24, 4, HostMemory::Pinned, Order::BreadthFirst, 32},
        {8 * MiB, 24, 4, HostMemory::Pinned, Order::DepthFirst, 32},
        {32 * MiB, 64, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {128 * MiB, 10, 8, HostMemory::Pinned, Order::BreadthFirst, 256},
        {32 * MiB, 24, 4, HostMemory::Pinned, Order::Serial, 64},
        {2 * MiB, 8, 4, HostMemory::Pinned, Order::Serial, 64},
        {8 * MiB, 1, 1, HostMemory::Pinned, Order::DepthFirst, 64},
        {64 * MiB, 16, 8, HostMemory::Pinned, Order::DepthFirst, 8192},
    });
    addChains(measured);
    refineProfile(m_result.profile, measured);
    double worst = 0;
    for (const MeasuredPipeline &pipeline : measured) {
        m_result.training.push_back({pipeline.name, std::llround(pipeline.makespanNs),
                                     std::llround(predictNs(m_result.profile, pipeline.program))});
        worst = std::max(worst, std::abs(m_result.training.back().error()));
    }
    note("all small times and the two-way factors", "refined",
         "least squares over " + std::to_string(measured.size())
             + " pipelines and chains of copies, held near the figures above",
         worst);
}

void Calibrator::validate()
{
    step("pipelines that the fit has not seen");
    const std::vector<MeasuredPipeline> measured = measure({
        {128 * MiB, 8, 4, HostMemory::Pinned, Order::DepthFirst, 64},
        {128 * MiB, 24, 6, HostMemory::Pinned, Order::DepthFirst, 512},
        {32 * MiB, 12, 3, HostMemory::Pinned, Order::BreadthFirst, 64},
        {96 * MiB, 48, 4, HostMemory::Pinned, Order::BreadthFirst, 1024},
        {32 * MiB, 10, 2, HostMemory::Pinned, Order::Serial, 128},
        {64 * MiB, 6, 2, HostMemory::Pinned, Order::DepthFirst, 8192},
        {8 * MiB, 16, 8, HostMemory::Pinned, Order::DepthFirst, 1},
        {32 * MiB, 8, 4, HostMemory::Pageable, Order::DepthFirst, 64},
        {64 * MiB, 4, 4, HostMemory::Pageable, Order::Serial, 64},
        {48 * MiB, 8, 4, HostMemory::Registered, Order::DepthFirst, 64},
    });
    for (const MeasuredPipeline &pipeline : measured)
        m_result.validation.push_back({pipeline.name, std::llround(pipeline.makespanNs),
                                       std::llround(predictNs(m_result.profile, pipeline.program))});
}

void Calibrator::nameRest()
{
    note("properties", "as reported", "the device's own properties");
    note("copies.pageable_async_bytes", std::to_string(copies().pageableAsyncBytes), "CUDA Runtime API: 64 KiB");
    note("implicit_sync, pool, allocation and graph costs", "assumed",
         "not measured by this: those of the profile that calibrating starts from");
}

CalibrationResult Calibrator::run()
{
    copies().pageableAsyncBytes = 64 * KiB;
    measureHost();
    measureDirection(OperationKind::H2D);
    measureDirection(OperationKind::D2H);
    step("pageable copies");
    splitLatencies();
    measureSync();
    measureTwoWay();
    measureDeviceCopies();
    measureKernels();
    measureWaves();
    measureQueues();
    measureResidentKernels();
    chooseOrder();
    refine();
    validate();
    nameRest();
    m_control.report(stepCount, stepCount, "done");
    return std::move(m_result);
}

} // namespace

CalibrationResult calibrate(Executor &executor, const DeviceProfile &base, const RunControl &control)
{
    return Calibrator(executor, base, control).run();
}

} // namespace streamscope
