// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/engine_listener.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/simulator/queues/dependencies.h"
#include "engine/executors/simulator/queues/hardware_queues.h"
#include "engine/executors/simulator/queues/queue_visits.h"
#include "engine/executors/simulator/queues/waiting_places.h"
#include "engine/executors/simulator/units/blocks_by_age.h"
#include "engine/executors/simulator/units/multiprocessors.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace streamscope {

/// The SMs of one simulated device and their queues, by these rules of the scheduling notes:
/// - H1–H6: see HardwareQueues;
/// - D1: a kernel whose stream has reached it joins the queue for SMs a moment later, one kernel after the other;
/// - A1, A2: that queue serves the most urgent kernel first, and a lower priority only when no higher one waits;
/// - X1, L1: only the first kernel of the queue gets blocks placed, as many as fit; the next kernel gets the rest;
/// - L2, A3: running blocks are not displaced, so these rules act when blocks end.
///
/// - B1: blocks that together ask for more of a unit than it has share it: the memory in equal parts, multipliers and
///   tensor cores by age, the oldest first, because an SM issues from its oldest warps first; products and
///   multiply-adds in equal parts, too. Where every block's load is known, each SM is followed: BlocksByAge.
///
/// Blocks that start together end together and are one event. Waves that nothing can disturb before the next other
/// event are skipped, see cycle().
class ComputeEngine
{
public:
    ComputeEngine(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events,
                  const Dependencies &dependencies, EngineListener &listener, OperationStates &states, int device);

    /// Called when blocks that ran together end, each after `demand.blockNs`; may be empty.
    std::function<void(std::int32_t operation, const KernelDemand &demand, const Placement &placement)> blocksEnded;

    void enqueue(std::int32_t operation); ///< the host issued a kernel or a memset
    /// Its stream has reached it, because of `cause`; call after enqueue().
    void becameReady(std::int32_t operation, ReadyCause cause);
    /// The head of a hardware queue waits for a copy of its stream.
    bool awaitsCopies() const { return m_hardwareQueues.awaitCopies(m_dependencies); }
    /// A copy of this device ends now, whose bytes came with the commands or not; one to the device began at `from`.
    void copyEnded(bool isInline, std::int64_t from)
    {
        m_lastCopyStart = from;
        m_lastCopyEnd = m_events.now();
        if (isInline)
            m_lastInlineEnd = m_events.now();
    }
    void memsetEnded() { m_lastMemsetEnd = m_events.now(); } ///< a memset of this device ends now
    void gateOpens() { m_gateOpened = m_events.now(); }      ///< all streams waited at a gate until now
    /// Copies of this device run, and one of so many bytes to it.
    void setCopiesBusy(bool any, std::uint64_t bytesIn)
    {
        m_copiesBusy = any;
        m_bytesIn = bytesIn;
    }
    void dispatch();                        ///< place what can be placed
    void joinQueue(std::int32_t operation); ///< a KernelQueued event arrived
    void visitQueues();                     ///< a QueueVisited event arrived
    void blocksEnd(std::int32_t batch);     ///< a BlocksEnd event arrived
    /// The blocks of a held kernel that are all placed work for `ns` from now on, beside others longer: they take
    /// `memoryShare` of the memory's bandwidth, 0 … 1.
    void resume(std::int32_t operation, double ns, double memoryShare);
    void functionEnded(std::int32_t operation); ///< an enqueued host function has returned
    bool isBusy() const { return m_resident > 0; }
    /// The front end visits queues that streams share.
    bool visitsSharedQueues() const { return m_visits.isNeeded() && m_hardwareQueues.areShared(); }

