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
    host().eventNs = middle([&] { return slope(100, 400, records); });
    // Records between the copies keep the host slower than the engines, so that the host is what is timed.
    constexpr int recordsBetween = 8;
    const auto pairs = [](int count) {
        CalibrationSketch sketch(3);
        const std::int32_t in = sketch.host(4 * KiB, HostMemory::Pinned),
                           out = sketch.host(4 * KiB, HostMemory::Pinned);
        const std::int32_t first = sketch.device(4 * KiB), second = sketch.device(4 * KiB);
        for (int i = 0; i < count; ++i) {
            sketch.copy(OperationKind::H2D, 0, in, first, 4 * KiB);
            sketch.copy(OperationKind::D2H, 1, second, out, 4 * KiB);
            for (int k = 0; k < recordsBetween; ++k)
                sketch.record(2);
        }
        return sketch.program();
    };
    const double pair = middle([&] { return slope(20, 60, pairs); });
    host().copyNs = std::max(0.0, (pair - recordsBetween * host().eventNs) / 2);
    note("host.kernel_launch_us", calibrationMicroseconds(host().kernelLaunchNs),
         "50 and 250 empty kernels on one stream");
    note("host.stream_switch_us", calibrationMicroseconds(host().streamSwitchNs),
         "the same on eight streams, less the launch");
    note("host.event_us", calibrationMicroseconds(host().eventNs), "100 and 400 event records");
    note("host.copy_us", calibrationMicroseconds(host().copyNs),
         "20 and 60 pairs of 4 KiB copies with event records between them");
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
    note("host.sync_us", calibrationMicroseconds(host().syncNs), "10 and 60 copies of 4 KiB, each waited for");
}

} // namespace streamscope
