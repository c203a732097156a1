// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/operation_times.h"
#include "engine/executors/simulator/compute_engine.h"
#include "engine/executors/simulator/copy_engines.h"
#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/event_queue.h"

#include <cstdint>
#include <deque>
#include <stop_token>
#include <vector>

namespace streamscope {

/// One simulated run of a Program: a host thread that issues the operations one after the other, streams that keep
/// their order, and the engines that serve them. Deterministic: the same Program and profile give the same times.
class Simulation
{
public:
    Simulation(const DeviceProfile &profile, const Program &program);
    Simulation(const Simulation &) = delete;
    Simulation &operator=(const Simulation &) = delete;

    /// Notes in `records` where and when each block of each kernel runs. Before run(); `records` outlives it.
    void recordBlocks(BlockRecords &records);

    /// Runs to the end. Call once.
    /// @throws Cancelled soon after a stop was asked for.
    std::vector<OperationTimes> run(const std::stop_token &stop);

private:
    struct StreamState
    {
        std::deque<std::int32_t> pending; ///< issued and not done, in order; the front is the head
        bool held = false; ///< the head's predecessor is done, but its signal is not out yet (delayed signal)
    };
    /// Why the host thread stands still.
    enum class HostWait : std::uint8_t { No, Operation, Stream, Device };

    // the host thread
    void hostNext();
    void callReturned(std::int32_t operation);
    void hostContinueIfDone();
    bool hostConditionMet() const;
    bool holdsHost(const Operation &operation) const;

    // the streams
    void issue(std::int32_t operation);
    bool isHead(std::int32_t operation) const;
    void advance(std::int32_t stream);
    void advanceOne(std::int32_t stream);
    void passEvent(std::int32_t index);
    void finish(std::int32_t operation);
    void dispatchEngines();

    // Fermi's delayed completion signal
    bool holdsSignal(std::int32_t operation) const;
    void releaseHeldStreams(std::int32_t batch);

    void handle(const SimulatedEvent &event);
    void requireAllDone() const;

    const DeviceProfile &m_profile;
    const Program &m_program;
    CostModel m_costs;
    EventQueue m_events;
    CopyEngines m_copies;
    ComputeEngine m_compute;

    std::vector<OperationTimes> m_times;
    std::vector<std::uint8_t> m_done;
    std::vector<StreamState> m_streams;
    std::vector<std::int32_t> m_awaited;              ///< see awaitedRecords()
    std::vector<std::vector<std::int32_t>> m_waiters; ///< by record operation: streams whose head waits for it
    std::vector<std::int32_t> m_batch;                ///< back-to-back kernels share a number; −1 for the others
    std::vector<int> m_batchRunning;                  ///< issued and unfinished kernels of each batch
    std::vector<std::int32_t> m_heldBatch;            ///< by stream: the batch whose end releases it
    std::vector<std::int32_t> m_toAdvance;            ///< streams whose head changed: a list, because events chain up
    bool m_advancing = false;
    std::int64_t m_undone = 0; ///< issued and unfinished
    std::int32_t m_nextCall = 0;
    std::int32_t m_lastStream = -1; ///< of the call before; −1 before the first
    HostWait m_hostWait = HostWait::No;
    std::int32_t m_hostOperation = -1;
};

} // namespace streamscope
