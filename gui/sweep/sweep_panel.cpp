// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/sweep/sweep_panel.h"

#include "engine/program/errors.h"
#include "engine/run/sweep/landscape.h"
#include "gui/language/translated.h"
#include "gui/sweep/sweep_model.h"
#include "gui/sweep/sweep_view.h"
#include "gui/sweep/window_sweep.h"
#include "gui/tables/table_columns.h"
#include "gui/tables/words_filter.h"
#include "gui/workspace/workspace.h"

#include <QAction>
#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

namespace streamscope {

namespace {

/// Lists are separated by other signs, see parseSweepAxis(); texts have no usual values.
bool canVary(const ParameterSpec &spec)
{
    return spec.type != ParameterType::Text && spec.name != "repeat" && spec.name != "warmup" && spec.name != "seed";
}

} // namespace

SweepPanel::SweepPanel(QWidget *parent)
    : QWidget(parent), m_start(new QPushButton(tr("S&weep"), this)), m_stop(new QPushButton(tr("St&op"), this)),
      m_resume(new QPushButton(tr("&Go on"), this)), m_progressText(new QLabel(this)), m_problem(new QLabel(this)),
      m_progress(new QProgressBar(this)), m_figure(new QComboBox(this)), m_model(new SweepModel(this)),
      m_sorted(new WordsFilter(this)), m_table(new QTableView(this)), m_view(new SweepView(this))
{
    setObjectName(QStringLiteral("sweepPanel"));
    m_start->setObjectName(QStringLiteral("sweepStart"));
    m_stop->setObjectName(QStringLiteral("sweepStop"));
    m_resume->setObjectName(QStringLiteral("sweepResume"));
    m_resume->setToolTip(tr("Run what is missing; what is done stays"));
    m_progressText->setObjectName(QStringLiteral("sweepProgress"));
    m_problem->setObjectName(QStringLiteral("sweepProblem"));
    m_problem->setWordWrap(true);
    m_progress->setTextVisible(false);
    m_progress->setMaximumHeight(fontMetrics().height() / 2 + 2);
    m_figure->setObjectName(QStringLiteral("sweepFigure"));
    m_figure->setAccessibleName(tr("Drawn figure"));
    for (const SweepFigure figure : {SweepFigure::Makespan, SweepFigure::Speedup, SweepFigure::Efficiency})
        m_figure->addItem(sweepFigureTitle(figure));
    connect(m_figure, &QComboBox::currentIndexChanged, this, &SweepPanel::showTable);
    makeTable();
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->addWidget(makeAxes());
    splitter->addWidget(makeRows());
    splitter->addWidget(m_view);
    splitter->setStretchFactor(1, 3);
    splitter->setStretchFactor(2, 3);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->addWidget(splitter);
}

SweepPanel::~SweepPanel()
{
    m_table->disconnect(this); // it speaks while it is destroyed
}

QWidget *SweepPanel::makeAxes()
{
    auto *box = new QWidget(this);
    auto *grid = new QGridLayout(box);
    grid->setContentsMargins(0, 0, 6, 0);
    grid->setVerticalSpacing(3);
    int row = 0;
    for (Axis &axis : m_axes) {
        const int number = row + 1;
        axis.knob = new QComboBox(box);
        axis.knob->setObjectName(QStringLiteral("sweepKnob%1").arg(number));
        axis.knob->setAccessibleName(tr("Knob %1").arg(number));
        axis.values = new QLineEdit(box);
        axis.values->setObjectName(QStringLiteral("sweepValues%1").arg(number));
        axis.values->setAccessibleName(tr("Values of knob %1").arg(number));
        axis.values->setToolTip(tr("1,2,4,8 or 1:32:*2 or 10:100:+10; the values of lists are separated by ;"));
        connect(axis.knob, &QComboBox::currentIndexChanged, this, [this, &axis] { proposeValues(axis); });
        connect(axis.values, &QLineEdit::returnPressed, this, &SweepPanel::start);
        grid->addWidget(axis.knob, row, 0);
        grid->addWidget(axis.values, row++, 1);
    }
    auto *buttons = new QHBoxLayout;
    for (QPushButton *button : {m_start, m_stop, m_resume})
        buttons->addWidget(button);
    buttons->addWidget(m_figure);
    connect(m_start, &QPushButton::clicked, this, &SweepPanel::start);
    grid->addLayout(buttons, row++, 0, 1, 2);
    grid->addWidget(m_progress, row++, 0, 1, 2);
    grid->addWidget(m_progressText, row++, 0, 1, 2);
    grid->addWidget(m_problem, row++, 0, 1, 2);
    grid->setRowStretch(row, 1);
    grid->setColumnStretch(1, 1);
    return box;
}

/// The table under its filter.
QWidget *SweepPanel::makeRows()
{
    auto *box = new QWidget(this);
    auto *filter = new QLineEdit(box);
    filter->setObjectName(QStringLiteral("sweepFilter"));
    filter->setAccessibleName(tr("Filter"));
    filter->setPlaceholderText(tr("Filter: values of knobs, words of the status"));
    filter->setClearButtonEnabled(true);
    connect(filter, &QLineEdit::textChanged, m_sorted, &WordsFilter::setText);
    auto *layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(filter);
    layout->addWidget(m_table, 1);
    return box;
}

void SweepPanel::makeTable()
{
    m_sorted->setSourceModel(m_model);
    m_sorted->setSortRole(SweepModel::sortRole);
    m_table->setObjectName(QStringLiteral("sweepTable"));
    m_table->setAccessibleName(tr("Configurations of the sweep"));
    m_table->setModel(m_sorted);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(-1, Qt::AscendingOrder);
    makeReadable(*m_table);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_columns = new TableColumns(m_table, QStringLiteral("sweep"));
    m_table->setToolTip(tr("A double click opens the run of a row"));
    auto *open = new QAction(tr("Open the run"), m_table);
    open->setObjectName(QStringLiteral("sweepOpenRun"));
    connect(open, &QAction::triggered, this, [this] { openRow(m_table->currentIndex()); });
    m_table->addAction(open);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(m_table, &QTableView::activated, this, &SweepPanel::openRow);
}

void SweepPanel::connectTo(Workspace &workspace, WindowSweep &sweep)
{
    m_workspace = &workspace;
    m_sweep = &sweep;
    connect(&workspace, &Workspace::replaced, this, &SweepPanel::offerKnobs);
    connect(&sweep, &WindowSweep::changed, this, &SweepPanel::showTable);
    connect(&sweep, &WindowSweep::busyChanged, this, &SweepPanel::showProgress);
    connect(&sweep, &WindowSweep::failed, m_problem, &QLabel::setText);
    connect(m_stop, &QPushButton::clicked, &sweep, &WindowSweep::stop);
    connect(m_resume, &QPushButton::clicked, &sweep, &WindowSweep::resume);
    connect(m_view, &SweepView::rowChosen, &sweep, &WindowSweep::open);
    offerKnobs();
    showTable();
}

/// The first knob is one that tuning would turn.
void SweepPanel::offerKnobs()
{
    const PresetDocument *document = m_workspace->experiment();
    std::vector<std::string> names;
    int first = 0;
    if (document)
        for (const ParameterSpec &spec : document->preset().parameters.specs())
            if (canVary(spec)) {
                names.push_back(spec.name);
                if (spec.name == "streams" || (first == 0 && !spec.tuningValues.empty()))
                    first = static_cast<int>(names.size());
            }
    if (names == m_offered)
        return;
    m_offered = names;
    for (std::size_t i = 0; i < m_axes.size(); ++i) {
        QComboBox *knob = m_axes[i].knob;
        const QSignalBlocker quiet(knob);
        knob->clear();
        knob->addItem(tr("none"));
        for (const std::string &name : names)
            for (const ParameterSpec &spec : document->preset().parameters.specs())
                if (spec.name == name)
                    knob->addItem(translated(spec.label), QString::fromStdString(name));
        knob->setCurrentIndex(i == 0 ? std::min(std::max(first, 1), knob->count() - 1) : 0);
        proposeValues(m_axes[i]);
    }
}

/// The values around the one that the knob has.
void SweepPanel::proposeValues(const Axis &axis) const
{
    const std::string name = axis.knob->currentData().toString().toStdString();
    const PresetDocument *document = m_workspace ? m_workspace->experiment() : nullptr;
    QStringList texts;
    if (document && !name.empty())
        for (const ParameterSpec &spec : document->preset().parameters.specs())
            if (spec.name == name)
                for (const ParameterValue &value : typicalValues(spec, document->preset().parameters.value(name)))
                    texts << QString::fromStdString(valueText(spec, value));
    axis.values->setText(texts.join(QLatin1Char(',')));
    axis.values->setEnabled(!name.empty());
}

void SweepPanel::start()
{
    const PresetDocument *document = m_workspace->experiment();
    if (!document || m_sweep->isBusy())
        return;
    m_workspace->commitTyping();
    m_problem->clear();
    try {
        std::vector<SweepAxis> axes;
        for (const Axis &axis : m_axes)
            if (const QString name = axis.knob->currentData().toString(); !name.isEmpty())
                axes.push_back(parseSweepAxis(document->preset().parameters,
                                              name.toStdString() + "=" + axis.values->text().toStdString()));
        if (axes.empty())
            throw InputError(tr("Choose a knob to sweep").toStdString());
        sweepConfigurations(axes);
        m_sweep->start(std::move(axes));
    } catch (const InputError &error) {
        m_problem->setText(QStringLiteral("⚠ ") + translated(error.what()));
    }
}

void SweepPanel::showTable()
{
    const std::shared_ptr<const SweepTable> table = m_sweep->table();
    m_model->setTable(table);
    m_view->setTable(table, static_cast<SweepFigure>(m_figure->currentIndex()));
    m_view->setVisible(!table || table->axes.size() <= 2); // three knobs make no picture
    if (table)
        m_columns->fit();
    showProgress();
}

void SweepPanel::showProgress()
{
    const std::shared_ptr<const SweepTable> table = m_sweep->table();
    const bool busy = m_sweep->isBusy();
    m_progress->setRange(0, table ? static_cast<int>(table->planned) : 1);
    m_progress->setValue(table ? static_cast<int>(table->rows.size()) : 0);
    m_progressText->setText(m_sweep->progressText());
    m_start->setEnabled(!busy && m_workspace->experiment());
    m_stop->setEnabled(busy);
    m_resume->setEnabled(m_sweep->canResume());
}

void SweepPanel::openRow(const QModelIndex &row)
{
    if (row.isValid())
        m_sweep->open(static_cast<std::size_t>(m_sorted->mapToSource(row).row()));
}

} // namespace streamscope
