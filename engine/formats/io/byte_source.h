// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace streamscope {

/// A stream of bytes: a file, a block of memory, or either of them unpacked.
class ByteSource
{
public:
    ByteSource() = default;
    ByteSource(const ByteSource &) = delete;
    ByteSource &operator=(const ByteSource &) = delete;
    virtual ~ByteSource() = default;

    /// Reads up to `size` bytes into `to`; returns 0 only at the end. @throws InputError for a file that cannot be read
    /// or unpacked.
    virtual std::size_t read(char *to, std::size_t size) = 0;
    /// For a progress bar: bytes read of the file on the disk, and the size of that file (0: unknown).
    virtual std::uint64_t done() const = 0;
    virtual std::uint64_t total() const = 0;
};

/// Reads from memory. `bytes` must outlive the source.
std::unique_ptr<ByteSource> readMemory(std::string_view bytes);

} // namespace streamscope
