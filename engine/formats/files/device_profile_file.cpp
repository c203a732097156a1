// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/files/device_profile_file.h"

#include "engine/formats/io/document.h"
#include "engine/formats/text/json_object.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <optional>

namespace streamscope {

namespace {

constexpr double maxLatencyUs = 1e7; // 10 s: more is no latency
constexpr double maxGigabytesPerSecond = 1e6;

double microseconds(const JsonObject &object, const char *key)
{
    return object.number(key, 0, maxLatencyUs) * 1000;
}

std::vector<CopyCost::Point> readRates(const JsonObject &object, const char *key)
{
    const QJsonValue value = object.value(key);
    if (value.isDouble())
        return {{1.0, object.number(key, 1e-6, maxGigabytesPerSecond) * 1e9}};
    std::vector<CopyCost::Point> points;
    const QJsonArray list = value.toArray();
    for (const QJsonValue entry : list) {
        const QJsonArray pair = entry.toArray();
        const CopyCost::Point point{pair.at(0).toDouble(), pair.at(1).toDouble() * 1e9};
        const bool rising = points.empty() || point.bytes > points.back().bytes;
        if (pair.size() != 2 || !(point.bytes >= 1) || !rising || !(point.bytesPerSecond > 0)
            || point.bytesPerSecond > maxGigabytesPerSecond * 1e9)
            points.clear();
        else
            points.push_back(point);
        if (points.empty())
            break;
    }
    if (points.empty())
        object.refuse(key, jsonValueText(value),
                      QT_TRANSLATE_NOOP("engine", "a positive number or a list of [bytes, GB/s] with rising bytes"));
    return points;
}

CopyCost readCopyCost(const JsonObject &parent, const char *key)
{
    const JsonObject object = parent.object(key);
    CopyCost cost;
    cost.latencyNs = microseconds(object, "latency_us");
    cost.bandwidth = readRates(object, "gb_per_s");
    if (object.has("cached_gb_per_s"))
        cost.cachedBytesPerSecond = object.number("cached_gb_per_s", 1e-6, maxGigabytesPerSecond) * 1e9;
    object.requireNothingElse();
    return cost;
}

/// Microseconds that may be left out; then `out` stays as it is.
void readOptionalTime(const JsonObject &object, const char *key, double &outNs)
{
    if (object.has(key))
        outNs = microseconds(object, key);
}

/// Microseconds, or a list of [bytes, microseconds] with rising bytes.
void readSizedCost(const JsonObject &object, const char *key, SizedCost &out)
{
    if (!object.has(key))
        return;
    const QJsonValue value = object.value(key);
    if (!value.isArray()) {
        out.points = {{0, microseconds(object, key)}};
        return;
    }
    out.points.clear();
    bool sound = true;
    for (const QJsonValue entry : value.toArray()) {
        const QJsonArray pair = entry.toArray();
        const double bytes = pair.at(0).toDouble(-1), us = pair.at(1).toDouble(-1);
        const bool rising = out.points.empty() || bytes > out.points.back().bytes;
        const bool grows = out.points.empty() || us * 1000 >= out.points.back().ns;
        sound = sound && pair.size() == 2 && bytes >= 0 && us >= 0 && us <= maxLatencyUs && rising && grows;
        out.points.push_back({bytes, us * 1000});
    }
    if (!sound || out.points.empty())
        object.refuse(
            key, jsonValueText(value),
            QT_TRANSLATE_NOOP("engine", "microseconds, or a list of [bytes, microseconds] in which both rise"));
}

/// Left out, as the others here: then `out` stays as it is.
template <typename T>
void readOptionalInteger(const JsonObject &object, const char *key, std::int64_t least, std::int64_t most, T &out)
{
    if (object.has(key))
        out = static_cast<T>(object.integer(key, least, most));
}

void readOptionalNumber(const JsonObject &object, const char *key, double least, double most, double &out)
{
    if (object.has(key))
        out = object.number(key, least, most);
}

void readOptionalFlag(const JsonObject &object, const char *key, bool &out)
{
    if (object.has(key))
        out = object.flag(key);
}

DirectionCosts readDirection(const JsonObject &copies, const char *key)
{
    const JsonObject direction = copies.object(key);
    DirectionCosts costs{readCopyCost(direction, "pageable"), readCopyCost(direction, "pinned"),
                         readCopyCost(direction, "write-combined"), readCopyCost(direction, "registered")};
    readOptionalTime(direction, "chained_latency_us", costs.chainedLatencyNs);
    direction.requireNothingElse();
    return costs;
}

void readOptionalRate(const JsonObject &object, const char *key, double unit, double maximum, double &out)
{
    if (object.has(key))
        out = object.number(key, 1e-6, maximum) * unit;
}

template <typename T>
void readOptional(const JsonObject &object, const char *key, std::optional<T> &out, std::int64_t maximum)
{
    if (object.has(key))
        out = static_cast<T>(object.integer(key, 1, maximum));
}

void readProperties(const JsonObject &file, DeviceInfo &info)
{
    const JsonObject object = file.object("properties");
    if (object.has("compute_capability")) {
        const std::string text = object.text("compute_capability");
        int major = 0, minor = 0;
        if (std::sscanf(text.c_str(), "%d.%d", &major, &minor) != 2)
            object.refuse("compute_capability", "\"" + text + "\"",
                          QT_TRANSLATE_NOOP("engine", "major.minor, as \"9.0\""));
        info.computeMajor = major;
        info.computeMinor = minor;
    }
    info.asyncEngineCount = static_cast<int>(object.integer("async_engine_count", 0, 64));
    info.concurrentKernels = object.flag("concurrent_kernels");
    info.greatestPriority = static_cast<int>(object.integer("greatest_priority", -1000, 0));
    readOptional(object, "multiprocessors", info.multiprocessors, 100'000);
    readOptional(object, "memory_bytes", info.memoryBytes, std::int64_t{1} << 50);
    readOptional(object, "l2_bytes", info.l2Bytes, std::int64_t{1} << 40);
    readOptional(object, "max_threads_per_multiprocessor", info.maxThreadsPerMultiprocessor, 1'000'000);
    readOptional(object, "max_blocks_per_multiprocessor", info.maxBlocksPerMultiprocessor, 100'000);
    readOptional(object, "max_threads_per_block", info.maxThreadsPerBlock, 100'000);
    readOptional(object, "registers_per_multiprocessor", info.registersPerMultiprocessor, 100'000'000);
    readOptional(object, "shared_memory_per_multiprocessor", info.sharedMemoryPerMultiprocessor, std::int64_t{1} << 40);
    readOptional(object, "shared_memory_per_block", info.sharedMemoryPerBlock, std::int64_t{1} << 40);
    readOptional(object, "shared_memory_per_block_opt_in", info.sharedMemoryPerBlockOptIn, std::int64_t{1} << 40);
    readOptional(object, "clock_khz", info.clockKHz, 100'000'000);
    readOptional(object, "pcie_generation", info.pcieGeneration, 100);
    readOptional(object, "pcie_width", info.pcieWidth, 1024);
    readOptional(object, "machine_devices", info.machineDevices, 1024);
    object.requireNothingElse();
}

void readHost(const JsonObject &file, DeviceProfile::Host &host)
{
    const JsonObject object = file.object("host");
    host.kernelLaunchNs = microseconds(object, "kernel_launch_us");
    host.collectiveNs = host.kernelLaunchNs;
    readOptionalTime(object, "collective_us", host.collectiveNs);
    readOptionalTime(object, "stream_switch_us", host.streamSwitchNs);
    host.copyNs = microseconds(object, "copy_us");
    host.eventNs = microseconds(object, "event_us");
    host.syncNs = microseconds(object, "sync_us");
    readOptionalTime(object, "poll_us", host.pollNs);
    readOptionalTime(object, "host_function_us", host.functionNs);
    host.nextFunctionNs = host.functionNs;
    readOptionalTime(object, "next_host_function_us", host.nextFunctionNs);
    readSizedCost(object, "malloc_us", host.alloc);
    readSizedCost(object, "free_us", host.free);
    readSizedCost(object, "pinned_alloc_us", host.pinnedAlloc);
    host.pinnedFree = host.pinnedAlloc;
    readSizedCost(object, "pinned_free_us", host.pinnedFree);
    readSizedCost(object, "pinned_cold_us", host.pinnedCold);
    readOptionalTime(object, "small_alloc_us", host.smallAllocNs);
    readOptionalInteger(object, "small_bytes", 0, std::int64_t{1} << 40, host.smallBytes);
    readOptionalTime(object, "malloc_async_us", host.streamAllocNs);
    readOptionalTime(object, "graph_launch_us", host.graphLaunchNs);
    readOptionalTime(object, "graph_node_us", host.graphNodeNs);
    readOptionalTime(object, "graph_copy_us", host.graphCopyNs);
    readOptionalTime(object, "fork_us", host.forkNs);
    readOptionalTime(object, "join_us", host.joinNs);
    readOptionalTime(object, "thread_start_us", host.threadStartNs);
    readOptionalNumber(object, "driver_lock_share", 0, 1, host.driverLockShare);
    readOptionalInteger(object, "launch_queue_depth", 1, 1'000'000, host.launchQueueDepth);
    object.requireNothingElse();
}

void readCopies(const JsonObject &file, DeviceProfile::Copies &copies)
{
    const JsonObject object = file.object("copies");
    const std::string order = object.text("order");
    if (order != "issue-order" && order != "by-stream")
        object.refuse("order", "\"" + order + "\"", QT_TRANSLATE_NOOP("engine", "issue-order or by-stream"));
    copies.order = order == "by-stream" ? CopyOrder::ByStream : CopyOrder::IssueOrder;
    readOptionalInteger(object, "queues", 1, 1024, copies.queues);
    copies.h2d = readDirection(object, "h2d");
    copies.d2h = readDirection(object, "d2h");
    copies.d2d = readCopyCost(object, "d2d");
    readOptionalTime(object, "start_us", copies.startNs);
    copies.startBehindKernelNs = copies.startBehindCopyNs = copies.startNs;
    readOptionalTime(object, "start_behind_kernel_us", copies.startBehindKernelNs);
    readOptionalTime(object, "start_behind_copy_us", copies.startBehindCopyNs);
    readOptionalTime(object, "join_us", copies.joinNs);
    readOptionalTime(object, "queued_start_us", copies.queuedStartNs);
    copies.besideStartNs = copies.queuedStartNs;
    readOptionalTime(object, "beside_start_us", copies.besideStartNs);
    readOptionalTime(object, "loaded_latency_us", copies.loadedLatencyNs);
    copies.graphStartNs = copies.startBehindKernelNs;
    readOptionalTime(object, "graph_start_us", copies.graphStartNs);
    readOptionalTime(object, "semaphore_retry_us", copies.semaphoreRetryNs);
    copies.graphRetryNs = copies.semaphoreRetryNs / 2;
    readOptionalTime(object, "graph_retry_us", copies.graphRetryNs);
    readOptionalTime(object, "waiting_channel_us", copies.waitingChannelNs);
    copies.h2dTwoWayFactor = object.number("h2d_two_way_factor", 0.01, 1);
    copies.d2hTwoWayFactor = object.number("d2h_two_way_factor", 0.01, 1);
    copies.pageableAsyncBytes =
        static_cast<std::uint64_t>(object.integer("pageable_async_bytes", 0, std::int64_t{1} << 40));
    readOptionalInteger(object, "staging_bytes", 0, std::int64_t{1} << 40, copies.stagingBytes);
    readOptionalInteger(object, "staging_piece_bytes", 1, std::int64_t{1} << 40, copies.stagingPieceBytes);
    readOptionalFlag(object, "device_copies_on_sms", copies.deviceCopiesOnSms);
    object.requireNothingElse();
}

void readCompute(const JsonObject &file, DeviceProfile::Compute &compute)
{
    const JsonObject object = file.object("compute");
    compute.hardwareQueues = static_cast<int>(object.integer("hardware_queues", 1, 1024));
    readOptionalFlag(object, "queue_dependencies", compute.queueDependencies);
    readOptionalFlag(object, "functions_hold_queues", compute.functionsHoldQueues);
    compute.maxResidentKernels = static_cast<int>(object.integer("max_resident_kernels", 1, 100'000));
    compute.delayedSignal = object.flag("delayed_signal");
    compute.kernelStartNs = microseconds(object, "kernel_start_us");
    compute.queuedKernelStartNs = compute.kernelStartNs;
    readOptionalTime(object, "queued_kernel_start_us", compute.queuedKernelStartNs);
    compute.launchedKernelStartNs = compute.crossKernelStartNs = compute.queuedKernelStartNs;
    readOptionalTime(object, "launched_kernel_start_us", compute.launchedKernelStartNs);
    readOptionalTime(object, "cross_kernel_start_us", compute.crossKernelStartNs);
    readOptionalTime(object, "dispatch_us", compute.dispatchNs);
    readOptionalTime(object, "graph_dispatch_us", compute.graphDispatchNs);
    compute.graphRootNs = compute.graphDispatchNs;
    readOptionalTime(object, "graph_root_us", compute.graphRootNs);
    readOptionalTime(object, "release_us", compute.releaseNs);
    readOptionalTime(object, "waiting_queue_us", compute.waitingQueueNs);
    readOptionalTime(object, "block_gap_us", compute.blockGapNs);
    readOptionalTime(object, "graph_node_us", compute.graphNodeNs);
    compute.graphBehindCopyNs = compute.graphNodeNs;
    readOptionalTime(object, "graph_behind_copy_us", compute.graphBehindCopyNs);
    compute.graphBehindMemsetNs = compute.graphNodeNs;
    readOptionalTime(object, "graph_behind_memset_us", compute.graphBehindMemsetNs);
    readOptionalTime(object, "graph_branch_us", compute.graphBranchNs);
    compute.aloneKernelStartNs = compute.queuedKernelStartNs;
    readOptionalTime(object, "alone_kernel_start_us", compute.aloneKernelStartNs);
    readOptionalTime(object, "many_blocks_us", compute.manyBlocksNs);
    readOptionalTime(object, "queue_visit_us", compute.queueVisitNs);
    readOptionalTime(object, "shared_queue_visit_us", compute.sharedQueueVisitNs);
    compute.kernelFixedNs = microseconds(object, "kernel_fixed_us");
    compute.fmaPerSecond = object.number("gfma_per_s", 1e-6, 1e9) * 1e9;
    readOptionalRate(object, "tensor_gfma_per_s", 1e9, 1e9, compute.tensorFmaPerSecond);
    readOptionalRate(object, "tensor_block_gb_per_s", 1e9, maxGigabytesPerSecond, compute.tensorBlockBytesPerSecond);
    readOptionalTime(object, "tensor_fixed_us", compute.tensorFixedNs);
    readOptionalNumber(object, "tensor_tf32_share", 0.01, 1, compute.tensorTf32Share);
    readOptionalFlag(object, "tensor_shares_multipliers", compute.tensorSharesMultipliers);
    compute.memoryRate = readRates(object, "memory_gb_per_s");
    readOptionalNumber(object, "memory_overlap", 0, 1, compute.memoryOverlap);
    if (object.has("memset"))
        compute.memset = readCopyCost(object, "memset");
    readOptionalNumber(object, "memory_latency_ns", 0, 1e6, compute.memoryLatencyNs);
    compute.uncachedLatencyNs = compute.memoryLatencyNs;
    readOptionalNumber(object, "uncached_latency_ns", 0, 1e6, compute.uncachedLatencyNs);
    readOptionalNumber(object, "block_start_ns", 0, 1e6, compute.blockStartNs);
    compute.fmaLatencyNs = object.number("fma_latency_ns", 0, 1e6);
    compute.fmaRestLatencyNs = compute.fmaLatencyNs;
    readOptionalNumber(object, "fma_rest_latency_ns", 0, 1e6, compute.fmaRestLatencyNs);
    readOptionalNumber(object, "fma_rest_factor", 1, 100, compute.fmaRestFactor);
    object.requireNothingElse();
}

void readImplicitSync(const JsonObject &file, DeviceProfile::ImplicitSync &sync)
{
    if (!file.has("implicit_sync"))
        return;
    const QJsonValue value = file.value("implicit_sync");
    for (const QJsonValue entry : value.toArray()) {
        const QString name = entry.toString();
        bool *const flag = name == QLatin1String("malloc")         ? &sync.deviceAlloc
                           : name == QLatin1String("free")         ? &sync.deviceFree
                           : name == QLatin1String("pinned_alloc") ? &sync.pinnedAlloc
                           : name == QLatin1String("pinned_free")  ? &sync.pinnedFree
                           : name == QLatin1String("memset")       ? &sync.memset
                           : name == QLatin1String("device_copy")  ? &sync.deviceCopy
                                                                   : nullptr;
        if (!flag)
            file.refuse(
                "implicit_sync", jsonValueText(entry),
                QT_TRANSLATE_NOOP("engine", "a list of malloc, free, pinned_alloc, pinned_free, memset, device_copy"));
        *flag = true;
    }
    if (!value.isArray())
        file.refuse("implicit_sync", jsonValueText(value), QT_TRANSLATE_NOOP("engine", "a list"));
}

void readPool(const JsonObject &file, DeviceProfile::Pool &pool)
{
    if (!file.has("pool"))
        return;
    const JsonObject object = file.object("pool");
    pool.allocNs = microseconds(object, "alloc_us");
    readOptionalTime(object, "release_us", pool.releaseNs);
    readOptionalInteger(object, "grow_bytes", 1, std::int64_t{1} << 40, pool.growBytes);
    readSizedCost(object, "grow_us", pool.grow);
    readSizedCost(object, "trim_us", pool.trim);
    readOptionalTime(object, "ask_us", pool.askNs);
    readOptionalTime(object, "other_stream_us", pool.otherStreamNs);
    readOptionalFlag(object, "internal_dependencies", pool.internalDependencies);
    object.requireNothingElse();
}

void readLinks(const JsonObject &file, DeviceProfile::Links &links)
{
    if (!file.has("links"))
        return;
    constexpr int maxDevices = 64;
    const JsonObject object = file.object("links");
    links.devices = static_cast<int>(object.integer("devices", 1, maxDevices));
    links.peer = readCopyCost(object, "peer");
    readOptionalTime(object, "peer_start_us", links.peerStartNs);
    if (object.has("staged"))
        links.staged = readCopyCost(object, "staged");
    readOptionalNumber(object, "staged_two_way_factor", 0.01, 1, links.stagedTwoWayFactor);
    readOptionalInteger(object, "devices_per_host_link", 1, maxDevices, links.devicesPerHostLink);
    readOptionalRate(object, "host_link_gb_per_s", 1e9, maxGigabytesPerSecond, links.hostLinkBytesPerSecond);
    links.ringHopNs = microseconds(object, "ring_hop_us");
    links.ringBytesPerSecond = object.number("ring_gb_per_s", 1e-6, maxGigabytesPerSecond) * 1e9;
    constexpr int maxMultiprocessors = 1024;
    readOptionalInteger(object, "ring_multiprocessors", 0, maxMultiprocessors, links.ringMultiprocessors);
    readOptionalNumber(object, "ring_memory_share", 0, 1, links.ringMemoryShare);
    object.requireNothingElse();
}

Spread readSpread(const JsonObject &object, const char *key)
{
    Spread spread;
    if (!object.has(key))
        return spread;
    constexpr double maxStretch = 100;
    const QJsonValue value = object.value(key);
    bool sound = value.isArray();
    for (const QJsonValue entry : value.toArray()) {
        const QJsonArray pair = entry.toArray();
        const Spread::Point point{pair.at(0).toDouble(-1), pair.at(1).toDouble()};
        const bool rising = spread.points.empty() || point.share > spread.points.back().share;
        sound = sound && pair.size() == 2 && point.share >= 0 && point.share <= 1 && rising && point.factor > 0
                && point.factor <= maxStretch;
        spread.points.push_back(point);
    }
    if (!sound || spread.points.empty())
        object.refuse(key, jsonValueText(value),
                      QT_TRANSLATE_NOOP(
                          "engine", "a list of [share, factor] with rising shares from 0 to 1 and factors above 0"));
    return spread;
}

void readJitter(const JsonObject &file, DeviceProfile::Jitter &jitter)
{
    if (!file.has("jitter"))
        return;
    const JsonObject object = file.object("jitter");
    jitter.hostCall = readSpread(object, "host_call");
    jitter.copy = readSpread(object, "copy");
    jitter.kernel = readSpread(object, "kernel");
    object.requireNothingElse();
}

/// [class, up to microseconds or null, low, high]; empty where it is something else.
std::optional<Residuals::Row> readResidual(const QJsonArray &row)
{
    constexpr double maxFactor = 1000;
    const std::optional<WorkClass> workClass = parseWorkClass(row.at(0).toString().toStdString());
    const double upToNs = row.at(1).isNull() ? std::numeric_limits<double>::infinity() : row.at(1).toDouble(-1) * 1000;
    const FactorRange factors{row.at(2).toDouble(-1), row.at(3).toDouble(-1)};
    if (row.size() != 4 || !workClass || upToNs <= 0 || factors.low <= 0 || factors.low > factors.high
        || factors.high > maxFactor)
        return std::nullopt;
    return Residuals::Row{*workClass, upToNs, factors};
}

/// By the time of an operation, or of the run, as profiles had them before.
void readResiduals(const JsonObject &file, Residuals &residuals)
{
    const bool byOperation = file.has("operation_residuals");
    const char *field = byOperation ? "operation_residuals" : "residuals";
    if (!file.has(field))
        return;
    residuals.sizeOf = byOperation ? Residuals::SizeOf::Operation : Residuals::SizeOf::Run;
    const QJsonValue value = file.value(field);
    bool sound = !value.toArray().isEmpty();
    for (const QJsonValue entry : value.toArray()) {
        const std::optional<Residuals::Row> row = readResidual(entry.toArray());
        const bool rises = row && std::none_of(residuals.rows.begin(), residuals.rows.end(), [&](const auto &before) {
                               return before.workClass == row->workClass && before.upToNs >= row->upToNs;
                           });
        sound = sound && rises;
        if (sound)
            residuals.rows.push_back(*row);
    }
    if (!sound)
        file.refuse(field, jsonValueText(value),
                    QT_TRANSLATE_NOOP(
                        "engine",
                        "a list of [class, microseconds or null, low, high] with rising microseconds for each class"));
}

} // namespace

DeviceProfile readDeviceProfile(const QByteArray &json, const std::string &source, const std::string &id)
{
    const JsonObject file = JsonObject::parse(json, source);
    file.requireFormat("streamscope-device-profile", 1);
    DeviceProfile profile;
    profile.info.id = id;
    profile.info.kind = DeviceKind::Simulated;
    profile.info.name = file.text("name");
    profile.info.profileSource = file.text("source") + " (" + file.text("date") + ")";
    readProperties(file, profile.info);
    readHost(file, profile.host);
    readCopies(file, profile.copies);
    readCompute(file, profile.compute);
    readImplicitSync(file, profile.implicitSync);
    readPool(file, profile.pool);
    readLinks(file, profile.links);
    readJitter(file, profile.jitter);
    readResiduals(file, profile.residuals);
    if (file.has("unit_us")) {
        profile.unitNs = file.number("unit_us", 0.001, maxLatencyUs) * 1000;
        profile.info.timesInUnits = true;
    }
    if (file.has("sources")) {
        const JsonObject sources = file.object("sources"); // for readers: which figure comes from where
        for (const QString &key : sources.keys())
            sources.text(key.toUtf8().constData());
    }
    file.requireNothingElse();
    return profile;
}

QByteArray deviceProfileText(const std::string &name)
{
    if (name.ends_with(".json") || name.find('/') != std::string::npos)
        return readDocument(openInput(name));
    QFile file(QStringLiteral(":/device_profiles/") % QString::fromStdString(name) % QStringLiteral(".json"));
    if (!file.open(QIODevice::ReadOnly)) {
        std::string known;
        for (const std::string &other : builtInProfileNames())
            known += (known.empty() ? "sim:" : ", sim:") + other;
        throw InputError(
            Phrase("engine", "unknown device 'sim:%1'; allowed: cuda:N, %2, sim:PATH.json").arg(name, known));
    }
    return file.readAll();
}

DeviceProfile loadDeviceProfile(const std::string &name)
{
    return readDeviceProfile(deviceProfileText(name), name, "sim:" + name);
}

std::vector<std::string> builtInProfileNames()
{
    // The order in which people look for them; anything new goes before `unit`.
    std::vector<std::string> names;
    for (const QString &file : QDir(QStringLiteral(":/device_profiles")).entryList({QStringLiteral("*.json")}))
        names.push_back(file.chopped(5).toStdString());
    const std::vector<std::string> preferred{"h200",     "h200-x2", "h100",  "a100-pcie", "v100",
                                             "gtx1650s", "k20c",    "c2050", "c1060"};
    const auto rank = [&preferred](const std::string &name) {
        const auto found = std::find(preferred.begin(), preferred.end(), name);
        return name == "unit" ? preferred.size() + 1 : static_cast<std::size_t>(found - preferred.begin());
    };
    std::stable_sort(names.begin(), names.end(),
                     [&rank](const std::string &a, const std::string &b) { return rank(a) < rank(b); });
    return names;
}

} // namespace streamscope
