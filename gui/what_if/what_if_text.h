// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/what_if/what_if_trial.h"

#include <QString>

namespace streamscope {

/// "−68 %" for a gain of 0.68, "+3.1 %" for a loss, "no gain".
QString gainText(double gain);

/// "154.5 ms measured → 49.1 ms predicted (−68 %), 47.6 to 52.7 ms in four cases of five". Without changes the time
/// before them, and for a trace how well its replay fits.
QString trialText(const WhatIfTrial &trial);

/// What must be known of the whole trial, a sentence in each line.
QStringList trialNotes(const WhatIfTrial &trial);

/// What a change does and assumes, for a tooltip.
QString changeHelp(const Change &change);

/// The values of a change that are not its defaults: "chunks 8, streams 4". The value that has the change's
/// own name always stands there.
QString valuesText(const RequestedChange &request);

/// The command that says the same without a window: `streamscope whatif … --change …`. `target`: a file or a preset as
/// the shell takes it, with its values.
QString whatIfCommand(const QString &target, TimeRange range, const std::vector<ListedChange> &changes);

/// "Of the trace: 38.6 ms to 77.2 ms"; empty for all of it.
QString whatIfRangeText(TimeRange range);

} // namespace streamscope
