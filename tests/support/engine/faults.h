// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string_view>

namespace streamscope::test {

/// A Program whose title begins so plants the fault that the rest names, in faulty_engine only.
inline constexpr std::string_view faultTitle = "fault: ";

/// On the GPU of this process; false where it was built without CUDA or knows no such fault.
bool plantGpuFault(std::string_view fault);

} // namespace streamscope::test
