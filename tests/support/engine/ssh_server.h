// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "tests/support/files.h"

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <unistd.h>

namespace streamscope::test {

/// Another machine: this one, through an SSH server of its own on the loopback, with keys of its own. The login there
/// is in the folder `home` of path().
class SshServer
{
public:
    ~SshServer() { stop(); }

    /// False where none is installed, or none works.
    bool start();
    void stop()
    {
        m_server.terminate();
        m_server.waitForFinished();
    }

    int port() const { return m_port; }
    std::string machine() const { return "127.0.0.1:" + std::to_string(m_port); }
    std::string device(const char *id = "sim:h200") const { return "ssh://" + machine() + "/" + id; }

    /// Of a file of this machine.
    QString path(const QString &name) const { return m_dir.filePath(name); }
    QString folder() const { return m_dir.path(); }
    void script(const QString &name, const QByteArray &text) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        store(path(name), "#!/bin/sh\n" + text + "\n");
        QFile::setPermissions(path(name), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    /// The ssh that a program finds first: the real one with our keys.
    void configureClient(const QByteArray &extra = {}) const
    {
        store(path("ssh_config"), "IdentityFile " + path("key").toUtf8() + "\nIdentitiesOnly yes\nUserKnownHostsFile "
                                      + path("known_hosts").toUtf8() + "\nGlobalKnownHostsFile /dev/null\n");
        script("bin/ssh", "exec " + m_ssh.toUtf8() + " -F '" + path("ssh_config").toUtf8() + "' " + extra + " \"$@\"");
    }
    /// The program that the login over ssh finds.
    void installThere(const QByteArray &program) const { script("there/streamscope", "exec " + program + " \"$@\""); }
    void installOurs() const { installThere("'" + qgetenv("STREAMSCOPE_PROGRAM") + "'"); }

private:
    void makeKey(const QString &name) const
    {
        QProcess::execute("ssh-keygen", {"-q", "-t", "ed25519", "-N", "", "-f", path(name)});
    }
    static int freePort();
    bool answers();

    QTemporaryDir m_dir;
    QProcess m_server;
    QString m_ssh;
    int m_port = 0;
};

inline int SshServer::freePort()
{
    sockaddr_in address{};
    socklen_t size = sizeof address;
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    auto *const plain = reinterpret_cast<sockaddr *>(&address);
    const int one = ::socket(AF_INET, SOCK_STREAM, 0);
    if (::bind(one, plain, size) != 0 || ::getsockname(one, plain, &size) != 0)
        qFatal("there is no free port");
    ::close(one);
    return ntohs(address.sin_port);
}

inline bool SshServer::start()
{
    if (m_server.state() == QProcess::Running)
        return true;
    const QString sshd = QStandardPaths::findExecutable("sshd", {"/usr/sbin", "/usr/local/sbin", "/usr/bin"});
    m_ssh = m_ssh.isEmpty() ? QStandardPaths::findExecutable("ssh") : m_ssh;
    if (sshd.isEmpty() || m_ssh.isEmpty())
        return false;
    if (::geteuid() == 0)
        QDir().mkpath("/run/sshd"); // where it locks itself in
    for (const char *folder : {"bin", "there", "home"})
        QDir(m_dir.path()).mkpath(folder);
    for (const char *name : {"host_key", "key", "other_key"})
        if (!QFile::exists(path(name))) // ssh-keygen would ask
            makeKey(name);
    m_port = freePort();
    store(path("known_hosts"), "[127.0.0.1]:" + QByteArray::number(m_port) + ' ' + contentOf(path("host_key.pub")));
    store(path("authorized_keys"), contentOf(path("key.pub")));
    store(path("sshd_config"), "ListenAddress 127.0.0.1:" + QByteArray::number(m_port) + "\nHostKey "
                                   + path("host_key").toUtf8() + "\nAuthorizedKeysFile "
                                   + path("authorized_keys").toUtf8()
                                   + "\nStrictModes no\nPidFile none\nUsePAM no\nPasswordAuthentication no\n"
                                     "KbdInteractiveAuthentication no\nPermitRootLogin prohibit-password\nSetEnv PATH="
                                   + path("there").toUtf8() + ":/usr/bin:/bin\nForceCommand cd '"
                                   + path("home").toUtf8() + "' && exec sh -c \"$SSH_ORIGINAL_COMMAND\"\n");
    m_server.setProcessChannelMode(QProcess::MergedChannels);
    m_server.start(sshd, {"-D", "-e", "-f", path("sshd_config")});
    if (!m_server.waitForStarted())
        return false;
    qputenv("PATH", path("bin").toUtf8() + ':' + qgetenv("PATH"));
    configureClient();
    return answers();
}

inline bool SshServer::answers()
{
    QElapsedTimer time;
    time.start();
    while (m_server.state() != QProcess::NotRunning && time.elapsed() < 10'000) {
        if (QProcess::execute("ssh", {"-p", QString::number(m_port), "-o", "BatchMode=yes", "127.0.0.1", "true"}) == 0)
            return true;
        m_server.waitForReadyRead(100);
    }
    qInfo() << m_server.readAll();
    return false;
}

} // namespace streamscope::test

/// The first line of a test that needs `server`: skipped where there is none. The machine has this build's program.
#define NEEDS_SSH_SERVER(server)                                                                                       \
    if (!(server).start())                                                                                             \
        QSKIP("no SSH server that works here: install openssh-server to run this test");                               \
    (server).configureClient();                                                                                        \
    (server).installOurs()
