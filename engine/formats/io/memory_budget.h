// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// The memory limit for reading one file. Readers count memory before they allocate it, so that a file that is too
/// large is refused before the machine runs out of memory, and always at the same place.
class MemoryBudget
{
public:
    /// `file` is for the message. `limit` in bytes; 0: defaultMemoryLimit().
    MemoryBudget(std::string file, std::uint64_t limit);

    /// @throws RunError naming the file, the limit and how to raise it.
    void take(std::uint64_t bytes)
    {
        m_taken += bytes;
        if (m_taken > m_limit)
            refuse();
    }
    std::uint64_t taken() const { return m_taken; }
    std::uint64_t limit() const { return m_limit; }

private:
    [[noreturn]] void refuse() const;

    std::string m_file;
    std::uint64_t m_limit, m_taken = 0;
    bool m_chosen; ///< by the user
};

} // namespace streamscope
