// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/simulator/cost_model.h"
#include "engine/executors/simulator/event_queue.h"
#include "engine/executors/timing/operation_times.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// The number of issued operations that have not ended.
class OutstandingWork
{
public:
    OutstandingWork(const Program &program, int devices)
        : m_program(program), m_inStream(program.streams.size(), 0), m_onDevice(static_cast<std::size_t>(devices), 0)
    {}
    void issued(std::int32_t operation) { change(operation, 1); }
    void finished(std::int32_t operation) { change(operation, -1); }
    std::int64_t inStream(std::int32_t stream) const { return m_inStream[stream]; }
    std::int64_t onDevice(std::int32_t device) const { return m_onDevice[device]; }

private:
    void change(std::int32_t operation, int by)
    {
        const std::int32_t stream = m_program.operations[operation].stream;
        m_inStream[stream] += by;
        m_onDevice[m_program.streams[stream].device] += by;
    }
    const Program &m_program;
    std::vector<std::int64_t> m_inStream, m_onDevice;
};

/// Receives the actions of the host thread.
class HostListener
{
public:
    HostListener() = default;
    HostListener(const HostListener &) = delete;
    HostListener &operator=(const HostListener &) = delete;

    /// The operation enters its stream now (rule S1: at the end of the call).
    virtual void issue(std::int32_t operation) = 0;
    /// The call of the last operation has returned.
    virtual void allIssued() = 0;
    /// A synchronisation with a stream, an event or a device has ended.
    virtual void synchronized(std::int32_t operation) = 0;
    /// The latest record of `event` issued so far; −1 for none.
    virtual std::int32_t latestRecord(std::int32_t event) const = 0;

protected:
    ~HostListener() = default;
};

/// The host thread: issues the operations one after the other, each call at its cost, and blocks where CUDA blocks it.
/// Rules S1, S7, P1, P2, Q1 and the observed synchronisation points of the scheduling notes.
class HostThread
{
public:
    HostThread(const DeviceProfile &profile, const Program &program, const CostModel &costs, EventQueue &events,
               const OutstandingWork &work, const std::vector<std::uint8_t> &done, std::vector<OperationTimes> &times,
               HostListener &listener);

    void begin();
    void next();                               ///< a HostContinues event arrived
    void callReturned(std::int32_t operation); ///< a CallReturns event arrived
    /// Continues if the awaited condition is true.
    void continueIfDone();

    /// The call in which the host is blocked; −1 when it is not blocked.
    std::int32_t waitsIn() const { return m_wait == Wait::No ? -1 : m_operation; }
    bool waitsForRoom() const { return m_wait == Wait::Room; }

private:
    /// Why the host is blocked.
    enum class Wait : std::uint8_t { No, Operation, Stream, Device, Room };

    void launchGraph();
    void wait(Wait what, std::int32_t operation);
    void startCall(std::int32_t operation);
    bool needsIdleDevice(const Operation &operation) const;
    bool holdsHost(const Operation &operation) const;
    bool lacksRoom(const Operation &operation) const;
    bool isDone() const;
    void continueNow();
    std::int64_t afterPolling(std::int32_t operation) const;

    const DeviceProfile &m_profile;
    const Program &m_program;
    const CostModel &m_costs;
    EventQueue &m_events;
    const OutstandingWork &m_work;
    const std::vector<std::uint8_t> &m_done;
    std::vector<OperationTimes> &m_times;
    HostListener &m_listener;
    std::int32_t m_nextCall = 0;
    std::int32_t m_lastStream = -1; ///< of the previous call; −1 before the first call
    Wait m_wait = Wait::No;
    std::int32_t m_operation = -1;
    std::int32_t m_awaited = -1; ///< Wait::Operation: the awaited operation; −1: none
};

} // namespace streamscope
