// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/widget/search_bar.h"

#include "engine/formats/text/time_text.h"
#include "engine/timeline/recording.h"
#include "engine/timeline/saturating.h"
#include "gui/background/quick_work.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace streamscope {

namespace {

constexpr int pauseMs = 150; ///< of typing, before a large run is searched

} // namespace

SearchBar::SearchBar(QWidget *parent) : QWidget(parent), m_line(new QLineEdit(this)), m_count(new QLabel(this))
{
    m_line->setObjectName(QStringLiteral("searchLine"));
    m_line->setPlaceholderText(tr("Name, kernel, copy, h2d, stream:1, > 1ms, waited>20us, bytes>1MiB"));
    m_line->setAccessibleName(tr("Find operations"));
    m_line->setClearButtonEnabled(true);
    m_line->installEventFilter(this);
    m_count->setMinimumWidth(fontMetrics().horizontalAdvance(QStringLiteral("10000000 of 10000000 · 10.01 ms in sum")));
    const auto button = [this](const QString &text, const QString &name, auto action) {
        auto *made = new QToolButton(this);
        made->setText(text);
        made->setToolTip(name);
        made->setAccessibleName(name);
        made->setAutoRaise(true);
        connect(made, &QToolButton::clicked, this, action);
        return made;
    };
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 3, 8, 3);
    layout->addWidget(m_line, 1);
    layout->addWidget(m_count);
    layout->addWidget(button(QStringLiteral("◀"), tr("Previous one found"), [this] { step(false); }));
    layout->addWidget(button(QStringLiteral("▶"), tr("Next one found"), [this] { step(true); }));
    layout->addWidget(button(QStringLiteral("✕"), tr("Close"), [this] {
        m_line->clear();
        hide();
        Q_EMIT closed();
    }));
    auto *pause = new QTimer(this);
    pause->setSingleShot(true);
    pause->setInterval(pauseMs);
    connect(pause, &QTimer::timeout, this, &SearchBar::search);
    connect(m_line, &QLineEdit::textChanged, this, &SearchBar::textChanged);
    connect(m_line, &QLineEdit::textChanged, this, [this, pause] {
        const bool isLong = m_isElsewhere || (m_recording && !isQuick(m_recording->timeline.size()));
        isLong ? pause->start() : search();
    });
}

void SearchBar::setRecording(std::shared_ptr<const Recording> recording)
{
    m_recording = std::move(recording);
    m_current = -1;
    search();
}

void SearchBar::open()
{
    show();
    m_line->setFocus(Qt::ShortcutFocusReason);
    m_line->selectAll();
}

void SearchBar::setText(const QString &text)
{
    m_line->setText(text);
}

QString SearchBar::text() const
{
    return m_line->text().trimmed();
}

void SearchBar::search()
{
    const SpanQuery query = parseQuery(m_line->text().toStdString());
    m_problem = QString::fromStdString(query.problem);
    m_found.clear();
    m_sumNs = 0;
    if (!query.empty() && m_recording)
        m_found = SpanMatcher(query, m_recording->timeline).all();
    for (const std::uint32_t span : m_found)
        addTime(m_sumNs, m_recording->timeline.ends()[span] - m_recording->timeline.starts()[span]);
    showCount();
    Q_EMIT queryChanged(query);
    Q_EMIT foundChanged();
    if (!m_isElsewhere)
        return;
    if (!text().isEmpty() && m_problem.isEmpty())
        m_count->setText(tr("searching …"));
    Q_EMIT searchWanted(text());
}

void SearchBar::showFound(const Elsewhere &found)
{
    m_count->setToolTip(found.problem);
    if (!found.problem.isEmpty())
        m_count->setText(tr("not understood"));
    else if (found.number > 0)
        m_count->setText(tr("%1 of %2 · %3 in sum").arg(found.number).arg(found.count).arg(timeText(found.sumNs)));
    else
        m_count->setText(found.count == 0 ? tr("none")
                                          : tr("%1 found · %2 in sum").arg(found.count).arg(timeText(found.sumNs)));
}

void SearchBar::showCount()
{
    const auto here =
        std::lower_bound(m_found.begin(), m_found.end(), static_cast<std::uint32_t>(std::max(m_current, 0)));
    const bool onOne = m_current >= 0 && here != m_found.end() && static_cast<int>(*here) == m_current;
    const auto count = static_cast<qlonglong>(m_found.size());
    if (!m_problem.isEmpty())
        m_count->setText(tr("not understood"));
    else if (m_line->text().trimmed().isEmpty())
        m_count->clear();
    else if (onOne)
        m_count->setText(tr("%1 of %2 · %3 in sum").arg(here - m_found.begin() + 1).arg(count).arg(timeText(m_sumNs)));
    else
        m_count->setText(m_found.empty() ? tr("none") : tr("%1 found · %2 in sum").arg(count).arg(timeText(m_sumNs)));
    m_count->setToolTip(m_problem);
}

void SearchBar::step(bool next)
{
    if (m_isElsewhere && !text().isEmpty())
        Q_EMIT stepWanted(next);
    if (m_found.empty())
        return;
    auto place = next ? std::upper_bound(m_found.begin(), m_found.end(), static_cast<std::int64_t>(m_current))
                      : std::lower_bound(m_found.begin(), m_found.end(), static_cast<std::int64_t>(m_current));
    if (next && place == m_found.end())
        place = m_found.begin();
    else if (!next)
        place = (place == m_found.begin() ? m_found.end() : place) - 1;
    m_current = static_cast<int>(*place);
    showCount();
    Q_EMIT spanChosen(m_current);
}

void SearchBar::setCurrent(int span)
{
    m_current = span;
    showCount();
}

bool SearchBar::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_line && event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter || key->key() == Qt::Key_F3) {
            step(!(key->modifiers() & Qt::ShiftModifier));
            return true;
        }
        if (key->key() == Qt::Key_Escape) {
            m_line->clear();
            hide();
            Q_EMIT closed();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace streamscope
