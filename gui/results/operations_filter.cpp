// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/operations_filter.h"

namespace streamscope {

void OperationsFilter::setRecording(std::shared_ptr<const Recording> recording)
{
    m_matcher.reset(); // it looks at the former one
    m_recording = std::move(recording);
    renew();
}

void OperationsFilter::setQuery(const SpanQuery &query)
{
    if (query.empty() && m_query.empty())
        return; // a large table need not be sorted anew
    m_query = query;
    renew();
}

void OperationsFilter::renew()
{
    m_matcher.reset();
    if (m_recording && !m_query.empty())
        m_matcher.emplace(m_query, m_recording->timeline);
    invalidateFilter();
}

bool OperationsFilter::filterAcceptsRow(int row, const QModelIndex &) const
{
    return !m_matcher || m_matcher->matches(static_cast<std::size_t>(row));
}

} // namespace streamscope
