// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <string>

namespace streamscope {

/// The kernels that the Program launches, in CUDA C++.
std::string cudaKernels(const Program &program);
/// "fmaKernel<<<blocks, threads, shared, stream>>>(in, out, …);"
std::string cudaLaunch(const Operation &operation, const std::string &stream, const std::string &in,
                       const std::string &out, const std::string &elements);

} // namespace streamscope
