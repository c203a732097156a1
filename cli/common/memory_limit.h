// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>

namespace streamscope {

/// --memory-limit of the commands that read a trace, a program or a preset.
class MemoryLimit
{
public:
    void addTo(CLI::App &app);
    /// 0 when not given. @throws InputError for a text that is no size.
    std::uint64_t bytes() const;

private:
    std::string m_text;
};

} // namespace streamscope
