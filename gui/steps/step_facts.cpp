// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/steps/step_facts.h"

#include "engine/formats/text/short_name.h"
#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/timeline/model/compared_text.h"
#include "gui/timeline/text/translation.h"
#include "gui/widgets/fact_list.h"

#include <algorithm>

namespace streamscope {

namespace {

constexpr std::size_t mostNames = 30; ///< the smaller differences say little

QString nameOf(const Steps &steps, std::size_t step)
{
    return QString::fromStdString(steps.steps[step].name);
}

/// "+300 µs (120 µs, now 420 µs)"
QString changeOfTime(std::int64_t difference, std::int64_t former, std::int64_t now)
{
    return tr("%1 (%2, here %3)").arg(signedTimeText(difference), timeText(former), timeText(now));
}

QString countsText(const StepDifference::Name &name)
{
    return name.countA == name.countB ? tr("%1 × in both").arg(name.countB)
                                      : tr("%1 ×, here %2 ×").arg(name.countA).arg(name.countB);
}

} // namespace

void addStepFacts(FactList &list, const Steps &steps, std::size_t index)
{
    const Step &step = steps.steps[index];
    const StepFigures figures = figuresOf(steps);
    list.addFact(tr("Step"), nameOf(steps, index));
    list.addFact(tr("Duration"), exactTimeText(step.duration()),
                 step.onDevice() ? tr("On the GPU, from its first start to its last end") : tr("On the host"));
    list.addFact(tr("Median step"), exactTimeText(figures.median));
    list.addFact(tr("From the median"), signedTimeText(step.duration() - figures.median));
    if (figures.odd == index)
        list.addFact(tr("Odd"), tr("it is the farthest from the median"));
    list.addFact(tr("On the host"), exactTimeText(step.hostEnd - step.hostBegin));
    list.addFact(tr("Operations"), QString::number(step.operations));
    list.addFact(tr("Told by"), translated(steps.by));
}

void addStepDifference(FactList &list, const Timeline &timeline, const Steps &steps, std::size_t other,
                       std::size_t index, const std::function<void(const TimeRange &)> &zoom)
{
    const Step &a = steps.steps[other], &b = steps.steps[index];
    const StepDifference difference = compareSteps(timeline, a, b);
    QTreeWidgetItem *whole = list.addHeading(tr("Compared with %1").arg(nameOf(steps, other)));
    list.addFact(tr("Longer by"), changeOfTime(difference.duration, a.duration(), b.duration()), {}, whole);
    list.addFact(tr("Host longer by"), changeOfTime(difference.host, a.hostEnd - a.hostBegin, b.hostEnd - b.hostBegin),
                 {}, whole);
    list.addFact(tr("More operations"),
                 tr("%1 (%2, here %3)").arg(difference.operations).arg(a.operations).arg(b.operations), {}, whole);
    QTreeWidgetItem *names = list.addHeading(difference.names.empty() ? tr("Every name takes the same time")
                                                                      : tr("Names that take another time"));
    for (std::size_t i = 0; i < std::min(difference.names.size(), mostNames); ++i) {
        const StepDifference::Name &name = difference.names[i];
        const std::string &text = timeline.name(name.name);
        const auto times = timesOfName(timeline, name.countB > 0 ? b : a, name.name);
        const QString value = changeOfTime(name.b - name.a, name.a, name.b) + QStringLiteral(" · ") + countsText(name);
        list.addCommand(
            QString::fromStdString(shortKernelName(text)), value,
            [zoom, times] {
                if (times)
                    zoom(*times);
            },
            QString::fromStdString(text) + QLatin1Char('\n') + value, names);
    }
    if (difference.names.size() > mostNames)
        list.addFact(tr("Others"), tr("%1 names with smaller differences").arg(difference.names.size() - mostNames), {},
                     names);
    list.fit();
    list.scrollToItem(whole, QAbstractItemView::PositionAtTop);
}

} // namespace streamscope
