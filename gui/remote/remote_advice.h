// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/background/background_task.h"

#include <QObject>

#include <memory>

namespace streamscope {

class TraceLink;
struct RunAnalysis;

/// Has changes of a trace on another machine tried there, and brings what they win.
class RemoteAdvice : public QObject
{
    Q_OBJECT

public:
    RemoteAdvice(std::shared_ptr<TraceLink> link, QObject *parent);

    void start();

Q_SIGNALS:
    void progress(int done, int total, const QString &what);
    void came(std::shared_ptr<const streamscope::RunAnalysis> analysis);
    void failed(const QString &problem);

private:
    std::shared_ptr<TraceLink> m_link;
    BackgroundTask m_task;
};

} // namespace streamscope
