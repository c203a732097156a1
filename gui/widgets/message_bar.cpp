// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

namespace streamscope {

MessageBar::MessageBar(QWidget *parent)
    : QFrame(parent), m_sign(new QLabel(this)), m_text(new QLabel(this)), m_offers(new QHBoxLayout)
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
    layout->addLayout(m_offers);
    layout->addWidget(close);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString &text)
{
    m_kind = kind;
    for (QPushButton *former : offers()) {
        former->hide();
        former->deleteLater(); // it may be the one that was just clicked
        m_offers->removeWidget(former);
    }
    m_text->setText(text);
    m_sign->setText(kind == Kind::Error ? tr("⚠ Error") : QStringLiteral("ℹ"));
    setAccessibleName(kind == Kind::Error ? tr("Error: %1").arg(text) : text);
    recolour();
    show();
    Q_EMIT said(kind == Kind::Error ? tr("Error: %1").arg(text) : text);
}

void MessageBar::offer(const QString &label, const std::function<void()> &action)
{
    auto *button = new QPushButton(label, this);
    button->setObjectName(QStringLiteral("messageOffer"));
    m_offers->addWidget(button);
    recolour();
    button->show();
    connect(button, &QPushButton::clicked, this, [this, action] {
        clear();
        action();
    });
}

QList<QPushButton *> MessageBar::offers() const
{
    QList<QPushButton *> buttons;
    for (int i = 0; i < m_offers->count(); ++i)
        buttons << qobject_cast<QPushButton *>(m_offers->itemAt(i)->widget());
    return buttons;
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
    QPalette offerColours = colours; // the other way round: white is the ground
    offerColours.setColor(QPalette::Button, Qt::white);
    offerColours.setColor(QPalette::ButtonText, colours.color(QPalette::Window));
    for (QWidget *child : findChildren<QWidget *>())
        child->setPalette(qobject_cast<QPushButton *>(child) ? offerColours : colours);
}

} // namespace streamscope
