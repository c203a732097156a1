// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/workspace/trace_document.h"

#include <QFileInfo>

namespace streamscope {

TraceDocument::TraceDocument(const QString &path, QObject *parent)
    : Document(parent), m_path(QFileInfo(path).absoluteFilePath())
{}

QString TraceDocument::displayName() const
{
    return QFileInfo(m_path).fileName();
}

} // namespace streamscope
