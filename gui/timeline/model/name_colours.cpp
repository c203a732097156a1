// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/name_colours.h"

#include "engine/formats/text/short_name.h"
#include "engine/timeline/saturating.h"
#include "gui/timeline/text/kernel_colours.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace streamscope {

namespace {

/// "kernel 3" without its number.
std::string_view withoutNumber(std::string_view name)
{
    const std::size_t digits = name.find_last_not_of("0123456789");
    const bool isNumbered =
        digits != std::string_view::npos && digits + 1 < name.size() && digits > 0 && name[digits] == ' ';
    return isNumbered ? name.substr(0, digits) : name;
}

/// By name index, of kernels only.
std::vector<std::int64_t> kernelTimes(const Timeline &timeline)
{
    std::vector<std::int64_t> totals(std::max<std::size_t>(timeline.names().size(), 1), -1);
    for (std::size_t i = 0; i < timeline.size(); ++i)
        if (timeline.kinds()[i] == OperationKind::Kernel) {
            std::int64_t &total = totals[timeline.nameIndices()[i]];
            total = std::max<std::int64_t>(total, 0);
            addTime(total, detail::saturatedDifference(timeline.ends()[i], timeline.starts()[i]));
        }
    return totals;
}

/// What a file says may name names that it has not.
bool namesAreThere(const Timeline &timeline)
{
    const std::size_t names = std::max<std::size_t>(timeline.names().size(), 1);
    return std::all_of(timeline.nameIndices().begin(), timeline.nameIndices().end(),
                       [names](std::uint32_t index) { return index < names; });
}

} // namespace

NameColours::NameColours(const Timeline &timeline, const Tags &former)
{
    if (!namesAreThere(timeline))
        return;
    group(timeline);
    rank(kernelTimes(timeline));
    assign(former);
}

void NameColours::group(const Timeline &timeline)
{
    const bool numbered = !timeline.blocks().empty();
    std::unordered_map<std::string, std::uint32_t> groups;
    m_groups.reserve(timeline.names().size());
    for (const std::string &name : timeline.names()) {
        const auto [known, isNew] =
            groups.try_emplace(shortKernelName(numbered ? std::string_view(name) : withoutNumber(name)),
                               static_cast<std::uint32_t>(m_names.size()));
        if (isNew)
            m_names.push_back(known->first);
        m_groups.push_back(known->second);
    }
    if (m_groups.empty()) { // operations without a name have index 0
        m_names.emplace_back();
        m_groups.push_back(0);
    }
}

void NameColours::rank(const std::vector<std::int64_t> &totals)
{
    std::vector<std::int64_t> byGroup(m_names.size(), -1);
    for (std::size_t name = 0; name < totals.size(); ++name)
        if (std::int64_t &total = byGroup[m_groups[name]]; totals[name] >= 0) {
            total = std::max<std::int64_t>(total, 0);
            addTime(total, totals[name]);
        }
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < byGroup.size(); ++i)
        if (byGroup[i] >= 0)
            order.push_back(i);
    m_kernelNames = order.size();
    const std::size_t count = std::min(order.size(), kernelColourCount);
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return byGroup[a] != byGroup[b] ? byGroup[a] > byGroup[b] : a < b; });
    m_ranked.assign(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(count));
    for (const std::uint32_t of : m_ranked)
        m_kernels.push_back({m_names[of], otherKernelsTag, byGroup[of]});
}

/// Former colours first, then the free ones by rank.
void NameColours::assign(const Tags &former)
{
    std::vector<bool> taken(barColourCount, false);
    for (Kernel &kernel : m_kernels)
        if (const auto known = former.find(kernel.name); known != former.end() && !taken[known->second]) {
            kernel.tag = known->second;
            taken[kernel.tag] = true;
        }
    std::size_t rank = 0;
    for (Kernel &kernel : m_kernels) {
        if (kernel.tag != otherKernelsTag)
            continue;
        while (taken[kernelTag(rank)])
            ++rank;
        kernel.tag = kernelTag(rank++);
    }
    std::vector<std::uint8_t> byGroup(m_names.size(), otherKernelsTag);
    for (std::size_t i = 0; i < m_kernels.size(); ++i)
        byGroup[m_ranked[i]] = m_kernels[i].tag;
    m_tags.reserve(m_groups.size());
    for (const std::uint32_t of : m_groups)
        m_tags.push_back(byGroup[of]);
}

NameColours::Tags NameColours::byName() const
{
    Tags tags;
    for (const Kernel &kernel : m_kernels)
        tags[kernel.name] = kernel.tag;
    return tags;
}

} // namespace streamscope
