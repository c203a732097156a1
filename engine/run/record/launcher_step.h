// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>

namespace streamscope {

/// Names what started several copies of this process at once, the same in each of them: "slurm-1234.0" under srun
/// (SLURM_JOB_ID, SLURM_STEP_ID), "mpi-…" under a launcher that speaks PMIx (PMIX_NAMESPACE). It can be part of a file
/// name. Empty where this process was started alone.
std::string launcherStep();

} // namespace streamscope
