// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/engine_listener.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/simulator/queues/copy_queue.h"
#include "engine/executors/simulator/queues/joined_branches.h"
#include "engine/executors/simulator/queues/lone_chains.h"
#include "engine/executors/simulator/queues/waiting_places.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// The copy engines of all devices of a run. Each device has one server per direction (or one for both), one for copies
/// inside the device and one for peer copies. Rules C1–C8 of the scheduling notes: copies of one direction never
/// overlap, whatever their priority; each direction slows the other; neighbouring devices share a link to the host;
/// peer copies share the bandwidth out of a device and into a device.
class CopyEngines
{
public:
    CopyEngines(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events,
                EngineListener &listener, OperationStates &states, int devices);

    /// The host issued a copy; `free`: it waits for nothing but its call. `behindMemory`: an allocation from a pool is
    /// the last before it in its stream.
    void enqueue(std::int32_t operation, bool free, bool behindMemory);
    /// The stream has reached an enqueued copy: it may start.
    void becameReady(std::int32_t operation);
    /// Starts all copies that can start. A device without copy engines copies only while no kernel runs on it.
    void dispatch();
    /// A CopyStep event of server `server` arrived; of a copy between pieces: behind the number of all servers.
    void step(std::int32_t server, std::uint32_t generation);

    bool isBusy(int device) const { return m_busy[static_cast<std::size_t>(device)] > 0; }
    /// Of the copy to `device` that runs, or its latency; 0 where there is none.
    std::uint64_t bytesIn(int device) const
    {
        const Server &server = m_servers[static_cast<std::size_t>(device * roleCount + h2dRole)];
        return server.active >= 0 ? server.bytes : 0;
    }
    /// A kernel or memset of `device` ends now.
    void kernelEnded(int device) { m_kernelEnds[static_cast<std::size_t>(device)] = m_events.now(); }
    /// It was a memset.
    void memsetEnded(int device) { m_memsetEnds[static_cast<std::size_t>(device)] = m_events.now(); }
    /// A host function in a stream of `device` ends now.
    void functionEnded(int device) { m_functionEnds[static_cast<std::size_t>(device)] = m_events.now(); }
    /// Rechecks the waiting copies of a device that cannot copy while a kernel runs (rule C1).
    void lookAgain(int device);
    void setComputeBusy(int device, bool busy) { m_computeBusy[static_cast<std::size_t>(device)] = busy ? 1 : 0; }

private:
    enum Role : std::int32_t { h2dRole, d2hRole, insideRole, peerRole, roleCount };

    struct Ready
    {
        std::int64_t since = 0;    ///< its stream reached it
        std::int64_t earliest = 0; ///< an idle engine starts it
        std::int64_t issued = 0;
        bool free = false; ///< it waits for nothing but its call
        bool behindMemory = false;
        bool cameFirst = false; ///< its channel was empty when it was issued
    };
    /// Serves one copy at a time: first its latency, then its bytes at a rate that may change meanwhile.
    struct Server
    {
        CopyQueue queue;
        std::int32_t active = -1;
        std::int32_t between = -1; ///< a copy that goes between the pieces of the active one
        bool moving = false;       ///< past the latency
        bool touched = false;      ///< is in m_touched
        double remainingNs = 0;    ///< of the moving part, at full rate
        double rate = 1;           ///< of the full rate
        double fullRate = 0;       ///< bytes per nanosecond
        double transferNs = 0;     ///< of the whole copy at full rate
        std::int64_t updatedAt = 0;
        std::int64_t lastEnd = -1, lastStart = -1;
        std::int32_t channel = -1, stream = -1; ///< of the last copy, as are its bytes
        std::uint64_t bytes = 0;
        std::uint32_t generation = 0;
    };

    std::int32_t serverOf(std::int32_t operation) const;
    static Role roleOf(std::int32_t server) { return static_cast<Role>(server % roleCount); }
    static int deviceOf(std::int32_t server) { return server / roleCount; }
    bool mayStart(std::int32_t server) const;
    void start(std::int32_t index, std::int32_t operation);
    void startBetween(std::int32_t index);
    void finishBetween(std::int32_t index);
    std::int64_t startTime(std::int32_t index, const Ready &ready, bool passesEngine) const;
    std::int64_t earliestStart(std::int32_t server, std::int32_t operation) const;
    double behindCallNs(std::int32_t server, std::int32_t operation) const;
    bool knowsLooks(std::int32_t server, std::int32_t operation) const;
    std::optional<double> smallLookNs(std::int32_t index, std::int32_t operation, std::int64_t seen) const;
    double liveLookNs(std::int32_t server, std::int32_t operation, std::int64_t seen) const;
    double lookNs(std::int32_t server, std::int32_t operation, std::int64_t seen, bool graph) const;
    double graphLookNs(std::int32_t server, std::int32_t operation, bool behindKernel) const;
    double shareBehindCopy(std::int32_t server, std::int32_t operation, bool behindKernel) const;
    double gapNs(std::int32_t server, bool next) const;
    double tracedBesideNs(int device) const;
    double loadedNs(std::int32_t server) const;
    double loadedPeerNs(std::int32_t server) const;
    void updateRates();
    double stagedTwoWayFactor() const;
    double rateOf(std::int32_t index) const;
    double hostLinkShare(std::int32_t index) const;
    double peerShare(std::int32_t index) const;
    bool isAnswered(std::int32_t index, bool moving) const;
    bool isHandedOnSoon(std::int32_t server) const;
    double firstStagedSoonerNs(std::int32_t server) const;
    void schedule(std::int32_t index);
    void touch(std::int32_t index);
    int sourceOf(std::int32_t operation) const;
    int destinationOf(std::int32_t operation) const;

    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    EngineListener &m_listener;
    std::vector<Server> m_servers;       ///< roleCount for each device
    std::vector<std::int32_t> m_touched; ///< servers that changed since the last dispatch()
    WaitingPlaces m_waiting;
    std::vector<std::int32_t> m_copies;     ///< by waiting place: the operation
    std::vector<CopyQueue::Place> m_places; ///< by waiting place
    std::vector<Ready> m_ready;             ///< by waiting place
    std::vector<int> m_busy;                ///< by device: servers with a copy
    std::vector<std::uint8_t> m_computeBusy;
    std::vector<std::int64_t> m_kernelEnds;   ///< by device: when its last kernel ended
    std::vector<std::int64_t> m_memsetEnds;   ///< the same of its last memset
    std::vector<std::int64_t> m_functionEnds; ///< and of its last host function
    std::vector<bool> m_behindJoins;          ///< see copiesBehindJoinedKernels(); not behind a gate
    std::vector<bool> m_inChains;             ///< see copiesInLoneChains(); only of a graph
    std::vector<bool> m_branchEnds;           ///< see copiesBackOfBranches(); only of a graph
    bool m_peersOneWay;                       ///< behind a gate all copies between devices go directly and one way
};

} // namespace streamscope
