// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_sheet.h"

#include "engine/run/lessons/lesson_answers.h"
#include "engine/run/lessons/lesson_bars.h"
#include "gui/lessons/bars_picture.h"
#include "gui/lessons/sheet_document.h"
#include "gui/pictures/timeline_image.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>

namespace streamscope {

namespace {

QString text(const std::string &utf8)
{
    return QString::fromStdString(utf8);
}

/// The same, where Markdown shall not see signs in it.
QString plain(const std::string &utf8)
{
    QString escaped;
    for (const QChar c : text(utf8)) {
        if (QStringLiteral("\\`*_{}[]()#+-.!|<>~").contains(c))
            escaped += QLatin1Char('\\');
        escaped += c;
    }
    return escaped;
}

bool usesRuns(const LessonText &content)
{
    bool uses = !content.condition.runs().empty();
    for (const LessonText::Piece &piece : content.pieces)
        uses = uses || !piece.value.runs().empty();
    return uses;
}

/// Writes one lesson after the other.
class Sheet
{
    Q_DECLARE_TR_FUNCTIONS(Sheet)

public:
    Sheet(const QString &title, bool solutions) : m_document(title), m_solutions(solutions) {}

    void addIntroduction(const QString &title, const QString &introduction)
    {
        m_document.addMarkdown(QStringLiteral("# ") + title);
        m_document.addMarkdown(introduction);
        m_document.beginPage();
    }

    void add(const SheetLesson &lesson)
    {
        m_now = &lesson;
        m_document.addMarkdown(QStringLiteral("# ") + plain(lesson.lesson->title));
        for (const LessonBlock &block : lesson.lesson->blocks)
            std::visit([this](const auto &one) { addBlock(one); }, block);
        m_document.beginPage();
    }

    QByteArray pdf() const { return m_document.pdf(); }

private:
    QString filled(const LessonText &content) const { return text(filledText(content, *m_now->figures)); }

    void addBlock(const LessonText &content)
    {
        if (m_solutions || !usesRuns(content))
            m_document.addMarkdown(filled(content));
    }

    void addBlock(const LessonRun &run)
    {
        if (!m_solutions) {
            m_document.addMarkdown(tr("**Run:** %1").arg(plain(run.title)));
            return;
        }
        PictureSource picture = pictureOf(m_now->figures->result(run.name));
        picture.title = text(run.title);
        addPicture(std::move(picture));
    }

    void addPicture(PictureSource picture)
    {
        picture.facts.resize(std::min<std::size_t>(picture.facts.size(), 1)); // figures; the lesson says the rest
        ImageOptions options;
        options.width = m_document.width();
        options.blockLanes = false;
        m_document.addPicture(paintedRecording(picture, options));
    }

    void addBlock(const LessonQuestion &question)
    {
        m_document.addMarkdown(tr("**Question.** %1").arg(filled(question.prompt)));
        if (question.kind == QuestionKind::Choice)
            addChoices(question);
        else if (question.kind == QuestionKind::Number)
            m_document.addMarkdown(
                m_solutions ? tr("Answer: **%1**").arg(plain(rightNumber(question, *m_now->figures).text))
                            : tr("Answer: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_ %1").arg(plain(question.number->unit)));
        else
            addBars(question);
    }

    void addChoices(const LessonQuestion &question)
    {
        const std::size_t right = m_solutions ? rightChoice(question, *m_now->figures) : question.choices.size();
        QString list;
        for (std::size_t i = 0; i < question.choices.size(); ++i) {
            const QString choice = filled(question.choices[i].text);
            list += i == right ? QStringLiteral("☑ **%1**\n\n").arg(choice) : QStringLiteral("☐ %1\n\n").arg(choice);
        }
        m_document.addMarkdown(list);
    }

    void addBars(const LessonQuestion &question)
    {
        std::optional<std::vector<double>> starts;
        if (m_solutions)
            starts =
                measuredStarts(*m_now->lesson, question, *m_now->figures, *m_now->figures->result(question.bars->run));
        m_document.addPicture(barsPicture(barsOf(*m_now->lesson, question), starts, m_document.width()));
    }

    void addBlock(const LessonAnswer &answer)
    {
        if (m_solutions)
            m_document.addMarkdown(filled(answer.text));
    }

    void addBlock(const LessonTask &task)
    {
        if (!m_solutions && usesRuns(task.prompt))
            return;
        m_document.addMarkdown(tr("**Change it.** %1").arg(filled(task.prompt)));
        if (!m_solutions) {
            m_document.addMarkdown(tr("What I changed: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_\\_"
                                      "\\_\\_\\_\\_\\_\\_\\_"));
            return;
        }
        QString settings;
        for (const auto &[knob, value] : task.solution)
            settings += (settings.isEmpty() ? QString() : QStringLiteral(", ")) + text(knob + " = " + value);
        m_document.addMarkdown(tr("A solution: **%1**").arg(plain(settings.toStdString())));
        if (const auto run = m_now->solved.find(task.name); run != m_now->solved.end())
            addPicture(pictureOf(run->second));
    }

    SheetDocument m_document;
    bool m_solutions;
    const SheetLesson *m_now = nullptr;
};

QByteArray made(const QString &title, const QString &introduction, const std::vector<SheetLesson> &lessons,
                bool solutions)
{
    Sheet sheet(title, solutions);
    if (!introduction.isEmpty())
        sheet.addIntroduction(title, introduction);
    for (const SheetLesson &lesson : lessons)
        sheet.add(lesson);
    return sheet.pdf();
}

} // namespace

QByteArray lessonSheet(const QString &title, const QString &introduction, const std::vector<SheetLesson> &lessons)
{
    return made(title, introduction, lessons, false);
}

QByteArray lessonSolutions(const QString &title, const QString &introduction, const std::vector<SheetLesson> &lessons)
{
    return made(title, introduction, lessons, true);
}

} // namespace streamscope
