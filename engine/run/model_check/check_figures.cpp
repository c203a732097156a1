// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/model_check/check_figures.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

namespace {

using Rows = std::vector<const CheckedConfiguration *>;

CheckFigures figuresOfRows(std::string experiment, const Rows &rows)
{
    CheckFigures figures;
    figures.experiment = std::move(experiment);
    figures.count = rows.size();
    std::vector<double> errors;
    std::size_t ranges = 0, inside = 0;
    for (const CheckedConfiguration *row : rows) {
        errors.push_back(std::abs(row->error()));
        if (!figures.worst || errors.back() > std::abs(figures.worst->error()))
            figures.worst = row;
        if (!row->range)
            continue;
        ++ranges;
        inside += row->range->contains(row->measured.medianNs) ? 1 : 0;
    }
    if (ranges > 0)
        figures.insideShare = static_cast<double>(inside) / static_cast<double>(ranges);
    figures.medianError = quantileOf(errors, 0.5);
    figures.p95Error = quantileOf(errors, 0.95);
    return figures;
}

} // namespace

std::vector<CheckFigures> figuresOf(const ModelCheck &check)
{
    std::vector<std::pair<std::string, Rows>> groups;
    Rows all;
    for (const CheckedConfiguration &row : check.rows) {
        const std::string id = row.measured.experiment->id();
        auto group = std::find_if(groups.begin(), groups.end(), [&id](const auto &g) { return g.first == id; });
        if (group == groups.end())
            group = groups.insert(groups.end(), {id, {}});
        group->second.push_back(&row);
        all.push_back(&row);
    }
    std::vector<CheckFigures> figures;
    for (const auto &[experiment, rows] : groups)
        figures.push_back(figuresOfRows(experiment, rows));
    figures.push_back(figuresOfRows({}, all));
    return figures;
}

std::optional<CheckFigures> pageableFiguresOf(const ModelCheck &check)
{
    const std::string pageable(hostMemoryName(HostMemory::Pageable));
    Rows rows;
    for (const CheckedConfiguration &row : check.rows) {
        const Parameters &values = row.measured.parameters;
        if (values.has("host_memory") && values.choice("host_memory") == pageable)
            rows.push_back(&row);
    }
    return rows.empty() ? std::nullopt : std::optional(figuresOfRows({}, rows));
}

std::optional<CheckFigures> steadyFiguresOf(const ModelCheck &check)
{
    constexpr double apart = 0.1;
    Rows rows;
    for (const CheckedConfiguration &row : check.rows) {
        const auto quartiles = static_cast<double>(row.measured.thirdQuartileNs - row.measured.firstQuartileNs);
        if (quartiles <= apart * static_cast<double>(row.measured.medianNs))
            rows.push_back(&row);
    }
    return rows.empty() || rows.size() == check.rows.size() ? std::nullopt : std::optional(figuresOfRows({}, rows));
}

std::optional<HostPace> hostPaceOf(const ModelCheck &check)
{
    constexpr std::size_t fewest = 5;
    constexpr double most = 0.5;
    std::vector<double> factors;
    for (const CheckedConfiguration &row : check.rows)
        if (row.mix.shares[static_cast<std::size_t>(WorkClass::HostCalls)] >= most && row.predictedNs > 0)
            factors.push_back(static_cast<double>(row.measured.medianNs) / static_cast<double>(row.predictedNs));
    if (factors.size() < fewest)
        return std::nullopt;
    return HostPace{factors.size(), quantileOf(factors, 0.5)};
}

double quantileOf(std::vector<double> values, double share)
{
    if (values.empty())
        return 0;
    std::sort(values.begin(), values.end());
    const double place = share * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double above = values[std::min(below + 1, values.size() - 1)];
    return values[below] + (above - values[below]) * (place - static_cast<double>(below));
}

} // namespace streamscope
