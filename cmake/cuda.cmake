# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# CUDA is found, not required. STREAMSCOPE_HAVE_CUDA says whether the module is built.
set(STREAMSCOPE_HAVE_CUDA OFF)
if(NOT STREAMSCOPE_CUDA)
  message(STATUS "CUDA: switched off; the program offers the simulated devices")
  return()
endif()

# Toolkits install nvcc off the PATH.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(STREAMSCOPE_NVCC nvcc PATHS /usr/local/cuda/bin)
  if(STREAMSCOPE_NVCC)
    set(CMAKE_CUDA_COMPILER ${STREAMSCOPE_NVCC})
  endif()
endif()

# Before enable_language(CUDA) and before any target: otherwise CMake takes the compiler's own default.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  if(STREAMSCOPE_ALL_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES 75-real 80-real 86-real 89-real 90-real 100-real 120-real 120-virtual)
  else()
    # This machine's GPUs that the toolkit serves; 9.0 where there is none. (-arch=native would fall back silently.)
    execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
      OUTPUT_VARIABLE capabilities ERROR_QUIET)
    string(REGEX MATCHALL "[0-9]+\\.[0-9]+" capabilities "${capabilities}")
    list(TRANSFORM capabilities REPLACE "\\." "")
    list(FILTER capabilities EXCLUDE REGEX "^([1-6].|7[0-4])$")
    list(REMOVE_DUPLICATES capabilities)
    if(NOT capabilities)
      set(capabilities 90)
    endif()
    set(CMAKE_CUDA_ARCHITECTURES ${capabilities})
  endif()
endif()

include(CheckLanguage)
check_language(CUDA)
# 13.0: older ones know neither the architectures of a release nor the CUPTI records that we read.
find_package(CUDAToolkit 13.0 QUIET)
if(CMAKE_CUDA_COMPILER AND CUDAToolkit_FOUND)
  enable_language(CUDA)
  set(STREAMSCOPE_HAVE_CUDA ON)
  message(STATUS "CUDA: toolkit ${CUDAToolkit_VERSION}, architectures ${CMAKE_CUDA_ARCHITECTURES}")
else()
  message(STATUS "CUDA: no toolkit of version 13.0 or newer found; the program offers the simulated devices")
endif()
