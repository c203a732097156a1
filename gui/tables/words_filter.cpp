// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/tables/words_filter.h"

#include <algorithm>

namespace streamscope {

void WordsFilter::setText(const QString &text)
{
    m_words = text.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    invalidateFilter();
}

bool WordsFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    QStringList texts;
    for (int column = 0; !m_words.isEmpty() && column < sourceModel()->columnCount(parent); ++column) {
        const QModelIndex cell = sourceModel()->index(row, column, parent);
        texts << cell.data().toString() << cell.data(Qt::ToolTipRole).toString();
    }
    return std::all_of(m_words.begin(), m_words.end(), [&texts](const QString &word) {
        return std::any_of(texts.begin(), texts.end(),
                           [&word](const QString &text) { return text.contains(word, Qt::CaseInsensitive); });
    });
}

} // namespace streamscope
