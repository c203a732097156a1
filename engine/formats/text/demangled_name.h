// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <string_view>

namespace streamscope {

/// The name of a function as people write it: "void scale<float>(float*, int)" of "_Z5scaleIfEvPT_i". What cannot be
/// decoded stays as it is. Safe for names of any file: time and memory are bounded, where the system's function takes a
/// short name that stands for more text than a computer holds.
std::string demangledName(std::string_view mangled);

} // namespace streamscope
