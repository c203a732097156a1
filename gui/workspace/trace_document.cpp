// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/trace_document.h"

#include "engine/run/show_ranks.h"
#include "gui/timeline/text/translation.h"

#include <QFileInfo>

namespace streamscope {

TraceDocument::TraceDocument(const QString &path, QObject *parent)
    : Document(parent), m_path(QFileInfo(path).absoluteFilePath())
{}

namespace {

QStringList absolute(QStringList paths)
{
    for (QString &path : paths)
        path = QFileInfo(path).absoluteFilePath();
    return paths;
}

/// The folder itself, or that of a file.
QString folderOf(const QString &first)
{
    const QFileInfo file(first);
    return file.isDir() ? file.absoluteFilePath() : file.absolutePath();
}

} // namespace

TraceDocument::TraceDocument(const QStringList &ranks, QObject *parent)
    : Document(parent), m_path(folderOf(ranks.value(0))), m_ranks(absolute(ranks))
{}

QString TraceDocument::displayName() const
{
    const QString name = QFileInfo(m_path).fileName();
    if (m_ranks.isEmpty())
        return name;
    return m_result && m_result->ranks ? tr("%1 (%2 ranks)").arg(name).arg(m_result->ranks->job.ranks.size())
                                       : tr("%1 (ranks)").arg(name);
}

} // namespace streamscope
