// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/run_history.h"

#include "gui/timeline/time_text.h"

#include <QStringList>

#include <utility>

namespace streamscope {

void RunHistory::add(NamedRun run)
{
    std::erase_if(m_runs, [&run](const NamedRun &known) { return known.recording == run.recording; });
    m_runs.insert(m_runs.begin(), std::move(run));
    std::size_t spans = 0, kept = 0;
    for (; kept < m_runs.size() && kept < mostRuns; ++kept) {
        spans += m_runs[kept].recording->timeline.size();
        if (kept > 0 && spans > mostSpans)
            break;
    }
    m_runs.resize(kept);
}

QString historyText(const NamedRun &run)
{
    const Timeline &timeline = run.recording->timeline;
    const std::int64_t plain =
        run.recording->makespans.plain.empty() ? timeline.end() - timeline.begin() : run.recording->makespans.median();
    return QStringList{run.when.section(QLatin1Char(' '), -1) + QStringLiteral("  ") + run.title,
                       originTitle(run.origin), QString::fromStdString(run.recording->device.id), timeText(plain)}
        .join(QStringLiteral(", "));
}

} // namespace streamscope
