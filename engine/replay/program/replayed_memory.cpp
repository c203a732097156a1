// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/replay/program/replayed_memory.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr std::int64_t shortestHold = 3'000, longestHold = 1'000'000; // 76 us to 0.4 ms were seen on H200s, nanoseconds

} // namespace

bool ReplayedMemory::add(const TraceStep &step, std::int64_t lockNs, ReplayedHost::Thread &thread)
{
    const int traced = m_work.deviceOf(step.thread);
    const std::optional<std::int64_t> end = m_work.endOf(-1, traced);
    if (!end || step.end <= thread.until)
        return false; // before all work, or inside of another call
    m_host.addGap(thread, step.begin);
    const auto device = static_cast<std::int8_t>(m_parts.device(traced));
    std::int64_t begin = std::max(thread.until, step.begin + lockNs);
    const bool waited = *end > step.begin && *end <= step.end && m_parts.waitsForDevice(step);
    if (waited) {
        Operation &wait = m_parts.add(OperationKind::Sync, thread.number, Operation::none);
        wait.syncScope = SyncScope::Device;
        wait.device = device;
        wait.name = std::string(implicitSyncName);
        wait.callNs = 0;
        begin = std::max(begin, *end);
    }
    const bool frees = step.kind == HostCallKind::Free;
    Operation &op = m_parts.allocation(frees ? OperationKind::Free : OperationKind::Alloc, thread.number, step);
    op.device = device;
    op.callNs = step.end - begin;
    if (frees && m_parts.isStreamOrdered(step)) {
        thread.freedToPool = m_parts.last();
    } else if (frees) {
        thread.freed = m_parts.last();
        thread.freedEnd = step.end;
    }
    thread.until = step.end;
    return waited;
}

void ReplayedMemory::hold(const TraceStep &step, std::uint32_t span, ReplayedHost::Thread &thread)
{
    if (m_timeline.kinds()[span] != OperationKind::H2D)
        return;
    const int device = m_work.deviceOf(step.thread);
    // What the copy's own stream and its engine still did holds it, too.
    const std::int64_t done =
        std::max(m_work.endOf(m_timeline.streamIndices()[span], device).value_or(step.begin), m_copiesInEnd[device]);
    m_copiesInEnd[device] = m_timeline.ends()[span];
    if (thread.freed < 0)
        return;
    Operation &freed = m_parts.at(std::exchange(thread.freed, Operation::none));
    const auto reached = m_timeline.starts()[span] - static_cast<std::int64_t>(m_profile.compute.launchedKernelStartNs);
    const std::int64_t held = reached - thread.freedEnd;
    if (done <= step.begin && reached - step.end >= shortestHold && held <= longestHold) {
        freed.durationNs = held;
        m_heldCopies.push_back(span);
    }
}

} // namespace streamscope
