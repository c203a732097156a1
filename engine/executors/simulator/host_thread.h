// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/simulator/host/call_history.h"
#include "engine/executors/simulator/host/graph_hand_over.h"
#include "engine/executors/timing/simulated_times.h"
#include "engine/program/order/driver_lock.h"
#include "engine/program/order/issue_order.h"
#include "engine/program/order/stream_rules.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace streamscope {

/// The number of issued operations that have not ended.
class OutstandingWork
{
public:
    explicit OutstandingWork(const Program &program) : m_program(program), m_inStream(program.streams.size(), 0) {}
    void issued(std::int32_t operation) { change(operation, 1); }
    void finished(std::int32_t operation) { change(operation, -1); }
    std::int64_t inStream(std::int32_t stream) const { return m_inStream[stream]; }
    bool isIdle(std::span<const std::int32_t> streams) const
    {
        return std::all_of(streams.begin(), streams.end(), [this](std::int32_t s) { return m_inStream[s] == 0; });
    }

private:
    void change(std::int32_t operation, int by) { m_inStream[m_program.operations[operation].stream] += by; }
    const Program &m_program;
    std::vector<std::int64_t> m_inStream;
};

/// What the host threads of one run share.
struct SharedHost
{
    explicit SharedHost(const Program &program)
        : order(program), rules(program.streams), lock(program), threads(program.threadCount()),
          severalThreads(threads > 1)
    {
        if (severalThreads)
            locking.resize(static_cast<std::size_t>(threads));
    }

    /// A thread in a call that keeps others out.
    struct Locking
    {
        std::int32_t operation = -1; ///< −1: in none
        std::int64_t from = 0;       ///< when it has the lock
    };

    const IssueOrder order;
    const StreamRules rules;
    const DriverLock lock;
    const std::int32_t threads;
    const bool severalThreads;
    std::int64_t driverFree = 0;  ///< when the last call leaves the driver to others
    std::vector<Locking> locking; ///< by thread
    std::int32_t staged = -1;     ///< the latest copy to the device that a thread staged
    bool stagedIsIssued = false;  ///< it is in its stream
};

/// Receives the actions of the host threads.
class HostListener
{
public:
    HostListener() = default;
    HostListener(const HostListener &) = delete;
    HostListener &operator=(const HostListener &) = delete;

    /// The operation enters its stream now (rule S1: at the end of the call).
    virtual void issue(std::int32_t operation) = 0;
    /// The call of a thread's last operation has returned.
    virtual void allIssued() = 0;
    /// A synchronisation with a stream, an event or a device has ended. @returns what it costs the host beyond that.
    virtual std::int64_t synchronized(std::int32_t operation) = 0;
    /// The call of an alloc or free has returned.
    virtual void allocated(std::int32_t operation) = 0;
    /// What a call costs beyond hostCallNs(): a memory pool that must grow.
    virtual std::int64_t extraCallNs(std::int32_t operation) = 0;
    /// What it costs beyond that, as the device is now: call when that time is over, until it is 0.
    virtual std::int64_t moreCallNs(std::int32_t operation) = 0;
    /// The record to which a synchronisation with an event refers; −1 for none.
    virtual std::int32_t recordSeenBy(std::int32_t operation) const = 0;
    /// The latest operation of `stream` issued so far; −1 for none.
    virtual std::int32_t latestIn(std::int32_t stream) const = 0;
    /// The call of a copy, which is issued when it returns, puts its bytes among the commands.
    virtual void putsWithCommands(std::int32_t operation) = 0;

protected:
    ~HostListener() = default;
};

/// One host thread: issues its operations one after the other, each call at its cost, and blocks where CUDA blocks it,
/// where IssueOrder lets it wait for another thread, and while another thread's call holds the driver's lock. Rules S1,
/// S7, P1, P2, Q1 and the observed synchronisation points of the scheduling notes.
class HostThread
{
public:
    HostThread(std::int32_t thread, const DeviceProfile &profile, const Program &program, const CostModel &costs,
               EventQueue &events, const OutstandingWork &work, const std::vector<std::uint8_t> &done,
               SimulatedTimes &times, SharedHost &shared, HostListener &listener);

    void begin();
    void next();                               ///< a HostContinues event arrived
    void callReturned(std::int32_t operation); ///< a CallReturns event arrived
    /// Continues if the awaited condition is true.
    void continueIfDone();

    /// The call in which the host is blocked; −1 when it is not blocked.
    std::int32_t waitsIn() const { return m_wait == Wait::No ? -1 : m_operation; }
    bool waitsForRoom() const { return m_wait == Wait::Room; }
    /// It has no call left.
    bool hasIssuedAll() const { return m_hasIssuedAll; }
    /// It waits until another thread has issued an operation.
    bool waitsForThread() const { return m_wait == Wait::Thread; }

private:
    /// Why the host is blocked.
    enum class Wait : std::uint8_t { No, Thread, Lock, Operation, Stream, Device, Room, Staging };

    void launchGraph();
    std::int32_t lastOfCall(std::int32_t first) const;
    bool othersHaveIssued() const;
    void handOverGraph(std::int32_t first);
    void call(std::int32_t operation);
    void enterDriver(std::int32_t operation);
    void takeLock(std::int32_t operation);
    bool isLockedOut(const Operation &operation) const;
    void wait(Wait what, std::int32_t operation);
    void awaitIssued(const Operation &operation);
    void startCall(std::int32_t operation);
    bool needsIdleDevice(const Operation &operation) const;
    bool holdsHost(std::int32_t index) const;
    bool lacksRoom(const Operation &operation) const;
    bool stagesToDevice(std::int32_t index) const;
    bool lacksStaging(std::int32_t index) const;
    bool isDone() const;
    void continueNow();
    bool goesWithCommands(std::int32_t index) const;
    std::int64_t costOf(std::int32_t index, bool withCommands) const;
    std::int64_t takeThreadStartNs(const Operation &operation); ///< for its first call that issues work; then 0
    std::int64_t syncCostOf(const Operation &operation) const;
    std::int64_t afterPolling(std::int32_t operation) const;

    const std::int32_t m_thread;
    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    const OutstandingWork &m_work;
    const std::vector<std::uint8_t> &m_done;
    SimulatedTimes &m_times;
    SharedHost &m_shared;
    HostListener &m_listener;
    CallHistory m_calls;
    std::int32_t m_nextCall = 0;
    bool m_hasIssued = false, m_hasIssuedAll = false;
    Wait m_wait = Wait::No;
    std::int32_t m_operation = -1;
    std::int32_t m_awaited = -1; ///< Wait::Operation: the awaited operation; −1: none
    GraphHandOver m_graph;       ///< that goes on
    /// Wait::Stream and Wait::Device: the last operations of the streams at the time of the call, as far as not known
    /// to be done. Other threads may issue more meanwhile, which are not waited for.
    mutable std::vector<std::int32_t> m_issued;
};

} // namespace streamscope
