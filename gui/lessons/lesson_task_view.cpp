// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_task_view.h"

#include "gui/language/translated.h"
#include "gui/lessons/lesson_label.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace streamscope {

LessonTaskView::LessonTaskView(const LessonSession &session, const LessonTask &task, QWidget *parent)
    : QGroupBox(tr("Change it"), parent), m_session(session), m_task(task)
{
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(new LessonLabel(shownText(filledText(task.prompt, session.figures()))));
    layout->addWidget(new LessonLabel(knobsText()));
    auto *open = new QPushButton(tr("Open the knobs"));
    open->setObjectName(QStringLiteral("lessonKnobs"));
    open->setToolTip(tr("Open the run as an experiment in a tab of its own"));
    auto *row = new QHBoxLayout;
    row->addWidget(open);
    row->addStretch(1);
    layout->addLayout(row);
    layout->addWidget(new LessonLabel(tr("Then turn them on the left and run it (F5). Each run is judged here.")));
    if (const QString verdict = verdictMarkdown(); !verdict.isEmpty()) {
        auto *label = new LessonLabel(verdict);
        label->setObjectName(QStringLiteral("lessonJudged"));
        layout->addWidget(label);
    }
    connect(open, &QPushButton::clicked, this, [this] { Q_EMIT knobsWanted(m_task); });
}

/// By the names that the form has.
QString LessonTaskView::knobsText() const
{
    QStringList knobs;
    for (const ParameterSpec &spec : knobsOfTask(m_session.lesson(), m_task))
        knobs << QStringLiteral("*%1*").arg(escapedMarkdown(translated(spec.label)));
    return tr("You may change: %1.").arg(knobs.join(QStringLiteral(", ")));
}

QString LessonTaskView::verdictMarkdown() const
{
    const TaskVerdict *judged = m_session.judged(m_task);
    if (!judged)
        return m_session.isDone(m_task) ? tr("**✓ Done** before.") : QString();
    if (judged->done)
        return tr("**✓ Done.** Your last run reaches it.");
    QString text = m_session.isDone(m_task) ? tr("**✓ Done** before. Your last run does not reach it:")
                                            : tr("**✗ Not yet.** In your last run:");
    for (const std::string &missing : judged->missing)
        text += QStringLiteral("\n\n- ") + escapedMarkdown(translated(missing));
    if (!m_task.hint.empty())
        text +=
            QStringLiteral("\n\n") + tr("**Hint:** %1").arg(shownText(filledText(m_task.hint, m_session.figures())));
    return text;
}

} // namespace streamscope
