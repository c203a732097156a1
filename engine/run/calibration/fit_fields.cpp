// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/calibration/fit_fields.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace streamscope {

namespace {

using Places = std::vector<double *>;

/// How far four H200 machines differed from the fit to all of them.
constexpr double hostSpread = 0.15, systemSpread = 0.4, gpuSpread = 0.01, memorySpread = 0.02;
/// How far a part of a table differs from the whole: the sizes that were not measured follow those that were.
constexpr double partSpread = 0.15;
/// Copies of 35 to 213 MB through the host ran at 36.3 to 37.4 GB/s on five machines with two H200s.
constexpr double linkSpread = 0.05;
/// What the GPU does by itself is the same on all H200s. With four times as much, six rows of each experiment of ten
/// machines made launch-cost and pipelines worse than the base had them.
constexpr double startNs = 100, dispatchNs = 25, toHostNs = 400;

class FieldList
{
public:
    explicit FieldList(const DeviceProfile &profile) : m_profile(profile) {}

    using Find = std::function<Places(DeviceProfile &)>;

    /// A factor for all places. Absent where the first is 0: there is nothing to scale.
    void scale(std::string name, double trust, Find find)
    {
        if (first(find) > 0)
            m_fields.push_back({std::move(name), std::move(find), trust, true});
    }
    /// Added to all places, which stay at 0 or above.
    void shift(std::string name, double trustNs, Find find)
    {
        m_fields.push_back({std::move(name), std::move(find), trustNs, false});
    }
    /// A share from 0 to 1.
    void share(std::string name, double trust, Find find)
    {
        m_fields.push_back({std::move(name), std::move(find), trust, false, 0.02, 1});
    }
    /// Only where the profile has the rule.
    void shiftIfThere(std::string name, double trustNs, Find find)
    {
        if (first(find) > 0)
            shift(std::move(name), trustNs, std::move(find));
    }

    std::vector<FitField> take() { return std::move(m_fields); }

private:
    double first(const Find &find)
    {
        const Places places = find(m_profile);
        return places.empty()
                   ? 0
                   : **std::max_element(places.begin(), places.end(), [](auto *a, auto *b) { return *a < *b; });
    }

