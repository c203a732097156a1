// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/fact_list.h"

#include <QAction>
#include <QClipboard>
#include <QEvent>
#include <QGuiApplication>
#include <QHeaderView>
#include <QTreeWidgetItemIterator>

#include <utility>

namespace streamscope {

namespace {
constexpr int targetRole = Qt::UserRole; ///< of links
}

FactList::FactList(QWidget *parent) : QTreeWidget(parent)
{
    setColumnCount(2);
    setHeaderHidden(true);
    setRootIsDecorated(false);
    setAlternatingRowColors(true);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setFrameShape(QFrame::NoFrame);
    setTextElideMode(Qt::ElideRight);
    header()->setStretchLastSection(true);
    auto *copy = new QAction(tr("Copy"), this);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &FactList::copySelected);
    addAction(copy);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(this, &QTreeWidget::itemClicked, this, &FactList::follow);
    connect(this, &QTreeWidget::itemActivated, this, &FactList::follow);
}

void FactList::addFact(const QString &label, const QString &value, const QString &help, QTreeWidgetItem *under)
{
    add(label, value, help, under);
}

void FactList::addLink(const QString &label, const QString &value, int target, const QString &help,
                       QTreeWidgetItem *under)
{
    addTarget(add(label, value, help, under), target);
}

void FactList::addCommand(const QString &label, const QString &value, const std::function<void()> &command,
                          const QString &help, QTreeWidgetItem *under)
{
    addTarget(add(label, value, help, under), QVariant::fromValue(command));
}

void FactList::addTarget(QTreeWidgetItem *item, const QVariant &target)
{
    item->setData(1, targetRole, target);
    item->setForeground(1, palette().link());
    QFont underlined = font();
    underlined.setUnderline(true);
    item->setFont(1, underlined);
}

/// Links keep the colour of the palette with which they were added.
void FactList::changeEvent(QEvent *event)
{
    QTreeWidget::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    for (QTreeWidgetItemIterator item(this); *item; ++item)
        if ((*item)->data(1, targetRole).isValid())
            (*item)->setForeground(1, palette().link());
}

void FactList::follow(const QTreeWidgetItem *item)
{
    const QVariant target = item->data(1, targetRole);
    if (!target.isValid())
        return;
    std::function<void()> command = [this, to = target.toInt()] { Q_EMIT linkActivated(to); };
    if (target.metaType() == QMetaType::fromType<std::function<void()>>())
        command = target.value<std::function<void()>>();
    QMetaObject::invokeMethod(this, command, Qt::QueuedConnection); // the list may be another before this returns
}

QTreeWidgetItem *FactList::add(const QString &label, const QString &value, const QString &help, QTreeWidgetItem *under)
{
    auto *item = new QTreeWidgetItem({label, value});
    const QString tip = help.isEmpty() ? value : help;
    item->setToolTip(0, tip);
    item->setToolTip(1, tip);
    if (under)
        under->addChild(item);
    else
        addTopLevelItem(item);
    return item;
}

QTreeWidgetItem *FactList::addHeading(const QString &text)
{
    auto *item = new QTreeWidgetItem({text});
    QFont bold = font();
    bold.setBold(true);
    item->setFont(0, bold);
    addTopLevelItem(item);
    item->setFirstColumnSpanned(true);
    item->setExpanded(true);
    return item;
}

QString FactList::value(const QString &label) const
{
    const auto found = findItems(label, Qt::MatchExactly | Qt::MatchRecursive, 0);
    return found.isEmpty() ? QString() : found.first()->text(1);
}

void FactList::showOnly(const QString &text)
{
    clear();
    auto *item = new QTreeWidgetItem({text});
    item->setFlags(Qt::NoItemFlags);
    addTopLevelItem(item);
    item->setFirstColumnSpanned(true);
    item->setToolTip(0, text);
}

void FactList::fit()
{
    expandAll();
    resizeColumnToContents(0);
}

void FactList::copySelected() const
{
    QString text;
    for (const QTreeWidgetItem *item : selectedItems())
        text += item->text(0) + QLatin1Char('\t') + item->text(1) + QLatin1Char('\n');
    if (!text.isEmpty())
        QGuiApplication::clipboard()->setText(text);
}

} // namespace streamscope
