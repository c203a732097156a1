// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/recording_writer.h"

#include <string>

namespace streamscope::recorder {

/// What a file says about its process.
struct ProcessFacts
{
    std::string program; ///< name of the executable, or of the script that Python runs
    std::string command; ///< with its arguments, separated by spaces
    std::string host;
    std::string rank, worldSize; ///< of a distributed job; empty outside one
};

ProcessFacts readProcessFacts();
void writeProcessFacts(const ProcessFacts &facts, RecordingWriter &writer);

} // namespace streamscope::recorder
