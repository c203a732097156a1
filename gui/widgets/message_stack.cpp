// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/widgets/message_stack.h"

#include <QEvent>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

MessageStack::MessageStack(QWidget *under)
    : QWidget(under->parentWidget()), m_under(under), m_layout(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("messageStack"));
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(1);
    under->installEventFilter(this);
    hide();
}

void MessageStack::add(QWidget *bar)
{
    m_layout->insertWidget(0, bar);
    bar->installEventFilter(this);
    place();
}

bool MessageStack::eventFilter(QObject *watched, QEvent *event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::Move:
    case QEvent::ShowToParent:
    case QEvent::HideToParent:
        if (watched == m_under || event->type() != QEvent::Move)
            place();
        break;
    case QEvent::LayoutRequest:     // a longer text, another button
        if (wanted() != geometry()) // placing asks for a layout itself
            place();
        break;
    default:
        break;
    }
    return QWidget::eventFilter(watched, event);
}

QRect MessageStack::wanted() const
{
    const QRect over = m_under->geometry();
    m_layout->invalidate();
    const int wanted = m_layout->hasHeightForWidth() ? m_layout->heightForWidth(over.width()) : sizeHint().height();
    const int height = std::min(wanted, over.height());
    return {over.x(), over.y() + over.height() - height, over.width(), height};
}

void MessageStack::place()
{
    bool any = false;
    for (int i = 0; i < m_layout->count(); ++i)
        any = any || !m_layout->itemAt(i)->widget()->isHidden();
    setVisible(any);
    if (!any)
        return;
    setGeometry(wanted());
    m_layout->activate();
    for (int i = 0; i < m_layout->count(); ++i)
        if (QLayout *bar = m_layout->itemAt(i)->widget()->layout()) {
            bar->invalidate(); // of a bar that is being shown it still has the first width
            bar->activate();
        }
    raise();
}

} // namespace streamscope
