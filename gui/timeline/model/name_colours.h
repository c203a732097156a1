// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace streamscope {

/// The colours of a run's kernels by name. The kernels that took most time have colours of their own; names that differ
/// only in their number ("kernel 3") are one name, except where blocks were recorded, which only the number tells
/// apart.
class NameColours
{
public:
    using Tags = std::map<std::string, std::uint8_t>; ///< by name; see kernelTag()
    struct Kernel
    {
        std::string name; ///< as people say it, see shortKernelName()
        std::uint8_t tag = 0;
        std::int64_t totalNs = 0;
    };

    NameColours() = default;
    /// @param former of an earlier run of the same document: a name that is still among the first keeps its colour
    explicit NameColours(const Timeline &timeline, const Tags &former = {});
    /// Only for a legend: of `names` kernels these have colours of their own.
    NameColours(std::vector<Kernel> kernels, std::size_t names) : m_kernels(std::move(kernels)), m_kernelNames(names) {}

    /// By name index, of operations that are kernels. Null where an operation has a name that is not there.
    const std::uint8_t *tags() const { return m_tags.empty() ? nullptr : m_tags.data(); }
    /// Equal for name indices whose operations are called alike.
    std::uint32_t group(std::uint32_t name) const { return m_groups.empty() ? name : m_groups[name]; }
    /// Those with a colour of their own, by total time.
    const std::vector<Kernel> &kernels() const { return m_kernels; }
    /// The number of all names of kernels.
    std::size_t kernelNames() const { return m_kernelNames; }
    /// For the next run of the document.
    Tags byName() const;

private:
    void group(const Timeline &timeline);
    void rank(const std::vector<std::int64_t> &totals);
    void assign(const Tags &former);

    std::vector<std::uint8_t> m_tags;
    std::vector<std::uint32_t> m_groups; ///< by name index
    std::vector<std::string> m_names;    ///< by group
    std::vector<Kernel> m_kernels;
    std::vector<std::uint32_t> m_ranked; ///< the group of each of m_kernels
    std::size_t m_kernelNames = 0;
};

} // namespace streamscope
