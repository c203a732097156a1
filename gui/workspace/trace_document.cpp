// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/trace_document.h"

#include "engine/run/named_run.h"
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

TraceDocument::TraceDocument(const QString &path, std::shared_ptr<const RunResult> made, QObject *parent)
    : Document(parent), m_path(QFileInfo(path).absoluteFilePath()), m_isMade(true), m_result(std::move(made))
{}

QString TraceDocument::key() const
{
    if (m_isMade)
        return m_path + QLatin1Char('\n') + displayName();
    return m_ranks.isEmpty() ? m_path : m_ranks.join(QLatin1Char('\n'));
}

std::unique_ptr<TraceDocument> TraceDocument::growing(const QString &title, const QString &folder)
{
    auto made = std::make_unique<TraceDocument>(folder);
    made->m_title = title;
    made->m_grows = true;
    return made;
}

std::unique_ptr<TraceDocument> TraceDocument::elsewhere(const QString &address, const std::string &program)
{
    auto made = std::make_unique<TraceDocument>(QString());
    made->m_path = address;
    made->m_programThere = program;
    made->m_isElsewhere = true;
    return made;
}

void TraceDocument::setNote(const QString &note)
{
    m_note = note;
    Q_EMIT statusChanged();
}

void TraceDocument::setPlace(const QStringList &files)
{
    const QString former = key();
    m_ranks = files.size() > 1 ? absolute(files) : QStringList();
    m_path = files.size() > 1 ? folderOf(files.first()) : QFileInfo(files.value(0)).absoluteFilePath();
    if (key() != former)
        Q_EMIT statusChanged();
}

void TraceDocument::endGrowth(const QString &nothing)
{
    m_grows = false;
    m_nothing = nothing;
    Q_EMIT statusChanged();
}

QString TraceDocument::displayName() const
{
    if (m_grows)
        return tr("● %1").arg(m_title);
    if (!m_nothing.isEmpty())
        return m_title;
    if (m_isMade)
        return runTitle(*m_result);
    const QString name = QFileInfo(m_path).fileName();
    if (m_isElsewhere)
        return tr("%1 on %2").arg(name, m_path.section(QLatin1Char('/'), 2, 2));
    if (m_ranks.isEmpty())
        return name;
    return m_result && m_result->ranks ? tr("%1 (%2 ranks)").arg(name).arg(m_result->ranks->job.ranks.size())
                                       : tr("%1 (ranks)").arg(name);
}

} // namespace streamscope
