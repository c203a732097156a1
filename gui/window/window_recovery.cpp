// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/window_recovery.h"

#include "experiments/registry.h"
#include "gui/widgets/message_bar.h"
#include "gui/window/main_window.h"

#include <QGuiApplication>
#include <QSessionManager>

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
      m_offer(m_folder, experiments(), addedBar(window), [this](const KeptWork &work) { restore(work); })
{
    connect(&m_keeper, &RecoveryKeeper::failed, window.messages(), &MessageBar::complain);
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

void WindowRecovery::restore(const KeptWork &work)
{
    m_window.restore(work);
    m_keeper.keepNow(); // before the file that it came from goes
}

void WindowRecovery::keep()
{
    m_window.workspace().commitTyping();
    m_keeper.keepNow();
}

} // namespace streamscope
