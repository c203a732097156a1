// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QProcess>
#include <QStringList>

#include <utility>

namespace streamscope::test {

/// How a process ended: its exit code, −2 after a crash or a signal, −1 where it did not end.
struct Outcome
{
    int code;
    QByteArray out, err;
};

/// The program as a script runs it, without a display if it is not given one.
class ProgramProcess
{
public:
    explicit ProgramProcess(QProcessEnvironment environment = QProcessEnvironment::systemEnvironment(),
                            bool withDisplay = false)
        : m_environment(std::move(environment))
    {
        if (withDisplay)
            return;
        for (const char *name : {"QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"})
            m_environment.remove(QString::fromLatin1(name));
    }

    /// One call of its files' functions in `folder` fails: see failing_device.h.
    void setFailingDevice(const QString &folder, int call, int error)
    {
        m_environment.insert("LD_PRELOAD", qEnvironmentVariable("STREAMSCOPE_FAILING_DEVICE"));
        // The sanitizers want to be first; for what is counted here second is as good.
        m_environment.insert("ASAN_OPTIONS", "verify_asan_link_order=0");
        m_environment.insert("FAILING_DEVICE_FOLDER", folder + '/');
        m_environment.insert("FAILING_DEVICE_CALL", QString::number(call));
        m_environment.insert("FAILING_DEVICE_ERRNO", QString::number(error));
    }

    Outcome run(const QStringList &arguments, const QString &folder) const
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.setWorkingDirectory(folder);
        process.start(qEnvironmentVariable("STREAMSCOPE_PROGRAM"), arguments);
        // The thread sanitizer takes many times as long.
        if (!process.waitForFinished(600'000))
            return {-1, {}, process.errorString().toUtf8()};
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }

private:
    QProcessEnvironment m_environment;
};

} // namespace streamscope::test
