// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/comparison_document.h"

#include "engine/formats/reports/comparison_words.h"
#include "gui/timeline/model/compared_text.h"

namespace streamscope {

ComparisonDocument::ComparisonDocument(Document *source, QObject *parent) : Document(parent), m_source(source) {}

QString ComparisonDocument::displayName() const
{
    const NamedRun &a = m_comparison->runs->run(Side::A), &b = m_comparison->runs->run(Side::B);
    if (a.title != b.title)
        return tr("%1 → %2").arg(a.title, b.title);
    const std::vector<QString> own = differingParameters(a, b), other = differingParameters(b, a);
    return own.empty() || other.empty() ? tr("%1: two runs").arg(a.title)
                                        : tr("%1: %2 → %3").arg(a.title, own.front(), other.front());
}

QString ComparisonDocument::origin() const
{
    const auto text = [this](Side side) {
        const NamedRun &run = m_comparison->runs->run(side);
        return QStringLiteral("%1: %2, %3").arg(sideTitle(side), run.title, originTitle(run.origin));
    };
    return text(Side::A) + QLatin1Char('\n') + text(Side::B);
}

void ComparisonDocument::setComparison(std::shared_ptr<const PreparedComparison> comparison, const Shown &runAlone)
{
    m_comparison = std::move(comparison);
    m_runAlone = runAlone;
    m_runAlone.comparison.reset(); // after another scale was chosen
    Q_EMIT statusChanged();
}

} // namespace streamscope
