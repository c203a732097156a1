// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/traced_device_json.h"

#include <cstdint>
#include <optional>
#include <type_traits>

namespace streamscope {

namespace {

constexpr double longestUs = 1e6;
constexpr std::int64_t mostPerMultiprocessor = std::int64_t{1} << 30;

/// Calls `latency` and `number` with the name and the field of each figure.
template <typename Traced, typename Latency, typename Number>
void forEachFigure(Traced &traced, Latency latency, Number number)
{
    latency("call_to_kernel_us", traced.callToKernelNs);
    latency("call_to_copy_us", traced.callToCopyNs);
    latency("kernel_to_kernel_us", traced.kernelToKernelNs);
    latency("kernel_to_copy_us", traced.kernelToCopyNs);
    latency("copy_to_kernel_us", traced.copyToKernelNs);
    latency("copy_to_other_way_us", traced.copyToOtherWayNs);
    latency("copy_to_copy_us", traced.copyToCopyNs);
    latency("graph_node_us", traced.graphNodeNs);
    latency("copy_to_kernel_in_graph_us", traced.copyToKernelInGraphNs);
    latency("memset_to_kernel_in_graph_us", traced.memsetToKernelInGraphNs);
    latency("host_function_us", traced.functionWakeNs);
    latency("queued_copy_us", traced.queuedCopyNs);
    latency("queued_copy_beside_us", traced.besideCopyNs);
    number("multiprocessors", traced.multiprocessors);
    number("threads_per_multiprocessor", traced.threadsPerMultiprocessor);
    number("registers_per_multiprocessor", traced.registersPerMultiprocessor);
    number("shared_memory_per_multiprocessor", traced.sharedMemoryPerMultiprocessor);
    number("compute_major", traced.computeMajor);
}

} // namespace

QJsonObject tracedDeviceJson(const TracedDevice &traced)
{
    QJsonObject object;
    forEachFigure(
        traced,
        [&object](const char *key, const std::optional<double> &ns) {
            if (ns)
                object.insert(QLatin1String(key), *ns / 1000);
        },
        [&object](const char *key, const auto &figure) {
            if (figure)
                object.insert(QLatin1String(key), static_cast<qint64>(*figure));
        });
    return object;
}

TracedDevice readTracedDevice(const JsonObject &object)
{
    TracedDevice traced;
    forEachFigure(
        traced,
        [&object](const char *key, std::optional<double> &ns) {
            if (object.has(key))
                ns = object.number(key, 0, longestUs) * 1000;
        },
        [&object](const char *key, auto &figure) {
            using Figure = typename std::remove_reference_t<decltype(figure)>::value_type;
            if (object.has(key))
                figure = static_cast<Figure>(object.integer(key, 1, mostPerMultiprocessor));
        });
    object.requireNothingElse();
    return traced;
}

} // namespace streamscope
