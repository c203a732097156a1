// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <string_view>

namespace streamscope {

/// The name of a kernel as people say it: without return type, namespaces, template arguments and parameters.
/// "void at::native::softmax_warp_forward<float, 10>(float *, int)" becomes "softmax_warp_forward". CUTLASS calls every
/// kernel `Kernel`, so the name of its first template argument is taken. A name that is no signature stays as it is.
std::string shortKernelName(std::string_view name);

} // namespace streamscope
