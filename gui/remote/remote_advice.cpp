// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/remote/remote_advice.h"

#include "engine/remote/trace_link.h"

#include <utility>

namespace streamscope {

RemoteAdvice::RemoteAdvice(std::shared_ptr<TraceLink> link, QObject *parent) : QObject(parent), m_link(std::move(link))
{
    connect(&m_task, &BackgroundTask::progress, this, &RemoteAdvice::progress);
}

void RemoteAdvice::start()
{
    m_task.start(
        [link = m_link](const RunControl &control) {
            WorkQuestion question;
            question.kind = WorkQuestion::Kind::Advice;
            return std::make_shared<const RunAnalysis>(readAdvised(link->workBytes(question, control)));
        },
        [this](const std::shared_ptr<const RunAnalysis> &analysis) { Q_EMIT came(analysis); },
        [this](const QString &problem) { Q_EMIT failed(problem); });
}

} // namespace streamscope
