// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_writer.h"

#include "engine/formats/text/json_object.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>

namespace streamscope {

namespace {

/// Six significant digits: more than any measurement has.
double rounded(double value)
{
    return QString::number(value, 'g', 6).toDouble();
}

double microseconds(double ns)
{
    return rounded(ns / 1000);
}

template <typename T>
void addKnown(QJsonObject &object, const char *key, const std::optional<T> &value)
{
    if (value)
        object.insert(QLatin1String(key), static_cast<qint64>(*value));
}

QJsonValue rates(const std::vector<CopyCost::Point> &list)
{
    if (list.size() == 1)
        return rounded(list.front().bytesPerSecond / 1e9);
    QJsonArray points;
    for (const CopyCost::Point &point : list)
        points.append(QJsonArray{point.bytes, rounded(point.bytesPerSecond / 1e9)});
    return points;
}

QJsonObject copyCost(const CopyCost &cost)
{
    QJsonObject object{{QStringLiteral("latency_us"), microseconds(cost.latencyNs)},
                       {QStringLiteral("gb_per_s"), rates(cost.bandwidth)}};
    if (cost.cachedBytesPerSecond > 0)
        object.insert(QStringLiteral("cached_gb_per_s"), rounded(cost.cachedBytesPerSecond / 1e9));
    return object;
}

QJsonValue sizedCost(const SizedCost &cost)
{
    if (cost.points.size() == 1)
        return microseconds(cost.points.front().ns);
    QJsonArray points;
    for (const SizedCost::Point &point : cost.points)
        points.append(QJsonArray{point.bytes, microseconds(point.ns)});
    return points;
}

QJsonObject direction(const DirectionCosts &costs)
{
    QJsonObject object{{QStringLiteral("pageable"), copyCost(costs.pageable)},
                       {QStringLiteral("pinned"), copyCost(costs.pinned)},
                       {QStringLiteral("write-combined"), copyCost(costs.writeCombined)},
                       {QStringLiteral("registered"), copyCost(costs.registered)}};
    if (costs.chainedLatencyNs < 1e18)
        object.insert(QStringLiteral("chained_latency_us"), microseconds(costs.chainedLatencyNs));
    return object;
}

QJsonObject properties(const DeviceInfo &info)
{
    QJsonObject object{{QStringLiteral("async_engine_count"), info.asyncEngineCount},
                       {QStringLiteral("concurrent_kernels"), info.concurrentKernels},
                       {QStringLiteral("greatest_priority"), info.greatestPriority}};
    if (info.computeMajor)
        object.insert(QStringLiteral("compute_capability"),
                      QStringLiteral("%1.%2").arg(*info.computeMajor).arg(info.computeMinor.value_or(0)));
    addKnown(object, "multiprocessors", info.multiprocessors);
    addKnown(object, "memory_bytes", info.memoryBytes);
    addKnown(object, "l2_bytes", info.l2Bytes);
    addKnown(object, "max_threads_per_multiprocessor", info.maxThreadsPerMultiprocessor);
    addKnown(object, "max_blocks_per_multiprocessor", info.maxBlocksPerMultiprocessor);
    addKnown(object, "max_threads_per_block", info.maxThreadsPerBlock);
    addKnown(object, "registers_per_multiprocessor", info.registersPerMultiprocessor);
    addKnown(object, "shared_memory_per_multiprocessor", info.sharedMemoryPerMultiprocessor);
    addKnown(object, "shared_memory_per_block", info.sharedMemoryPerBlock);
    addKnown(object, "shared_memory_per_block_opt_in", info.sharedMemoryPerBlockOptIn);
    addKnown(object, "clock_khz", info.clockKHz);
    addKnown(object, "pcie_generation", info.pcieGeneration);
    addKnown(object, "pcie_width", info.pcieWidth);
    addKnown(object, "machine_devices", info.machineDevices);
    return object;
}

QJsonObject host(const DeviceProfile::Host &costs)
{
    QJsonObject object{{QStringLiteral("kernel_launch_us"), microseconds(costs.kernelLaunchNs)},
                       {QStringLiteral("stream_switch_us"), microseconds(costs.streamSwitchNs)},
                       {QStringLiteral("collective_us"), microseconds(costs.collectiveNs)},
                       {QStringLiteral("copy_us"), microseconds(costs.copyNs)},
                       {QStringLiteral("event_us"), microseconds(costs.eventNs)},
                       {QStringLiteral("sync_us"), microseconds(costs.syncNs)},
                       {QStringLiteral("poll_us"), microseconds(costs.pollNs)},
                       {QStringLiteral("host_function_us"), microseconds(costs.functionNs)},
                       {QStringLiteral("next_host_function_us"), microseconds(costs.nextFunctionNs)},
                       {QStringLiteral("small_alloc_us"), microseconds(costs.smallAllocNs)},
                       {QStringLiteral("small_bytes"), static_cast<qint64>(costs.smallBytes)},
                       {QStringLiteral("malloc_us"), sizedCost(costs.alloc)},
                       {QStringLiteral("free_us"), sizedCost(costs.free)},
                       {QStringLiteral("pinned_alloc_us"), sizedCost(costs.pinnedAlloc)},
                       {QStringLiteral("pinned_free_us"), sizedCost(costs.pinnedFree)},
                       {QStringLiteral("pinned_cold_us"), sizedCost(costs.pinnedCold)},
                       {QStringLiteral("malloc_async_us"), microseconds(costs.streamAllocNs)},
                       {QStringLiteral("graph_launch_us"), microseconds(costs.graphLaunchNs)},
                       {QStringLiteral("graph_node_us"), microseconds(costs.graphNodeNs)},
                       {QStringLiteral("graph_copy_us"), microseconds(costs.graphCopyNs)},
                       {QStringLiteral("fork_us"), microseconds(costs.forkNs)},
                       {QStringLiteral("join_us"), microseconds(costs.joinNs)},
                       {QStringLiteral("thread_start_us"), microseconds(costs.threadStartNs)},
                       {QStringLiteral("driver_lock_share"), costs.driverLockShare}};
    if (costs.launchQueueDepth > 0)
        object.insert(QStringLiteral("launch_queue_depth"), costs.launchQueueDepth);
    return object;
}

QJsonObject copies(const DeviceProfile::Copies &costs)
{
    const bool byStream = costs.order == CopyOrder::ByStream;
    QJsonObject object{
        {QStringLiteral("order"), byStream ? QStringLiteral("by-stream") : QStringLiteral("issue-order")},
        {QStringLiteral("h2d"), direction(costs.h2d)},
        {QStringLiteral("d2h"), direction(costs.d2h)},
        {QStringLiteral("d2d"), copyCost(costs.d2d)},
        {QStringLiteral("start_us"), microseconds(costs.startNs)},
        {QStringLiteral("start_behind_kernel_us"), microseconds(costs.startBehindKernelNs)},
        {QStringLiteral("start_behind_copy_us"), microseconds(costs.startBehindCopyNs)},
        {QStringLiteral("join_us"), microseconds(costs.joinNs)},
        {QStringLiteral("queued_start_us"), microseconds(costs.queuedStartNs)},
        {QStringLiteral("beside_start_us"), microseconds(costs.besideStartNs)},
        {QStringLiteral("loaded_latency_us"), microseconds(costs.loadedLatencyNs)},
        {QStringLiteral("graph_start_us"), microseconds(costs.graphStartNs)},
        {QStringLiteral("graph_retry_us"), microseconds(costs.graphRetryNs)},
        {QStringLiteral("semaphore_retry_us"), microseconds(costs.semaphoreRetryNs)},
        {QStringLiteral("waiting_channel_us"), microseconds(costs.waitingChannelNs)},
        {QStringLiteral("h2d_two_way_factor"), rounded(costs.h2dTwoWayFactor)},
        {QStringLiteral("d2h_two_way_factor"), rounded(costs.d2hTwoWayFactor)},
        {QStringLiteral("pageable_async_bytes"), static_cast<qint64>(costs.pageableAsyncBytes)},
        {QStringLiteral("staging_bytes"), static_cast<qint64>(costs.stagingBytes)},
        {QStringLiteral("staging_piece_bytes"), static_cast<qint64>(costs.stagingPieceBytes)},
        {QStringLiteral("device_copies_on_sms"), costs.deviceCopiesOnSms}};
    if (costs.queues > 0)
        object.insert(QStringLiteral("queues"), costs.queues);
    return object;
}

QJsonObject compute(const DeviceProfile::Compute &costs)
{
    QJsonObject object{{QStringLiteral("hardware_queues"), costs.hardwareQueues},
                       {QStringLiteral("queue_dependencies"), costs.queueDependencies},
                       {QStringLiteral("functions_hold_queues"), costs.functionsHoldQueues},
                       {QStringLiteral("max_resident_kernels"), costs.maxResidentKernels},
                       {QStringLiteral("delayed_signal"), costs.delayedSignal},
                       {QStringLiteral("kernel_start_us"), microseconds(costs.kernelStartNs)},
                       {QStringLiteral("queued_kernel_start_us"), microseconds(costs.queuedKernelStartNs)},
                       {QStringLiteral("launched_kernel_start_us"), microseconds(costs.launchedKernelStartNs)},
                       {QStringLiteral("cross_kernel_start_us"), microseconds(costs.crossKernelStartNs)},
                       {QStringLiteral("dispatch_us"), microseconds(costs.dispatchNs)},
                       {QStringLiteral("graph_root_us"), microseconds(costs.graphRootNs)},
                       {QStringLiteral("graph_dispatch_us"), microseconds(costs.graphDispatchNs)},
                       {QStringLiteral("release_us"), microseconds(costs.releaseNs)},
                       {QStringLiteral("waiting_queue_us"), microseconds(costs.waitingQueueNs)},
                       {QStringLiteral("block_gap_us"), microseconds(costs.blockGapNs)},
                       {QStringLiteral("graph_node_us"), microseconds(costs.graphNodeNs)},
                       {QStringLiteral("graph_behind_copy_us"), microseconds(costs.graphBehindCopyNs)},
                       {QStringLiteral("graph_behind_memset_us"), microseconds(costs.graphBehindMemsetNs)},
                       {QStringLiteral("graph_branch_us"), microseconds(costs.graphBranchNs)},
                       {QStringLiteral("alone_kernel_start_us"), microseconds(costs.aloneKernelStartNs)},
                       {QStringLiteral("many_blocks_us"), microseconds(costs.manyBlocksNs)},
                       {QStringLiteral("queue_visit_us"), microseconds(costs.queueVisitNs)},
                       {QStringLiteral("shared_queue_visit_us"), microseconds(costs.sharedQueueVisitNs)},
                       {QStringLiteral("kernel_fixed_us"), microseconds(costs.kernelFixedNs)},
                       {QStringLiteral("gfma_per_s"), rounded(costs.fmaPerSecond / 1e9)},
                       {QStringLiteral("memory_gb_per_s"), rates(costs.memoryRate)},
                       {QStringLiteral("memory_overlap"), rounded(costs.memoryOverlap)},
                       {QStringLiteral("memory_latency_ns"), rounded(costs.memoryLatencyNs)},
                       {QStringLiteral("uncached_latency_ns"), rounded(costs.uncachedLatencyNs)},
                       {QStringLiteral("block_start_ns"), rounded(costs.blockStartNs)},
                       {QStringLiteral("fma_latency_ns"), rounded(costs.fmaLatencyNs)},
                       {QStringLiteral("fma_rest_latency_ns"), rounded(costs.fmaRestLatencyNs)},
                       {QStringLiteral("fma_rest_factor"), rounded(costs.fmaRestFactor)}};
    if (!costs.memset.bandwidth.empty())
        object.insert(QStringLiteral("memset"), copyCost(costs.memset));
    if (costs.tensorFmaPerSecond > 0) {
        object.insert(QStringLiteral("tensor_gfma_per_s"), rounded(costs.tensorFmaPerSecond / 1e9));
        if (costs.tensorBlockBytesPerSecond > 0)
            object.insert(QStringLiteral("tensor_block_gb_per_s"), rounded(costs.tensorBlockBytesPerSecond / 1e9));
        object.insert(QStringLiteral("tensor_fixed_us"), microseconds(costs.tensorFixedNs));
        object.insert(QStringLiteral("tensor_tf32_share"), rounded(costs.tensorTf32Share));
        object.insert(QStringLiteral("tensor_shares_multipliers"), costs.tensorSharesMultipliers);
    }
    return object;
}

QJsonArray implicitSync(const DeviceProfile::ImplicitSync &sync)
{
    QJsonArray list;
    const auto add = [&list](bool set, const char *name) {
        if (set)
            list.append(QLatin1String(name));
    };
    add(sync.deviceAlloc, "malloc");
    add(sync.deviceFree, "free");
    add(sync.pinnedAlloc, "pinned_alloc");
    add(sync.pinnedFree, "pinned_free");
    add(sync.memset, "memset");
    add(sync.deviceCopy, "device_copy");
    return list;
}

QJsonObject pool(const DeviceProfile::Pool &pool)
{
    return {{QStringLiteral("alloc_us"), microseconds(pool.allocNs)},
            {QStringLiteral("release_us"), microseconds(pool.releaseNs)},
            {QStringLiteral("grow_bytes"), static_cast<qint64>(pool.growBytes)},
            {QStringLiteral("grow_us"), sizedCost(pool.grow)},
            {QStringLiteral("trim_us"), sizedCost(pool.trim)},
            {QStringLiteral("ask_us"), microseconds(pool.askNs)},
            {QStringLiteral("other_stream_us"), microseconds(pool.otherStreamNs)},
            {QStringLiteral("internal_dependencies"), pool.internalDependencies}};
}

QJsonObject links(const DeviceProfile::Links &links)
{
    QJsonObject object{{QStringLiteral("devices"), links.devices},
                       {QStringLiteral("peer"), copyCost(links.peer)},
                       {QStringLiteral("peer_start_us"), microseconds(links.peerStartNs)},
                       {QStringLiteral("devices_per_host_link"), links.devicesPerHostLink},
                       {QStringLiteral("ring_hop_us"), microseconds(links.ringHopNs)},
                       {QStringLiteral("ring_gb_per_s"), rounded(links.ringBytesPerSecond / 1e9)}};
    if (!links.staged.bandwidth.empty()) {
        object.insert(QStringLiteral("staged"), copyCost(links.staged));
        object.insert(QStringLiteral("staged_two_way_factor"), rounded(links.stagedTwoWayFactor));
    }
    if (links.ringMultiprocessors > 0)
        object.insert(QStringLiteral("ring_multiprocessors"), links.ringMultiprocessors);
    if (links.ringMemoryShare > 0)
        object.insert(QStringLiteral("ring_memory_share"), rounded(links.ringMemoryShare));
    if (links.hostLinkBytesPerSecond > 0)
        object.insert(QStringLiteral("host_link_gb_per_s"), rounded(links.hostLinkBytesPerSecond / 1e9));
    return object;
}

QJsonArray spread(const Spread &spread)
{
    QJsonArray points;
    for (const Spread::Point &point : spread.points)
        points.append(QJsonArray{rounded(point.share), rounded(point.factor)});
    return points;
}

QJsonObject jitter(const DeviceProfile::Jitter &jitter)
{
    QJsonObject object;
    const auto add = [&object](const char *key, const Spread &values) {
        if (!values.points.empty())
            object.insert(QLatin1String(key), spread(values));
    };
    add("host_call", jitter.hostCall);
    add("copy", jitter.copy);
    add("kernel", jitter.kernel);
    return object;
}

QString residualField(const Residuals &residuals)
{
    return residuals.sizeOf == Residuals::SizeOf::Operation ? QStringLiteral("operation_residuals")
                                                            : QStringLiteral("residuals");
}

QJsonArray residualRows(const Residuals &residuals)
{
    QJsonArray list;
    for (const Residuals::Row &row : residuals.rows) {
        const std::string_view name = workClassName(row.workClass);
        list.append(QJsonArray{QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())),
                               std::isinf(row.upToNs) ? QJsonValue() : QJsonValue(microseconds(row.upToNs)),
                               rounded(row.factors.low), rounded(row.factors.high)});
    }
    return list;
}

} // namespace