    DeviceProfile m_profile;
    std::vector<FitField> m_fields;
};

FieldList::Find one(double &(*figure)(DeviceProfile &))
{
    return [figure](DeviceProfile &p) { return Places{&figure(p)}; };
}

/// The points of a table of costs, all or only those from `least` bytes on and below `most`.
FieldList::Find costs(SizedCost &(*table)(DeviceProfile &), double least = 0, double most = 1e300)
{
    return [=](DeviceProfile &p) {
        Places places;
        for (SizedCost::Point &point : table(p).points)
            if (point.bytes >= least && point.bytes < most)
                places.push_back(&point.ns);
        return places;
    };
}

FieldList::Find rates(std::vector<CopyCost::Point> &(*table)(DeviceProfile &), double least = 0, double most = 1e300)
{
    return [=](DeviceProfile &p) {
        Places places;
        for (CopyCost::Point &point : table(p))
            if (point.bytes >= least && point.bytes < most)
                places.push_back(&point.bytesPerSecond);
        return places;
    };
}

constexpr double cached = 32.0 * (1 << 20); ///< bytes from which on the host's caches no longer help

#define FIGURE(path) one([](DeviceProfile &p) -> double & { return p.path; })
#define COSTS(path, ...) costs([](DeviceProfile &p) -> SizedCost & { return p.path; } __VA_OPT__(, ) __VA_ARGS__)
#define RATES(path, ...)                                                                                               \
    rates([](DeviceProfile &p) -> std::vector<CopyCost::Point> & { return p.path; } __VA_OPT__(, ) __VA_ARGS__)

void addHost(FieldList &list)
{
    list.scale("host.kernel_launch_us", hostSpread, FIGURE(host.kernelLaunchNs));
    list.shift("host.stream_switch_us", 100, FIGURE(host.streamSwitchNs));
    list.scale("host.copy_us", hostSpread, FIGURE(host.copyNs));
    list.scale("host.event_us", hostSpread, FIGURE(host.eventNs));
    list.scale("host.sync_us", 2 * hostSpread, FIGURE(host.syncNs));
    list.scale("host.collective_us", 2 * hostSpread, FIGURE(host.collectiveNs));
    list.scale("host.host_function_us", 2 * systemSpread, FIGURE(host.functionNs));
    list.scale("host.next_host_function_us", systemSpread, FIGURE(host.nextFunctionNs));
    list.scale("host.malloc_us", systemSpread, COSTS(host.alloc));
    list.scale("host.free_us", systemSpread, COSTS(host.free));
    list.scale("host.pinned_alloc_us", systemSpread, COSTS(host.pinnedAlloc));
    list.scale("host.pinned_alloc_us from 32 MiB on", systemSpread, COSTS(host.pinnedAlloc, cached));
    list.scale("host.pinned_free_us", systemSpread, COSTS(host.pinnedFree));
    list.scale("host.pinned_cold_us", systemSpread, COSTS(host.pinnedCold));
    list.scale("host.small_alloc_us", systemSpread, FIGURE(host.smallAllocNs));
    list.scale("host.malloc_async_us", hostSpread, FIGURE(host.streamAllocNs));
    list.scale("host.graph_launch_us", hostSpread, FIGURE(host.graphLaunchNs));
    list.scale("host.graph_copy_us", hostSpread, FIGURE(host.graphCopyNs));
    list.scale("host.graph_node_us", hostSpread, FIGURE(host.graphNodeNs));
    list.scale("host.fork_us", hostSpread, FIGURE(host.forkNs));
    list.scale("host.join_us", hostSpread, FIGURE(host.joinNs));
    list.scale("pool.grow_us", systemSpread, COSTS(pool.grow));
    list.scale("pool.trim_us", systemSpread, COSTS(pool.trim));
    list.scale("pool.ask_us", 2 * hostSpread, FIGURE(pool.askNs));
    // 0.4 to 0.6 us where the machine has one GPU, 2.4 to 2.8 where it has two (H200s).
    list.shiftIfThere("pool.other_stream_us", 1500, FIGURE(pool.otherStreamNs));
}

void addDirection(FieldList &list)
{
    list.shift("copies.h2d latency_us", startNs, [](DeviceProfile &p) {
        return Places{&p.copies.h2d.pinned.latencyNs, &p.copies.h2d.writeCombined.latencyNs,
                      &p.copies.h2d.registered.latencyNs};
    });
    // Five of 49 H200 machines took 0.7 us longer for each copy to the host, of any size (docs/measurements/model.md).
    list.shift("copies.d2h latency_us", toHostNs, [](DeviceProfile &p) {
        return Places{&p.copies.d2h.pinned.latencyNs, &p.copies.d2h.writeCombined.latencyNs,
                      &p.copies.d2h.registered.latencyNs, &p.copies.d2h.chainedLatencyNs};
    });
    list.shift("copies.h2d.chained_latency_us", startNs, FIGURE(copies.h2d.chainedLatencyNs));
    list.shift("copies.d2h.chained_latency_us", startNs, FIGURE(copies.d2h.chainedLatencyNs));
    list.scale("copies.h2d gb_per_s", gpuSpread / 2, [](DeviceProfile &p) {
        return Places{&p.copies.h2d.pinned.bandwidth.back().bytesPerSecond,
                      &p.copies.h2d.writeCombined.bandwidth.back().bytesPerSecond,
                      &p.copies.h2d.registered.bandwidth.back().bytesPerSecond};
    });
    list.scale("copies.d2h gb_per_s", gpuSpread / 2, [](DeviceProfile &p) {
        return Places{&p.copies.d2h.pinned.bandwidth.back().bytesPerSecond,
                      &p.copies.d2h.writeCombined.bandwidth.back().bytesPerSecond,
                      &p.copies.d2h.registered.bandwidth.back().bytesPerSecond};
    });
    // Most configurations copy both ways: what they do not tell apart goes to both.
    list.scale("copies.pageable gb_per_s", 2 * hostSpread, [](DeviceProfile &p) {
        Places places;
        for (std::vector<CopyCost::Point> *table : {&p.copies.h2d.pageable.bandwidth, &p.copies.d2h.pageable.bandwidth})
            for (CopyCost::Point &point : *table)
                places.push_back(&point.bytesPerSecond);
        return places;
    });
    list.scale("copies.h2d.pageable gb_per_s", partSpread, RATES(copies.h2d.pageable.bandwidth));
    list.scale("copies.h2d.pageable cached_gb_per_s", partSpread, FIGURE(copies.h2d.pageable.cachedBytesPerSecond));
    list.scale("copies.d2h.pageable gb_per_s", partSpread, RATES(copies.d2h.pageable.bandwidth));
    list.scale("copies.h2d.pageable latency_us", systemSpread, FIGURE(copies.h2d.pageable.latencyNs));
    list.scale("copies.d2h.pageable latency_us", systemSpread, FIGURE(copies.d2h.pageable.latencyNs));
}

void addCopies(FieldList &list)
{
    addDirection(list);
    list.scale("copies.d2d gb_per_s", memorySpread, RATES(copies.d2d.bandwidth));
    list.shift("copies.d2d latency_us", startNs, FIGURE(copies.d2d.latencyNs));
    list.share("copies.h2d_two_way_factor", 0.02, FIGURE(copies.h2dTwoWayFactor));
    list.share("copies.d2h_two_way_factor", 0.02, FIGURE(copies.d2hTwoWayFactor));
    list.shift("copies.start_us", startNs, FIGURE(copies.startNs));
    list.shift("copies.start_behind_kernel_us", startNs, FIGURE(copies.startBehindKernelNs));
    list.shift("copies.start_behind_copy_us", startNs, FIGURE(copies.startBehindCopyNs));
    list.shift("copies.queued_start_us", startNs / 2, FIGURE(copies.queuedStartNs));
    list.shift("copies.beside_start_us", startNs / 2, FIGURE(copies.besideStartNs));
    list.shiftIfThere("copies.waiting_channel_us", startNs, FIGURE(copies.waitingChannelNs));
    list.shiftIfThere("copies.join_us", startNs, FIGURE(copies.joinNs));
    list.shiftIfThere("copies.loaded_latency_us", startNs, FIGURE(copies.loadedLatencyNs));
    list.shiftIfThere("copies.graph_retry_us", startNs, FIGURE(copies.graphRetryNs));
    list.shiftIfThere("copies.graph_start_us", startNs, FIGURE(copies.graphStartNs));
}

void addStarts(FieldList &list)
{
    list.shift("compute.kernel_start_us", startNs, FIGURE(compute.kernelStartNs));
    list.shift("compute.queued_kernel_start_us", startNs / 2, FIGURE(compute.queuedKernelStartNs));
    list.shift("compute.launched_kernel_start_us", startNs, FIGURE(compute.launchedKernelStartNs));
    list.shift("compute.cross_kernel_start_us", startNs, FIGURE(compute.crossKernelStartNs));
    list.shift("compute.dispatch_us", dispatchNs / 2, FIGURE(compute.dispatchNs));
    list.shiftIfThere("compute.release_us", dispatchNs, FIGURE(compute.releaseNs));
    list.shiftIfThere("compute.waiting_queue_us", dispatchNs, FIGURE(compute.waitingQueueNs));
    list.shift("compute.block_gap_us", dispatchNs / 2, FIGURE(compute.blockGapNs));
    list.shift("compute.kernel_fixed_us", dispatchNs, FIGURE(compute.kernelFixedNs));
    list.shift("compute.graph_node_us", dispatchNs, FIGURE(compute.graphNodeNs));
    list.shiftIfThere("compute.graph_behind_copy_us", startNs, FIGURE(compute.graphBehindCopyNs));
    list.shiftIfThere("compute.alone_kernel_start_us", startNs, FIGURE(compute.aloneKernelStartNs));
    list.shiftIfThere("compute.queue_visit_us", dispatchNs, FIGURE(compute.queueVisitNs));
    list.shiftIfThere("compute.shared_queue_visit_us", dispatchNs, FIGURE(compute.sharedQueueVisitNs));
    list.shiftIfThere("compute.many_blocks_us", dispatchNs, FIGURE(compute.manyBlocksNs));
    list.shiftIfThere("compute.graph_behind_memset_us", startNs, FIGURE(compute.graphBehindMemsetNs));
    list.shiftIfThere("compute.graph_branch_us", dispatchNs / 10, FIGURE(compute.graphBranchNs));
    list.shiftIfThere("compute.graph_dispatch_us", dispatchNs / 2, FIGURE(compute.graphDispatchNs));
    list.shiftIfThere("compute.graph_root_us", dispatchNs / 2, FIGURE(compute.graphRootNs));
}

void addKernels(FieldList &list)
{
    list.scale("compute.gfma_per_s", gpuSpread, FIGURE(compute.fmaPerSecond));
    list.scale("compute.fma_latency_ns", gpuSpread, FIGURE(compute.fmaLatencyNs));
    list.scale("compute.fma_rest_latency_ns", 2 * gpuSpread, FIGURE(compute.fmaRestLatencyNs));
    list.scale("compute.fma_rest_factor", 5 * gpuSpread, FIGURE(compute.fmaRestFactor));
    list.scale("compute.tensor_gfma_per_s", gpuSpread, FIGURE(compute.tensorFmaPerSecond));
    list.shiftIfThere("compute.tensor_fixed_us", startNs, FIGURE(compute.tensorFixedNs));
    list.scale("compute.tensor_tf32_share", 3 * gpuSpread, FIGURE(compute.tensorTf32Share));
    list.scale("compute.tensor_block_gb_per_s", 3 * gpuSpread, FIGURE(compute.tensorBlockBytesPerSecond));
    list.scale("compute.memory_gb_per_s", memorySpread, RATES(compute.memoryRate));
    list.scale("compute.memory_latency_ns", memorySpread, FIGURE(compute.memoryLatencyNs));
    list.scale("compute.uncached_latency_ns", memorySpread, FIGURE(compute.uncachedLatencyNs));
    list.scale("compute.block_start_ns", 5 * gpuSpread, FIGURE(compute.blockStartNs));
    list.share("compute.memory_overlap", memorySpread, FIGURE(compute.memoryOverlap));
    list.scale("compute.memset gb_per_s", memorySpread, RATES(compute.memset.bandwidth));
    list.shift("compute.memset latency_us", startNs / 2, FIGURE(compute.memset.latencyNs));
}

void addLinks(FieldList &list)
{
    list.scale("links.peer gb_per_s", memorySpread, RATES(links.peer.bandwidth));
    list.shift("links.peer latency_us", startNs, FIGURE(links.peer.latencyNs));
    list.shift("links.peer_start_us", startNs, FIGURE(links.peerStartNs));
    list.scale("links.staged gb_per_s", linkSpread, RATES(links.staged.bandwidth));
    list.scale("links.staged latency_us", hostSpread, FIGURE(links.staged.latencyNs));
    list.share("links.staged_two_way_factor", 0.05, FIGURE(links.stagedTwoWayFactor));
    list.scale("links.ring_hop_us", hostSpread, FIGURE(links.ringHopNs));
    list.scale("links.ring_gb_per_s", 5 * memorySpread, FIGURE(links.ringBytesPerSecond));
}

#undef FIGURE
#undef COSTS
#undef RATES

/// The engine holds the latency of a chained copy below that of a copy alone anyway; a file must say so, too.
void keepValid(DeviceProfile &profile)
{
    profile.copies.besideStartNs = std::max(profile.copies.besideStartNs, profile.copies.queuedStartNs);
    profile.copies.h2d.chainedLatencyNs =
        std::min(profile.copies.h2d.chainedLatencyNs, profile.copies.h2d.pinned.latencyNs);
    profile.copies.d2h.chainedLatencyNs =
        std::min(profile.copies.d2h.chainedLatencyNs, profile.copies.d2h.pinned.latencyNs);
}

} // namespace

