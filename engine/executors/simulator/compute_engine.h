// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/simulator/multiprocessors.h"

#include <compare>
#include <cstdint>
#include <deque>
#include <functional>
#include <set>
#include <unordered_map>
#include <vector>

namespace streamscope {

/// The SMs of a simulated device and the queues in front of them, by these rules of the scheduling notes:
/// H1–H6 streams share hardware queues, whose head blocks those behind it until all its blocks are placed;
/// D1 a kernel whose stream has reached it joins the queue for SMs a moment later;
/// A1, A2 that queue serves the most urgent first, and a lower one only when no higher one waits;
/// X1, L1 only the first of the queue gets blocks placed: as many as fit, the next gets what it leaves;
/// L2, A3 blocks that run are not displaced, so all of this acts when blocks end.
/// Blocks that start together end together and are one event, so a wave costs the same for one block as for thousands.
class ComputeEngine
{
public:
    ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events);

    std::function<bool(std::int32_t operation)> isReady;                    ///< its stream has reached it
    std::function<void(std::int32_t operation, std::int64_t time)> started; ///< its first blocks run from `time` on
    std::function<void(std::int32_t operation)> finished;                   ///< its last block has ended
    /// Blocks that ran together end now, each after `demand.blockNs`; may be empty.
    std::function<void(std::int32_t operation, const KernelDemand &demand, const Placement &placement)> blocksEnded;

    void enqueue(std::int32_t operation);     ///< the host issued a kernel or a memset
    void becameReady(std::int32_t operation); ///< its stream has reached it, after it was enqueued
    void dispatch();                          ///< place what can be placed
    void joinQueue(std::int32_t operation);   ///< a KernelQueued event arrived
    void blocksEnd(std::int32_t batch);       ///< a BlocksEnd event arrived

private:
    /// A kernel that waits for SMs or has blocks on them.
    struct Kernel
    {
        KernelDemand demand;
        std::int64_t unplaced = 0;  ///< blocks
        int running = 0;            ///< batches
        std::int32_t youngest = -1; ///< batch that started last, at `youngestStart`
        std::int64_t youngestStart = -1;
        bool resident = false; ///< some block was placed
    };
    /// Blocks of a kernel that started together.
    struct Batch
    {
        std::int32_t operation = -1;
        Placement placement;
    };
    /// A place in the queue for SMs: the most urgent first, then the one that came first.
    struct Place
    {
        int priority;
        std::uint64_t turn;
        std::int32_t operation;
        auto operator<=>(const Place &) const = default;
    };

    std::deque<std::int32_t> &hardwareQueueOf(std::int32_t operation);
    void enter(std::int32_t operation);
    bool placeBlocks(std::int32_t operation);
    Placement findRoom(const Kernel &kernel);
    void start(std::int32_t operation, Kernel &kernel);
    void run(std::int32_t batch, Kernel &kernel);
    std::int64_t firstInstruction() const;
    bool repeatBatch(std::int32_t batch, Kernel &kernel);
    void allPlaced(std::int32_t operation);
    void end(std::int32_t operation, const Kernel &kernel);
    std::int32_t takeBatch();

    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    Multiprocessors m_multiprocessors;
    std::vector<std::deque<std::int32_t>> m_hardwareQueues;
    std::set<Place> m_waiting; ///< entered and not all blocks placed; the first is served
    std::uint64_t m_turn = 0;
    std::unordered_map<std::int32_t, Kernel> m_kernels;
    std::vector<Batch> m_batches;
    std::vector<std::int32_t> m_freeBatches;
    std::int32_t m_blocked = -1; ///< found no room, and nothing ended since
    std::int64_t m_lastEnd = -1; ///< when blocks ended last
    double m_throughput = 0;     ///< of multipliers or memory, taken by resident kernels
    int m_resident = 0;
};

} // namespace streamscope