    /// A kernel whose waves repeat: each batch ends and a new one takes its place, `pace` later, and nothing else
    /// changes on this device until an event of another kind. In one round every batch runs once.
    struct Cycle
    {
        std::int64_t pace = 0;
        std::int64_t first = 0, last = 0; ///< ends of the scheduled batches
        std::int64_t rounds = 0;          ///< rounds that certainly follow
    };
    std::optional<Cycle> cycle();
    /// True at most once per round, because looking for cycles takes time.
    bool mayLook();
    bool isOfCycle(std::int32_t batch) const { return m_batches[batch].kernel == m_waiting.front().kernel; }
    /// Advances the state by `rounds` rounds of the cycle. The caller must put off their events, too.
    void skip(const Cycle &cycle, std::int64_t rounds);

private:
    /// A kernel that waits for SMs or has blocks on SMs.
    struct Kernel
    {
        KernelDemand demand;
        std::int32_t operation = -1;
        std::int64_t unplaced = 0;  ///< blocks
        int running = 0;            ///< batches
        std::int32_t youngest = -1; ///< the batch that started last, at `youngestStart`
        std::int64_t youngestStart = -1;
        bool resident = false;              ///< some block was placed
        double aheadNs = 0;                 ///< of its unit's time, done by the blocks that are placed next
        std::optional<BesideDemand> beside; ///< once it was needed
    };
    /// Blocks of a kernel that started together.
    struct Batch
    {
        std::int32_t kernel = -1; ///< slot; −1: this batch is free
        std::int64_t blocks = 0;
        std::int64_t end = 0;
        double left = 0;          ///< nanoseconds of work at full rate, at `since`
        std::int64_t since = 0;   ///< when `rate` was set
        double rate = 1;          ///< of the work: less than 1 where units are shared
        std::uint64_t turn = 0;   ///< batches of one start in the order in which they were placed
        std::int64_t stacked = 0; ///< blocks that m_byAge has
        Placement placement;      ///< of the blocks that still have their places
        Placement all; ///< of all of them; empty while none has ended before the others, or nobody records them
    };
    /// What the running blocks ask of the multipliers.
    struct MultipliersLoad
    {
        bool known = true;      ///< of every block
        bool differs = false;   ///< from what the kernels' own times say
        double blocks = 0;      ///< in all
        double ofFullestSm = 0; ///< 1 being all of its multipliers
    };
    /// A place in the queue for SMs: by priority, then by arrival.
    struct Place
    {
        std::int64_t priority;
        std::uint64_t turn;
        std::int32_t kernel;                     ///< slot
        bool operator<(const Place &other) const // of a heap: its greatest is served first
        {
            return priority != other.priority ? priority > other.priority : turn > other.turn;
        }
    };

