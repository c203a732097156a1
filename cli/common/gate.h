// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace streamscope {

/// A number of a report that a gate can ask for.
struct GateFigure
{
    enum class Unit { Percent, Time, Count } unit = Unit::Count;
    std::string name;
    double value = 0; ///< percent, nanoseconds, or a number
};

/// --fail-if 'FIGURE > VALUE': a condition under which a command ends with exit code 1.
class Gate
{
public:
    /// `figures`: their names, for --help.
    void addTo(CLI::App &app, const std::string &figures);

    bool empty() const { return m_texts.empty(); }
    /// Says each condition that holds in one line on stderr. @returns how many did.
    /// @throws InputError for a condition that cannot be read, naming what is allowed
    int check(const std::vector<GateFigure> &figures) const;

private:
    std::vector<std::string> m_texts;
};

} // namespace streamscope
