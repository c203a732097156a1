// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_job.h"
#include "engine/run/run_job.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace streamscope {

/// A job of which some ranks are shown.
struct ShownRanks
{
    RankJob job;                         ///< of all ranks
    std::vector<std::string> unreadable; ///< one line for each file that could not be read
    std::vector<int> shown;              ///< numbers of the ranks whose operations are in the recording, in its order
    std::int64_t originNs = 0;           ///< the recording's 0 by the reference clock

    bool isShown(int rank) const;
};

/// The ranks of a job to show.
struct RanksRequest
{
    std::vector<std::string> paths; ///< files, and folders of files
    std::shared_ptr<const ShownRanks>
        known;              ///< the same job as it was opened before: it is not read again; may be null
    std::vector<int> shown; ///< numbers of ranks; empty: usuallyShown()
};

/// The slowest ranks of a job, which are shown at first: eight, or fewer where they have more than four million
/// operations, but one.
std::vector<int> usuallyShown(const RankJob &job);

/// Compares the ranks of a job, puts the operations of some on one axis and analyses them. Only the files of these are
/// kept in memory. Ranks whose clock is unknown are not on the axis; where no clock is known, each rank has its own,
/// and a warning says so. `name`: of the job. @throws as openRanks(), and InputError when no rank is left.
RunResult showRanks(const RanksRequest &request, const std::string &name, const ImportOptions &options,
                    const ImportControl &control);

} // namespace streamscope
