// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <optional>
#include <string>

namespace streamscope {

// What CUPTI's numbers in a recording mean.

/// CUpti_ActivityMemoryKind.
MemoryKind cuptiMemoryKind(std::uint8_t number);
/// CUpti_ActivityStreamFlag.
StreamRole cuptiStreamRole(std::uint8_t flag);
/// CUpti_ActivityUnifiedMemoryCounterKind of a transfer: its direction. Empty for a fault and the like.
std::optional<OperationKind> cuptiTransfer(std::uint8_t counter);
/// CUpti_ActivityOverheadKind as Kineto spells it: "Command Buffer Full".
std::string cuptiOverheadName(std::uint32_t kind);

} // namespace streamscope
