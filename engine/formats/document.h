// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/input_file.h"

#include <QByteArray>

#include <cstdint>
#include <string>

namespace streamscope {

/// The most that a document has where nobody says more. Presets and profiles take some kilobytes, a program file of a
/// hundred thousand operations 20 MiB.
inline constexpr std::uint64_t usualDocumentBytes = std::uint64_t{64} << 20;

/// Memory that a document and what is made of it take at most, in multiples of its size. Running program files of the
/// smallest operations took 31 times (event_record), 51 times (sync) and 55 times (memset) their 6 to 9 MiB.
inline constexpr std::uint64_t memoryPerDocumentByte = 60;

/// Reads a whole document: a preset, a program file, a device profile. Nothing beyond the ceiling is read, so that a
/// device or a pipe without an end does no harm. The ceiling is usualDocumentBytes, or less where the memory that
/// `memoryLimit` or the machine (0) leaves would not do, or more where `memoryLimit` says so.
/// @throws InputError naming the file, the ceiling and the way around it.
QByteArray readDocument(const InputFile &file, std::uint64_t memoryLimit = 0);

} // namespace streamscope
