// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace streamscope {

/// A file in the folder for temporary ones that no name leads to: nothing of it outlives this process, however that
/// ends.
class UnnamedFile
{
public:
    /// @throws RunError in one line, as all other functions do.
    UnnamedFile();
    UnnamedFile(const UnnamedFile &) = delete;
    UnnamedFile &operator=(const UnnamedFile &) = delete;
    ~UnnamedFile();

    /// For an OutputFile of this process.
    std::string path() const;
    /// In bytes.
    std::uint64_t size() const;
    /// `size` bytes, which must be there.
    std::string read(std::uint64_t offset, std::size_t size) const;

private:
    int m_descriptor = -1;
};

} // namespace streamscope
