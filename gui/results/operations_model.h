// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <QAbstractTableModel>
#include <QColor>

#include <functional>
#include <memory>

namespace streamscope {

/// The operations of a run in the order in which the host issued them. Times in microseconds with three decimals, as in
/// the CSV; unknown values are empty. sortRole gives plain numbers.
class OperationsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        Index,
        Kind,
        Name,
        Stream,
        Engine,
        Chunk,
        Bytes,
        Rate,
        Issue,
        Ready,
        Start,
        End,
        Duration,
        Waited,
        Predicted,
        Clock,
        FirstOrigin, ///< one column for each OriginPart: what issued it
        ColumnCount = FirstOrigin + static_cast<int>(originPartCount)
    };
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Null empties the table.
    void setRecording(std::shared_ptr<const Recording> recording);
    /// The predicted operations for the column Predicted; null empties the column.
    void setPrediction(std::shared_ptr<const Recording> prediction);

    /// Of an operation; shown before its name.
    void setColours(std::function<QColor(std::uint32_t span)> colourOf) { m_colourOf = std::move(colourOf); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QVariant text(const Span &span, int row, int column) const;
    QVariant number(const Span &span, int row, int column) const;

    std::int64_t predictedNs(int row) const;

    std::shared_ptr<const Recording> m_recording, m_prediction;
    std::function<QColor(std::uint32_t)> m_colourOf;
};

} // namespace streamscope
