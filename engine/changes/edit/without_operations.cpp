// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/changes/edit/without_operations.h"

namespace streamscope {

Program withoutOperations(const Program &program)
{
    Program rest;
    rest.title = program.title;
    rest.streams = program.streams;
    rest.buffers = program.buffers;
    rest.events = program.events;
    rest.submission = program.submission;
    rest.poolReleaseThreshold = program.poolReleaseThreshold;
    rest.connections = program.connections;
    rest.peerAccess = program.peerAccess;
    rest.coldStart = program.coldStart;
    rest.traced = program.traced;
    return rest;
}

} // namespace streamscope
