// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/run_history.h"

#include "gui/timeline/time_text.h"

#include <QStringList>

#include <algorithm>
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

QString historyText(const NamedRun &run, const NamedRun &other)
{
    constexpr std::size_t mostParameters = 3;
    const Timeline &timeline = run.recording->timeline;
    const std::int64_t length =
        run.recording->makespans.plain.empty() ? timeline.end() - timeline.begin() : run.recording->makespans.median();
    QStringList parts{run.when.section(QLatin1Char(' '), -1) + QStringLiteral("  ") + run.title,
                      originTitle(run.origin), QString::fromStdString(run.recording->device.id), timeText(length)};
    const std::vector<QString> differing = differingParameters(run, other);
    for (std::size_t i = 0; i < std::min(differing.size(), mostParameters); ++i)
        parts << differing[i];
    if (differing.size() > mostParameters)
        parts << QStringLiteral("…");
    return parts.join(QStringLiteral(", "));
}

} // namespace streamscope
