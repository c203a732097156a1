// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/window/open_documents.h"

#include "engine/remote/ssh_host.h"
#include "experiments/registry.h"
#include "gui/language/translated.h"
#include "gui/workspace/settings.h"
#include "gui/workspace/text/path_text.h"
#include "gui/workspace/workspace.h"

#include <QFileInfo>

#include <algorithm>
#include <utility>

namespace streamscope {

namespace {

const QString presetWord = QStringLiteral("preset "), experimentWord = QStringLiteral("experiment "),
              fileWord = QStringLiteral("file "), traceWord = QStringLiteral("trace "),
              ranksWord = QStringLiteral("ranks "), elsewhereWord = QStringLiteral("elsewhere ");
constexpr QChar betweenRanks = QLatin1Char('\n'); ///< no path of ours has one

/// "preset large-pipeline", "file /home/me/mine.json"; empty for a document that cannot be opened again.
QString lineOf(const Document *document)
{
    const auto *trace = qobject_cast<const TraceDocument *>(document);
    if (trace && trace->isElsewhere())
        return elsewhereWord + trace->path();
    if (trace)
        return !trace->hasFile() || !QFileInfo::exists(trace->path()) ? QString() // a session may hold it alone
               : trace->ranks().isEmpty()                             ? traceWord + trace->path()
                                                                      : ranksWord + trace->ranks().join(betweenRanks);
    const auto *preset = qobject_cast<const PresetDocument *>(document);
    if (!preset)
        return {};
    if (!preset->path().isEmpty())
        return fileWord + preset->path();
    if (preset->isOwn())
        return {};
    return preset->preset().name.empty() ? experimentWord + QString::fromStdString(preset->preset().experiment->id())
                                         : presetWord + QString::fromStdString(preset->preset().name);
}

/// @throws InputError for a file that cannot be read any more.
void reopenOne(Workspace &workspace, const std::vector<Preset> &builtIn, const QString &line)
{
    const QString value = line.section(QLatin1Char(' '), 1);
    if (line.startsWith(traceWord)) {
        openInput(pathOf(value));
        workspace.addTrace(value);
    } else if (line.startsWith(ranksWord)) {
        const QStringList paths = value.split(betweenRanks);
        for (const QString &path : paths)
            if (!QFileInfo::exists(path))
                throw InputError(pathOf(path) + ": there is no such file or folder");
        workspace.addRanks(paths);
    } else if (line.startsWith(elsewhereWord)) {
        parseSshFile(value.toStdString());
        workspace.addElsewhere(value);
    } else if (line.startsWith(fileWord)) {
        workspace.addExperiment(loadPreset(pathOf(value), experiments()), value);
    } else {
        const bool isPreset = line.startsWith(presetWord);
        const auto known = std::find_if(builtIn.begin(), builtIn.end(), [&](const Preset &preset) {
            return isPreset ? preset.name == value.toStdString()
                            : preset.name.empty() && preset.experiment->id() == value.toStdString();
        });
        if (known != builtIn.end()) // another version may have other ones
            workspace.addExperiment(*known);
    }
}

} // namespace

OpenDocuments::OpenDocuments(Workspace &workspace, QObject *parent) : QObject(parent), m_workspace(workspace) {}

void OpenDocuments::keep()
{
    store();
    connect(&m_workspace, &Workspace::documentsChanged, this, &OpenDocuments::store, Qt::UniqueConnection);
}

void OpenDocuments::store()
{
    QStringList lines;
    int front = 0;
    for (const auto &document : m_workspace.documents()) {
        if (document.get() == &m_workspace.front())
            front = static_cast<int>(lines.size());
        if (const QString line = lineOf(document.get()); !line.isEmpty())
            lines << line;
    }
    if (std::exchange(m_stored, lines) != lines)
        Settings::openDocuments.set(lines);
    if (std::exchange(m_storedFront, front) != front)
        Settings::frontDocument.set(front);
}

QStringList OpenDocuments::reopen(const std::vector<Preset> &builtIn)
{
    QStringList problems;
    const int front = Settings::frontDocument();
    Document *wanted = nullptr;
    const QStringList lines = Settings::openDocuments();
    for (int i = 0; i < lines.size(); ++i) {
        try {
            reopenOne(m_workspace, builtIn, lines[i]);
            if (i <= front)
                wanted = m_workspace.documents().back().get();
        } catch (const std::exception &error) {
            problems << tr("Not opened again: %1").arg(translated(error.what()));
        }
    }
    if (wanted) {
        m_workspace.bringToFront(wanted);
        m_workspace.endStart();
    }
    return problems;
}

} // namespace streamscope
