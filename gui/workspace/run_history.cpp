// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/run_history.h"

#include "engine/formats/text/time_text.h"
#include "gui/timeline/model/compared_text.h"

#include <QStringList>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

/// Of the heap, give or take what an allocator adds.
std::size_t bytesHeld(const NamedRun &run)
{
    constexpr std::size_t bytesPerBlock = 2 * sizeof(std::uint32_t) + sizeof(std::uint16_t) + 2 * sizeof(std::int64_t);
    constexpr std::size_t bytesPerOperation = sizeof(Operation) + 2 * sizeof(BufferRange); // most read and write one
    constexpr std::size_t bytesPerName = 2 * sizeof(std::string) + 32; // the list's, the index's and the index's node
    const Timeline &timeline = run.recording->timeline;
    std::size_t bytes = timeline.memoryBytes() + timeline.blocks().size() * bytesPerBlock;
    for (const std::string &name : timeline.names())
        bytes += bytesPerName + 2 * name.size();
    return bytes + (run.program ? run.program->operations.size() * bytesPerOperation : 0);
}

} // namespace

void RunHistory::add(NamedRun run)
{
    std::erase_if(m_runs, [&run](const NamedRun &known) { return known.recording == run.recording; });
    m_runs.insert(m_runs.begin(), std::move(run));
    std::size_t bytes = 0, kept = 0;
    for (; kept < m_runs.size() && kept < maxRuns; ++kept) {
        bytes += bytesHeld(m_runs[kept]);
        if (kept > 0 && bytes > m_maxBytes)
            break;
    }
    m_runs.resize(kept);
}

QString historyText(const NamedRun &run, const NamedRun &other)
{
    constexpr std::size_t maxParameters = 3;
    const Timeline &timeline = run.recording->timeline;
    const std::int64_t length =
        run.recording->makespans.plain.empty() ? timeline.end() - timeline.begin() : run.recording->makespans.median();
    const QString when = run.finishedAt ? localTime(*run.finishedAt).toString(QStringLiteral("HH:mm:ss")) : QString();
    QStringList parts{when + QStringLiteral("  ") + run.title, originTitle(run.origin),
                      QString::fromStdString(run.recording->device.id), timeText(length)};
    const std::vector<QString> differing = differingParameters(run, other);
    for (std::size_t i = 0; i < std::min(differing.size(), maxParameters); ++i)
        parts << differing[i];
    if (differing.size() > maxParameters)
        parts << QStringLiteral("…");
    return parts.join(QStringLiteral(", "));
}

} // namespace streamscope
