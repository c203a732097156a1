# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# g++ 12 sees copies of impossible length in `"text" + std::string` (its bug 105651), and reports them from precompiled headers.
set(streamscope_precompiled_options "")
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  set(streamscope_precompiled_options -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
endif()

# streamscope_unity(TARGET [HEADERS ...]) compiles each folder of a target's sources as one file. By folder, so that a new
# file meets only its neighbours' names. HEADERS: what most files include is compiled once.
function(streamscope_unity target)
  if(NOT STREAMSCOPE_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS")
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    if(source MATCHES "\\.cpp$")
      get_filename_component(folder ${source} DIRECTORY)
      file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${folder})
      string(MAKE_C_IDENTIFIER "${folder}" group)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(arg_HEADERS)
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
    target_compile_options(${target} PRIVATE ${streamscope_precompiled_options})
  endif()
endfunction()
