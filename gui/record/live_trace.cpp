// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/record/live_trace.h"

#include "engine/run/trace_job.h"
#include "gui/workspace/text/path_text.h"

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

constexpr qint64 leastPauseMs = 1000;
constexpr qint64 pausePerRead = 3; ///< so that reading takes a quarter of one core at most

Workspace::RecordedState stateOf(const QStringList &files, const NameColours::Tags &tags, const RunControl &control)
{
    TraceRequest request;
    request.options.salvage = true; // the last chunk may be half written
    request.path = pathOf(files.first());
    if (files.size() > 1) {
        request.ranks.emplace();
        for (const QString &file : files)
            request.ranks->paths.push_back(pathOf(file));
    }
    ImportControl import;
    import.stop = control.stop;
    Workspace::RecordedState state{files, std::make_shared<const RunResult>(openTrace(request, import)), nullptr};
    control.checkStop();
    const std::shared_ptr<const Recording> recording(state.result, &state.result->recording);
    state.content = std::make_shared<const TimelineContent>(recording, false, tags);
    return state;
}

} // namespace

LiveTrace::LiveTrace(QObject *parent) : QObject(parent) {}

void LiveTrace::begin()
{
    m_reading.cancel();
    m_operations = 0;
    m_pauseMs = 0;
}

void LiveTrace::follow(const QStringList &files, std::uint64_t operations, const NameColours::Tags &tags)
{
    const bool isSoon = m_sinceRead.isValid() && m_sinceRead.elapsed() < m_pauseMs;
    if (files.isEmpty() || operations <= m_operations || m_reading.isBusy() || isSoon)
        return;
    m_operations = operations;
    read(files, tags, false);
}

void LiveTrace::readLast(const QStringList &files, const NameColours::Tags &tags)
{
    read(files, tags, true);
}

void LiveTrace::read(const QStringList &files, const NameColours::Tags &tags, bool isLast)
{
    QElapsedTimer timer;
    timer.start();
    const auto answered = [this, timer] {
        m_pauseMs = std::max(leastPauseMs, pausePerRead * timer.elapsed());
        m_sinceRead.start();
    };
    m_reading.start([files, tags](const RunControl &control) { return stateOf(files, tags, control); },
                    [this, answered, isLast](const Workspace::RecordedState &state) {
                        answered();
                        Q_EMIT loaded(state, isLast);
                    },
                    [this, answered, isLast](const QString &problem) {
                        answered();
                        if (isLast) // before, a later state is read
                            Q_EMIT failed(problem);
                    });
}

} // namespace streamscope
