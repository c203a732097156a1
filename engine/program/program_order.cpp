// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/program/program_order.h"

#include <map>
#include <utility>

namespace streamscope {

namespace {

bool isBlocking(const Stream &stream)
{
    return !stream.nonBlocking || stream.kind != StreamKind::Created;
}

} // namespace

bool isInStream(const Operation &operation)
{
    return operation.stream != Operation::none && operation.kind != OperationKind::Sync
           && operation.kind != OperationKind::HostWork;
}

std::vector<std::int32_t> sameStreams(const Program &program)
{
    std::map<std::pair<StreamKind, int>, std::int32_t> defaults;
    std::vector<std::int32_t> same;
    for (const Stream &stream : program.streams) {
        const auto index = static_cast<std::int32_t>(same.size());
        same.push_back(stream.kind == StreamKind::Created
                           ? index
                           : defaults.try_emplace({stream.kind, stream.device}, index).first->second);
    }
    return same;
}

ProgramOrder::ProgramOrder(const Program &program)
    : m_same(sameStreams(program)), m_legacy(static_cast<std::size_t>(program.deviceCount()), -1),
      m_last(program.streams.size(), -1), m_lastRecord(program.events.size(), -1)
{
    for (std::size_t i = program.streams.size(); i-- > 0;)
        if (program.streams[i].kind == StreamKind::LegacyDefault)
            m_legacy[program.streams[i].device] = static_cast<std::int32_t>(i);
    m_first.reserve(program.operations.size() + 1);
    for (std::size_t i = 0; i < program.operations.size(); ++i) {
        m_first.push_back(m_before.size());
        if (isInStream(program.operations[i]))
            add(program, static_cast<std::int32_t>(i));
    }
    m_first.push_back(m_before.size());
}

void ProgramOrder::add(const Program &program, std::int32_t index)
{
    const Operation &operation = program.operations[index];
    const std::int32_t own = m_same[operation.stream];
    const Stream &stream = program.streams[own];
    const auto comesAfter = [this](std::int32_t earlier) {
        if (earlier >= 0)
            m_before.push_back(earlier);
    };
    comesAfter(m_last[own]);
    if (const std::int32_t legacy = m_legacy[stream.device]; legacy >= 0 && own == legacy) {
        for (std::size_t i = 0; i < m_last.size(); ++i) {
            const Stream &other = program.streams[i];
            if (static_cast<std::int32_t>(i) != own && other.device == stream.device && isBlocking(other))
                comesAfter(m_last[i]);
        }
    } else if (legacy >= 0 && isBlocking(stream)) {
        comesAfter(m_last[legacy]);
    }
    if (operation.kind == OperationKind::EventWait)
        comesAfter(m_lastRecord[operation.event]);
    if (operation.kind == OperationKind::EventRecord)
        m_lastRecord[operation.event] = index;
    m_last[own] = index;
}

} // namespace streamscope
