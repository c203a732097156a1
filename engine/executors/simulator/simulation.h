// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/compute_engine.h"
#include "engine/executors/simulator/copy_engines.h"
#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/delayed_signal.h"
#include "engine/executors/simulator/engine_listener.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/simulator/host_thread.h"
#include "engine/executors/simulator/pools/device_pools.h"
#include "engine/executors/simulator/pools/held_copies.h"
#include "engine/executors/simulator/queues/dependencies.h"
#include "engine/executors/simulator/queues/operation_states.h"
#include "engine/executors/simulator/queues/waiting_places.h"
#include "engine/executors/simulator/stream_order.h"
#include "engine/executors/timing/simulated_times.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace streamscope {

struct SimulationOptions
{
    std::optional<std::uint64_t> jitterSeed; ///< varies times by the profile's measured spreads; empty: no variation
    std::uint64_t maxEvents = 200'000'000;   ///< a run that needs more fails
    bool skipsWaves = true;                  ///< false: each wave is an event. The times are the same
};

/// One simulated run of a Program: host threads that issue the operations one after the other, streams that keep their
/// order, and the engines that serve them. Deterministic: the same Program, profile and options give the same
/// times. Several may run concurrently on different threads: they share no mutable state.
class Simulation final : private EngineListener, private HostListener
{
public:
    /// `profile` and `program` must outlive the simulation; `program` has passed requireRunnable().
    Simulation(const DeviceProfile &profile, const Program &program, const SimulationOptions &options = {});

    /// Writes SM and times of each block of each kernel to `records`. Call it before run(); `records` must outlive the
    /// simulation.
    void recordBlocks(BlockRecords &records);

    /// Runs to the end. Call once.
    /// @throws Cancelled soon after a stop request, RunError when the Program never ends or needs more events than the
    ///         options allow.
    SimulatedTimes run(const std::stop_token &stop);

    /// When the gate opened; 0 unless the submission is gated. Valid after run().
    std::int64_t gateOpened() const { return m_gateOpened; }

    /// Dependencies that memory pools inserted: the allocation waits for the free. Valid after run().
    struct Inserted
    {
        std::int32_t allocation, free;
    };
    const std::vector<Inserted> &insertedDependencies() const { return m_inserted; }

private:
    // from the host
    void issue(std::int32_t operation) override;
    void allocated(std::int32_t operation) override;
    void allIssued() override;
    std::int64_t synchronized(std::int32_t operation) override;
    std::int64_t extraCallNs(std::int32_t operation) override;
    std::int64_t moreCallNs(std::int32_t operation) override;
    std::int32_t recordSeenBy(std::int32_t operation) const override { return m_recordsSeen[operation]; }
    std::int32_t latestIn(std::int32_t stream) const override { return m_order.latestIn(stream); }
    void putsWithCommands(std::int32_t operation) override { m_states[operation].withCommands = true; }

    // from the engines
    void started(std::int32_t operation, std::int64_t time) override;
    void finished(std::int32_t operation) override;
    void reachedFunction(std::int32_t operation) override { runHostFunction(operation); }

    bool hostIssues() const override;
    bool kernelsAwaitCopies(int device) const override
    {
        return m_compute[static_cast<std::size_t>(device)]->awaitsCopies();
    }

    void handle(const SimulatedEvent &event);
    void becomeReady(std::int32_t operation, ReadyCause cause);
    ReadyCause causeFrom(std::int32_t released, std::int32_t waiter) const;
    bool runsOnSms(std::int32_t operation) const { return m_costs.runsOnSms(m_program.operations[operation].kind); }
    void makeReady(std::int32_t operation);
    void release(std::int32_t operation);
    void openGate();
    void dispatchEngines();
    void skipWaves();
    void waitForAll(std::int32_t operation);
    void allocate(std::int32_t operation);
    void runFor(std::int32_t operation, std::int64_t start, double durationNs);
    void copyFromCommands(std::int32_t operation);
    void runHostFunction(std::int32_t operation);
    void openFunction(std::int32_t stream);
    void functionEnded(std::int32_t stream);
    bool holdsQueue(std::int32_t operation) const
    {
        return m_profile.compute.functionsHoldQueues
               && m_program.operations[operation].kind == OperationKind::HostFunction
               && !m_program.inGraph(m_program.operations[operation]);
    }
    void joinCollective(std::int32_t operation);
    ComputeEngine &computeOf(std::int32_t operation);
    [[noreturn]] void refuseSize() const;
    void requireAllDone() const;
    std::string waitingThreadsText() const;

    /// The ranks of a collective that their streams have reached.
    struct Collective
    {
        int ranks = 0;
        std::vector<std::int32_t> arrived;
    };

    const DeviceProfile &m_profile;
    const Program &m_program;
    const SimulationOptions m_options;
    const int m_devices;
    CostModel m_costs;
    EventQueue m_events;
    OperationStates m_states;
    Dependencies m_dependencies;
    OutstandingWork m_work;
    SimulatedTimes m_times;
    std::vector<std::uint8_t> m_done;
    HeldCopies m_heldCopies;
    StreamOrder m_order;
    SharedHost m_sharedHost;
    std::vector<HostThread> m_hosts;         ///< by thread
    std::size_t m_issuing;                   ///< threads that still issue
    std::vector<std::int32_t> m_recordsSeen; ///< by operation; empty without synchronisations with events
    CopyEngines m_copies;
    std::vector<std::unique_ptr<ComputeEngine>> m_compute;     ///< by device
    std::vector<std::optional<ComputeEngine::Cycle>> m_cycles; ///< by device; a member to avoid allocations
    std::vector<std::int64_t> m_delays;                        ///< the same
    DelayedSignal m_signal;
    std::optional<DevicePools> m_pools;               ///< of Programs that allocate in streams
    std::map<std::int32_t, Collective> m_collectives; ///< by group
    std::vector<Inserted> m_inserted;
    std::vector<std::int32_t> m_reached; ///< ready, not yet passed on: a list, because events form long chains
    std::size_t m_place = 0;             ///< in m_reached, of the next node of a graph
    std::vector<std::int32_t> m_behindGate;
    bool m_handingOn = false;
    bool m_gateClosed;
    std::int64_t m_gateOpened = 0;
    std::int64_t m_hostFunctionsEnd = 0;         ///< one driver thread runs all host functions
    std::map<std::int32_t, int> m_openFunctions; ///< by stream: issued, and not ended
    std::size_t m_mostOpenFunctions = 0;         ///< streams that had any at one time
    bool m_functionsWait = false;                ///< of other streams, when the last one ended
};

} // namespace streamscope
