// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <QString>

#include <vector>

namespace streamscope {

/// What a Program's operations do with one buffer.
struct BufferUse
{
    int reads = 0, writes = 0;   ///< operations
    bool startsWithRead = false; ///< the first operation that touches it reads what nothing has written

    bool isOdd(BufferPlace place) const;
    /// "read 3×, written 1×", with a sign in front where it is odd.
    QString text(BufferPlace place) const;
    /// Why it is odd; empty where it is not.
    QString reason(BufferPlace place) const;
};

/// Of each of the Program's buffers, in the order of issue.
std::vector<BufferUse> bufferUses(const Program &program);

} // namespace streamscope
