// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/fresh_process.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTemporaryDir>

#include <csignal>
#include <sys/prctl.h>
#include <utility>

namespace streamscope {

namespace {

constexpr int pollMs = 50;                ///< how soon a stop request is seen
constexpr qint64 longestLine = 64 << 10;  ///< of standard output, where libraries may print, too
constexpr qsizetype maxErrorBytes = 4096; ///< bytes of standard error

QString lastLine(const QByteArray &text)
{
    const QByteArray trimmed = text.trimmed();
    return QString::fromUtf8(trimmed.mid(trimmed.lastIndexOf('\n') + 1));
}

/// Why it takes another process: "8 connections", "a cold start".
std::string purposeOf(const Program &program)
{
    if (program.connections == 0)
        return "a cold start";
    return std::to_string(program.connections) + (program.connections == 1 ? " connection" : " connections");
}

/// One child and the folder over which it answers; both are gone with this object.
class Child
{
public:
    Child(const QString &executable, const FreshRunRequest &request, std::chrono::milliseconds patience)
        : m_what("the process that was started for " + purposeOf(request.program)), m_patience(patience)
    {
        if (!m_folder.isValid())
            throw RunError("there is no place for temporary files: " + m_folder.errorString().toStdString());
        writeFreshRunRequest(request, m_folder.path());
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        if (request.program.connections > 0)
            environment.insert(QStringLiteral("CUDA_DEVICE_MAX_CONNECTIONS"),
                               QString::number(request.program.connections));
        m_process.setProcessEnvironment(environment);
        QObject::connect(&m_process, &QProcess::readyReadStandardError, &m_process, [this] { listen(); });
        // Should this program die, its child does not go on with the GPU.
        m_process.setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGTERM); });
        m_process.start(executable, {QLatin1String(freshRunCommand), m_folder.path()});
        if (!m_process.waitForStarted())
            throw RunError(m_what + " does not start: " + executable.toStdString() + ": "
                           + m_process.errorString().toStdString());
        m_process.closeWriteChannel();
    }

    ~Child()
    {
        if (m_process.state() != QProcess::NotRunning)
            end();
    }

    void wait(const RunControl &control)
    {
        while (m_process.state() != QProcess::NotRunning) {
            if (control.stop.stop_requested()) {
                end();
                throw Cancelled();
            }
            m_process.waitForReadyRead(pollMs);
            while (m_process.canReadLine() || m_process.bytesAvailable() > longestLine)
                if (const auto progress = readProgressLine(m_process.readLine(longestLine).trimmed()))
                    control.report(progress->done, progress->total, progress->what);
        }
    }

    Recording outcome()
    {
        if (m_process.exitStatus() == QProcess::CrashExit)
            fail("was ended by signal " + std::to_string(m_process.exitCode()));
        if (!hasFreshRunResult(m_folder.path()))
            fail("ended without an outcome (exit code " + std::to_string(m_process.exitCode()) + ")");
        try {
            return readFreshRunResult(m_folder.path());
        } catch (const BrokenOutcome &broken) {
            fail(std::string("left an outcome that cannot be read: ") + broken.what());
        } catch (const Cancelled &) {
            fail("was stopped by another process");
        }
    }

private:
    /// In order first: a run on a GPU ends after the operations in flight.
    void end()
    {
        m_process.terminate();
        if (!m_process.waitForFinished(static_cast<int>(m_patience.count()))) {
            m_process.kill();
            m_process.waitForFinished();
        }
    }

    /// Keeps the end of what the child says, however much it says.
    void listen()
    {
        m_lastWords.append(m_process.readAllStandardError());
        m_lastWords = m_lastWords.right(maxErrorBytes);
    }

    [[noreturn]] void fail(const std::string &how)
    {
        listen();
        const QString words = lastLine(m_lastWords);
        throw RunError(m_what + " " + how + (words.isEmpty() ? "" : "; it said: " + words.toStdString()));
    }

    std::string m_what;
    std::chrono::milliseconds m_patience;
    QTemporaryDir m_folder;
    QByteArray m_lastWords;
    QProcess m_process;
};

} // namespace

FreshProcess::FreshProcess(QString executable, std::chrono::milliseconds patience)
    : m_executable(std::move(executable)), m_patience(patience)
{
    if (m_executable.isEmpty())
        m_executable = QCoreApplication::applicationFilePath();
}

Recording FreshProcess::run(const FreshRunRequest &request, const RunControl &control) const
{
    control.checkStop();
    const std::string purpose = purposeOf(request.program);
    control.report(0, 1, "starting a fresh process for " + purpose);
    Child child(m_executable, request, m_patience);
    child.wait(control);
    Recording recording = child.outcome();
    recording.notes.push_back("This ran in a fresh process, for " + purpose
                              + (request.program.connections > 0
                                     ? " to the GPU: CUDA reads their number once, when a program starts."
                                     : ": in this one something had run before."));
    recording.environment.emplace_back("process", "a fresh one, for " + purpose);
    return recording;
}

} // namespace streamscope
