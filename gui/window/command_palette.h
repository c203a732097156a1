// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QDialog>
#include <QPointer>

#include <vector>

class QAction;
class QLineEdit;
class QListWidget;
class QMenu;
class QMenuBar;

namespace streamscope {

/// Every command of the menus by its name: type some words, Enter does it.
class CommandPalette : public QDialog
{
    Q_OBJECT

public:
    /// Lists the commands of `menus` as they are now.
    CommandPalette(const QMenuBar *menus, QWidget *parent);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void collect(const QMenu *menu, const QString &path);
    void list(const QString &words);
    void trigger();

    struct Command
    {
        QPointer<QAction> action;
        QString text; ///< "View › Theme › Dark"
    };
    std::vector<Command> m_commands;
    QLineEdit *m_words;
    QListWidget *m_list;
};

} // namespace streamscope
