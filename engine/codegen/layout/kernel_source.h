// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/program/program.h"

#include <string>
#include <string_view>

namespace streamscope {

/// How a language passes numbers to the kernels, which are the same in all of them.
struct KernelTypes
{
    const char *size;   ///< an index
    const char *count;  ///< a number of elements, as an argument
    const char *time;   ///< nanoseconds, as an argument
    const char *factor; ///< of a multiplication, as an argument
};
inline constexpr KernelTypes cudaKernelTypes{"std::size_t", "std::size_t", "long long", "float"};

/// Holds a stream until the host opens it.
inline constexpr std::string_view gateKernel = "gateKernel";

/// The name of a kernel of this kind, without template arguments.
std::string_view kernelName(KernelKind kind);
/// With the template arguments: "tensorKernel<__nv_bfloat16, 16>".
std::string tensorKernelName(MatrixPrecision precision);
/// The kernel of this name in CUDA C++, with a comment in front and an empty line behind it.
std::string kernelSource(std::string_view kernel, const KernelTypes &types);
/// The Program launches such a kernel.
bool launches(const Program &program, KernelKind kind);

} // namespace streamscope
