// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/program_editor/program_draft.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QStyledItemDelegate>

namespace streamscope {

/// The role of a cell's choices, a list of texts; empty: any text can be typed.
inline constexpr int choicesRole = Qt::UserRole + 1;

/// A table of a draft: each cell holds a text. Does not own the draft.
class DraftTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

Q_SIGNALS:
    void edited();

protected:
    DraftTableModel(ProgramDraft &draft, QStringList titles, QObject *parent);

    virtual bool isEditable(int row, int column) const = 0;
    /// False when the draft does not take the text.
    virtual bool setText(int row, int column, const QString &text) = 0;

    ProgramDraft &m_draft;

private:
    QStringList m_titles; ///< of the columns
};

/// The operations of a draft in the order of issue.
class DraftOperationsModel : public DraftTableModel
{
    Q_OBJECT

public:
    explicit DraftOperationsModel(ProgramDraft &draft, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// The draft was changed from outside.
    void reset();
    /// Marks operations, with the reason as their tool tip.
    void setMarks(QHash<int, QString> marks);

protected:
    bool isEditable(int row, int column) const override;
    bool setText(int row, int column, const QString &text) override;

private:
    QHash<int, QString> m_marks;
};

/// The streams of a draft.
class DraftStreamsModel : public DraftTableModel
{
    Q_OBJECT

public:
    explicit DraftStreamsModel(ProgramDraft &draft, QObject *parent = nullptr);

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    void reset();

protected:
    bool isEditable(int, int) const override { return true; }
    bool setText(int row, int column, const QString &text) override;
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
