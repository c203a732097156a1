// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <functional>
#include <vector>

class QWidget;

namespace streamscope {

class PresetDocument;
class Workspace;

/// Asks before changed documents are closed: save, discard, or cancel. A cancelled or failed save counts as cancel.
class UnsavedQuestion
{
public:
    /// `saveFront` saves the front document and asks for a file when it has none. Owns neither argument.
    UnsavedQuestion(Workspace &workspace, QWidget *window, std::function<bool()> saveFront);

    /// Asks before another document replaces the front document.
    bool mayReplaceFront();
    /// Asks before the window closes with all documents.
    bool mayEnd();

private:
    bool ask(const std::vector<PresetDocument *> &documents, bool &letsGo);

    Workspace &m_workspace;
    QWidget *m_window;
    std::function<bool()> m_saveFront;
};

} // namespace streamscope
