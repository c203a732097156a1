// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/text/json_object.h"
#include "engine/program/parameter.h"
#include "engine/program/program.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// A user's own experiment, made without a compiler (file format `streamscope-program`, version 1;
/// docs/program-file.md).
struct ProgramFile
{
    Program program;
    std::string description; ///< what the Program shows: a few sentences
    std::string device;      ///< device id; empty = the default device
    Parameters parameters;   ///< the parameters of every run; `submission` is the Program's
};

/// Reads a parsed program file. Buffers are identified by name. Their place and size follow from their use, unless the
/// file states them.
/// @throws InputError with file, place, the value and what is allowed. Unknown keys are errors: nothing is guessed.
ProgramFile readProgramFile(const JsonObject &file);
/// The same from text. `source` names the file in messages.
ProgramFile readProgramFile(const QByteArray &json, const std::string &source);

/// The Program as a file; reading it gives the same Program.
/// @throws InputError when two streams, buffers or events have the same name, because the file identifies them by name.
QByteArray programFileJson(const ProgramFile &file);

namespace detail {

/// Ids of the default streams, which every file may use without listing them.
inline constexpr const char *legacyStreamId = "null";
inline constexpr const char *perThreadStreamId = "per-thread";

/// The size of a range without `bytes`; 0 = the whole buffer.
std::uint64_t naturalRangeBytes(const Operation &operation);

} // namespace detail

} // namespace streamscope
