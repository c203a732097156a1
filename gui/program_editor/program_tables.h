// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/program_editor/program_draft.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QStyledItemDelegate>

namespace streamscope {

/// The role of a cell's choices, a list of texts; empty: any text can be typed.
inline constexpr int choicesRole = Qt::UserRole + 1;

/// The operations of a draft in the order of issue. The draft is not owned.
class DraftOperationsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit DraftOperationsModel(ProgramDraft &draft, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    /// The draft was changed from outside.
    void reset();
    /// Marks operations, with the reason as their tool tip.
    void setMarks(QHash<int, QString> marks);

Q_SIGNALS:
    void edited();

private:
    ProgramDraft &m_draft;
    QHash<int, QString> m_marks;
};

/// The streams of a draft.
class DraftStreamsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit DraftStreamsModel(ProgramDraft &draft, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    void reset();

Q_SIGNALS:
    void edited();

private:
    ProgramDraft &m_draft;
};

/// Edits a cell with a box of its choices, or with a line edit when it has none.
class ChoiceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void setEditorData(QWidget *editor, const QModelIndex &index) const override;
    void setModelData(QWidget *editor, QAbstractItemModel *model, const QModelIndex &index) const override;
};

} // namespace streamscope
