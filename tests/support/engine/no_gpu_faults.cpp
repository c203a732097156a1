// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "tests/support/engine/faults.h"

namespace streamscope::test {

bool plantGpuFault(std::string_view)
{
    return false;
}

} // namespace streamscope::test