    bool followsNode(std::int32_t operation) const;
    bool isAlone(std::int32_t operation) const;
    bool isFedInTurn(std::int32_t operation) const;
    double memoryNs(std::int32_t operation, double share) const;
    double profiledNs(bool memset) const;
    std::int64_t startDelay(std::int32_t operation, ReadyCause cause) const;
    std::int64_t otherQueueNs(std::int32_t operation, ReadyCause cause) const;
    std::int64_t soonestBehindCall(std::int32_t operation, ReadyCause cause) const;
    double behindDataNs() const;
    bool knowsLooks(std::int32_t operation, ReadyCause cause) const;
    std::int64_t startTime(std::int32_t operation, ReadyCause cause);
    std::int64_t priorityOf(std::int32_t operation) const;
    void enter(std::int32_t operation, ReadyCause cause);
    bool waitsForVisit(std::int32_t operation) const;
    double sharedInPairsNs(std::int32_t operation) const;
    void waitForVisit(std::int32_t operation, std::int64_t time);
    void fitToRoom(Kernel &kernel);
    bool placeBlocks(std::int32_t kernel);
    std::int64_t mayPlace(const Kernel &kernel) const;
    bool waitsForRoom(const Kernel &kernel);
    bool follows(const Kernel &kernel) const;
    void start(Kernel &kernel);
    void run(std::int32_t batch, Kernel &kernel);
    bool join(std::int32_t batch, Kernel &kernel);
    void hold(Batch &batch);
    void takeMultiprocessors(std::int64_t count);
    double capacityOf(KernelUnit unit) const { return unit == KernelUnit::Memory ? 1 : 1 - m_held; }
    void free(std::int32_t batch);
    bool endsDiffer(std::int32_t kernel);
    double shareOf(const Batch &batch) const;
    bool wants(const Batch &batch, KernelUnit unit) const;
    bool waitsForMemory(const Batch &batch) const;
    template <typename Belongs>
    std::vector<std::int32_t> byAge(const Belongs &belongs) const;
    MultipliersLoad multipliersLoad() const;
    double stretchTogether(KernelUnit unit) const;
    bool wantsAges() const;
    bool knowsLoads() const;
    static bool goesByAge(const KernelDemand &demand);
    bool shareByAge();
    bool waitsForPiece(const Kernel &kernel);
    void leaveAges();
    void awaitEndedBlocks(const Kernel &waiting);
    void freeEnded();
    void stack(std::int32_t batch);
    void unstack(std::int32_t batch);
    void noteKind(const Operation &operation);
    bool usesUnits(const Batch &batch) const;
    bool isProduct(const Batch &batch) const;
    double blocksOf(bool products) const;
    BesideDemand askedBeside();
    void shareUnit(KernelUnit unit);
    void shareUnits(KernelUnit changed);
    bool shareMixed();
    void setRate(std::int32_t batch, double rate);
    void setEnd(std::int32_t batch, double endNs);
    std::int64_t firstInstruction() const;
    bool repeatBatch(std::int32_t batch, Kernel &kernel);
    void allPlaced(const Kernel &kernel);
    void end(std::int32_t kernel);
    void handOnTail(const Kernel &ended);
    std::int32_t takeBatch();
    std::int32_t takeKernel();

    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    const Dependencies &m_dependencies;
    EngineListener &m_listener;
    const int m_device;
    const std::int64_t m_gap;
    Multiprocessors m_multiprocessors;
    BlocksByAge m_byAge; ///< empty while nothing asks for the ages
    HardwareQueues m_hardwareQueues;
    QueueVisits m_visits;
    std::int64_t m_lookAt = -1;     ///< the last time that m_visits has asked for
    bool m_visitHeld = false;       ///< by a kernel that waits for SMs
    std::int64_t m_gateOpened = -1; ///< −1: there is none, or a kernel has waited for a copy since
    std::int64_t m_lastCopyStart = -1, m_lastCopyEnd = -1, m_lastInlineEnd = -1, m_lastMemsetEnd = -1;
    std::vector<Place> m_waiting; ///< a heap of kernels with unplaced blocks; the first is served
    std::uint64_t m_turn = 0;
    std::int64_t m_nextDispatch = 0; ///< the next kernel leaves its hardware queue then at the earliest
    std::int64_t m_nextRoot = 0;     ///< the next kernel that waits for nothing but the launch of its graph comes then
    std::vector<Kernel> m_kernels;
    std::vector<std::int32_t> m_freeKernels;
    std::vector<Batch> m_batches;
    std::vector<std::int32_t> m_freeBatches;
    std::vector<std::int64_t> m_ends;               ///< of the batches of a cycle; a member to avoid allocations
    std::int64_t m_nextLook = 0;                    ///< for a cycle
    std::int32_t m_blocked = -1;                    ///< kernel that found no room since the last end of blocks
    std::int64_t m_lastEnd = -1;                    ///< when blocks ended last
    std::int64_t m_lastRelease = -1;                ///< when blocks gave their places back last
    std::array<double, kernelUnits> m_throughput{}; ///< of each unit, used by running blocks
    bool m_sawProduct = false, m_sawOther = false;  ///< kernels that came so far
    bool m_mixesProducts = false;                   ///< both came, and share the multipliers
    double m_held = 0;                              ///< part of the SMs that collectives have for themselves
    bool m_usesAges = false;                        ///< m_byAge says when blocks end
    std::int64_t m_roomAt = -1;                     ///< when awaitEndedBlocks() has asked to look again
    std::vector<double> m_endsByAge;                ///< a member to avoid allocations
    std::uint64_t m_batchTurn = 0;
    bool m_shares = false; ///< some unit was asked for more than it has since the device was idle
    bool m_copiesBusy = false;
    std::uint64_t m_bytesIn = 0; ///< of the copy to the device that runs
    int m_resident = 0;
    int m_running = 0; ///< batches
};

} // namespace streamscope
