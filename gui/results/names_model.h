// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/names/name_figures.h"
#include "engine/timeline/recording.h"

#include <QAbstractTableModel>
#include <QColor>

#include <functional>
#include <memory>
#include <optional>

namespace streamscope {

/// The operations of a run by name. sortRole gives plain numbers.
class NamesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Kind, Count, Total, Share, Shortest, Median, Longest, First, ColumnCount };
    static constexpr int sortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// `figures` are those of `recording`; null empties the table.
    /// `by`: as NameScope::by.
    void setFigures(std::shared_ptr<const Recording> recording, std::vector<NameFigures> figures,
                    std::optional<OriginPart> by = {});
    /// The name as a whole; "unknown" for operations whose origin is.
    QString label(const NameFigures &row) const;
    /// Of an operation, by its index; shown before the names.
    void setColours(std::function<QColor(std::uint32_t span)> colourOf) { m_colourOf = std::move(colourOf); }
    const NameFigures &at(int row) const { return m_figures[static_cast<std::size_t>(row)]; }
    /// Of all rows.
    std::int64_t totalNs() const { return m_totalNs; }
    std::size_t operations() const { return m_operations; }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const NameFigures &row, int column) const;
    QVariant number(const NameFigures &row, int column) const;
    double share(const NameFigures &row) const;

    std::shared_ptr<const Recording> m_recording;
    std::vector<NameFigures> m_figures;
    std::optional<OriginPart> m_by;
    std::function<QColor(std::uint32_t)> m_colourOf;
    std::int64_t m_totalNs = 0;
    std::size_t m_operations = 0;
};

} // namespace streamscope
