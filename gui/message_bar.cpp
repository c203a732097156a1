// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace streamscope {

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_sign(new QLabel(this)), m_text(new QLabel(this)), m_offer(new QPushButton(this))
{
    setObjectName(QStringLiteral("messageBar"));
    setAutoFillBackground(true);
    m_text->setObjectName(QStringLiteral("messageText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *close = new QToolButton(this);
    close->setText(QStringLiteral("✕"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close the message"));
    close->setToolTip(tr("Close"));
    connect(close, &QToolButton::clicked, this, &MessageBar::clear);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 4, 4);
    layout->addWidget(m_sign);
    layout->addWidget(m_text, 1);
    layout->addWidget(m_offer);
    layout->addWidget(close);
    m_offer->setObjectName(QStringLiteral("messageOffer"));
    m_offer->hide();
    connect(m_offer, &QPushButton::clicked, this, [this] {
        const auto action = m_action; // it may bring the next message
        clear();
        action();
    });
    hide();
}

void MessageBar::showMessage(Kind kind, const QString &text)
{
    m_kind = kind;
    m_offer->hide();
    m_text->setText(text);
    m_sign->setText(kind == Kind::Error ? tr("⚠ Error") : QStringLiteral("ℹ"));
    setAccessibleName(kind == Kind::Error ? tr("Error: %1").arg(text) : text);
    recolour();
    show();
}

void MessageBar::offer(const QString &label, std::function<void()> action)
{
    m_action = std::move(action);
    m_offer->setText(label);
    m_offer->show();
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

void MessageBar::clear()
{
    hide();
}

void MessageBar::recolour()
{
    QPalette colours;
    const bool error = m_kind == Kind::Error;
    // One pair for light and dark windows: both contrasts are above 4.5:1.
    colours.setColor(QPalette::Window, error ? QColor(0x8c, 0x1d, 0x18) : QColor(0x00, 0x4f, 0x7c));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        colours.setColor(role, Qt::white);
    setPalette(colours);
    for (QWidget *child : findChildren<QWidget *>())
        if (child != m_offer)
            child->setPalette(colours);
}

} // namespace streamscope
