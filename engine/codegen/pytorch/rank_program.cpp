// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/codegen/pytorch/rank_program.h"

#include "engine/program/errors.h"
#include "engine/program/text/translatable.h"

#include <algorithm>
#include <map>

namespace streamscope {

namespace {

/// Takes what one device does out of a Program.
class RankCut
{
public:
    RankCut(const Program &whole, int device) : m_whole(whole), m_device(device)
    {
        m_rank.program = whole;
        m_rank.program.streams.clear();
        m_rank.program.buffers.clear();
        m_rank.program.events.clear();
        m_rank.program.operations.clear();
    }

    RankProgram take()
    {
        for (const Operation &operation : m_whole.operations)
            if (m_whole.deviceOf(operation) == m_device || operation.kind == OperationKind::HostWork)
                add(operation);
        return std::move(m_rank);
    }

private:
    void add(Operation operation)
    {
        Program &rank = m_rank.program;
        if (operation.stream != Operation::none)
            operation.stream = known(m_streams, operation.stream, [&] {
                rank.streams.push_back(m_whole.streams[static_cast<std::size_t>(operation.stream)]);
                rank.streams.back().device = 0;
                return rank.streams.size();
            });
        if (operation.hasEvent())
            operation.event = known(m_events, operation.event, [&] {
                rank.events.push_back(m_whole.events[static_cast<std::size_t>(operation.event)]);
                return rank.events.size();
            });
        for (BufferRanges *ranges : {&operation.reads, &operation.writes})
            for (std::size_t i = 0; i < ranges->size(); ++i)
                (*ranges)[i].buffer = bufferOf((*ranges)[i].buffer);
        operation.device = 0;
        rank.operations.push_back(std::move(operation));
    }

    std::int32_t bufferOf(std::int32_t buffer)
    {
        return known(m_buffers, buffer, [&] {
            const auto place = static_cast<std::size_t>(buffer);
            const Buffer &own = m_whole.buffers[place];
            if (own.place == BufferPlace::Device && own.device != m_device)
                throw InputError(QT_TRANSLATE_NOOP("engine",
                                                   "no PyTorch code can be written for devices that sum in collectives "
                                                   "and also reach each other's memory; use --language cuda"));
            m_rank.program.buffers.push_back(own);
            m_rank.program.buffers.back().device = 0;
            m_rank.buffers.push_back(place);
            return m_rank.buffers.size();
        });
    }

    template <typename Add>
    static std::int32_t known(std::map<std::int32_t, std::int32_t> &places, std::int32_t whole, const Add &add)
    {
        const auto found = places.find(whole);
        if (found != places.end())
            return found->second;
        const auto place = static_cast<std::int32_t>(add()) - 1;
        places.emplace(whole, place);
        return place;
    }

    const Program &m_whole;
    int m_device;
    RankProgram m_rank;
    std::map<std::int32_t, std::int32_t> m_streams, m_events, m_buffers;
};

/// Without names, which say which device it is.
Program nameless(Program program)
{
    for (Stream &stream : program.streams)
        stream.id.clear();
    for (Buffer &buffer : program.buffers)
        buffer.id.clear();
    for (std::string &event : program.events)
        event.clear();
    for (Operation &operation : program.operations) {
        operation.name = {};
        operation.source = Operation::none;
    }
    return program;
}

} // namespace

RankProgram rankProgram(const Program &program)
{
    RankProgram first = RankCut(program, 0).take();
    for (int device = 1; device < program.deviceCount(); ++device)
        if (nameless(RankCut(program, device).take().program) != nameless(first.program))
            throw InputError(QT_TRANSLATE_NOOP("engine", "no PyTorch code can be written for devices that sum in "
                                                         "collectives and do different things; use --language cuda"));
    return first;
}

} // namespace streamscope
