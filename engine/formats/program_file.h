// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/json_object.h"
#include "engine/program/parameter.h"
#include "engine/program/program.h"

#include <QByteArray>

#include <string>

namespace streamscope {

/// Anybody's own experiment without a compiler (file format `streamscope-program`, version 1; docs/program-file.md).
struct ProgramFile
{
    Program program;
    std::string description; ///< what it shows: a few sentences
    std::string device;      ///< device id; empty = the default device
    Parameters parameters;   ///< those of every run; `submission` is the Program's
};

/// Reads a program file that was parsed already. Buffers are known by their names: where they live and how large they
/// are follows from their use, unless the file says it.
/// @throws InputError with file, place, the value and what is allowed. Unknown keys are errors: nothing is guessed.
ProgramFile readProgramFile(const JsonObject &file);
/// The same from text. `source` names the file in messages.
ProgramFile readProgramFile(const QByteArray &json, const std::string &source);

/// The Program as a file; reading it gives the same Program.
/// @throws InputError where two streams, buffers or events have one name, by which a file tells them apart.
QByteArray programFileJson(const ProgramFile &file);

namespace detail {

/// Ids of the default streams, which every file may use without listing them.
inline constexpr const char *legacyStreamId = "null";
inline constexpr const char *perThreadStreamId = "per-thread";

/// Bytes that a range without `bytes` stands for; 0 = the whole buffer.
std::uint64_t naturalRangeBytes(const Operation &operation);

} // namespace detail

} // namespace streamscope
