// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace streamscope::recorder {

/// What the launcher asked for; control.h says where it stands.
struct Options
{
    std::string folder;
    std::int64_t delayNs = 0, durationNs = 0;
    std::int64_t firstStep = -1, lastStep = -1; ///< −1: not by steps
    bool wait = false;
    bool calls = true;
    bool wholeGraphs = false;
    int signal = 0;

    /// Something will start the recording later.
    bool startsLater() const { return wait || delayNs > 0 || firstStep > 0; }
};

/// Reads the environment. Nothing without a folder: then nothing is to be recorded.
std::optional<Options> readOptions();

} // namespace streamscope::recorder
