// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace streamscope {

/// Message bars above each other, over the foot of another widget: a message that comes or goes moves nothing.
class MessageStack : public QWidget
{
    Q_OBJECT

public:
    /// @param under has the stack as a sibling in front of it, as long as both live
    explicit MessageStack(QWidget *under);

    /// Takes ownership. The stack is shown while one of its bars is.
    void add(QWidget *bar);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    QRect wanted() const;
    void place();

    QWidget *m_under;
    QVBoxLayout *m_layout;
};

} // namespace streamscope
