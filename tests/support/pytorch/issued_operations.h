// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_layout.h"
#include "engine/codegen/layout/kernel_source.h"
#include "engine/program/order/freed_allocations.h"
#include "engine/program/program.h"

#include <QString>
#include <QStringList>

#include <map>
#include <vector>

namespace streamscope::test {

/// A Program as tests/support/pytorch/recording_torch.py writes down what a script makes and issues.
class IssuedOperations
{
public:
    explicit IssuedOperations(const Program &program)
        : m_program(program), m_layout(program, ExpectedData(program, 0)), m_freed(freedAllocations(program))
    {
        for (const BufferGroup &group : m_layout.groups())
            for (const std::int32_t buffer : group.buffers)
                m_buffers[buffer] = m_bufferOrder.size(), m_bufferOrder.push_back(buffer);
    }

    QStringList lines()
    {
        QStringList all{QString("connections %1").arg(m_program.connections)};
        for (std::size_t i = 0; i < m_layout.createdStreams().size(); ++i) {
            const Stream &stream = m_program.streams[static_cast<std::size_t>(m_layout.createdStreams()[i])];
            all.append(QString("stream s%1 device %2 priority %3 flags %4")
                           .arg(i)
                           .arg(stream.device)
                           .arg(stream.priority)
                           .arg(stream.nonBlocking ? 1 : 0));
        }
        for (std::size_t i = 0; i < m_bufferOrder.size(); ++i) {
            const Buffer &buffer = m_program.buffers[static_cast<std::size_t>(m_bufferOrder[i])];
            const bool device = buffer.place == BufferPlace::Device;
            all.append(QString("buffer b%1 %2 %3 %4")
                           .arg(i)
                           .arg(device ? buffer.device : 0)
                           .arg(device ? QString("device") : text(hostMemoryName(buffer.hostMemory)))
                           .arg((buffer.bytes + 3) / 4 * 4));
        }
        numberAllocations();
        for (int thread = 0; thread < m_program.threadCount(); ++thread)
            for (std::size_t i = 0; i < m_program.operations.size(); ++i)
                if (m_program.operations[i].thread == thread)
                    all.append(line(i));
        return all;
    }

private:
    static QString text(std::string_view view) { return QString::fromUtf8(view.data(), qsizetype(view.size())); }

    void numberAllocations()
    {
        int before = -static_cast<int>(m_layout.freesFirst().size()), within = 0;
        m_numbers.resize(m_program.operations.size());
        for (std::size_t i = 0; i < m_program.operations.size(); ++i) {
            if (m_program.operations[i].kind == OperationKind::Alloc)
                m_numbers[i] = within++;
            if (m_program.operations[i].kind == OperationKind::Free)
                m_numbers[i] = m_freed[i] < 0 ? before++ : m_numbers[static_cast<std::size_t>(m_freed[i])];
        }
    }

    QString stream(const Operation &operation) const
    {
        if (operation.stream == Operation::none)
            return "-";
        const Stream &stream = m_program.streams[static_cast<std::size_t>(operation.stream)];
        if (stream.kind == StreamKind::LegacyDefault)
            return QString("default%1").arg(stream.device);
        if (stream.kind == StreamKind::PerThreadDefault)
            return "per-thread";
        const auto &created = m_layout.createdStreams();
        return QString("s%1").arg(std::find(created.begin(), created.end(), operation.stream) - created.begin());
    }

    QString where(const BufferRanges &ranges) const
    {
        return QString("b%1+%2").arg(m_buffers.at(ranges.front().buffer)).arg(ranges.front().offset);
    }

    QString kernel(const Operation &operation) const
    {
        const KernelWork &work = operation.kernel;
        const bool spins = work.kind == KernelKind::Spin;
        QString name = work.kind == KernelKind::Tensor ? QString::fromStdString(tensorKernelName(work.precision))
                                                       : text(kernelName(work.kind));
        QString line = QString("kernel %1 %2 %3 %4 %5")
                           .arg(stream(operation), name.remove(' '))
                           .arg(launchedBlocks(work))
                           .arg(work.block)
                           .arg(work.sharedMemory);
        if (spins)
            return line + QString(" %1.0").arg(operation.durationNs);
        line += QString(" %1 %2 %3").arg(where(operation.reads), where(operation.writes)).arg(work.elements);
        if (work.kind == KernelKind::Fma)
            line += QString(" %1 1.0").arg(work.workPerElement);
        return work.kind == KernelKind::Tensor ? line + QString(" %1").arg(additionsOf(work)) : line;
    }

    QString line(std::size_t index) const
    {
        const Operation &o = m_program.operations[index];
        const QString kind = text(kindName(o.kind)), event = QString("e%1").arg(o.event);
        switch (o.kind) {
        case OperationKind::H2D:
        case OperationKind::D2H:
        case OperationKind::D2D:
        case OperationKind::Peer:
            return QString("%1 %2 %3 %4 %5").arg(kind, stream(o), where(o.reads), where(o.writes)).arg(o.bytes);
        case OperationKind::Kernel:
            return kernel(o);
        case OperationKind::Memset:
            return QString("memset %1 %2 %3 %4").arg(stream(o), where(o.writes)).arg(o.bytes).arg(o.memsetValue);
        case OperationKind::EventRecord:
        case OperationKind::EventWait:
            return kind + " " + event + " " + stream(o);
        case OperationKind::HostFunction:
            return QString("host_function %1 %2").arg(stream(o)).arg(o.durationNs);
        case OperationKind::HostWork:
            return QString("host_work %1").arg(o.durationNs);
        case OperationKind::Alloc:
            return QString("alloc %1 %2 %3").arg(place(o), stream(o)).arg(o.bytes);
        case OperationKind::Free:
            return QString("free %1 %2 %3").arg(place(o), stream(o)).arg(m_numbers[index]);
        case OperationKind::Collective:
            return QString("collective %1 %2 %3").arg(stream(o), where(o.writes)).arg(o.bytes);
        case OperationKind::Sync:
            break;
        }
        const QString polling = o.syncMethod == SyncMethod::Polling ? " polling" : "";
        if (o.syncScope == SyncScope::Device)
            return QString("sync device %1").arg(m_program.deviceOf(o));
        return (o.syncScope == SyncScope::Stream ? QString("sync stream " + stream(o)) : QString("sync event " + event))
               + polling;
    }

    static QString place(const Operation &operation)
    {
        return operation.stream == Operation::none ? text(allocationPlaceName(operation.allocation)) : QString("pool");
    }

    const Program &m_program;
    CodeLayout m_layout;
    std::vector<std::int32_t> m_freed;
    std::map<std::int32_t, std::size_t> m_buffers; ///< their places in the order in which the script makes them
    std::vector<std::int32_t> m_bufferOrder;
    std::vector<int> m_numbers; ///< of allocations and frees: the piece of memory, from 0 on; before the run < 0
};

/// What the script wrote down, without the timer's own stream and events.
inline QStringList withoutTimer(const QStringList &lines, const Program &program)
{
    const auto created = std::count_if(program.streams.begin(), program.streams.end(),
                                       [](const Stream &stream) { return stream.kind == StreamKind::Created; });
    QStringList own;
    for (const QString &line : lines) {
        const QStringList words = line.split(' ');
        const bool event = words[0] == "event_record" || words[0] == "event_wait";
        if (event && words[1].mid(1).toULongLong() >= program.events.size())
            continue;
        if (words[0] == "stream" && words[1].mid(1).toLongLong() >= created)
            continue;
        own.append(line);
    }
    return own;
}

} // namespace streamscope::test
