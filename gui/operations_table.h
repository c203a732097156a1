// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"
#include "engine/timeline/span_query.h"

#include <QTableView>

#include <memory>

namespace streamscope {

class OperationsFilter;
class OperationsModel;

/// The operations as a table: sortable, copied as TSV, its current row linked with the timeline's selection.
class OperationsTable : public QTableView
{
    Q_OBJECT

public:
    explicit OperationsTable(QWidget *parent = nullptr);

    void setRecording(std::shared_ptr<const Recording> recording);
    /// The same operations as a model has them; null takes them away.
    void setPrediction(std::shared_ptr<const Recording> prediction);
    /// The selected cells, rows by lines and columns by tabs; with a header line where more than one cell is selected.
    QString selectedAsTsv() const;

public Q_SLOTS:
    /// Selects the row of this operation; −1 clears. Does not emit spanSelected().
    void selectSpan(int span);
    void copySelected() const;
    /// Leaves out the rows that the query does not want.
    void setFilter(const streamscope::SpanQuery &query);

Q_SIGNALS:
    /// A person chose a row.
    void spanSelected(int span);

private:
    OperationsModel *m_model;
    OperationsFilter *m_proxy;
    bool m_following = false; ///< the selection is being set from outside
};

} // namespace streamscope
