// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/language/translated.h"

#include <QFrame>
#include <QList>

#include <functional>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace streamscope {

/// Shows messages inside the window, without a dialog. Errors stay until they are closed or replaced.
class MessageBar : public QFrame
{
    Q_OBJECT

public:
    enum class Kind { Note, Error };

    explicit MessageBar(QWidget *parent = nullptr);

    void showMessage(Kind kind, const QString &text);
    /// A button beside the message, until the next message; the first one comes first.
    void offer(const QString &label, const std::function<void()> &action);
    QString text() const;
    Kind kind() const { return m_kind; }

public Q_SLOTS:
    void clear();
    void note(const QString &text) { showMessage(Kind::Note, text); }
    /// An error of the engine is said in the user's language.
    void complain(const QString &text) { showMessage(Kind::Error, translated(text)); }

Q_SIGNALS:
    /// A message is shown; `line` is for the log.
    void said(const QString &line);

private:
    QList<QPushButton *> offers() const;
    void recolour();

    Kind m_kind = Kind::Note;
    QLabel *m_sign;
    QLabel *m_text;
    QHBoxLayout *m_offers;
};

} // namespace streamscope
