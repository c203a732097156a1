// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/record/record_dialog.h"

#include "engine/program/errors.h"
#include "engine/run/record/command_words.h"
#include "gui/language/translated.h"
#include "gui/workspace/text/path_text.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QGroupBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace streamscope {

namespace {

constexpr double longestSeconds = 1'000'000;
constexpr int mostSteps = 1'000'000'000;

QDoubleSpinBox *secondsBox(QWidget *parent, const char *name)
{
    auto *box = new QDoubleSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(0, longestSeconds);
    box->setDecimals(1);
    box->setSuffix(RecordDialog::tr(" s"));
    return box;
}

QSpinBox *stepBox(QWidget *parent, const char *name)
{
    auto *box = new QSpinBox(parent);
    box->setObjectName(QLatin1String(name));
    box->setRange(0, mostSteps);
    return box;
}

/// A few lines high, without tabs of its own: the key goes on to the next field.
QPlainTextEdit *textBox(QWidget *parent, const char *name, int lines)
{
    auto *box = new QPlainTextEdit(parent);
    box->setObjectName(QLatin1String(name));
    box->setTabChangesFocus(true);
    box->setFixedHeight(box->fontMetrics().lineSpacing() * lines + 12);
    return box;
}

std::int64_t milliseconds(const QDoubleSpinBox *box)
{
    return std::llround(box->value() * 1000);
}

/// The fields of both groups begin at the same place.
void alignLabels(const std::vector<QFormLayout *> &forms)
{
    int width = 0;
    std::vector<QWidget *> labels;
    for (const QFormLayout *form : forms)
        for (int row = 0; row < form->rowCount(); ++row)
            if (QLayoutItem *item = form->itemAt(row, QFormLayout::LabelRole); item && item->widget()) {
                labels.push_back(item->widget());
                width = std::max(width, item->widget()->sizeHint().width());
            }
    for (QWidget *label : labels)
        label->setMinimumWidth(width);
}

QLabel *pageText(const QString &text)
{
    auto *label = new QLabel(text);
    label->setWordWrap(true);
    return label;
}

} // namespace

RecordDialog::RecordDialog(const RecordedCommand &last, const FileDialogs &dialogs, Start start, QWidget *parent)
    : QDialog(parent), m_dialogs(dialogs), m_start(std::move(start)), m_problem(new QLabel(this))
{
    setObjectName(QStringLiteral("recordDialog"));
    setWindowTitle(tr("Record program"));
    auto *program = new QGroupBox(tr("Program"), this);
    auto *options = new QGroupBox(tr("Recording"), this);
    alignLabels({addProgram(program), addOptions(options)});
    m_problem->setObjectName(QStringLiteral("recordProblem"));
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText);
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    auto *record = new QPushButton(QIcon(QStringLiteral(":/icons/record.svg")), tr("&Record"), this);
    record->setObjectName(QStringLiteral("recordNow"));
    record->setDefault(true);
    buttons->addButton(record, QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &RecordDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &RecordDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(program);
    layout->addWidget(options);
    layout->addWidget(m_problem);
    layout->addStretch(1);
    layout->addWidget(buttons);
    resize(640, sizeHint().height());
    fill(last);
    m_command->setFocus();
    m_command->selectAll();
}

QFormLayout *RecordDialog::addProgram(QWidget *page)
{
    auto *form = new QFormLayout(page);
    m_command = textBox(page, "recordCommand", 2);
    m_command->installEventFilter(this);
    m_command->setPlaceholderText(tr("python train.py --epochs 1"));
    m_command->setToolTip(tr("As in a terminal, with quotes where needed. No shell comes in between."));
    m_words = new QLabel(page);
    m_words->setObjectName(QStringLiteral("recordWords"));
    m_words->setWordWrap(true);
    m_words->setTextFormat(Qt::PlainText);
    m_folder = new QLineEdit(page);
    m_folder->setObjectName(QStringLiteral("recordFolder"));
    m_variables = textBox(page, "recordVariables", 2);
    m_variables->setPlaceholderText(QStringLiteral("CUDA_VISIBLE_DEVICES=0"));
    m_variables->setToolTip(tr("Beside the variables of this window; one in each line"));
    form->addRow(tr("&Command"), m_command);
    form->addRow(QString(), m_words);
    form->addRow(tr("&In the folder"), withBrowse(m_folder, tr("Start the program in")));
    form->addRow(tr("&Variables"), m_variables);
    connect(m_command, &QPlainTextEdit::textChanged, this, &RecordDialog::checkCommand);
    return form;
}

