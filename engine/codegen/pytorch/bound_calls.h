// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/codegen/layout/code_text.h"

#include <string>
#include <vector>

// To make what a launch takes costs Python more than the launch costs CUDA. So calls whose arguments are known before
// the runs are bound there, in loops one for each repetition.

namespace streamscope {

/// The bound calls of a script, each once.
class BoundCalls
{
public:
    /// "launch_fma[chunk]()": the call of `made`, an expression that makes what can be called, within these loops.
    /// `name`: as the script shall call it; a number follows where there are several.
    std::string call(const std::string &name, const std::string &made, const std::vector<OpenLoop> &loops);
    /// Makes them: "launch_fma = [fma_kernel.bound(…) for chunk in range(4)]".
    void write(CodeText &code) const;

private:
    struct Bound
    {
        std::string name, made;
        std::vector<OpenLoop> loops; ///< on which it depends
    };

    std::vector<Bound> m_calls;
};

} // namespace streamscope
