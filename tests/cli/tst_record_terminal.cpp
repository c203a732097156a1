// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/recorder/recorder_tree.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <vector>

using namespace streamscope::test;

namespace {

/// What a small shell with job control sees of one job on a terminal of its own: it starts the job in the foreground,
/// and when the job stops, it takes the terminal back, says so, and continues the job once.
[[noreturn]] void shellOf(const std::vector<const char *> &job)
{
    // A key may come when the job has just ended, and the terminal is the shell's again.
    constexpr std::array ignored{SIGTTOU, SIGINT, SIGQUIT};
    for (const int signal : ignored)
        std::signal(signal, SIG_IGN);
    const pid_t child = fork();
    if (child == 0) {
        setpgid(0, 0);
        tcsetpgrp(STDIN_FILENO, getpid());
        for (const int signal : ignored)
            std::signal(signal, SIG_DFL);
        execv(job[0], const_cast<char *const *>(job.data()));
        _exit(99);
    }
    setpgid(child, child);
    int status = 0;
    for (int stops = 0; waitpid(child, &status, WUNTRACED) == child && WIFSTOPPED(status); ++stops) {
        tcsetpgrp(STDIN_FILENO, getpgrp());
        tcsetpgrp(STDIN_FILENO, child);
        dprintf(STDOUT_FILENO, "stop %d by %s\n", stops + 1, sigabbrev_np(WSTOPSIG(status)));
        kill(-child, SIGCONT);
    }
    tcsetpgrp(STDIN_FILENO, getpgrp());
    if (WIFSIGNALED(status))
        dprintf(STDOUT_FILENO, "killed by %s\n", sigabbrev_np(WTERMSIG(status)));
    else
        dprintf(STDOUT_FILENO, "exit %d\n", WEXITSTATUS(status));
    _exit(0);
}

/// The terminal, as the person in front of it sees it.
class Terminal
{
public:
    Terminal(const QString &folder, const QStringList &job)
    {
        std::vector<QByteArray> words;
        for (const QString &word : job)
            words.push_back(QFile::encodeName(word));
        std::vector<const char *> pointers;
        for (const QByteArray &word : words)
            pointers.push_back(word.constData());
        pointers.push_back(nullptr);
        const QByteArray place = QFile::encodeName(folder);
        m_shell = forkpty(&m_terminal, nullptr, nullptr, nullptr);
        if (m_shell == 0) {
            static_cast<void>(!chdir(place.constData()));
            shellOf(pointers);
        }
    }
    Terminal(const Terminal &) = delete;
    Terminal &operator=(const Terminal &) = delete;
    ~Terminal()
    {
        close(m_terminal); // hangs up
        waitpid(m_shell, nullptr, 0);
    }

    /// Until this has appeared. @returns all that appeared so far
    QByteArray waitFor(const QByteArray &text)
    {
        QElapsedTimer timer;
        timer.start();
        while (!m_seen.contains(text) && timer.elapsed() < 20000) {
            pollfd waiting{m_terminal, POLLIN, 0};
            char part[4096];
            if (poll(&waiting, 1, 100) > 0) {
                const ssize_t got = read(m_terminal, part, sizeof part);
                if (got <= 0)
                    break;
                m_seen.append(part, static_cast<qsizetype>(got));
                m_seen.replace("\r\n", "\n");
            }
        }
        return m_seen;
    }
    void type(char key) { static_cast<void>(!write(m_terminal, &key, 1)); }

private:
    int m_terminal = -1;
    pid_t m_shell = 0;
    QByteArray m_seen;
};

} // namespace

/// `streamscope record` on a terminal under job control.
class TestRecordTerminal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_program = programWithCountingRecorder(); }
    void cleanupTestCase() { QFile::remove(m_program); }
    void theProgramHasTheTerminal();
    void interruptReachesTheProgram();
    void anInterruptedProgramEndsTheLauncherAlike();
    void stopsAndContinues_data();
    void stopsAndContinues();
    void aProgramThatStopsItself();

private:
    QStringList job(const QStringList &program) const { return QStringList{m_program, "record", "--"} + program; }

    QString m_program;
    QTemporaryDir m_folder;
};

void TestRecordTerminal::theProgramHasTheTerminal()
{
    Terminal terminal(m_folder.path(), job({launchedProgram(), "terminal", "exit", "3"}));
    QCOMPARE(terminal.waitFor("exit 3\n"),
             QByteArray("0:terminal 1:terminal 2:terminal foreground\ngroup of the launcher\n"
                        "streamscope: nothing recorded: the program ran nothing on a GPU with CUDA\n"
                        "exit 3\n"));
}

void TestRecordTerminal::interruptReachesTheProgram()
{
    Terminal terminal(m_folder.path(), job({"/bin/sh", "-c",
                                            "trap 'echo caught; exit 9' INT; echo ready; while :; do "
                                            "sleep 0.05; done"}));
    terminal.waitFor("ready");
    terminal.type('\x03');
    const QByteArray seen = terminal.waitFor("exit 9\n");
    QCOMPARE(seen.count("caught"), 1);
    QVERIFY2(seen.endsWith("exit 9\n"), seen.constData());
}

void TestRecordTerminal::anInterruptedProgramEndsTheLauncherAlike()
{
    for (const auto &[key, name] : {std::pair('\x03', "INT"), std::pair('\x1c', "QUIT")}) {
        Terminal terminal(m_folder.path(), job({"/bin/sh", "-c", "ulimit -c 0; echo ready; exec sleep 60"}));
        terminal.waitFor("ready");
        terminal.type(key);
        const QByteArray seen = terminal.waitFor(QByteArray("killed by ") + name + "\n");
        QVERIFY2(seen.endsWith(QByteArray(QByteArray("killed by ") + name + '\n')), seen.constData());
    }
}

void TestRecordTerminal::stopsAndContinues_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("stop");
    // Not a shell: one that is about to start a program (vfork) cannot stop, with or without a launcher.
    QTest::newRow("Ctrl-Z") << QStringList{"print", "ready", "pause", "60000", "exit", "5"}
                            << QByteArray("stop 1 by TSTP\n");
    QTest::newRow("the program catches Ctrl-Z") << QStringList{"catch", "print", "ready", "pause", "60000", "exit", "5"}
                                                << QByteArray("tidied\nstop 1 by STOP\n");
}

void TestRecordTerminal::stopsAndContinues()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, stop);
    Terminal terminal(m_folder.path(), job(QStringList{launchedProgram()} + words));
    terminal.waitFor("ready\n");
    terminal.type('\x1a');
    QByteArray seen = terminal.waitFor(stop);
    QVERIFY2(seen.contains(stop), seen.constData());
    terminal.type('\x03'); // the program is in the foreground again
    seen = terminal.waitFor("by INT\n");
    // The caught signal may have ended the pause before the key came, which the terminal then echoes.
    QVERIFY2(seen.contains("killed by INT\n") || seen.contains("exit 5\n"), seen.constData());
    QVERIFY2(!seen.contains("stop 2"), seen.constData()); // once, however many hear of it
}

void TestRecordTerminal::aProgramThatStopsItself()
{
    Terminal terminal(m_folder.path(), job({"/bin/sh", "-c", "kill -STOP $$; echo on; exit 5"}));
    const QByteArray seen = terminal.waitFor("exit 5\n");
    QVERIFY2(seen.startsWith("stop 1 by STOP\non\n") && seen.endsWith("exit 5\n"), seen.constData());
}

QTEST_GUILESS_MAIN(TestRecordTerminal)
#include "tst_record_terminal.moc"
