// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What calls cost the host.
#include "engine/run/calibration/calibrator.h"

#include <algorithm>
#include <array>

namespace streamscope {

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
    // The host is shared, and a disturbance of the short run makes the slope smaller, of the long one larger.
    const auto middle = [](auto &&slopeOf) {
        std::array<double, 3> slopes{slopeOf(), slopeOf(), slopeOf()};
        std::sort(slopes.begin(), slopes.end());
        return std::max(0.0, slopes[1]);
    };
    host().kernelLaunchNs = middle([&launches] { return launches(1); });
    host().streamSwitchNs = std::max(0.0, middle([&launches] { return launches(8); }) - host().kernelLaunchNs);
    const auto records = [](int count) {
        CalibrationSketch sketch(1);
        sketch.spin(0, 0);
        for (int i = 0; i < count; ++i)
            sketch.record(0);
        sketch.spin(0, 0);
        return sketch.program();
    };
    const double recordAgain = middle([&] { return slope(100, 400, records); });
    // Between launches a record and a wait cost more than behind each other.
    const auto handedOn = [](int count) {
        CalibrationSketch sketch(2);
        for (int i = 0; i < count; ++i) {
            sketch.spin(0, 0);
            sketch.record(0);
            sketch.waitForLast(1);
        }
        return sketch.program();
    };
    host().eventNs =
        std::max(recordAgain, (middle([&] { return slope(50, 200, handedOn); }) - host().kernelLaunchNs) / 2);
    // Records between the copies keep the host slower than the engines, so that the host is what is timed. The copies
    // are too large to go with the commands.
    constexpr int recordsBetween = 20;
    constexpr std::uint64_t bytes = 32 * KiB;
    const auto pairs = [](int count) {
        CalibrationSketch sketch(3);
        const std::int32_t in = sketch.host(bytes, HostMemory::Pinned), out = sketch.host(bytes, HostMemory::Pinned);
        const std::int32_t first = sketch.device(bytes), second = sketch.device(bytes);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, in, first, bytes);
            sketch.copy(OperationKind::D2H, 1, second, out, bytes);
            for (int k = 0; k < recordsBetween; ++k)
                sketch.record(2);
        }
        return sketch.program();
    };
    const double pair = middle([&] { return slope(20, 60, pairs); });
    host().copyNs = std::max(0.0, (pair - recordsBetween * recordAgain) / 2);
    note("host.kernel_launch_us", calibrationMicroseconds(host().kernelLaunchNs),
         "50 and 250 empty kernels on one stream");
    note("host.stream_switch_us", calibrationMicroseconds(host().streamSwitchNs),
         "the same on eight streams, less the launch");
    note("host.event_us", calibrationMicroseconds(host().eventNs),
         "50 and 200 kernels with a record and a wait behind each, less the launches");
    note("host.copy_us", calibrationMicroseconds(host().copyNs),
         "20 and 60 pairs of 32 KiB copies with event records between them");
}

void Calibrator::measureSync()
{
    step("synchronising");
    constexpr std::uint64_t bytes = 32 * KiB; // what is smaller goes with the commands
    const auto chain = [](int count) {
        CalibrationSketch sketch(1);
        const std::int32_t onHost = sketch.host(bytes, HostMemory::Pinned), onDevice = sketch.device(bytes);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, onHost, onDevice, bytes);
            sketch.syncStream(0);
        }
        return sketch.program();
    };
    const CopyCost &pinned = copies().h2d.pinned;
    const double one = host().copyNs + copies().startNs + pinned.latencyNs
                       + static_cast<double>(bytes) / pinned.bandwidth.front().bytesPerSecond * 1e9;
    host().syncNs = std::max(0.0, slope(10, 60, chain) - one);
    note("host.sync_us", calibrationMicroseconds(host().syncNs), "10 and 60 copies of 32 KiB, each waited for");
}

} // namespace streamscope
