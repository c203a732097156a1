// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"
#include "engine/timeline/span_query.h"

#include <QSortFilterProxyModel>

#include <memory>
#include <optional>

namespace streamscope {

/// Sorts the operations and hides those that do not match a query.
class OperationsFilter : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    using QSortFilterProxyModel::QSortFilterProxyModel;

    void setRecording(std::shared_ptr<const Recording> recording);
    void setQuery(const SpanQuery &query);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    void renew();

    std::shared_ptr<const Recording> m_recording;
    SpanQuery m_query;
    std::optional<SpanMatcher> m_matcher; ///< empty: all operations match
};

} // namespace streamscope
