// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/record/program_recording.h"

#include "engine/program/errors.h"
#include "engine/run/record/recorder_library.h"
#include "gui/workspace/text/path_text.h"

#include <csignal>
#include <cstring>
#include <sys/prctl.h>
#include <unistd.h>
#include <utility>

namespace streamscope {

namespace {

constexpr int lookEveryMs = 400;
constexpr int patienceMs = 5000; ///< for a program whose window closes
constexpr int mostLines = 200;   ///< in one go: a log is no place for a flood
constexpr qsizetype longestLine = 4096;
constexpr std::chrono::milliseconds patienceOfStatus(300);

ProgramRecording::Look lookInto(RecordingFiles &files, const std::string &folder)
{
    ProgramRecording::Look look;
    look.files = files.look();
    look.total = totalOf(look.files);
    for (const int process : recordedProcesses(folder))
        try {
            RecorderConnection recorder(process);
            recorder.setPatience(patienceOfStatus);
            const RecorderStatus status = recorder.status();
            look.processes.push_back(process);
            look.dropped += status.dropped;
            look.waiting += status.state == RecorderStatus::State::Waiting;
            look.recording += status.state == RecorderStatus::State::Recording;
            look.stopped += status.state == RecorderStatus::State::Stopped;
            if (status.state == RecorderStatus::State::Failed)
                look.failure = status.file;
        } catch (const std::exception &) {
            // It has ended since, or is stopped.
        }
    return look;
}

QProcessEnvironment environmentOf(const RecordedCommand::Parsed &parsed, const RecordOptions &options,
                                  const std::string &folder, const std::string &library)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const QString &name : environment.keys())
        if (isRecordVariable(name.toStdString()))
            environment.remove(name);
    for (const auto &[name, value] : parsed.variables)
        environment.insert(pathText(name), pathText(value));
    for (const auto &[name, value] : recordVariables(options, folder, library))
        environment.insert(pathText(name), pathText(value));
    return environment;
}

/// @throws InputError where another tool would have to give way.
void requireNoOtherTool(const std::vector<std::pair<std::string, std::string>> &variables, const std::string &library)
{
    std::string other = otherToolIn(environ, library);
    std::vector<std::string> entries;
    for (const auto &[name, value] : variables)
        entries.push_back(name + '=' + value);
    std::vector<const char *> pointers;
    for (const std::string &entry : entries)
        pointers.push_back(entry.c_str());
    pointers.push_back(nullptr);
    if (other.empty())
        other = otherToolIn(pointers.data(), library);
    if (!other.empty())
        throw InputError(other + " is set: another tool is loaded into CUDA programs, and CUDA takes one at a time");
}

} // namespace

ProgramRecording::ProgramRecording(RecordedCommand command, QObject *parent)
    : QObject(parent), m_command(std::move(command))
{
    m_timer.setInterval(lookEveryMs);
    connect(&m_timer, &QTimer::timeout, this, &ProgramRecording::lookAround);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, [this] { readOutput(false); });
    connect(&m_process, &QProcess::finished, this, &ProgramRecording::finish);
}

ProgramRecording::~ProgramRecording()
{
    m_process.disconnect(this);
    if (!isRunning())
        return;
    signalGroup(SIGTERM);
    if (!m_process.waitForFinished(patienceMs)) {
        signalGroup(SIGKILL);
        m_process.waitForFinished();
    }
    m_folder->finish();
}

QString ProgramRecording::folder() const
{
    return m_folder ? pathText(m_folder->path()) : QString();
}

