// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/command_palette.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

namespace {

/// Without the letter for the keyboard and the dots of a dialog.
QString plainText(const QString &text)
{
    return QString(text).remove(QLatin1Char('&')).remove(QChar(0x2026));
}

} // namespace

CommandPalette::CommandPalette(const QMenuBar *menus, QWidget *parent)
    : QDialog(parent), m_words(new QLineEdit), m_list(new QListWidget)
{
    setObjectName(QStringLiteral("commandPalette"));
    setWindowTitle(tr("Commands"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_words->setObjectName(QStringLiteral("commandWords"));
    m_words->setAccessibleName(tr("Words of a command"));
    m_words->setPlaceholderText(tr("Type words of a command"));
    m_words->installEventFilter(this);
    m_list->setObjectName(QStringLiteral("commandList"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFocusPolicy(Qt::NoFocus); // the arrow keys go there from the line
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_words);
    layout->addWidget(m_list);
    for (const QAction *top : menus->actions())
        if (top->menu())
            collect(top->menu(), plainText(top->text()));
    connect(m_words, &QLineEdit::textChanged, this, &CommandPalette::list);
    connect(m_words, &QLineEdit::returnPressed, this, &CommandPalette::trigger);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::trigger);
    list({});
    resize(std::min(560, parent->width()), std::min(420, parent->height()));
}

/// A menu that is filled when it opens is filled for this.
void CommandPalette::collect(const QMenu *menu, const QString &path)
{
    Q_EMIT const_cast<QMenu *>(menu)->aboutToShow();
    for (QAction *action : menu->actions()) {
        if (action->isSeparator() || !action->isVisible())
            continue;
        const QString text = path + QStringLiteral(" › ") + plainText(action->text());
        if (action->menu())
            collect(action->menu(), text);
        else
            m_commands.push_back({action, text});
    }
}

void CommandPalette::list(const QString &words)
{
    const QStringList wanted = words.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    m_list->clear();
    for (std::size_t i = 0; i < m_commands.size(); ++i) {
        const auto &[action, text] = m_commands[i];
        const bool fits = std::all_of(wanted.begin(), wanted.end(), [&text = text](const QString &word) {
            return text.contains(word, Qt::CaseInsensitive);
        });
        if (!action || !action->isEnabled() || !fits)
            continue;
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        auto *item = new QListWidgetItem(key.isEmpty() ? text : text + QStringLiteral("   ") + key, m_list);
        item->setData(Qt::UserRole, static_cast<int>(i));
        item->setToolTip(action->toolTip());
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::trigger()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item)
        return;
    const auto command = static_cast<std::size_t>(item->data(Qt::UserRole).toInt());
    if (QAction *action = m_commands[command].action) // after the palette is gone: it may open a dialog
        QTimer::singleShot(0, action, &QAction::trigger);
    accept();
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

} // namespace streamscope
