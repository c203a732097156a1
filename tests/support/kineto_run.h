// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/trace_job.h"

#include <QFile>
#include <QTemporaryDir>

#include <memory>
#include <string>

namespace streamscope::test {

/// A Kineto file of an H200 with these events (trace_event.h), opened.
inline std::shared_ptr<const RunResult> kinetoRun(std::string events)
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("trace.json")));
    if (!file.open(QIODevice::WriteOnly))
        qFatal("no trace");
    events.pop_back(); // the comma behind the last one
    file.write(QByteArray::fromStdString(R"({"schemaVersion":1,"deviceProperties":[{"id":0,"name":"NVIDIA H200"}],)"
                                         R"("traceEvents":[)"
                                         + events + "]}"));
    file.close();
    return std::make_shared<const RunResult>(openTrace({file.fileName().toStdString(), {}}, {}));
}

} // namespace streamscope::test
