// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_answer_view.h"

#include "gui/language/translated.h"
#include "gui/lessons/bars_view.h"
#include "gui/lessons/lesson_label.h"

#include "engine/run/lessons/lesson_answers.h"

#include <QVBoxLayout>

namespace streamscope {

namespace {

/// The verdict in words and a sign; where nothing was answered, what is right.
QString verdictMarkdown(const LessonSession &session, const LessonQuestion &question)
{
    const auto verdict = session.verdict(question);
    const bool isChoice = question.kind == QuestionKind::Choice;
    if (!verdict) {
        if (question.kind == QuestionKind::Bars)
            return LessonAnswerView::tr("You drew nothing. As it ran:");
        const std::string answer = rightAnswerText(question, session.figures());
        const QString right = isChoice ? shownText(answer) : translated(answer);
        return LessonAnswerView::tr("You gave no answer. It is: %1").arg(isChoice ? right : escapedMarkdown(right));
    }
    QString text =
        verdict->right ? LessonAnswerView::tr("**✓ Right.** %1") : LessonAnswerView::tr("**✗ Not this time.** %1");
    if (isChoice && !verdict->right)
        text = LessonAnswerView::tr("**✗ Not this time.** It is: %1");
    text = text.arg(isChoice ? shownText(verdict->text) : escapedMarkdown(shownText(verdict->text)));
    for (const std::string &detail : verdict->details)
        text += QStringLiteral("\n- ") + escapedMarkdown(shownText(detail));
    return text.replace(QStringLiteral("\n- "), QStringLiteral("\n\n- "));
}

BarsView *measuredBars(const LessonSession &session, const LessonQuestion &question)
{
    const std::vector<double> starts =
        measuredStarts(session.lesson(), question, session.figures(), *session.figures().result(question.bars->run));
    auto *view = new BarsView(barsOf(session.lesson(), question), DrawnStarts(starts.begin(), starts.end()), false);
    view->setToolTip(LessonAnswerView::tr("As it ran"));
    return view;
}

} // namespace

LessonAnswerView::LessonAnswerView(const LessonSession &session, const LessonAnswer &answer, QWidget *parent)
    : QGroupBox(parent)
{
    const auto &question = std::get<LessonQuestion>(session.lesson().blocks[answer.question]);
    setTitle(tr("Answer %1").arg(session.numberOf(question)));
    auto *layout = new QVBoxLayout(this);
    auto *verdict = new LessonLabel(verdictMarkdown(session, question));
    verdict->setObjectName(QStringLiteral("lessonVerdict"));
    layout->addWidget(verdict);
    if (question.kind == QuestionKind::Bars) {
        if (session.verdict(question))
            layout->addWidget(new LessonLabel(tr("As it ran:")));
        layout->addWidget(measuredBars(session, question));
    }
    auto *why = new LessonLabel(shownText(filledText(answer.text, session.figures())));
    why->setObjectName(QStringLiteral("lessonAnswer"));
    layout->addWidget(why);
}

} // namespace streamscope
