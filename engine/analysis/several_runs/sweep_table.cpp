// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/analysis/several_runs/sweep_table.h"

namespace streamscope {

const char *sweepStatusName(SweepStatus status)
{
    switch (status) {
    case SweepStatus::Ok:
        return "ok";
    case SweepStatus::Refused:
        return "refused";
    case SweepStatus::Failed:
        return "failed";
    }
    return "failed";
}

Parameters SweepTable::parametersOf(const SweepRow &row) const
{
    Parameters parameters = base;
    applyConfiguration(parameters, axes, row.index);
    return parameters;
}

} // namespace streamscope