void ProgramRecording::start()
{
    const RecordedCommand::Parsed parsed = m_command.parsed();
    const std::string library = recorderLibrary();
    requireNoOtherTool(parsed.variables, library);
    m_folder = std::make_unique<RecordingFolder>(pathOf(m_command.output), pathOf(m_command.folder));
    m_files = std::make_shared<RecordingFiles>(m_folder->path());
    m_process.setProcessEnvironment(environmentOf(parsed, m_command.options, m_folder->path(), library));
    m_process.setWorkingDirectory(m_command.folder);
    m_process.setProcessChannelMode(QProcess::MergedChannels);
    m_process.setStandardInputFile(QProcess::nullDevice());
    m_process.setChildProcessModifier([] {
        setpgid(0, 0); // so that what it starts ends with it
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        for (const int number : {SIGPIPE, SIGXFSZ})
            std::signal(number, SIG_DFL); // this program has switched them off for itself
    });
    m_process.start(parsed.program, parsed.arguments);
    m_clock.start();
    if (!m_process.waitForStarted()) {
        m_folder->discard();
        throw RunError("“" + pathOf(parsed.program) + "” does not start: " + m_process.errorString().toStdString());
    }
    m_group = m_process.processId();
    m_timer.start();
}

void ProgramRecording::lookAround()
{
    Q_EMIT changed(); // the time at least
    if (m_looking.isBusy())
        return;
    m_looking.start(
        [files = m_files, folder = m_folder->path()](const RunControl &) { return lookInto(*files, folder); },
        [this](const Look &look) {
            m_look = look;
            Q_EMIT changed();
        });
}

void ProgramRecording::startRecording()
{
    tell(true);
}

void ProgramRecording::stopRecording()
{
    tell(false);
}

void ProgramRecording::tell(bool starts)
{
    BackgroundTask::startAnother(
        this,
        [folder = m_folder->path(), starts](const RunControl &) {
            std::string problem = "no process of the program has a recorder yet: it comes with the first call of CUDA";
            for (const int process : recordedProcesses(folder))
                try {
                    RecorderConnection recorder(process);
                    if (starts && recorder.status().state != RecorderStatus::State::Recording)
                        recorder.start("the window");
                    else if (!starts)
                        recorder.stop();
                    problem.clear();
                } catch (const std::exception &error) {
                    problem = error.what();
                }
            return problem;
        },
        [this](const std::string &problem) {
            if (!problem.empty())
                Q_EMIT complained(QString::fromStdString(problem));
            lookAround();
        });
}

void ProgramRecording::endProgram()
{
    signalGroup(std::exchange(m_isEnding, true) ? SIGKILL : SIGTERM);
    Q_EMIT changed();
}

void ProgramRecording::signalGroup(int number) const
{
    if (m_group > 0)
        kill(-static_cast<pid_t>(m_group), number);
}

void ProgramRecording::readOutput(bool everything)
{
    m_output += m_process.readAllStandardOutput();
    QList<QByteArray> lines = m_output.split('\n');
    m_output = everything ? QByteArray() : lines.takeLast().right(longestLine);
    if (everything && lines.last().isEmpty())
        lines.removeLast();
    if (const qsizetype more = lines.size() - mostLines; more > 0) {
        Q_EMIT printed(tr("… %1 lines are left out here").arg(more));
        lines.remove(0, more);
    }
    for (const QByteArray &line : std::as_const(lines)) {
        const QByteArray shown = line.endsWith('\r') ? line.chopped(1) : line;
        Q_EMIT printed(QString::fromUtf8(shown.mid(shown.lastIndexOf('\r') + 1).left(longestLine)));
    }
}

void ProgramRecording::finish()
{
    m_endedAfterMs = m_clock.elapsed();
    m_timer.stop();
    m_looking.cancel();
    readOutput(true);
    m_outcome = m_folder->finish();
    m_look = {};
    m_look.total = m_outcome->total;
    m_look.files = m_outcome->files;
    Q_EMIT changed();
    Q_EMIT ended();
}

QStringList ProgramRecording::filesOfOperations() const
{
    QStringList files;
    for (const RecordingFile &file : m_look.files)
        if (file.operations > 0)
            files << pathText(file.path);
    return files;
}

QString ProgramRecording::endText() const
{
    if (isRunning())
        return {};
    if (m_process.exitStatus() == QProcess::CrashExit) {
        const char *name = sigabbrev_np(m_process.exitCode());
        return tr("killed by %1").arg(name ? QString::fromLatin1(name) : QString::number(m_process.exitCode()));
    }
    return m_process.exitCode() == 0 ? tr("ended") : tr("exit code %1").arg(m_process.exitCode());
}

} // namespace streamscope
