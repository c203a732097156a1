// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QTreeWidget>

#include <functional>

namespace streamscope {

/// A list of names and values, with keyboard navigation and copying as TSV.
class FactList : public QTreeWidget
{
    Q_OBJECT

public:
    explicit FactList(QWidget *parent = nullptr);

    void addFact(const QString &label, const QString &value, const QString &help = {},
                 QTreeWidgetItem *under = nullptr);
    /// The same, as a link: a click or Enter emits linkActivated(target).
    void addLink(const QString &label, const QString &value, int target, const QString &help = {},
                 QTreeWidgetItem *under = nullptr);
    /// As a link that calls `command`, which must stay callable as long as the list.
    void addCommand(const QString &label, const QString &value, const std::function<void()> &command,
                    const QString &help = {}, QTreeWidgetItem *under = nullptr);
    QTreeWidgetItem *addHeading(const QString &text);
    /// The value beside `label`; empty when there is none.
    QString value(const QString &label) const;
    /// Removes all facts and shows one line instead.
    void showOnly(const QString &text);
    /// Column widths for the contents.
    void fit();

public Q_SLOTS:
    void copySelected() const;

Q_SIGNALS:
    void linkActivated(int target);

protected:
    void changeEvent(QEvent *event) override;

private:
    QTreeWidgetItem *add(const QString &label, const QString &value, const QString &help, QTreeWidgetItem *under);
    void addTarget(QTreeWidgetItem *item, const QVariant &target);
    void follow(const QTreeWidgetItem *item);
};

} // namespace streamscope
