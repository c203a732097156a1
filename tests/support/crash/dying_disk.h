// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QList>
#include <QMap>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>

#include <atomic>
#include <future>
#include <memory>
#include <thread>
#include <vector>

namespace streamscope::test {

/// What a process did on a disk that dies: see dying_disk.cpp.
struct DyingDiskRun
{
    QByteArray end; ///< "exit CODE", "signal NUMBER" or "killed"; empty where processes may not be traced
    int calls = 0;  ///< that changed something in the folder, until it ended
    QByteArray messages;
};

/// One process on a disk that dies at one of its calls.
struct DyingDisk
{
    QString program;
    QStringList arguments;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();

    DyingDiskRun run(const QString &folder, int call, const char *way) const
    {
        QProcess process;
        QProcessEnvironment values = environment;
        values.insert("ASAN_OPTIONS", "detect_leaks=0"); // the search for leaks wants to be the tracer itself
        process.setProcessEnvironment(values);
        process.setWorkingDirectory(folder);
        process.start(qEnvironmentVariable("STREAMSCOPE_DYING_DISK"),
                      QStringList{folder, QString::number(call), way, program} + arguments);
        if (!process.waitForFinished(120'000))
            return {process.errorString().toUtf8(), 0, {}};
        const QByteArray line = process.readAllStandardOutput().trimmed();
        const qsizetype space = line.lastIndexOf(' ');
        return {line.left(space), line.mid(space + 1).toInt(), process.readAllStandardError()};
    }
};

/// A folder of files as bytes, by name. Folders in it are not looked at.
using FolderImage = QMap<QString, QByteArray>;

inline FolderImage imageOf(const QString &folder)
{
    FolderImage image;
    for (const QString &name : QDir(folder).entryList(QDir::Files | QDir::Hidden)) {
        QFile file(folder + '/' + name);
        if (!file.open(QIODevice::ReadOnly))
            qFatal("%s cannot be read", qPrintable(name));
        image.insert(name, file.readAll());
    }
    return image;
}

inline void storeImage(const FolderImage &image, const QString &folder)
{
    for (auto file = image.begin(); file != image.end(); ++file) {
        QFile stored(folder + '/' + file.key());
        if (!stored.open(QIODevice::WriteOnly) || stored.write(file.value()) != file.value().size())
            qFatal("%s cannot be written", qPrintable(file.key()));
    }
}

/// What is left when the disk of a process dies at one of its calls.
struct Wreck
{
    std::shared_ptr<QTemporaryDir> folder;
    int call;
    DyingDiskRun run;
    FolderImage image() const { return imageOf(folder->path()); }
};

/// Runs the process once for each of these calls, in a new folder with the files of `before`, on every core.
inline std::vector<Wreck> wrecks(const DyingDisk &process, const FolderImage &before, const QList<int> &calls,
                                 const char *way)
{
    std::vector<Wreck> all;
    for (const int call : calls) {
        all.push_back({std::make_shared<QTemporaryDir>(), call, {}});
        storeImage(before, all.back().folder->path());
    }
    std::atomic<std::size_t> next = 0;
    std::vector<std::future<void>> workers;
    for (unsigned i = 0; i < std::max(2U, std::thread::hardware_concurrency()); ++i)
        workers.push_back(std::async(std::launch::async, [&] {
            for (std::size_t one = next++; one < all.size(); one = next++)
                all[one].run = process.run(all[one].folder->path(), all[one].call, way);
        }));
    for (std::future<void> &worker : workers)
        worker.get();
    return all;
}

} // namespace streamscope::test
