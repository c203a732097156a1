// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QMenu;
class QToolButton;

namespace streamscope {

/// A page that has nothing to show yet: what will stand there, and the button that brings it.
class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(const QString &text, QWidget *parent = nullptr);

    void setText(const QString &text);
    /// The button does `action` and is in sight while that is enabled. Not owned.
    void offer(QAction *action);
    /// The button opens `menu`. Not owned.
    void offer(QMenu *menu);

private:
    QLabel *m_text;
    QToolButton *m_button;
};

} // namespace streamscope
