// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <string>

namespace streamscope {

/// What reading one file may take of the memory. Readers count what they are about to hold, so that a file that does
/// not fit is refused before the machine runs out, and at the same place every time.
class MemoryBudget
{
public:
    /// `file` is for the message. `limit` in bytes; 0: defaultMemoryLimit().
    MemoryBudget(std::string file, std::uint64_t limit);

    /// @throws RunError naming the file, the limit and the way around it.
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
    bool m_chosen; ///< by a person
};

} // namespace streamscope