QFormLayout *RecordDialog::addOptions(QWidget *page)
{
    auto *form = new QFormLayout(page);
    m_when = new QComboBox(page);
    m_when->setObjectName(QStringLiteral("recordWhen"));
    m_when->addItems({tr("From the start"), tr("After a delay"), tr("Steps"), tr("When I press Start")});
    m_whenPages = makeWhenPages();
    m_duration = secondsBox(page, "recordDuration");
    m_duration->setSpecialValueText(tr("to the end of the program"));
    m_apis = new QCheckBox(tr("Ca&lls of the CUDA runtime and the driver"), page);
    m_apis->setObjectName(QStringLiteral("recordApis"));
    m_apis->setToolTip(tr("They say what the host did and what it waited for; each costs the program a little"));
    m_graphs = new QComboBox(page);
    m_graphs->setObjectName(QStringLiteral("recordGraphs"));
    m_graphs->addItems({tr("Each of their nodes"), tr("Each launch as a whole")});
    m_output = new QLineEdit(page);
    m_output->setObjectName(QStringLiteral("recordOutput"));
    m_output->setPlaceholderText(tr("recording-DATE-TIME in the folder above"));
    m_output->setToolTip(tr("An empty or a new folder, or a file NAME.ssrec for the recording of one process"));
    form->addRow(tr("&Begin"), m_when);
    form->addRow(QString(), m_whenPages);
    form->addRow(tr("&Duration"), m_duration);
    form->addRow(tr("CUDA &graphs"), m_graphs);
    form->addRow(QString(), m_apis);
    form->addRow(tr("&Save as"), withBrowse(m_output, tr("Folder for the recording")));
    connect(m_when, &QComboBox::currentIndexChanged, this, &RecordDialog::updateWhen);
    return form;
}

QStackedWidget *RecordDialog::makeWhenPages()
{
    auto *pages = new QStackedWidget(this);
    pages->addWidget(pageText(tr("Everything that the program does on its GPUs.")));
    auto *delayed = new QWidget(pages);
    m_delay = secondsBox(delayed, "recordDelay");
    auto *row = new QHBoxLayout(delayed);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_delay);
    row->addWidget(new QLabel(tr("after the first call of CUDA")), 1);
    pages->addWidget(delayed);
    auto *steps = new QWidget(pages);
    m_firstStep = stepBox(steps, "recordFirstStep");
    m_lastStep = stepBox(steps, "recordLastStep");
    auto *stepRow = new QHBoxLayout(steps);
    stepRow->setContentsMargins(0, 0, 0, 0);
    stepRow->addWidget(m_firstStep);
    stepRow->addWidget(new QLabel(tr("to")));
    stepRow->addWidget(m_lastStep);
    auto *help =
        pageText(tr("counted from 0; a step is what streamscope_record.step() marks, or a repeated NVTX range"));
    stepRow->addWidget(help, 1);
    pages->addWidget(steps);
    pages->addWidget(pageText(tr("The program runs, and nothing is recorded until Start recording is pressed above the "
                                 "timeline, or the program asks for it.")));
    return pages;
}

QWidget *RecordDialog::withBrowse(QLineEdit *line, const QString &title)
{
    auto *row = new QWidget(line->parentWidget());
    auto *browse = new QPushButton(tr("Browse…"), row);
    browse->setObjectName(line->objectName() + QStringLiteral("Browse"));
    browse->setAutoDefault(false);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(line, 1);
    layout->addWidget(browse);
    row->setFocusProxy(line);
    connect(browse, &QPushButton::clicked, this, [this, line, title] {
        const QString at = line->text().isEmpty() ? m_folder->text() : line->text();
        if (const QString chosen = m_dialogs.toOpenFolder(title, at, {}); !chosen.isEmpty())
            line->setText(chosen);
    });
    return row;
}

