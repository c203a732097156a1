// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/record/record_bar.h"

#include "engine/device/number_text.h"
#include "gui/record/program_recording.h"
#include "gui/timeline/text/timeline_theme.h"
#include "gui/widgets/elided_label.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

namespace streamscope {

namespace {

/// "0:07", "12:05", "1:00:00".
QString clockText(qint64 ms)
{
    const qint64 seconds = ms / 1000, minutes = seconds / 60;
    const QLatin1Char zero('0');
    if (minutes < 60)
        return QStringLiteral("%1:%2").arg(minutes).arg(seconds % 60, 2, 10, zero);
    return QStringLiteral("%1:%2:%3").arg(minutes / 60).arg(minutes % 60, 2, 10, zero).arg(seconds % 60, 2, 10, zero);
}

QString stateText(const ProgramRecording &recording)
{
    const ProgramRecording::Look &look = recording.look();
    if (!recording.isRunning())
        return recording.endText();
    if (recording.isEnding())
        return RecordBar::tr("ending");
    if (look.recording > 0)
        return RecordBar::tr("● recording");
    if (!look.failure.empty())
        return RecordBar::tr("failed");
    if (look.stopped > 0)
        return RecordBar::tr("stopped");
    return look.waiting > 0 ? RecordBar::tr("waiting for Start") : RecordBar::tr("no CUDA yet");
}

QString figuresText(const ProgramRecording &recording)
{
    const ProgramRecording::Look &look = recording.look();
    QStringList parts{clockText(recording.elapsedMs())};
    parts << RecordBar::tr("%1 operations").arg(QString::fromStdString(groupedNumber(look.total.operations)));
    if (look.total.processes > 1)
        parts << RecordBar::tr("%1 processes").arg(look.total.processes);
    if (look.total.operations > 0)
        parts << QString::fromStdString(roundSizeText(look.total.bytes));
    if (look.dropped > 0)
        parts << RecordBar::tr("⚠ %1 lost").arg(QString::fromStdString(groupedNumber(look.dropped)));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace

RecordBar::RecordBar(QWidget *parent)
    : QWidget(parent), m_state(new QLabel(this)), m_command(new ElidedLabel(this, QStringLiteral("recordCommandText"))),
      m_figures(new QLabel(this))
{
    setObjectName(QStringLiteral("recordBar"));
    setAccessibleName(tr("Recording"));
    m_state->setObjectName(QStringLiteral("recordState"));
    m_state->setAlignment(Qt::AlignCenter);
    m_figures->setObjectName(QStringLiteral("recordFigures"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 4, 10, 4);
    layout->setSpacing(8);
    layout->addWidget(m_state);
    layout->addWidget(m_figures);
    layout->addWidget(m_command, 1);
    setLayout(layout);
    m_start = addButton("recordStart", tr("Start recording"), tr("Record from now on"), &RecordBar::startWanted);
    m_stop = addButton("recordStop", tr("Stop recording"), tr("The program goes on; the recording may start again"),
                       &RecordBar::stopWanted);
    m_end = addButton("recordEnd", tr("Stop program"), tr("Ask the program and what it started to end (SIGTERM)"),
                      &RecordBar::endWanted);
    m_again = addButton("recordAgainButton", tr("Record again"),
                        tr("Run the same command once more, and compare the two recordings"), &RecordBar::againWanted);
    m_close = addButton("recordClose", tr("✕"), tr("Close this bar"), &RecordBar::closed);
    m_close->setAccessibleName(tr("Close"));
    m_close->setFixedWidth(m_close->sizeHint().height());
    recolour();
}

QPushButton *RecordBar::addButton(const char *name, const QString &text, const QString &help,
                                  void (RecordBar::*wanted)())
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(QLatin1String(name));
    button->setToolTip(help);
    layout()->addWidget(button);
    connect(button, &QPushButton::clicked, this, wanted);
    return button;
}

void RecordBar::setRecording(const ProgramRecording &recording)
{
    const ProgramRecording::Look &look = recording.look();
    const bool runs = recording.isRunning();
    m_state->setText(stateText(recording));
    m_state->setToolTip(QString::fromStdString(look.failure));
    m_figures->setText(figuresText(recording));
    m_command->setText(recording.command().command.simplified());
    m_command->setToolTip(recording.command().command);
    m_start->setVisible(runs && look.recording == 0);
    m_start->setEnabled(look.waiting + look.stopped > 0);
    m_stop->setVisible(runs && look.recording > 0);
    m_end->setVisible(runs);
    m_end->setText(recording.isEnding() ? tr("Kill program") : tr("Stop program"));
    m_again->setVisible(!runs);
    m_close->setVisible(!runs);
    if (const bool isOn = runs && look.recording > 0; isOn != m_isOn) {
        m_isOn = isOn;
        recolour();
    }
}

/// Red while it records, and the words say it, too.
void RecordBar::recolour()
{
    const TimelineTheme &theme = TimelineTheme::of(palette());
    m_state->setStyleSheet(QStringLiteral("background: %1; color: %2; font-weight: bold; padding: 1px 7px;")
                               .arg(m_isOn ? QStringLiteral("#a8201a") : theme.badge.name(),
                                    m_isOn ? QStringLiteral("#ffffff") : theme.badgeText.name()));
}

void RecordBar::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        recolour();
}

} // namespace streamscope
