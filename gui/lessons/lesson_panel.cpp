// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/lessons/lesson_panel.h"

#include "gui/language/translated.h"
#include "gui/lessons/lesson_answer_view.h"
#include "gui/lessons/lesson_label.h"
#include "gui/lessons/lesson_question_view.h"
#include "gui/lessons/lesson_task_view.h"

#include "engine/program/errors.h"
#include "engine/run/lessons/run_figures.h"

#include <QApplication>
#include <QHBoxLayout>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

namespace {

constexpr int blockMargin = 8, blockSpacing = 10;
constexpr int beforeNews = 60; ///< pixels that stay in sight above what is new

QPushButton *footButton(const char *name, const QString &text, const QString &help)
{
    auto *button = new QPushButton(text);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(help);
    return button;
}

} // namespace

LessonPanel::LessonPanel(QWidget *parent)
    : QWidget(parent), m_title(new QLabel), m_device(new QLabel), m_problem(new QLabel), m_scroll(new QScrollArea)
{
    setObjectName(QStringLiteral("lessonPanel"));
    m_title->setObjectName(QStringLiteral("lessonTitle"));
    m_title->setWordWrap(true);
    QFont large = font();
    large.setBold(true);
    large.setPointSizeF(large.pointSizeF() * 1.15);
    m_title->setFont(large);
    m_device->setObjectName(QStringLiteral("lessonDevice"));
    m_device->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("lessonProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_scroll->setObjectName(QStringLiteral("lessonScroll"));
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    auto *head = new QVBoxLayout;
    head->setContentsMargins(blockMargin, blockMargin, blockMargin, 0);
    for (QWidget *part : {m_title, m_device, m_problem})
        head->addWidget(part);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(head);
    layout->addWidget(m_scroll, 1);
    layout->addWidget(makeFoot());
    setFocusProxy(m_scroll);
    setSession(nullptr);
}

QWidget *LessonPanel::makeFoot()
{
    auto *foot = new QWidget;
    m_former = footButton("lessonFormer", QStringLiteral("◂"), tr("To the lesson before"));
    m_next = footButton("lessonNext", QStringLiteral("▸"), tr("To the next lesson"));
    m_sheet = footButton("lessonSheet", tr("Print sheet…"), tr("Write the lesson as a sheet for students: a PDF"));
    m_restart = footButton("lessonRestart", tr("Start again"), tr("Forget the answers and the runs of this lesson"));
    auto *row = new QHBoxLayout(foot);
    row->setContentsMargins(blockMargin, 0, blockMargin, blockMargin);
    row->setSpacing(4);
    for (QPushButton *button : {m_former, m_next}) {
        button->setFixedWidth(button->sizeHint().height() * 2);
        button->setAccessibleName(button->toolTip());
    }
    for (QPushButton *button : {m_former, m_restart, m_sheet, m_next})
        row->addWidget(button);
    connect(m_former, &QPushButton::clicked, this, [this] { Q_EMIT stepWanted(-1); });
    connect(m_next, &QPushButton::clicked, this, [this] { Q_EMIT stepWanted(1); });
    connect(m_sheet, &QPushButton::clicked, this, &LessonPanel::sheetWanted);
    connect(m_restart, &QPushButton::clicked, this, &LessonPanel::restartWanted);
    return foot;
}

void LessonPanel::setSession(const LessonSession *session, int number, int count)
{
    m_session = session;
    m_number = number;
    m_count = count;
    m_runs = false;
    if (!session)
        m_title->setText(tr("Choose a lesson in Help › Lessons."));
    else if (number > 0)
        m_title->setText(tr("%1. %2").arg(number).arg(shownText(session->lesson().title)));
    else
        m_title->setText(shownText(session->lesson().title));
    m_device->setVisible(session);
    m_former->setEnabled(session && number > 1);
    m_next->setEnabled(session && number > 0 && number < count);
    m_sheet->setEnabled(session);
    m_restart->setEnabled(session);
    setProblem({});
    fill();
    m_scroll->verticalScrollBar()->setValue(0);
}

void LessonPanel::refresh()
{
    const bool hasFocusHere = isAncestorOf(QApplication::focusWidget());
    const int at = m_scroll->verticalScrollBar()->value();
    const int to = m_run ? std::max(at, m_run->y() - beforeNews) : at; // what is new stands where the button was
    fill();
    if (hasFocusHere)
        m_scroll->setFocus(); // the widget that had it is gone
    QTimer::singleShot(0, m_scroll, [this, to] { m_scroll->verticalScrollBar()->setValue(to); }); // once it is laid out
}

void LessonPanel::showAll()
{
    fill();
    m_scroll->verticalScrollBar()->setValue(0);
}

void LessonPanel::showTask(const LessonTask &task)
{
    refresh();
    QTimer::singleShot(0, m_scroll, [this, name = task.name] {
        for (LessonTaskView *view : m_scroll->findChildren<LessonTaskView *>())
            if (view->task().name == name)
                m_scroll->ensureWidgetVisible(view);
    });
}

void LessonPanel::setDevice(const QString &device)
{
    m_device->setText(device);
}

void LessonPanel::setProblem(const QString &problem)
{
    m_problem->setText(problem.isEmpty() ? QString() : tr("⚠ %1").arg(problem));
    m_problem->setVisible(!problem.isEmpty());
}

QString LessonPanel::filled(const LessonText &text) const
{
    return shownText(filledText(text, m_session->figures()));
}

void LessonPanel::fill()
{
    m_run = m_cancel = nullptr;
    m_anyway = m_what = nullptr;
    m_progress = nullptr;
    auto *page = new QWidget;
    page->setObjectName(QStringLiteral("lessonPage"));
    m_blocks = new QVBoxLayout(page);
    m_blocks->setContentsMargins(blockMargin, 0, blockMargin, blockMargin);
    m_blocks->setSpacing(blockSpacing);
    if (m_session) {
        const std::size_t shown = m_session->shown();
        for (std::size_t i = 0; i < shown; ++i) {
            try {
                std::visit([this](const auto &block) { add(block); }, m_session->lesson().blocks[i]);
            } catch (const RunError &error) { // the lesson does not fit this device
                m_blocks->addWidget(new LessonLabel(tr("⚠ %1").arg(escapedMarkdown(translated(error.what())))));
            }
        }
        if (m_session->nextRuns().empty())
            addEnd();
        else
            addStep();
    }
    m_blocks->addStretch(1);
    m_scroll->setWidget(page);
    updateStep();
}

void LessonPanel::add(const LessonText &text)
{
    if (const QString markdown = filled(text); !markdown.isEmpty())
        m_blocks->addWidget(new LessonLabel(markdown));
}

void LessonPanel::add(const LessonRun &run)
{
    const auto result = m_session->figures().result(run.name);
    if (!result) {
        m_blocks->addWidget(new LessonLabel(tr("To run: %1").arg(escapedMarkdown(shownText(run.title)))));
        return;
    }
    const QString makespan = shownText(lessonValueText(figureOfRun(*result, "makespan")));
    auto *line = new LessonLabel(
        tr("✓ %1: %2 · [Show](show:)").arg(escapedMarkdown(shownText(run.title)), escapedMarkdown(makespan)));
    line->setObjectName(QStringLiteral("lessonRunLine"));
    line->setOpenExternalLinks(false);
    line->setTextInteractionFlags(Qt::TextBrowserInteraction);
    line->setToolTip(tr("On %1").arg(shownText(result->recording.device.name)));
    connect(line, &QLabel::linkActivated, this, [this, &run] { Q_EMIT showWanted(run); });
    m_blocks->addWidget(line);
}

void LessonPanel::add(const LessonQuestion &question)
{
    auto *view = new LessonQuestionView(*m_session, question);
    connect(view, &LessonQuestionView::answered, this, &LessonPanel::answered);
    m_blocks->addWidget(view);
}

void LessonPanel::add(const LessonAnswer &answer)
{
    m_blocks->addWidget(new LessonAnswerView(*m_session, answer));
}

void LessonPanel::add(const LessonTask &task)
{
    auto *view = new LessonTaskView(*m_session, task);
    connect(view, &LessonTaskView::knobsWanted, this, &LessonPanel::knobsWanted);
    m_blocks->addWidget(view);
}

/// The button that runs what comes next.
void LessonPanel::addStep()
{
    m_run = footButton("lessonRun", tr("Run"), tr("Run this step of the lesson"));
    m_cancel = footButton("lessonCancel", tr("Cancel"), tr("Stop the runs of the lesson"));
    m_anyway = new LessonLabel(QStringLiteral("[%1](run:)").arg(tr("Run without answering")));
    m_anyway->setOpenExternalLinks(false);
    m_anyway->setWordWrap(false);
    m_anyway->setAlignment(Qt::AlignVCenter);
    m_anyway->setObjectName(QStringLiteral("lessonAnyway"));
    m_anyway->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_progress = new QProgressBar;
    m_progress->setRange(0, 0);
    m_progress->setTextVisible(false);
    m_what = new QLabel;
    m_what->setWordWrap(true);
    auto *row = new QHBoxLayout;
    row->addWidget(m_run);
    row->addWidget(m_anyway);
    row->addWidget(m_progress, 1);
    row->addWidget(m_cancel);
    row->addStretch(0);
    m_blocks->addLayout(row);
    m_blocks->addWidget(m_what);
    connect(m_run, &QPushButton::clicked, this, &LessonPanel::runWanted);
    connect(m_anyway, &QLabel::linkActivated, this, &LessonPanel::runWanted);
    connect(m_cancel, &QPushButton::clicked, this, &LessonPanel::cancelWanted);
}

void LessonPanel::addEnd()
{
    if (m_session->isDone())
        m_blocks->addWidget(new LessonLabel(tr("**✓ This lesson is done.**")));
}

void LessonPanel::updateStep()
{
    if (!m_run)
        return;
    const std::size_t unanswered = m_session->unanswered();
    m_run->setVisible(!m_runs);
    m_run->setEnabled(unanswered == 0);
    m_anyway->setVisible(!m_runs && unanswered > 0);
    m_progress->setVisible(m_runs);
    m_cancel->setVisible(m_runs);
    m_what->setVisible(m_runs || unanswered > 0);
    if (!m_runs)
        m_what->setText(unanswered == 1 ? tr("One question above has no answer yet.")
                                        : tr("%1 questions above have no answer yet.").arg(unanswered));
}

void LessonPanel::setRunning(bool runs)
{
    m_runs = runs;
    m_restart->setEnabled(m_session && !runs);
    updateStep();
    if (runs)
        setProgress(0, 0, tr("Running…"));
}

void LessonPanel::setProgress(int done, int total, const QString &what)
{
    if (!m_progress)
        return;
    m_progress->setRange(0, total);
    m_progress->setValue(done);
    m_what->setText(translated(what));
}

} // namespace streamscope
