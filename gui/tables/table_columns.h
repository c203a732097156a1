// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <QVariant>

#include <map>
#include <set>
#include <vector>

class QTableView;

namespace streamscope {

/// A table of rows to read: rows are selected whole, and Tab leaves it.
void makeReadable(QTableView &table);

/// The columns of a table: as wide as their contents, which longer ones are cut by an ellipsis at 300 pixels. The
/// header's context menu chooses them; they can be moved and resized. What the user chose is kept in the settings under
/// the name of the table, column by column under its title, because the columns of some tables change.
class TableColumns : public QObject
{
    Q_OBJECT

public:
    static constexpr int widestByItself = 300;

    /// Belongs to the table, which has its model already.
    TableColumns(QTableView *table, const QString &name);
    ~TableColumns() override;

    /// Call it when the contents are others: fits the columns whose width nobody chose.
    void fit();
    /// A column without contents is neither shown nor offered.
    void setOffered(int column, bool isOffered);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Choice
    {
        int width = 0; ///< pixels; 0: by the contents
        bool isHidden = false;
    };
    QString title(int column) const;
    QStringList shownOrder() const;
    std::vector<int> wantedOrder() const;
    void arrange();
    void offerMenu(const QPoint &at);
    void setChosen(int column, bool isShown);
    void reset();
    void load();
    void keep();

    QTableView *m_table;
    QString m_name;
    std::map<QString, Choice> m_choices; ///< by title
    QStringList m_order;                 ///< titles from left to right; empty: as the model has them
    std::set<int> m_notOffered;
    bool m_arranging = false; ///< no change is the user's
    bool m_changed = false;   ///< since it was kept
};

/// The head of a column and the explanation in its tooltip.
struct ColumnHead
{
    QString title, help;

    QVariant data(int role) const
    {
        return role == Qt::DisplayRole ? QVariant(title) : role == Qt::ToolTipRole ? QVariant(help) : QVariant();
    }
};

} // namespace streamscope
