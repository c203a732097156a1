// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/remote/bundle_copy.h"

#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <QCoreApplication>
#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QProcess>

namespace streamscope {

namespace {

QString shown(const std::string &text)
{
    return QString::fromStdString(text);
}

/// What the shell of the login there does. No text of the user is in it.
std::string unpackCommand(const std::string &folder)
{
    const std::string part = folder + ".part";
    return "rm -rf " + part + " && mkdir " + part + " && tar -xzf - -C " + part + " && rm -rf " + folder + " && mv "
           + part + " " + folder;
}

std::string lastLine(const QByteArray &words)
{
    QByteArray said = words.trimmed();
    while (said.endsWith('.'))
        said.chop(1);
    return said.mid(said.lastIndexOf('\n') + 1).toStdString();
}

/// Its exit code; empty where it was killed.
std::optional<ProcessEnd> endOf(const QProcess &process)
{
    if (process.exitStatus() == QProcess::CrashExit)
        return ProcessEnd{true, process.exitCode()};
    return ProcessEnd{false, process.exitCode()};
}

void start(QProcess &process, const QString &program, const QStringList &arguments)
{
    process.start(program, arguments);
    if (!process.waitForStarted())
        throw RunError(program.toStdString() + ": " + process.errorString().toStdString());
}

} // namespace

std::string ownBundleFolder()
{
    return QFileInfo(QCoreApplication::applicationDirPath() + QStringLiteral("/..")).canonicalFilePath().toStdString();
}

std::optional<BundleTree> bundleIn(const std::string &folder)
{
    // qt.conf makes Qt look for its plugins in the tree: only the bundle has it.
    const QDir tree(shown(folder));
    for (const char *part : {"bin/streamscope", "bin/qt.conf"})
        if (!tree.exists(QLatin1String(part)))
            return std::nullopt;
    BundleTree bundle{folder, 0};
    QDirIterator files(tree.path(), QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bundle.bytes += static_cast<std::uint64_t>(files.fileInfo().size());
    }
    return bundle;
}

std::string bundleFolderThere()
{
    return std::string("streamscope-") + STREAMSCOPE_VERSION;
}

std::string copyBundle(const BundleTree &bundle, const SshMachine &machine, const RunControl &control)
{
    constexpr int momentMs = 50; // how soon a stop request is seen
    control.checkStop();
    const std::string folder = bundleFolderThere();
    const EngineCommand command = sshCommand(machine);
    QStringList arguments;
    for (const std::string &argument : command.arguments)
        arguments << shown(argument);
    QProcess pack, there;
    pack.setStandardOutputProcess(&there);
    control.report(0, 1, Phrase("engine", "copying StreamScope to %1").arg(machine.host));
    start(there, shown(command.program), arguments << shown(unpackCommand(folder)));
    start(
        pack, QStringLiteral("tar"),
        {QStringLiteral("-czf"), QStringLiteral("-"), QStringLiteral("-C"), shown(bundle.folder), QStringLiteral(".")});
    while (!there.waitForFinished(momentMs) && there.state() != QProcess::NotRunning)
        if (control.stop.stop_requested()) {
            pack.kill();
            there.kill();
            pack.waitForFinished();
            there.waitForFinished();
            throw Cancelled();
        }
    const std::string words = lastLine(there.readAllStandardError());
    if (there.exitStatus() != QProcess::NormalExit || there.exitCode() != 0) {
        pack.kill();
        pack.waitForFinished();
        const std::string why = sshExplanation(machine, "tar", endOf(there), words, false);
        throw RunError(
            Phrase("engine", "StreamScope was not copied: %1").arg(why.empty() ? machine.host + ": " + words : why));
    }
    pack.waitForFinished();
    if (pack.exitStatus() != QProcess::NormalExit || pack.exitCode() != 0)
        throw RunError(
            Phrase("engine", "StreamScope was not copied whole: %1").arg(lastLine(pack.readAllStandardError())));
    return folder + "/bin/streamscope";
}

} // namespace streamscope
