// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/workspace.h"

#include "gui/workspace/recovery_file.h"

#include <algorithm>
#include <utility>

namespace streamscope {

Workspace::Workspace(QObject *parent) : QObject(parent), m_front(std::make_unique<PresetDocument>(Preset()))
{
    connect(&m_runs, &RunController::finished, this, &Workspace::take);
    connect(&m_runs, &RunController::devicesListed, this, &Workspace::setDevices);
}

Workspace::~Workspace() = default;

void Workspace::choose(const Preset &builtIn)
{
    if (m_front->isFrom(builtIn)) {
        setTraceInFront(false);
        return;
    }
    PresetDocument *left = behind(builtIn);
    setFront(left ? takeFromBehind(left) : std::make_unique<PresetDocument>(builtIn), false);
}

void Workspace::open(Preset preset, const QString &path)
{
    setFront(std::make_unique<PresetDocument>(std::move(preset), path), false);
}

void Workspace::bringToFront(PresetDocument *document)
{
    if (document != m_front.get())
        setFront(takeFromBehind(document), true);
}

void Workspace::restore(const std::vector<KeptDocument> &documents, const std::vector<Preset> &builtIn)
{
    bool isFirst = true; // only what was in front before makes room
    const auto show = [&](DocumentPointer document) { setFront(std::move(document), !std::exchange(isFirst, false)); };
    const auto add = [&](const KeptDocument &kept) {
        const auto origin = std::find_if(builtIn.begin(), builtIn.end(), [&](const Preset &preset) {
            return kept.path.isEmpty() && preset.name == kept.preset.name
                   && preset.experiment == kept.preset.experiment;
        });
        if (origin == builtIn.end()) {
            show(PresetDocument::unsaved(kept.preset, kept.path));
            return;
        }
        if (!m_front->isFrom(*origin)) {
            PresetDocument *left = behind(*origin);
            show(left ? takeFromBehind(left) : std::make_unique<PresetDocument>(*origin));
        }
        m_front->setValues(kept.preset, tr("restore"));
    };
    for (const bool front : {false, true})
        for (const KeptDocument &kept : documents)
            if (kept.isFront == front)
                add(kept);
}

bool Workspace::isModified(const Preset &builtIn) const
{
    const PresetDocument *document = m_front->isFrom(builtIn) ? m_front.get() : behind(builtIn);
    return document && document->isModified();
}

std::vector<PresetDocument *> Workspace::unsaved() const
{
    std::vector<PresetDocument *> list;
    if (m_letGo)
        return list;
    if (m_front->isModified())
        list.push_back(m_front.get());
    for (const DocumentPointer &document : m_behind)
        if (document->isModified())
            list.push_back(document.get());
    return list;
}

void Workspace::letGo()
{
    m_letGo = true;
    Q_EMIT statusChanged();
}

PresetDocument *Workspace::behind(const Preset &builtIn) const
{
    const auto found = std::find_if(m_behind.begin(), m_behind.end(),
                                    [&](const DocumentPointer &document) { return document->isFrom(builtIn); });
    return found == m_behind.end() ? nullptr : found->get();
}

Workspace::DocumentPointer Workspace::takeFromBehind(PresetDocument *document)
{
    const auto found = std::find_if(m_behind.begin(), m_behind.end(),
                                    [document](const DocumentPointer &one) { return one.get() == document; });
    DocumentPointer taken = std::move(*found);
    m_behind.erase(found);
    return taken;
}

void Workspace::setFront(DocumentPointer next, bool keepsOwn)
{
    DocumentPointer former = std::exchange(m_front, std::move(next));
    former->disconnect(this);
    connect(m_front.get(), &PresetDocument::replaced, this, &Workspace::replaced);
    connect(m_front.get(), &PresetDocument::valuesChanged, this, [this] {
        m_letGo = false;
        Q_EMIT valuesChanged();
        predict();
        setTraceInFront(false); // the user who changes a knob wants to see its effect
        update();
    });
    connect(m_front.get(), &PresetDocument::statusChanged, this, &Workspace::statusChanged);
    m_undoGroup.addStack(m_front->undoStack());
    m_undoGroup.setActiveStack(m_front->undoStack());
    const bool hasRun = former->result() || former.get() == m_asking;
    if (former->isOwn() ? keepsOwn && former->isModified() : former->isModified() || hasRun)
        m_behind.push_back(std::move(former));
    else
        former.reset();
    m_letGo = false;
    m_prediction.reset();
    setTraceInFront(false);
    ++m_frontNumber;
    m_comparison.reset();
    Q_EMIT frontChanged();
    Q_EMIT replaced();
    Q_EMIT valuesChanged();
    Q_EMIT statusChanged();
    predict();
    update();
}

} // namespace streamscope
