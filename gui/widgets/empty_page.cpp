// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/empty_page.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QToolButton>
#include <QVBoxLayout>

namespace streamscope {

EmptyPage::EmptyPage(const QString &text, QWidget *parent)
    : QWidget(parent), m_text(new QLabel(text, this)), m_button(new QToolButton(this))
{
    m_text->setAlignment(Qt::AlignCenter);
    m_text->setWordWrap(true);
    m_button->setObjectName(QStringLiteral("emptyPageButton"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_button->setFocusPolicy(Qt::StrongFocus);
    m_button->hide();
    auto *layout = new QVBoxLayout(this);
    layout->addStretch(1);
    layout->addWidget(m_text);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(1);
}

void EmptyPage::setText(const QString &text)
{
    m_text->setText(text);
}

void EmptyPage::offer(QAction *action)
{
    m_button->setDefaultAction(action);
    const auto follow = [this, action] { m_button->setVisible(action->isEnabled()); };
    connect(action, &QAction::changed, this, follow);
    follow();
}

void EmptyPage::offer(QMenu *menu)
{
    m_button->setText(menu->title());
    m_button->setMenu(menu);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->show();
}

} // namespace streamscope
