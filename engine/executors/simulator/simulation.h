// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/compute_engine.h"
#include "engine/executors/simulator/copy_engines.h"
#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/delayed_signal.h"
#include "engine/executors/simulator/dependencies.h"
#include "engine/executors/simulator/engine_listener.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/simulator/host_thread.h"
#include "engine/executors/simulator/memory_pool.h"
#include "engine/executors/simulator/stream_order.h"
#include "engine/executors/timing/operation_times.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace streamscope {

struct SimulationOptions
{
    std::optional<std::uint64_t> jitterSeed; ///< varies times by the profile's measured spreads; empty: no variation
    std::uint64_t maxEvents = 200'000'000;   ///< a run that needs more fails
    bool skipsWaves = true;                  ///< false: each wave is an event. The times are the same
};

/// One simulated run of a Program: a host thread that issues the operations one after the other, streams that keep
/// their order, and the engines that serve them. Deterministic: the same Program, profile and options give the same
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
    std::vector<OperationTimes> run(const std::stop_token &stop);

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
    void allIssued() override;
    void synchronized(std::int32_t operation) override;
    std::int32_t latestRecord(std::int32_t event) const override { return m_order.latestRecord(event); }

    // from the engines
    void started(std::int32_t operation, std::int64_t time) override { m_times[operation].start = time; }
    void finished(std::int32_t operation) override;

    void handle(const SimulatedEvent &event);
    void becomeReady(std::int32_t operation);
    void makeReady(std::int32_t operation);
    void release(std::int32_t operation);
    void openGate();
    void dispatchEngines();
    void skipWaves();
    void waitForAll(std::int32_t operation);
    void allocate(std::int32_t operation);
    void runFor(std::int32_t operation, std::int64_t start, double durationNs);
    void runHostFunction(std::int32_t operation);
    void joinCollective(std::int32_t operation);
    ComputeEngine &computeOf(std::int32_t operation);
    [[noreturn]] void refuseSize() const;
    void requireAllDone() const;

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
    Dependencies m_dependencies;
    StreamOrder m_order;
    OutstandingWork m_work;
    std::vector<OperationTimes> m_times;
    std::vector<std::uint8_t> m_done;
    HostThread m_host;
    CopyEngines m_copies;
    std::vector<std::unique_ptr<ComputeEngine>> m_compute;     ///< by device
    std::vector<std::optional<ComputeEngine::Cycle>> m_cycles; ///< by device; a member to avoid allocations
    std::vector<std::int64_t> m_delays;                        ///< the same
    DelayedSignal m_signal;
    std::vector<MemoryPool> m_pools;   ///< by device
    std::vector<std::uint8_t> m_grows; ///< by operation, in Programs with allocations: it gets memory from the system
    std::map<std::int32_t, Collective> m_collectives; ///< by group
    std::vector<Inserted> m_inserted;
    std::vector<std::int32_t> m_reached; ///< ready, not yet passed on: a list, because events form long chains
    std::vector<std::int32_t> m_behindGate;
    bool m_handingOn = false;
    bool m_gateClosed;
    std::int64_t m_gateOpened = 0;
    std::int64_t m_hostFunctionsEnd = 0; ///< one driver thread runs all host functions
};

} // namespace streamscope
