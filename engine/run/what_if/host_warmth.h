// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/work_mix.h"
#include "engine/program/program.h"

#include <cstdint>
#include <vector>

namespace streamscope {

/// What a framework does for a launch takes the longer the longer ago it did the same: its code and data leave the
/// caches, and the core slows down where its thread slept. A change that lets a call come sooner or later makes it
/// cheaper or dearer so.
///
/// Traces of PyTorch beside H200s, 180 programs: against the same launch 1.5 ms or more after the last one, the work
/// before it took 0.5 of that after 0.1 ms, 0.71 after 0.2, 0.81 after 0.5 and 0.9 after 1 ms; its call 0.75, 0.82,
/// 0.85 and 0.9. Changes that join calls have rules of their own (ChangedProgram::hostIsWarmed).
class HostWarmth
{
public:
    /// The Program before a change, as it was simulated.
    HostWarmth(const Program &before, const TimesOfRun &timesOf);

    /// Scales the work and the calls of `after`, whose operations know the spans that they come from. False where
    /// nothing is scaled.
    bool apply(Program &after, const TimesOfRun &timesOf) const;

private:
    std::vector<float> m_since; ///< by span: ns since the same call before; < 0: there was none
};

} // namespace streamscope
