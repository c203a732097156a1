// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/window_recovery.h"

#include "experiments/registry.h"
#include "gui/timeline/widget/timeline_widget.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"

#include <QGuiApplication>
#include <QSessionManager>

#include <utility>

namespace streamscope {

namespace {

MessageBar *addedBar(MainWindow &window)
{
    auto *bar = new MessageBar;
    bar->setObjectName(QStringLiteral("recoveryBar"));
    window.addBar(bar);
    return bar;
}

} // namespace

WindowRecovery::WindowRecovery(MainWindow &window, const QString &folder)
    : m_window(window), m_folder(folder), m_keeper(window.workspace(), m_folder),
      m_offer(m_folder, experiments(), addedBar(window), [this](const RecoveryFolder::Left &left) { restore(left); })
{
    connect(&m_keeper, &RecoveryKeeper::failed, window.messages(), &MessageBar::complain);
    connect(&m_keeper, &RecoveryKeeper::kept, this, [this] {
        if (std::exchange(m_isTaken, false))
            m_offer.finishFirst(); // not before this window has it
    });
    const TimelineState *timeline = window.timeline()->state();
    connect(timeline, &TimelineState::marksChanged, &m_keeper, &RecoveryKeeper::changed);
    connect(timeline, &TimelineState::arrangementChanged, &m_keeper, &RecoveryKeeper::changed);
    connect(timeline, &TimelineState::rangeChanged, &m_keeper, &RecoveryKeeper::changed);
    connect(timeline, &TimelineState::spanSelected, &m_keeper, &RecoveryKeeper::changed);
    connect(&m_signals, &EndSignals::arrived, this, [this](int number) {
        keep();
        EndSignals::end(number);
    });
    connect(
        qGuiApp, &QGuiApplication::commitDataRequest, this,
        [this](QSessionManager &manager) {
            answerLogout(
                manager, [this] { return m_window.mayEnd(); }, [this] { keep(); });
        },
        Qt::DirectConnection);
}

void WindowRecovery::begin()
{
    for (const QString &line : m_offer.begin())
        m_window.messages()->complain(line);
}

/// Reads the session on another thread when it is large.
void WindowRecovery::restore(const RecoveryFolder::Left &left)
{
    constexpr std::uint64_t bytesPerOperation = 10; // packed
    m_reading.startOrDo(
        static_cast<std::size_t>(left.bytes() / bytesPerOperation),
        [files = left.files()](const RunControl &control) { return loadSessionFiles(files, experiments(), control); },
        [this](const KeptSession &session) {
            m_window.restore(session);
            m_isTaken = true;
            m_keeper.keepSoon();
        },
        [this](const QString &problem) { m_window.messages()->complain(m_offer.refuseFirst(problem)); });
}

void WindowRecovery::keep()
{
    m_window.workspace().commitTyping();
    m_keeper.keepNow();
}

} // namespace streamscope
