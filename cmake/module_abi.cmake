# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Run while building. The program and its CUDA module hand each other objects of our types, so each must have been compiled
# with the same ones. Writes `output`: a number made from `header` and from every header of ours that it includes, however
# deep; and `depfile`: what it read, for the build tool. In: root, header (relative to root), output, depfile.
cmake_minimum_required(VERSION 3.25)
set(headers ${header})
set(left ${header})
set(text "")
while(left)
  list(POP_FRONT left file)
  file(SHA256 "${root}/${file}" sum)
  string(APPEND text "${file} ${sum}\n")
  file(STRINGS "${root}/${file}" lines REGEX "^#include \"")
  foreach(line IN LISTS lines)
    string(REGEX REPLACE "^#include \"([^\"]+)\".*" "\\1" included "${line}")
    if(NOT included IN_LIST headers)
      list(APPEND headers ${included})
      list(APPEND left ${included})
    endif()
  endforeach()
endwhile()
string(SHA256 sum "${text}")
string(SUBSTRING ${sum} 0 16 number)
file(WRITE "${output}" "// Made by cmake/module_abi.cmake.
#pragma once

#include <cstdint>

namespace streamscope {

/// Changes with every header whose types cross between the program and its CUDA module.
inline constexpr std::uint64_t moduleAbi = 0x${number};

} // namespace streamscope
")
list(TRANSFORM headers PREPEND "${root}/")
string(REPLACE " " "\\ " headers "${headers}")
string(REPLACE ";" " " headers "${headers}")
string(REPLACE " " "\\ " target "${output}")
file(WRITE "${depfile}" "${target}: ${headers}\n")
