// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/compared_text.h"

#include "gui/timeline/time_text.h"

#include <QCoreApplication>

#include <cstdlib>

namespace streamscope {

namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("Comparison", text);
}

} // namespace

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

QString comparedToolTip(const ComparedRuns &compared, std::uint32_t span, std::uint32_t mergedCount)
{
    const Side side = compared.sideOf(span);
    const NamedRun &run = compared.run(side);
    const OwnSpan own = compared.own(span);
    QString html = tr("<p><b>%1</b> %2: %3</p>")
                       .arg(sideLetter(side), originTitle(run.origin).toHtmlEscaped(), run.title.toHtmlEscaped())
                   + spanToolTip(*own.timeline, own.span, mergedCount)
                   + QStringLiteral("<table cellspacing='0' cellpadding='1'>");
    for (const auto &[label, value] : counterpartFacts(compared, span))
        html += QStringLiteral("<tr><td>%1&nbsp;&nbsp;</td><td>%2</td></tr>").arg(label, value.toHtmlEscaped());
    return html + QStringLiteral("</table>");
}

} // namespace streamscope
