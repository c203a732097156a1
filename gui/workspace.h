// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/preset_document.h"

#include <QUndoGroup>

#include <memory>
#include <vector>

namespace streamscope {

struct KeptDocument;

/// The documents of the window: the one in front, which is seen, and behind it the built-in presets whose knobs were
/// turned. They come back as they were left when they are chosen again, so that going from one experiment to the next
/// loses nothing and asks nothing.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);
    ~Workspace() override;

    PresetDocument &front() const { return *m_front; }
    QUndoGroup *undoGroup() { return &m_undoGroup; }

    /// A built-in preset, as it was left; with its own values where nothing of it is changed.
    void choose(const Preset &builtIn);
    /// Another document in front. The one that was there stays only if it is a built-in preset: ask before.
    void open(Preset preset, const QString &path = {});
    /// A document that is here already; the one in front stays behind it while it is modified.
    void bringToFront(PresetDocument *document);
    /// What was kept of a lost window, its front in front; as open() for what is there now. Values of built-in presets
    /// become one change of them.
    void restore(const std::vector<KeptDocument> &documents, const std::vector<Preset> &builtIn);

    bool isModified(const Preset &builtIn) const;
    /// All that would be lost if the window went now, the one in front first.
    std::vector<PresetDocument *> unsaved() const;
    /// The person lets all of it go: nothing counts as unsaved until the next change.
    void letGo();

Q_SIGNALS:
    /// Another document is in front (before all other signals).
    void frontChanged();
    /// Another preset, experiment or Program is in front.
    void replaced();
    /// Values of the one in front (also sent after replaced()).
    void valuesChanged();
    /// What is modified, or how the one in front is called, may have changed.
    void statusChanged();

private:
    using DocumentPointer = std::unique_ptr<PresetDocument>;

    PresetDocument *behind(const Preset &builtIn) const;
    DocumentPointer takeFromBehind(PresetDocument *document);
    void setFront(DocumentPointer next, bool keepsOwn);

    QUndoGroup m_undoGroup;
    DocumentPointer m_front;
    std::vector<DocumentPointer> m_behind;
    bool m_letGo = false;
};

} // namespace streamscope
