// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/workspace.h"

#include <algorithm>
#include <utility>

namespace streamscope {

Workspace::Workspace(QObject *parent) : QObject(parent)
{
    connect(&m_runs, &RunController::finished, this, &Workspace::take);
    connect(&m_runs, &RunController::devicesListed, this, &Workspace::setDevices);
    connect(&m_runs, &RunController::stopped, this, [this] { m_toImport.clear(); });
    connect(
        &m_runs, &RunController::busyChanged, this,
        [this](bool busy) {
            if (!busy)
                importNext();
        },
        Qt::QueuedConnection); // after what the last one brought
    setFront(add(std::make_unique<PresetDocument>(Preset())));
}

Workspace::~Workspace() = default;

QUndoStack *Workspace::frontUndoStack() const
{
    return (source() ? source() : m_front)->undoStack();
}

Document *Workspace::source() const
{
    const auto *comparison = qobject_cast<ComparisonDocument *>(m_front);
    return comparison ? comparison->source() : m_front;
}

void Workspace::start(const Preset &builtIn)
{
    m_first = builtIn;
    choose(builtIn);
    m_start = m_front;
}

void Workspace::endStart()
{
    if (startDocument() && m_documents.size() > 1)
        close(startDocument());
}

void Workspace::choose(const Preset &builtIn)
{
    m_start.clear(); // somebody wants it
    if (PresetDocument *known = builtInDocument(builtIn))
        setFront(known);
    else
        setFront(add(std::make_unique<PresetDocument>(builtIn), isUntouched(*m_front) ? m_front : nullptr));
}

void Workspace::open(Preset preset, const QString &path)
{
    PresetDocument *known = path.isEmpty() ? nullptr : documentOf(path);
    if (known && known->isModified()) {
        setFront(known);
        return;
    }
    setFront(add(std::make_unique<PresetDocument>(std::move(preset), path), known ? known : startDocument()));
}

void Workspace::addExperiment(Preset preset, const QString &path)
{
    addLast(std::make_unique<PresetDocument>(std::move(preset), path));
}

void Workspace::addTrace(const QString &path)
{
    addLast(std::make_unique<TraceDocument>(path));
}

void Workspace::addRanks(const QStringList &paths)
{
    addLast(std::make_unique<TraceDocument>(paths));
}

void Workspace::addElsewhere(const QString &address)
{
    addLast(TraceDocument::elsewhere(address));
}

void Workspace::addLast(DocumentPointer document)
{
    listen(document.get());
    m_documents.push_back(std::move(document));
    Q_EMIT documentsChanged();
}

void Workspace::bringToFront(Document *document)
{
    setFront(document);
}

void Workspace::move(int from, int to)
{
    if (from == to)
        return;
    DocumentPointer moved = std::move(m_documents[static_cast<std::size_t>(from)]);
    m_documents.erase(m_documents.begin() + from);
    m_documents.insert(m_documents.begin() + to, std::move(moved));
    Q_EMIT documentsChanged();
}

void Workspace::close(Document *document)
{
    if (!isUntouched(*document))
        rememberClosed(*document);
    if (document == m_asking)
        m_runs.stop();
    if (document == m_front) {
        const std::size_t index = indexOf(document);
        Document *const behind = source();
        if (behind && behind != document)
            setFront(behind);
        else if (m_documents.size() > 1)
            setFront(m_documents[index + 1 < m_documents.size() ? index + 1 : index - 1].get());
        else if (m_first)
            setFront(add(std::make_unique<PresetDocument>(*m_first)));
        else
            return;
    }
    m_documents.erase(m_documents.begin() + static_cast<std::ptrdiff_t>(indexOf(document)));
    Q_EMIT statusChanged();
    Q_EMIT documentsChanged();
    update(); // a comparison in front may have lost its source
}

bool Workspace::isModified(const Preset &builtIn) const
{
    const PresetDocument *document = builtInDocument(builtIn);
    return document && document->isModified();
}

std::vector<PresetDocument *> Workspace::unsaved() const
{
    std::vector<PresetDocument *> list;
    if (m_letGo)
        return list;
    for (const DocumentPointer &document : m_documents)
        if (auto *preset = qobject_cast<PresetDocument *>(document.get()); preset && preset->isModified())
            list.push_back(preset);
    std::stable_partition(list.begin(), list.end(), [this](PresetDocument *one) { return one == m_front; });
    return list;
}

void Workspace::letGo()
{
    m_letGo = true;
    Q_EMIT statusChanged();
}

PresetDocument *Workspace::builtInDocument(const Preset &builtIn) const
{
    for (const DocumentPointer &document : m_documents)
        if (auto *preset = qobject_cast<PresetDocument *>(document.get()); preset && preset->isFrom(builtIn))
            return preset;
    return nullptr;
}

PresetDocument *Workspace::documentOf(const QString &file) const
{
    for (const DocumentPointer &document : m_documents)
        if (auto *preset = qobject_cast<PresetDocument *>(document.get()); preset && preset->path() == file)
            return preset;
    return nullptr;
}

TraceDocument *Workspace::traceDocument(const QString &key) const
{
    for (const DocumentPointer &document : m_documents)
        if (auto *trace = qobject_cast<TraceDocument *>(document.get()); trace && trace->key() == key)
            return trace;
    return nullptr;
}

/// A built-in preset that was only looked at.
bool Workspace::isUntouched(const Document &document) const
{
    const auto *preset = qobject_cast<const PresetDocument *>(&document);
    return preset && !preset->isOwn() && !preset->isModified() && !preset->result() && preset != m_asking
           && preset->view()->lanes.value_or(LaneArrangement()) == LaneArrangement()
           && preset->view()->marks == TimelineMarks();
}

std::size_t Workspace::indexOf(const Document *document) const
{
    const auto found = std::find_if(m_documents.begin(), m_documents.end(),
                                    [document](const DocumentPointer &one) { return one.get() == document; });
    return static_cast<std::size_t>(found - m_documents.begin());
}

Document *Workspace::add(DocumentPointer document, Document *replaced)
{
    Document *const added = document.get();
    listen(added);
    if (replaced) {
        DocumentPointer former = std::exchange(m_documents[indexOf(replaced)], std::move(document));
        if (m_front == replaced)
            m_front = nullptr;
        former.reset();
    } else {
        const auto after = m_front ? indexOf(m_front) + 1 : m_documents.size();
        m_documents.insert(m_documents.begin() + static_cast<std::ptrdiff_t>(after), std::move(document));
    }
    return added;
}

/// The signals of any document; those of values are forwarded of the experiment in front only.
void Workspace::listen(Document *document)
{
    connect(document, &Document::statusChanged, this, &Workspace::documentsChanged);
    connect(document, &Document::statusChanged, this, &Workspace::statusChanged);
    auto *preset = qobject_cast<PresetDocument *>(document);
    if (!preset)
        return;
    connect(preset, &PresetDocument::replaced, this, [this, preset] {
        if (preset == experiment())
            Q_EMIT replaced();
    });
    connect(preset, &PresetDocument::valuesChanged, this, [this, preset] {
        m_letGo = false;
        if (preset != experiment())
            return;
        Q_EMIT valuesChanged();
        predict();
        update();
    });
}

void Workspace::setFront(Document *document)
{
    if (document == m_front)
        return;
    m_front = document;
    m_letGo = false;
    m_undoGroup.addStack(frontUndoStack());
    m_undoGroup.setActiveStack(frontUndoStack());
    ++m_frontNumber;
    Q_EMIT frontChanged();
    Q_EMIT replaced();
    Q_EMIT valuesChanged();
    Q_EMIT statusChanged();
    Q_EMIT documentsChanged();
    predict();
    update();
    if (auto *trace = qobject_cast<TraceDocument *>(document); trace && !trace->result() && trace->hasFile())
        import({trace->path(), false, trace->ranks()});
}

} // namespace streamscope
