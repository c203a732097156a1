// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <QString>

#include <vector>

namespace streamscope {

/// How a Program's operations use one buffer.
struct BufferUse
{
    int reads = 0, writes = 0;   ///< operations
    bool startsWithRead = false; ///< the first operation that uses it reads unwritten data

    bool isOdd(BufferPlace place) const;
    /// "read 3×, written 1×", with a warning sign in front when the use is suspicious.
    QString text(BufferPlace place) const;
    /// Why the use is suspicious; empty when it is not.
    QString reason(BufferPlace place) const;
};

/// The use of each of the Program's buffers, found in order of issue.
std::vector<BufferUse> bufferUses(const Program &program);

} // namespace streamscope
