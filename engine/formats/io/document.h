// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/input_file.h"

#include <QByteArray>

#include <cstdint>
#include <string>

namespace streamscope {

/// The default limit of a document's size. Presets and profiles take some kilobytes, a program file of a hundred
/// thousand operations takes 20 MiB.
inline constexpr std::uint64_t usualDocumentBytes = std::uint64_t{64} << 20;

/// The most memory that reading and running a document takes, as a multiple of its size. Program files of 6 to 9 MiB
/// with the smallest operations took 31 times their size (event_record), 51 times (sync) and 55 times (memset).
inline constexpr std::uint64_t memoryPerDocumentByte = 60;

/// Reads a whole document: a preset, a program file, a device profile. It never reads beyond a size limit, so endless
/// devices and pipes are harmless. The limit is usualDocumentBytes; it is less when `memoryLimit` or, for 0, the
/// machine's memory does not suffice, and more when `memoryLimit` allows more. @throws InputError naming the file, the
/// limit and how to raise it.
QByteArray readDocument(const InputFile &file, std::uint64_t memoryLimit = 0);

} // namespace streamscope
