// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_question_view.h"

#include "gui/lessons/bars_view.h"
#include "gui/lessons/lesson_label.h"

#include "engine/run/lessons/lesson_answers.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QRadioButton>
#include <QVBoxLayout>

namespace streamscope {

namespace {

constexpr int numberWidth = 90; ///< pixels

/// The text of a choice wraps, which that of a radio button does not; a click on it chooses.
class ChoiceText final : public LessonLabel
{
public:
    ChoiceText(const QString &markdown, QRadioButton *button) : LessonLabel(markdown), m_button(button)
    {
        setTextInteractionFlags(Qt::NoTextInteraction);
    }

protected:
    void mouseReleaseEvent(QMouseEvent *) override { m_button->click(); }

private:
    QRadioButton *m_button;
};

} // namespace

LessonQuestionView::LessonQuestionView(const LessonSession &session, const LessonQuestion &question, QWidget *parent)
    : QGroupBox(tr("Question %1").arg(session.numberOf(question)), parent), m_session(session), m_question(question)
{
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(new LessonLabel(filled(question.prompt)));
    if (question.kind == QuestionKind::Choice)
        addChoices(layout);
    else if (question.kind == QuestionKind::Number)
        addNumber(layout);
    else
        addBars(layout);
}

QString LessonQuestionView::filled(const LessonText &text) const
{
    return QString::fromStdString(filledText(text, m_session.figures()));
}

void LessonQuestionView::addChoices(QVBoxLayout *layout)
{
    const GivenAnswer *given = m_session.given(m_question);
    const bool isOpen = m_session.isOpen(m_question);
    for (std::size_t i = 0; i < m_question.choices.size(); ++i) {
        auto *button = new QRadioButton;
        auto *text = new ChoiceText(filled(m_question.choices[i].text), button);
        button->setObjectName(QStringLiteral("lessonChoice"));
        button->setAccessibleName(text->text());
        button->setChecked(given && std::get<std::size_t>(*given) == i);
        button->setEnabled(isOpen);
        auto *row = new QHBoxLayout;
        row->setSpacing(6);
        row->addWidget(button, 0, Qt::AlignTop);
        row->addWidget(text, 1);
        layout->addLayout(row);
        connect(button, &QRadioButton::toggled, this, [this, i](bool isChosen) {
            if (isChosen)
                Q_EMIT answered(m_question, i);
        });
    }
}

void LessonQuestionView::addNumber(QVBoxLayout *layout)
{
    const GivenAnswer *given = m_session.given(m_question);
    auto *edit = new QLineEdit(given ? QString::fromStdString(std::get<std::string>(*given)) : QString());
    edit->setObjectName(QStringLiteral("lessonNumber"));
    edit->setAccessibleName(tr("Your answer, in %1").arg(QString::fromStdString(m_question.number->unit)));
    edit->setFixedWidth(numberWidth);
    edit->setReadOnly(!m_session.isOpen(m_question));
    auto *problem = new QLabel;
    auto *row = new QHBoxLayout;
    row->addWidget(edit);
    row->addWidget(new QLabel(QString::fromStdString(m_question.number->unit)));
    row->addWidget(problem);
    row->addStretch(1);
    layout->addLayout(row);
    connect(edit, &QLineEdit::textChanged, this, [this, problem](const QString &text) {
        const bool isNumber = text.trimmed().isEmpty() || parseStudentsNumber(text.toStdString()).has_value();
        problem->setText(isNumber ? QString() : tr("This is no number."));
        Q_EMIT answered(m_question, text.toStdString());
    });
}

void LessonQuestionView::addBars(QVBoxLayout *layout)
{
    const GivenAnswer *given = m_session.given(m_question);
    auto *bars = new BarsView(barsOf(m_session.lesson(), m_question),
                              given ? std::get<DrawnStarts>(*given) : DrawnStarts(), m_session.isOpen(m_question));
    layout->addWidget(bars);
    if (m_session.isOpen(m_question))
        layout->addWidget(new LessonLabel(tr("Drag each bar to the time at which it starts.")));
    connect(bars, &BarsView::drawn, this, [this, bars] { Q_EMIT answered(m_question, bars->starts()); });
}

} // namespace streamscope
