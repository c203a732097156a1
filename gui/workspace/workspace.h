// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/workspace/preset_document.h"

#include <QUndoGroup>

#include <memory>
#include <vector>

namespace streamscope {

struct KeptDocument;

/// The documents of the window: the front document, which is shown, and the built-in presets whose knobs were changed.
/// A changed preset keeps its values until it is chosen again, so switching between experiments loses nothing and asks
/// nothing.
class Workspace : public QObject
{
    Q_OBJECT

public:
    explicit Workspace(QObject *parent = nullptr);
    ~Workspace() override;

    PresetDocument &front() const { return *m_front; }
    QUndoGroup *undoGroup() { return &m_undoGroup; }

    /// Opens a built-in preset with its changed values, if any, else with its own.
    void choose(const Preset &builtIn);
    /// Opens another document. The previous front document is kept only if it is a built-in preset: ask the user
    /// before.
    void open(Preset preset, const QString &path = {});
    /// Brings a kept document to the front; the previous front document is kept while it is modified.
    void bringToFront(PresetDocument *document);
    /// Restores the documents of a crashed window. Treats the current front document as open() does. Values of built-in
    /// presets become one undoable change.
    void restore(const std::vector<KeptDocument> &documents, const std::vector<Preset> &builtIn);

    bool isModified(const Preset &builtIn) const;
    /// All unsaved documents, the front document first.
    std::vector<PresetDocument *> unsaved() const;
    /// The user discards all changes: no document counts as unsaved until the next change.
    void letGo();

Q_SIGNALS:
    /// Another document is now the front document (emitted before all other signals).
    void frontChanged();
    /// The front document is another preset, experiment or Program.
    void replaced();
    /// Values of the front document changed (also emitted after replaced()).
    void valuesChanged();
    /// The modified documents, or the name of the front document, may have changed.
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
