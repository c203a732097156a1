// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_model.h"

#include "engine/formats/text/time_text.h"
#include "gui/language/translated.h"
#include "gui/what_if/what_if_text.h"

#include <QBrush>
#include <QPalette>

namespace streamscope {

WhatIfModel::WhatIfModel(QObject *parent) : QAbstractTableModel(parent) {}

void WhatIfModel::setList(WhatIfList *list)
{
    if (m_list)
        m_list->disconnect(this);
    beginResetModel();
    m_list = list;
    m_rows = list ? list->size() : 0;
    m_outcomes.clear();
    endResetModel();
    if (list) {
        connect(list, &WhatIfList::changed, this, &WhatIfModel::takeList);
        connect(list, &QObject::destroyed, this, [this] { setList(nullptr); });
    }
}

/// The views keep their current row where the number of rows stays.
void WhatIfModel::takeList()
{
    m_outcomes.clear();
    if (m_rows == m_list->size()) {
        if (m_rows > 0)
            Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, Columns - 1));
        return;
    }
    beginResetModel();
    m_rows = m_list->size();
    endResetModel();
}

void WhatIfModel::setOutcomes(std::vector<RowOutcome> outcomes)
{
    m_outcomes = std::move(outcomes);
    if (m_rows > 0)
        Q_EMIT dataChanged(index(0, 0), index(m_rows - 1, Columns - 1));
}

int WhatIfModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows;
}

int WhatIfModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(Columns);
}

QVariant WhatIfModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_list || index.row() >= m_list->size())
        return {};
    const int row = index.row();
    const RowOutcome *came = outcome(row);
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return help(row, index.column());
    case Qt::CheckStateRole:
        if (index.column() == Change)
            return m_list->at(row).isOn ? Qt::Checked : Qt::Unchecked;
        return {};
    case Qt::TextAlignmentRole:
        return index.column() == Predicted || index.column() == Gain ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                     : QVariant();
    case Qt::ForegroundRole: // a default filter, and what is off
        if (!m_list->at(row).isOn || (index.column() == Filter && m_list->at(row).request.filter.empty())
            || (index.column() == Note && came && !came->isProblem))
            return QPalette().brush(QPalette::PlaceholderText);
        return {};
    default:
        return {};
    }
}

QString WhatIfModel::text(int row, int column) const
{
    const RequestedChange &request = m_list->at(row).request;
    const RowOutcome *came = outcome(row);
    switch (column) {
    case Change: {
        const QString title = translated(request.change->title()), values = valuesText(request);
        return values.isEmpty() ? title : title + QStringLiteral(": ") + values;
    }
    case Filter:
        if (!request.change->takesFilter())
            return tr("the whole program");
        if (!request.filter.empty())
            return QString::fromStdString(request.filter);
        return request.change->defaultFilter().empty() ? tr("all operations")
                                                       : QString::fromStdString(request.change->defaultFilter());
    case Predicted:
        if (!m_list->at(row).isOn || (came && !came->predictedNs))
            return {};
        return came ? timeText(*came->predictedNs) : QStringLiteral("…");
    case Gain:
        return came && came->predictedNs ? gainText(came->gain) : QString();
    case Note:
        if (!m_list->at(row).isOn)
            return tr("off");
        return !came ? QString() : came->isProblem ? QStringLiteral("⚠ ") + came->note : came->note;
    default:
        return {};
    }
}

QString WhatIfModel::help(int row, int column) const
{
    if (const RowOutcome *came = outcome(row); column == Note && came && !came->note.isEmpty())
        return came->note;
    return changeHelp(*m_list->at(row).request.change);
}

const RowOutcome *WhatIfModel::outcome(int row) const
{
    const auto i = static_cast<std::size_t>(row);
    return i < m_outcomes.size() && m_list->at(row).isOn ? &m_outcomes[i] : nullptr;
}

QVariant WhatIfModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    static const QStringList titles{tr("Change"), tr("Operations"), tr("Predicted"), tr("Gain"), tr("Note")};
    static const QStringList helps{tr("Applied from top to bottom; a check box switches a change off"),
                                   tr("The operations that the change is for, as a search of the timeline"),
                                   tr("The time with this change and all above it"),
                                   tr("What this change wins against the time before it"),
                                   tr("What the change assumes, or why it does nothing")};
    if (role == Qt::ToolTipRole)
        return helps.value(section);
    return role == Qt::DisplayRole ? QVariant(titles.value(section)) : QVariant();
}

Qt::ItemFlags WhatIfModel::flags(const QModelIndex &index) const
{
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return index.isValid() && index.column() == Change ? flags | Qt::ItemIsUserCheckable : flags;
}

bool WhatIfModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid() || !m_list || index.column() != Change || role != Qt::CheckStateRole)
        return false;
    m_list->setOn(index.row(), value.toInt() == Qt::Checked);
    return true;
}

} // namespace streamscope
