// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/reports/report.h"
#include "engine/formats/traces/chrome_trace_writer.h"
#include "engine/formats/traces/operations_csv.h"

#include <QByteArray>

namespace streamscope::test {

/// Everything that is written about a run, and so every figure that a user sees.
inline QByteArray written(const Recording &recording)
{
    QByteArray text = operationsCsv(recording.timeline);
    text += QByteArray::fromStdString(chromeTrace(recording, nullptr));
    text += reportJson({}, {}, recording, analyze(recording, nullptr));
    return text;
}

} // namespace streamscope::test
