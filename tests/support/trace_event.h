// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <string>

namespace streamscope::test {

/// A whole event of a Kineto file and a comma behind it. Times in microseconds; `arguments` as JSON without braces.
inline std::string traceEvent(const std::string &category, const std::string &name, int thread, int ts, int duration,
                              const std::string &arguments = {})
{
    return R"j({"ph":"X","cat":")j" + category + R"j(","name":")j" + name + R"j(","pid":9,"tid":)j"
           + std::to_string(thread) + ",\"ts\":" + std::to_string(ts) + ",\"dur\":" + std::to_string(duration)
           + ",\"args\":{" + arguments + "}},";
}

} // namespace streamscope::test
