// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/run_job.h"

#include <QString>

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

/// "bytes 256MiB · chunks 16 · …": every knob with its value, as the command line spells them.
std::vector<QString> parameterTexts(const Parameters &parameters);

/// The name of what ran: the Program's title, a trace's file name, or the experiment's title.
QString runTitle(const RunResult &result);
/// "NVIDIA H200 (sim:h200)".
QString deviceText(const DeviceInfo &device);
/// True for a simulated run.
bool isSimulated(const RunResult &result);
/// When the run ended: "2026-08-22 14:05:31"; of a trace, when it was opened.
QString finishedText(const RunResult &result);

} // namespace streamscope
