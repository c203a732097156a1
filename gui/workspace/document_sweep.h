// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/several_runs/sweep_table.h"
#include "engine/program/run_source.h"

#include <memory>
#include <string>

namespace streamscope {

/// The sweep of a document, at work, stopped or whole. Its knobs may have been turned since, so it says itself what it
/// is of.
struct DocumentSweep
{
    RunSource experiment;
    std::string device; ///< id, as chosen; empty: the default device
    /// With the rows so far, never null. A table does not change: more rows are another table.
    std::shared_ptr<const SweepTable> table;
};

} // namespace streamscope
