// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/record/launcher_step.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace streamscope {

namespace {

std::string variable(const char *name)
{
    const char *const value = std::getenv(name);
    return value ? value : "";
}

bool isSeveral(const std::string &tasks)
{
    return !tasks.empty() && tasks != "0" && tasks != "1";
}

/// Letters, digits, dots and hyphens only.
std::string forFileName(std::string text)
{
    std::ranges::replace_if(
        text, [](unsigned char c) { return !std::isalnum(c) && c != '.' && c != '-'; }, '-');
    return text.substr(0, 100);
}

} // namespace

std::string launcherStep()
{
    const std::string job = variable("SLURM_JOB_ID"), step = variable("SLURM_STEP_ID");
    if (!job.empty() && !step.empty() && isSeveral(variable("SLURM_STEP_NUM_TASKS")))
        return forFileName("slurm-" + job + '.' + step);
    const std::string space = variable("PMIX_NAMESPACE");
    return !space.empty() && isSeveral(variable("OMPI_COMM_WORLD_SIZE")) ? forFileName("mpi-" + space) : std::string();
}

} // namespace streamscope
