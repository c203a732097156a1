# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# cmake -D SOURCE=… -D HEADER=… -P commit.cmake: writes HEADER with the commit of the checkout, and touches it only where that
# changed. A tree without git has none.
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  set(commit "")
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT "#pragma once\n#define STREAMSCOPE_COMMIT \"${commit}\"\n")
