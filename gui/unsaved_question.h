// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <functional>
#include <vector>

class QWidget;

namespace streamscope {

class PresetDocument;
class Workspace;

/// Asks before changed documents go: save them, let them go, or stay. Saving that is given up or fails is staying.
class UnsavedQuestion
{
public:
    /// `saveFront` saves the document in front and asks for a file where it needs one. Neither is owned.
    UnsavedQuestion(Workspace &workspace, QWidget *window, std::function<bool()> saveFront);

    /// The document in front is about to make room for another one.
    bool mayReplaceFront();
    /// The window is about to go, with all documents.
    bool mayEnd();

private:
    bool ask(const std::vector<PresetDocument *> &documents, bool &letsGo);

    Workspace &m_workspace;
    QWidget *m_window;
    std::function<bool()> m_saveFront;
};

} // namespace streamscope
