// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/files/preset.h"

#include <QObject>
#include <QStringList>

#include <vector>

namespace streamscope {

class Workspace;

/// The experiments, files and traces that are open, for the next start. Programs without a file and comparisons are not
/// among them: the former are asked about when the window closes, the latter are made of the others.
class OpenDocuments : public QObject
{
    Q_OBJECT

public:
    /// `workspace` is not owned and must outlive the object.
    explicit OpenDocuments(Workspace &workspace, QObject *parent = nullptr);

    /// Opens what the last window left. Traces are read when they come to the front. @returns a line for each file that
    /// cannot be opened again.
    QStringList reopen(const std::vector<Preset> &builtIn);
    /// Stores what is open now, and from now on every change of it.
    void keep();

private:
    void store();

    Workspace &m_workspace;
    QStringList m_stored;
    int m_storedFront = -1;
};

} // namespace streamscope
