// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/compared_text.h"

#include "gui/timeline/text/time_text.h"
#include "gui/timeline/text/translation.h"

#include <cstdlib>

namespace streamscope {

QString signedTimeText(std::int64_t ns)
{
    const QString length = timeText(std::abs(ns));
    return ns == 0 ? length : (ns > 0 ? QStringLiteral("+") : QStringLiteral("−")) + length;
}

std::vector<SpanFact> counterpartFacts(const ComparedRuns &compared, std::uint32_t span)
{
    const ComparedOperation &operation = compared.operation(span);
    const bool isA = compared.sideOf(span) == Side::A;
    const QString other = isA ? QStringLiteral("B") : QStringLiteral("A");
    if (!operation.a || !operation.b)
        return {{tr("In %1").arg(other), tr("no operation of this kind and name is left to match it")}};
    return {{tr("In %1").arg(other), exactTimeText(isA ? operation.durationB : operation.durationA)},
            {tr("B against A"), signedTimeText(operation.longerNs()) + QStringLiteral("  ") + changeSign(operation)},
            {tr("B starts"), operation.laterNs() == 0 ? tr("at the same time of its run")
                             : operation.laterNs() > 0
                                 ? tr("%1 later in its run").arg(timeText(operation.laterNs()))
                                 : tr("%1 earlier in its run").arg(timeText(-operation.laterNs()))}};
}

QString sideHtml(const ComparedRuns &compared, Side side)
{
    const NamedRun &run = compared.run(side);
    return tr("<p><b>%1</b> %2: %3</p>")
        .arg(sideLetter(side), originTitle(run.origin).toHtmlEscaped(), run.title.toHtmlEscaped());
}

std::vector<SpanFact> mergedFacts(const DifferenceSum &merged, Side side)
{
    std::vector<SpanFact> facts;
    if (merged.matched > 0) {
        const QString count = QString::number(merged.matched);
        facts = {{tr("%1 matched here, in A").arg(count), exactTimeText(merged.ofA)},
                 {tr("%1 matched here, in B").arg(count), exactTimeText(merged.ofB)},
                 {tr("together, B against A"),
                  signedTimeText(merged.longerNs()) + QStringLiteral("  ") + changeSign(merged, side)}};
    }
    if (merged.unmatched > 0)
        facts.emplace_back(tr("only in %1 here").arg(sideLetter(side)), QString::number(merged.unmatched));
    return facts;
}

QString comparedToolTip(const ComparedRuns &compared, std::uint32_t span, std::uint32_t mergedCount,
                        const DifferenceSum &merged)
{
    const OwnSpan own = compared.own(span);
    std::vector<SpanFact> facts = counterpartFacts(compared, span);
    if (merged.count() > 1)
        for (const SpanFact &fact : mergedFacts(merged, compared.sideOf(span)))
            facts.push_back(fact);
    return sideHtml(compared, compared.sideOf(span)) + spanToolTip(*own.timeline, own.span, mergedCount)
           + factsHtml(facts);
}

} // namespace streamscope
