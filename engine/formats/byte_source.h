// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace streamscope {

/// Bytes that come one after the other: a file, a block of memory, or either of them unpacked.
class ByteSource
{
public:
    ByteSource() = default;
    ByteSource(const ByteSource &) = delete;
    ByteSource &operator=(const ByteSource &) = delete;
    virtual ~ByteSource() = default;

    /// Up to `size` bytes into `to`; 0 only at the end. @throws InputError for a file that cannot be read or unpacked.
    virtual std::size_t read(char *to, std::size_t size) = 0;
    /// How far it is in what lies on the disk, and how much that is in all (0: nobody knows): for a progress bar.
    virtual std::uint64_t done() const = 0;
    virtual std::uint64_t total() const = 0;
};

/// Reads from memory that outlives it.
std::unique_ptr<ByteSource> readMemory(std::string_view bytes);

} // namespace streamscope
