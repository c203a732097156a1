// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/what_if/what_if_list.h"

#include "gui/language/translated.h"

#include <QElapsedTimer>
#include <QUndoCommand>

#include <utility>

namespace streamscope {

namespace {

constexpr int listStepId = 1;
constexpr qint64 sameStepMs = 700; ///< steps of one spin box become one undo step

} // namespace

/// The whole list before and after: a list is small, and whole states cannot drift apart.
class WhatIfList::Step : public QUndoCommand
{
public:
    Step(WhatIfList &list, std::vector<ListedChange> after, const QString &text, QString mergeKey)
        : QUndoCommand(text), m_list(list), m_before(list.m_changes), m_after(std::move(after)),
          m_mergeKey(std::move(mergeKey))
    {
        m_age.start();
    }

    void undo() override { show(m_before); }
    void redo() override { show(m_after); }
    int id() const override { return m_mergeKey.isEmpty() ? -1 : listStepId; }

    bool mergeWith(const QUndoCommand *other) override
    {
        const auto *next = static_cast<const Step *>(other);
        if (next->m_mergeKey != m_mergeKey || m_age.elapsed() > sameStepMs)
            return false;
        m_after = next->m_after;
        m_age.restart();
        return true;
    }

private:
    void show(const std::vector<ListedChange> &changes)
    {
        m_list.m_changes = changes;
        Q_EMIT m_list.changed();
    }

    WhatIfList &m_list;
    std::vector<ListedChange> m_before, m_after;
    QString m_mergeKey;
    QElapsedTimer m_age;
};

WhatIfList::WhatIfList(QObject *parent) : QObject(parent) {}

void WhatIfList::add(const Change &change)
{
    add({&change, Parameters(change.parameters()), {}});
}

void WhatIfList::add(const RequestedChange &request)
{
    std::vector<ListedChange> next = m_changes;
    next.push_back({request});
    push(std::move(next), tr("add “%1”").arg(translated(request.change->title())));
}

void WhatIfList::remove(int row)
{
    std::vector<ListedChange> next = m_changes;
    next.erase(next.begin() + row);
    push(std::move(next), tr("remove “%1”").arg(titleOf(row)));
}

void WhatIfList::move(int from, int to)
{
    if (from == to)
        return;
    std::vector<ListedChange> next = m_changes;
    ListedChange moved = std::move(next[static_cast<std::size_t>(from)]);
    next.erase(next.begin() + from);
    next.insert(next.begin() + to, std::move(moved));
    push(std::move(next), tr("move “%1”").arg(titleOf(from)));
}

void WhatIfList::setOn(int row, bool on)
{
    std::vector<ListedChange> next = m_changes;
    next.at(static_cast<std::size_t>(row)).isOn = on;
    push(std::move(next), on ? tr("switch “%1” on").arg(titleOf(row)) : tr("switch “%1” off").arg(titleOf(row)));
}

void WhatIfList::setFilter(int row, const QString &filter)
{
    std::vector<ListedChange> next = m_changes;
    next.at(static_cast<std::size_t>(row)).request.filter = filter.trimmed().toStdString();
    push(std::move(next), tr("filter of “%1”").arg(titleOf(row)));
}

void WhatIfList::setValue(int row, const std::string &name, const ParameterValue &value)
{
    std::vector<ListedChange> next = m_changes;
    next.at(static_cast<std::size_t>(row)).request.values.set(name, value);
    const QString key = QString::number(row) + QLatin1Char('/') + QString::fromStdString(name);
    push(std::move(next), tr("%1 of “%2”").arg(QString::fromStdString(name), titleOf(row)), key);
}

QString WhatIfList::titleOf(int row) const
{
    return translated(at(row).request.change->title());
}

void WhatIfList::push(std::vector<ListedChange> next, const QString &text, const QString &mergeKey)
{
    if (next != m_changes)
        m_undoStack.push(new Step(*this, std::move(next), text, mergeKey));
}

} // namespace streamscope
