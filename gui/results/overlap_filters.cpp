// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/results/overlap_filters.h"

#include "engine/program/errors.h"
#include "gui/language/translated.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>

namespace streamscope {

OverlapFilters::OverlapFilters(QWidget *parent)
    : QWidget(parent), m_lanes(new QCheckBox(tr("As lanes"))), m_problem(new QLabel)
{
    constexpr int delayMs = 200;
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 2);
    layout->addWidget(new QLabel(tr("Overlap of")));
    auto *delay = new QTimer(this);
    delay->setSingleShot(true);
    delay->setInterval(delayMs);
    const std::array examples{tr("kernel nccl"), tr("kernel !nccl"), tr("copy (or empty)")};
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i] = new QLineEdit;
        m_lines[i]->setObjectName(QStringLiteral("overlapFilter%1").arg(i));
        m_lines[i]->setAccessibleName(tr("Filter %1").arg(i + 1));
        m_lines[i]->setPlaceholderText(tr("for example: %1").arg(examples[i]));
        m_lines[i]->setToolTip(
            tr("Words of the search: kernel, h2d, copy, pageable, stream:7, device:1, >1ms, a part of "
               "a name; ! before a word excludes"));
        m_lines[i]->setClearButtonEnabled(true);
        connect(m_lines[i], &QLineEdit::textChanged, delay, qOverload<>(&QTimer::start));
        layout->addWidget(m_lines[i], 1);
    }
    connect(delay, &QTimer::timeout, this, &OverlapFilters::read);
    m_lanes->setObjectName(QStringLiteral("overlapLanes"));
    m_lanes->setToolTip(tr("Show each filter, all at once and the first one alone as lanes of the timeline"));
    m_lanes->setEnabled(false);
    connect(m_lanes, &QCheckBox::toggled, this, &OverlapFilters::changed);
    m_problem->setObjectName(QStringLiteral("overlapProblem"));
    layout->addWidget(m_lanes);
    layout->addWidget(m_problem, 1);
    m_problem->hide();
}

bool OverlapFilters::wantsLanes() const
{
    return m_lanes->isChecked() && !m_filters.empty();
}

void OverlapFilters::read()
{
    std::vector<std::string> texts;
    for (const QLineEdit *line : m_lines)
        if (const QString text = line->text().trimmed(); !text.isEmpty())
            texts.push_back(text.toStdString());
    m_filters.clear();
    QString problem;
    if (texts.size() >= 2) {
        try {
            m_filters = parseOverlapFilters(texts);
        } catch (const InputError &error) {
            problem = translated(error.what());
        }
    } else if (texts.size() == 1) {
        problem = tr("A second filter is needed.");
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_lanes->setEnabled(!m_filters.empty());
    Q_EMIT changed();
}

} // namespace streamscope