std::vector<FitField> fitFields(const DeviceProfile &profile)
{
    FieldList list(profile);
    addHost(list);
    addCopies(list);
    addStarts(list);
    addKernels(list);
    addLinks(list);
    return list.take();
}

namespace {

/// The places of `all` that are not among those of `held`: a figure may be part of several fields.
FieldList::Find without(FieldList::Find all, FieldList::Find held)
{
    return [all = std::move(all), held = std::move(held)](DeviceProfile &profile) {
        const Places kept = held(profile);
        Places places = all(profile);
        std::erase_if(places,
                      [&kept](double *place) { return std::find(kept.begin(), kept.end(), place) != kept.end(); });
        return places;
    };
}

/// Those that begin with as much of `name` as any does; of many, the parts of the profile that have them.
std::string namesLike(const std::string &name, const std::vector<FitField> &fields)
{
    const auto shared = [&name](const FitField &field) {
        return std::mismatch(name.begin(), name.end(), field.name.begin(), field.name.end()).first - name.begin();
    };
    std::ptrdiff_t most = 0;
    for (const FitField &field : fields)
        most = std::max(most, shared(field));
    std::vector<std::string> like;
    for (const FitField &field : fields)
        if (shared(field) == most)
            like.push_back(field.name);
    constexpr std::size_t readable = 12;
    if (like.size() > readable) {
        for (std::string &full : like)
            full = full.substr(0, full.find('.')) + ".…";
        like.erase(std::unique(like.begin(), like.end()), like.end());
    }
    std::string names;
    for (const std::string &one : like)
        names += (names.empty() ? "" : "; ") + one;
    return names;
}

} // namespace

