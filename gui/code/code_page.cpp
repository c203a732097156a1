// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/code/code_page.h"

#include "gui/code/code_view.h"
#include "gui/widgets/elided_label.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace streamscope {

namespace {

QToolButton *arrow(QWidget *parent, const char *name, const QString &sign, const QString &help)
{
    auto *button = new QToolButton(parent);
    button->setObjectName(QLatin1String(name));
    button->setText(sign);
    button->setAutoRaise(true);
    button->setToolTip(help);
    button->setAccessibleName(help);
    return button;
}

QPushButton *pushButton(QWidget *parent, const char *name, const QString &text, const QString &help)
{
    auto *button = new QPushButton(text, parent);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(help);
    return button;
}

} // namespace

CodePage::CodePage(QWidget *parent)
    : QWidget(parent), m_stack(new QStackedWidget(this)), m_view(new CodeView), m_problem(new QLabel)
{
    setObjectName(QStringLiteral("codePage"));
    m_problem->setObjectName(QStringLiteral("codeProblem"));
    m_problem->setAlignment(Qt::AlignCenter);
    m_problem->setWordWrap(true);
    m_problem->setMargin(12);
    m_stack->addWidget(m_view);
    m_stack->addWidget(m_problem);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeTools());
    layout->addWidget(m_stack, 1);
    setFocusProxy(m_view);
    m_view->setLanguage(QLatin1String(language().id.data(), static_cast<int>(language().id.size())));
    setProblem({});
}

QWidget *CodePage::makeTools()
{
    auto *bar = new QWidget(this);
    m_language = new QComboBox(bar);
    m_language->setObjectName(QStringLiteral("codeLanguage"));
    m_language->setAccessibleName(tr("Language of the code"));
    m_language->setToolTip(m_language->accessibleName());
    for (const CodeLanguage &language : codeLanguages())
        m_language->addItem(QString::fromStdString(std::string(language.title)),
                            QString::fromStdString(std::string(language.id)));
    m_removed = new QCheckBox(tr("Removed lines"), bar);
    m_removed->setObjectName(QStringLiteral("codeRemoved"));
    m_removed->setToolTip(tr("Show the lines that the changes took away in their places"));
    m_former = arrow(bar, "codeFormer", QStringLiteral("▲"), tr("To the change before"));
    m_next = arrow(bar, "codeNext", QStringLiteral("▼"), tr("To the next change"));
    m_summary = new ElidedLabel(bar, QStringLiteral("codeSummary"));
    m_copy = pushButton(bar, "codeCopy", tr("Copy"), tr("Copy the whole code, without removed lines"));
    m_save = pushButton(bar, "codeSave", tr("Save…"), tr("Write the code into a file"));
    auto *row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 2, 4, 0);
    row->setSpacing(6);
    row->addWidget(m_language);
    row->addWidget(m_summary, 1);
    for (QWidget *widget : std::initializer_list<QWidget *>{m_removed, m_former, m_next, m_copy, m_save})
        row->addWidget(widget);
    connect(m_language, &QComboBox::currentIndexChanged, this, [this] {
        m_view->setLanguage(m_language->currentData().toString());
        Q_EMIT languageChanged();
    });
    connect(m_removed, &QCheckBox::toggled, this, &CodePage::fill);
    connect(m_former, &QToolButton::clicked, m_view, [this] { m_view->goToChange(-1); });
    connect(m_next, &QToolButton::clicked, m_view, [this] { m_view->goToChange(1); });
    connect(m_copy, &QPushButton::clicked, this, &CodePage::copyWanted);
    connect(m_save, &QPushButton::clicked, this, &CodePage::saveWanted);
    return bar;
}

const CodeLanguage &CodePage::language() const
{
    const QString id = m_adviceLanguage.isEmpty() ? m_language->currentData().toString() : m_chosenLanguage;
    return *findCodeLanguage(id.toStdString());
}

void CodePage::setLanguage(const QString &id)
{
    if (const int row = m_language->findData(id); row >= 0)
        m_language->setCurrentIndex(row);
}

void CodePage::setCode(WrittenCode code, const QStringList &changes)
{
    const bool isEdited = m_code && m_adviceLanguage.isEmpty() && m_code->text != code.text;
    leaveAdvice();
    m_code = std::move(code);
    m_changes = changes;
    fill();
    if (isEdited && !m_view->seesChange())
        m_view->goToChange(1);
}

void CodePage::setAdvice(WrittenCode code, const QString &language)
{
    leaveAdvice();
    m_chosenLanguage = m_language->currentData().toString();
    m_adviceLanguage = language;
    m_code = std::move(code);
    m_changes = {tr("what the advice means in the program that was recorded; its names are guessed")};
    showLanguage(language);
    fill();
}

void CodePage::showLanguage(const QString &id)
{
    const QSignalBlocker blocker(m_language);
    m_language->setCurrentIndex(m_language->findData(id));
    m_view->setLanguage(id);
}

void CodePage::goTo(const QString &text)
{
    m_view->moveCursor(QTextCursor::Start);
    if (m_view->find(text)) {
        m_view->moveCursor(QTextCursor::StartOfLine);
        m_view->centerCursor();
    }
}

void CodePage::leaveAdvice()
{
    if (!m_adviceLanguage.isEmpty())
        showLanguage(m_chosenLanguage);
    m_adviceLanguage.clear();
}

void CodePage::setProblem(const QString &problem)
{
    leaveAdvice();
    m_code.reset();
    m_problem->setText(problem);
    fill();
}

void CodePage::fill()
{
    const bool has = m_code.has_value();
    m_stack->setCurrentIndex(has ? 0 : 1);
    m_copy->setEnabled(has);
    const bool isAdvice = !m_adviceLanguage.isEmpty();
    m_save->setEnabled(has && !isAdvice);
    m_language->setEnabled(!isAdvice);
    const auto count = [this, has](LineChange::Kind kind) {
        return has ? std::ranges::count(m_code->lines, kind, &LineChange::kind) : 0;
    };
    const auto added = count(LineChange::Added), removed = count(LineChange::Removed);
    const bool differs = added + removed > 0;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_former, m_next})
        widget->setVisible(differs);
    m_removed->setVisible(removed > 0 && !isAdvice);
    if (!has) {
        m_summary->setText({});
        m_summary->setToolTip({});
        return;
    }
    m_view->setCode(m_code->before, m_code->text, m_code->lines, isAdvice || m_removed->isChecked());
    QStringList parts;
    if (differs && !isAdvice)
        parts << tr("+%1 −%2 lines since it was saved").arg(added).arg(removed);
    if (differs || !m_code->leftOut.isEmpty())
        parts << m_changes;
    for (const QString &left : m_code->leftOut)
        parts << tr("left out: %1").arg(left);
    m_summary->setText(parts.join(QStringLiteral(" · ")));
    m_summary->setToolTip(parts.join(QLatin1Char('\n')));
}

void CodePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    Q_EMIT watchedChanged(true);
}

void CodePage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    Q_EMIT watchedChanged(false);
}

} // namespace streamscope
