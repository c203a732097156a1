// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_label.h"

#include <QEvent>

namespace streamscope {

LessonLabel::LessonLabel(const QString &markdown, QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::MarkdownText);
    setText(markdown);
    setWordWrap(true);
    setAlignment(Qt::AlignLeft | Qt::AlignTop);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::LinksAccessibleByMouse);
    setOpenExternalLinks(true);
}

/// The text has the colours of links that the palette had when it was set.
void LessonLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() != QEvent::PaletteChange)
        return;
    const QString markdown = text();
    clear();
    setText(markdown);
}

QString escapedMarkdown(const QString &text)
{
    QString escaped;
    for (const QChar c : text) {
        if (QStringLiteral("\\`*_{}[]()#+-.!|<>~").contains(c))
            escaped += QLatin1Char('\\');
        escaped += c;
    }
    return escaped;
}

} // namespace streamscope