std::vector<FitField> withoutHeld(std::vector<FitField> fields, const std::vector<std::string> &held)
{
    for (const std::string &name : held) {
        const auto found =
            std::find_if(fields.begin(), fields.end(), [&](const FitField &field) { return field.name == name; });
        if (found == fields.end())
            throw InputError(Phrase("engine", "no figure that is fitted has the name '%1'; names like it: %2")
                                 .arg(name, namesLike(name, fields)));
        const FieldList::Find keep = found->places;
        fields.erase(found);
        for (FitField &field : fields)
            field.places = without(field.places, keep);
    }
    return fields;
}

FieldNames comparedFields(const std::vector<FitField> &fields, DeviceProfile before, DeviceProfile after)
{
    constexpr double noticed = 1e-4; // of the figure
    FieldNames names;
    for (const FitField &field : fields) {
        const Places was = field.places(before), now = field.places(after);
        const bool same = std::equal(was.begin(), was.end(), now.begin(), [](const double *a, const double *b) {
            return std::abs(*a - *b) <= noticed * std::abs(*a);
        });
        std::string &list = same ? names.same : names.changed;
        list += (list.empty() ? "" : ", ") + field.name;
    }
    return names;
}

DeviceProfile changedProfile(const DeviceProfile &profile, const std::vector<FitField> &fields,
                             const std::vector<double> &changes)
{
    DeviceProfile changed = profile;
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const FitField &field = fields[i];
        const double change = field.trust * changes[i];
        if (change != 0)
            for (double *place : field.places(changed))
                *place =
                    std::clamp(field.relative ? *place * std::exp(change) : *place + change, field.least, field.most);
    }
    keepValid(changed);
    return changed;
}

} // namespace streamscope
