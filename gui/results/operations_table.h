// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/recording.h"
#include "engine/timeline/span_query.h"

#include <QTableView>

#include <memory>

namespace streamscope {

class OperationsFilter;
class OperationsModel;
class TableColumns;

/// The operations as a table: sortable, copied as TSV, its current row linked with the timeline's selection.
class OperationsTable : public QTableView
{
    Q_OBJECT

public:
    explicit OperationsTable(QWidget *parent = nullptr);

    void setRecording(std::shared_ptr<const Recording> recording);
    /// The predicted operations; null removes them.
    void setPrediction(std::shared_ptr<const Recording> prediction);
    /// Of an operation, by its index; shown before its name.
    void setColours(const std::function<QColor(std::uint32_t span)> &colourOf);
    /// Of the run, shown or not.
    int operationCount() const;
    /// The selected cells, one line per row, columns separated by tabs; with a header line for more than one cell.
    QString selectedAsTsv() const;

public Q_SLOTS:
    /// Selects the row of this operation; −1 clears. Does not emit spanSelected().
    void selectSpan(int span);
    void copySelected() const;
    /// Hides the rows that do not match the query.
    void setFilter(const streamscope::SpanQuery &query);

Q_SIGNALS:
    /// The user chose a row.
    void spanSelected(int span);
    /// The user wants to see it in the timeline.
    void showWanted();
    /// Other operations, or another filter.
    void rowsChanged();

private:
    void offerOrigins(const Recording *recording);

    OperationsModel *m_model;
    OperationsFilter *m_proxy;
    TableColumns *m_columns;
    bool m_following = false; ///< the selection is being set from outside
};

} // namespace streamscope