void RecordDialog::fill(const RecordedCommand &command)
{
    m_command->setPlainText(command.command);
    m_folder->setText(command.folder.isEmpty() ? QDir::currentPath() : command.folder);
    m_variables->setPlainText(command.variables);
    m_output->setText(command.output);
    const RecordOptions &options = command.options;
    m_when->setCurrentIndex(static_cast<int>(options.waits         ? When::OnRequest
                                             : options.steps       ? When::Steps
                                             : options.delayMs > 0 ? When::Delayed
                                                                   : When::AtOnce));
    m_delay->setValue(options.delayMs > 0 ? static_cast<double>(options.delayMs) / 1000 : 10);
    m_duration->setValue(static_cast<double>(options.durationMs) / 1000);
    const RecordOptions::Steps steps = options.steps.value_or(RecordOptions::Steps{10, 12});
    m_firstStep->setValue(static_cast<int>(std::min<std::uint64_t>(steps.first, mostSteps)));
    m_lastStep->setValue(static_cast<int>(std::min<std::uint64_t>(steps.last, mostSteps)));
    m_apis->setChecked(options.apis);
    m_graphs->setCurrentIndex(options.graphNodes ? 0 : 1);
    checkCommand();
    updateWhen();
}

RecordDialog::When RecordDialog::when() const
{
    return static_cast<When>(m_when->currentIndex());
}

void RecordDialog::updateWhen()
{
    m_whenPages->setCurrentIndex(m_when->currentIndex());
    for (int i = 0; i < m_whenPages->count(); ++i) // as high as the page in front, and not as the highest one
        m_whenPages->widget(i)->setSizePolicy(
            QSizePolicy::Preferred, i == m_whenPages->currentIndex() ? QSizePolicy::Preferred : QSizePolicy::Ignored);
    m_whenPages->updateGeometry();
    m_duration->setEnabled(when() != When::Steps);
}

RecordedCommand RecordDialog::command() const
{
    RecordedCommand command;
    command.command = m_command->toPlainText().trimmed();
    command.folder = m_folder->text();
    command.variables = m_variables->toPlainText().trimmed();
    command.output = m_output->text();
    RecordOptions &options = command.options;
    options.waits = when() == When::OnRequest;
    if (when() == When::Delayed)
        options.delayMs = milliseconds(m_delay);
    if (when() == When::Steps)
        options.steps = RecordOptions::Steps{static_cast<std::uint64_t>(m_firstStep->value()),
                                             static_cast<std::uint64_t>(m_lastStep->value())};
    else
        options.durationMs = milliseconds(m_duration);
    options.apis = m_apis->isChecked();
    options.graphNodes = m_graphs->currentIndex() == 0;
    return command;
}

/// The words as the program gets them, or what is wrong with them.
void RecordDialog::checkCommand()
{
    showProblem({});
    QString text;
    try {
        const CommandWords words = splitCommand(pathOf(m_command->toPlainText()));
        QStringList parts;
        for (const std::string &word : words.words)
            parts << pathText(word);
        text = parts.join(QStringLiteral("  ·  "));
        if (!words.shellSign.empty())
            text = tr("⚠ No shell reads this: the program gets %1 as it is. Put sh -c '…' around the command for one.")
                       .arg(pathText(words.shellSign));
    } catch (const InputError &error) {
        text = tr("⚠ %1").arg(translated(error.what()));
    }
    m_words->setText(text.isEmpty() ? tr("The program and its arguments") : text);
}

void RecordDialog::showProblem(const QString &problem)
{
    m_problem->setText(problem.isEmpty() ? QString() : tr("⚠ %1").arg(problem));
    m_problem->setVisible(!problem.isEmpty());
}

bool RecordDialog::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_command && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if ((key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) && !(key->modifiers() & Qt::ShiftModifier)) {
            accept();
            return true;
        }
    }
    return QDialog::eventFilter(watched, event);
}

void RecordDialog::accept()
{
    if (when() == When::Steps && m_lastStep->value() < m_firstStep->value()) {
        showProblem(tr("The last step is before the first one"));
        m_lastStep->setFocus();
        return;
    }
    const QString problem = m_start(command());
    showProblem(problem);
    if (problem.isEmpty())
        QDialog::accept();
}

} // namespace streamscope
