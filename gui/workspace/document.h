// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"
#include "gui/workspace/document_view.h"

#include <QObject>
#include <QString>
#include <QUndoStack>

#include <memory>
#include <string>

namespace streamscope {

/// A tab of the window: an experiment (a preset or a Program), a trace, or a comparison. It owns all that is shown of
/// it: its run, the content of its timeline and how the user looks at it. Drafts of the user are its children.
class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(QObject *parent = nullptr) : QObject(parent) {}

    /// The title of its tab.
    virtual QString displayName() const = 0;
    /// Where it comes from, in one line: its file, or what it is.
    virtual QString origin() const = 0;
    /// True when closing it would lose changes.
    virtual bool isModified() const { return false; }
    /// Of knobs where it has some, and of marks.
    virtual QUndoStack *undoStack() { return &m_undoStack; }

    const std::shared_ptr<DocumentView> &view() const { return m_view; }

    /// The content of `recording` for the timeline, and null for any other.
    std::shared_ptr<const TimelineContent> contentOf(const std::shared_ptr<const Recording> &recording) const
    {
        return recording && recording == m_recording ? m_content : nullptr;
    }
    void setContent(std::shared_ptr<const Recording> recording, std::shared_ptr<const TimelineContent> content)
    {
        m_recording = std::move(recording);
        m_content = std::move(content);
        if (m_content)
            m_kernelTags = m_content->names().byName();
    }
    /// The colours of the kernels of its last run, which stay.
    const NameColours::Tags &kernelTags() const { return m_kernelTags; }

Q_SIGNALS:
    /// isModified(), displayName(), or what would be lost with it may have changed.
    void statusChanged();

private:
    QUndoStack m_undoStack;
    std::shared_ptr<DocumentView> m_view = std::make_shared<DocumentView>();
    std::shared_ptr<const Recording> m_recording;
    std::shared_ptr<const TimelineContent> m_content;
    NameColours::Tags m_kernelTags;
};

} // namespace streamscope
