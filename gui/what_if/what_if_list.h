// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/changes/change.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <string>
#include <vector>

namespace streamscope {

/// A change in a list, which may be off.
struct ListedChange
{
    RequestedChange request;
    bool isOn = true;

    bool operator==(const ListedChange &other) const
    {
        return isOn == other.isOn && request.change == other.request.change && request.filter == other.request.filter
               && request.values == other.request.values;
    }
};

/// The changes that the user considers for one document, in the order in which they apply, with an undo stack of its
/// own.
class WhatIfList : public QObject
{
    Q_OBJECT

public:
    explicit WhatIfList(QObject *parent = nullptr);

    const std::vector<ListedChange> &changes() const { return m_changes; }
    int size() const { return static_cast<int>(m_changes.size()); }
    const ListedChange &at(int row) const { return m_changes.at(static_cast<std::size_t>(row)); }
    QUndoStack *undoStack() { return &m_undoStack; }

    // Each is one undoable step. Rows are those of changes().
    /// Appends the change with its defaults.
    void add(const Change &change);
    void add(const RequestedChange &request);
    void remove(int row);
    /// Puts the change of row `from` at row `to`.
    void move(int from, int to);
    void setOn(int row, bool on);
    void setFilter(int row, const QString &filter);
    /// @throws InputError when the change does not allow the value.
    void setValue(int row, const std::string &name, const ParameterValue &value);

Q_SIGNALS:
    void changed();

private:
    class Step;

    void push(std::vector<ListedChange> next, const QString &text, const QString &mergeKey = {});
    QString titleOf(int row) const;

    std::vector<ListedChange> m_changes;
    QUndoStack m_undoStack;
};

} // namespace streamscope
