// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "resources/recorder/recording_format.h"

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <cstddef>
#include <cstring>
#include <map>
#include <optional>
#include <string>

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace streamscope::test {

/// The rows of a recording by kind, from the headers of its whole chunks; nothing when the file is none.
inline std::optional<std::map<recording::RowKind, std::uint64_t>> rowsOf(const QString &path)
{
    QFile file(path);
    recording::FileHeader header{};
    if (!file.open(QIODevice::ReadOnly) || file.read(reinterpret_cast<char *>(&header), sizeof header) != sizeof header
        || std::memcmp(header.magic, recording::magic, sizeof header.magic) != 0)
        return std::nullopt;
    std::map<recording::RowKind, std::uint64_t> rows;
    recording::ChunkHeader chunk{};
    for (qint64 at = header.headerBytes; at < file.size(); at += qint64(sizeof chunk) + chunk.packedBytes) {
        if (!file.seek(at) || file.read(reinterpret_cast<char *>(&chunk), sizeof chunk) != sizeof chunk
            || chunk.magic != recording::chunkMagic || at + qint64(sizeof chunk) + chunk.packedBytes > file.size())
            break;
        rows[recording::RowKind(chunk.kind)] += chunk.rows;
    }
    return rows;
}

/// The test's program under the fake recorder, with a folder for its files.
class RecordedProcess
{
public:
    RecordedProcess() : m_environment(QProcessEnvironment::systemEnvironment())
    {
        set("CUDA_INJECTION64_PATH", qEnvironmentVariable("STREAMSCOPE_FAKE_RECORDER"));
        set("STREAMSCOPE_RECORD_FOLDER", m_folder.path());
        set("ASAN_OPTIONS", "detect_leaks=0"); // the search of clang 14 crashes while the recorder's thread runs
        for (const char *name : {"RANK", "WORLD_SIZE", "SLURM_NTASKS"})
            m_environment.remove(QString::fromLatin1(name));
    }
    void set(const char *name, const QString &value) { m_environment.insert(QString::fromLatin1(name), value); }
    QProcessEnvironment &environment() { return m_environment; }

    void start(const QStringList &words)
    {
        m_process.setProcessEnvironment(m_environment);
        m_process.start(qEnvironmentVariable("STREAMSCOPE_RECORDED_PROGRAM"), words);
    }
    /// Until it says that it waits.
    bool waitUntilReady()
    {
        while (!m_process.canReadLine())
            if (!m_process.waitForReadyRead(30'000))
                return false;
        return m_process.readLine() == "ready\n";
    }
    void goOn() { m_process.write("\n"); }
    bool finish() { return m_process.waitForFinished(30'000); }
    QProcess &process() { return m_process; }

    /// Runs it to its end.
    void run(const QStringList &words)
    {
        start(words);
        finish();
    }

    QString folder() const { return m_folder.path(); }
    QStringList files() const
    {
        QStringList paths;
        for (const QString &name : QDir(m_folder.path()).entryList({"*.ssrec"}, QDir::Files, QDir::Name))
            paths.append(m_folder.filePath(name));
        return paths;
    }
    /// Rows of this kind in all files.
    std::uint64_t rows(recording::RowKind kind) const
    {
        std::uint64_t sum = 0;
        for (const QString &path : files())
            if (const auto rows = rowsOf(path); rows && rows->contains(kind))
                sum += rows->at(kind);
        return sum;
    }

    /// The answer of its control socket, without the end of the line.
    QByteArray ask(const QByteArray &command)
    {
        const QByteArray line = command + '\n';
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        const std::string name = "streamscope-record-" + std::to_string(m_process.processId());
        std::memcpy(address.sun_path + 1, name.data(), name.size());
        const int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
        QByteArray answer;
        if (::connect(descriptor, reinterpret_cast<const sockaddr *>(&address),
                      socklen_t(offsetof(sockaddr_un, sun_path) + 1 + name.size()))
                == 0
            && write(descriptor, line.constData(), std::size_t(line.size())) > 0)
            for (char c = 0; read(descriptor, &c, 1) == 1 && c != '\n';)
                answer += c;
        close(descriptor);
        return answer;
    }

private:
    QTemporaryDir m_folder;
    QProcessEnvironment m_environment;
    QProcess m_process;
};

} // namespace streamscope::test
