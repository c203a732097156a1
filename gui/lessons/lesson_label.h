// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QLabel>

#include <string>

namespace streamscope {

/// Markdown of a lesson as a label that wraps, and whose text can be selected with the mouse.
class LessonLabel : public QLabel
{
    Q_OBJECT

public:
    explicit LessonLabel(const QString &markdown, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;
};

inline QString shownText(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

/// The text where Markdown shall not see signs in it.
QString escapedMarkdown(const QString &text);

} // namespace streamscope
