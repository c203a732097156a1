// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A module with its own copy of the core, as the CUDA module has: for the test that it reads the operations of others.
#include "engine/program/operation.h"

using namespace streamscope;

/// Writes into a copy, as an executor may, and returns what was in the original.
extern "C" __attribute__((visibility("default"))) unsigned long long readOperation(const Operation &operation)
{
    Operation copy = operation;
    copy.kernel.own().grid = 1;
    copy.reads.push_back({});
    const Operation own = operation;
    return own.kernel->grid + own.reads.size() + own.reads.front().bytes;
}
