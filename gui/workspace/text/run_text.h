// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace streamscope {

/// One figure of a run as text.
struct RunFigure
{
    QString key;   ///< stable name: "makespan", "serial", "bound", "speedup", "efficiency", "instrumentation", …
    QString label; ///< "Speed-up"
    QString value; ///< "1.50"
    QString help;  ///< its meaning and its source
    bool warns = false;
};

/// The figures of a run. Unknown figures are left out.
std::vector<RunFigure> runFigures(const RunResult &result);

/// "5.78 ms, 5.5 to 6.1 ms": a time that a model predicts, and its range where the model has one.
QString predictedText(std::int64_t ns, const std::optional<PredictionRange> &range);

/// "NVIDIA H200 (sim:h200)".
QString deviceText(const DeviceInfo &device);

} // namespace streamscope