QByteArray deviceProfileJson(const DeviceProfile &profile, const ProfileOrigin &origin)
{
    QJsonObject sources;
    for (const auto &[field, how] : origin.sources)
        sources.insert(jsonText(field), jsonText(how));
    QJsonObject object{{QStringLiteral("format"), QStringLiteral("streamscope-device-profile")},
                       {QStringLiteral("version"), 1},
                       {QStringLiteral("name"), jsonText(profile.info.name)},
                       {QStringLiteral("source"), jsonText(origin.source)},
                       {QStringLiteral("date"), jsonText(origin.date)},
                       {QStringLiteral("properties"), properties(profile.info)},
                       {QStringLiteral("host"), host(profile.host)},
                       {QStringLiteral("copies"), copies(profile.copies)},
                       {QStringLiteral("compute"), compute(profile.compute)},
                       {QStringLiteral("implicit_sync"), implicitSync(profile.implicitSync)},
                       {QStringLiteral("pool"), pool(profile.pool)},
                       {QStringLiteral("sources"), sources}};
    if (profile.links.devices > 1)
        object.insert(QStringLiteral("links"), links(profile.links));
    if (const QJsonObject spreads = jitter(profile.jitter); !spreads.isEmpty())
        object.insert(QStringLiteral("jitter"), spreads);
    if (!profile.residuals.rows.empty())
        object.insert(residualField(profile.residuals), residualRows(profile.residuals));
    if (profile.unitNs > 0)
        object.insert(QStringLiteral("unit_us"), microseconds(profile.unitNs));
    return QJsonDocument(object).toJson();
}

QByteArray withResiduals(const QByteArray &profileJson, const Residuals &residuals, const std::string &how)
{
    QJsonObject object = QJsonDocument::fromJson(profileJson).object();
    const QString field = residualField(residuals);
    QJsonObject sources = object[QLatin1String("sources")].toObject();
    for (const QString &former : {QStringLiteral("residuals"), QStringLiteral("operation_residuals")}) {
        object.remove(former);
        sources.remove(former);
    }
    object.insert(field, residualRows(residuals));
    sources.insert(field, jsonText(how));
    object.insert(QStringLiteral("sources"), sources);
    return QJsonDocument(object).toJson();
}

} // namespace streamscope
