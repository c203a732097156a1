// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>

namespace streamscope::recorder {

/// Counts the steps of the program: those that it marks itself, else the ranges of the outermost level whose names
/// repeat but for their digits ("step 1", "step 2"). Safe for all threads.
class StepCounter
{
public:
    /// The program marks that a step begins. Returns its number, from 0 on.
    std::int64_t marked();
    /// A range of the outermost level begins. Returns the number of the step that begins with it; −1 when it is none
    /// (yet): the first range counts as step 0 once it repeats.
    std::int64_t rangeBegins(std::string_view name);

private:
    std::mutex m_mutex;
    std::int64_t m_count = 0;
    bool m_programMarks = false;
    std::string m_first; ///< the first name at all, without digits
};

} // namespace streamscope::recorder
