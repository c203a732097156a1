// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <string>
#include <unordered_set>
#include <vector>

namespace streamscope {

/// Adds streams, events and buffers to a Program, each under a name that the Program does not have yet. While one of
/// these is in use, nothing else adds events.
class AddedParts
{
public:
    /// `program` must outlive this.
    explicit AddedParts(Program &program) : m_program(program) {}

    std::int32_t addEvent(const std::string &name);
    /// A non-blocking stream of `device`.
    std::int32_t addStream(const std::string &id, int device, int priority = 0);
    /// A copy of a buffer under a name of its own.
    std::int32_t addTwin(std::int32_t buffer, const std::string &id);

private:
    Program &m_program;
    std::unordered_set<std::string> m_events; ///< names in use; filled by the first addEvent()
};

/// Event records and waits, as `thread` issues them. All of an event share one name.
class EventCalls
{
public:
    /// `program` must outlive this. `callNs`: how long each call takes the host, −1 as the profile says.
    EventCalls(const Program &program, std::int64_t callNs) : m_program(program), m_callNs(callNs) {}

    Operation record(std::int32_t event, std::int32_t stream, std::int32_t thread);
    Operation wait(std::int32_t event, std::int32_t stream, std::int32_t thread);

private:
    struct Names
    {
        SharedText record, wait;
    };
    Names &namesOf(std::int32_t event);

    Operation call(OperationKind kind, std::int32_t event, std::int32_t stream, std::int32_t thread) const;

    const Program &m_program;
    const std::int64_t m_callNs;
    std::vector<Names> m_names; ///< by event, empty until used
};

/// Synchronisations, as `thread` issues them.
Operation streamSyncOf(const Program &program, std::int32_t stream, std::int32_t thread);
Operation eventSyncOf(const Program &program, std::int32_t event, std::int32_t thread);

/// The stream with this id; Operation::none when there is none.
std::int32_t streamNamed(const Program &program, const std::string &id);

} // namespace streamscope
