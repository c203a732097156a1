// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>
#include <vector>

namespace streamscope {

/// Takes "-- PROGRAM ARGS…" of "streamscope record … -- PROGRAM ARGS…" away from the command line. They are another
/// program's and reach it byte for byte, while our parser would take "[a,b]" apart and refuse an empty word. Call it
/// before the command line is parsed. Empty for any other command line.
std::vector<std::string> takeProgramToRecord(int &argc, char **argv);

} // namespace streamscope
