# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# What engine/ and gui/ ask of the system itself, beside C++ and Qt. Everything else is the same on every system; a port gives each of
# these files a twin. tests/scripts/tst_tree.sh finds a file that is missing here.
option(STREAMSCOPE_OTHER_SYSTEM "Configure on another system than Linux, for somebody who ports the files of cmake/system.cmake" OFF)

set(STREAMSCOPE_LINUX_FILES # /proc, /sys, calls that only Linux has
  engine/executors/timing/threads/core_selector.cpp
  engine/formats/io/available_memory.cpp
  engine/formats/io/output_path.cpp
  engine/remote/engine_child.cpp
  engine/remote/engine_server.cpp
  engine/run/record/recorder_connection.cpp
  gui/record/program_recording.cpp
  gui/window/end_signals.cpp)
set(STREAMSCOPE_POSIX_FILES
  engine/formats/files/sweep_journal.cpp
  engine/formats/io/files.cpp
  engine/formats/io/input_file.cpp
  engine/formats/io/output_file.cpp
  engine/formats/io/output_path.h
  engine/formats/io/unnamed_file.cpp
  engine/remote/engine_child.h
  engine/remote/engine_process.cpp
  engine/run/record/record_options.cpp
  engine/run/record/recording_files.cpp
  engine/run/record/recording_folder.cpp)
set(STREAMSCOPE_LINUX_FOLDERS # CUPTI's injection; the module that is loaded at run time
  engine/recorder engine/executors/cuda)

if(NOT CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT STREAMSCOPE_OTHER_SYSTEM)
  list(JOIN STREAMSCOPE_LINUX_FILES "\n  " files)
  message(FATAL_ERROR "StreamScope runs on Linux. On ${CMAKE_SYSTEM_NAME} these files need a twin each:\n  ${files}\n"
    "and those of STREAMSCOPE_POSIX_FILES where the system is no POSIX one. -DSTREAMSCOPE_OTHER_SYSTEM=ON goes on all the same.")
endif()
