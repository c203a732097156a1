// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/run/compared_runs.h"

#include <cmath>
#include <utility>

namespace streamscope {

ComparedRuns::ComparedRuns(NamedRun a, NamedRun b, ComparisonScale axis)
    : runs{std::move(a), std::move(b)}, scale(axis),
      comparison(
          std::make_shared<const Comparison>(compareRuns(runs[0].recording->timeline, runs[1].recording->timeline))),
      merged(mergedRuns(*runs[0].recording, *runs[1].recording, scale))
{
    fillRows();
}

ComparedRuns::ComparedRuns(const ComparedRuns &other, ComparisonScale axis)
    : runs(other.runs), scale(axis), comparison(other.comparison),
      merged(mergedRuns(*runs[0].recording, *runs[1].recording, scale)), m_rowOf(other.m_rowOf),
      m_lengths(other.m_lengths), m_changes(other.m_changes)
{}

namespace {

ComparedLengths lengthsOf(const ComparedOperation &operation)
{
    if (!operation.a || !operation.b)
        return {};
    const auto fits = [](std::int64_t length) { return length >= 0 && length < ComparedLengths::tooLong; };
    if (!fits(operation.durationA) || !fits(operation.durationB))
        return {ComparedLengths::tooLong, 0};
    return {static_cast<std::uint32_t>(operation.durationA), static_cast<std::uint32_t>(operation.durationB)};
}

} // namespace

void ComparedRuns::fillRows()
{
    m_rowOf.resize(merged->timeline.size());
    m_lengths.resize(merged->timeline.size());
    const auto sizeA = static_cast<std::uint32_t>(sizeOfA());
    for (std::size_t row = 0; row < comparison->operations.size(); ++row) {
        const ComparedOperation &operation = comparison->operations[row];
        m_changes[static_cast<std::size_t>(changeOf(operation))] = true;
        const ComparedLengths lengths = lengthsOf(operation);
        const auto note = [&](std::uint32_t span) {
            m_rowOf[span] = static_cast<std::uint32_t>(row);
            m_lengths[span] = lengths;
        };
        if (operation.a)
            note(*operation.a);
        if (operation.b)
            note(sizeA + *operation.b);
    }
}

OwnSpan ComparedRuns::own(std::uint32_t span) const
{
    const Side side = sideOf(span);
    return {&run(side).recording->timeline, side == Side::A ? span : span - static_cast<std::uint32_t>(sizeOfA())};
}

std::pair<std::size_t, std::size_t> ComparedRuns::spansOf(Side side) const
{
    return side == Side::A ? std::pair(std::size_t{0}, sizeOfA()) : std::pair(sizeOfA(), merged->timeline.size());
}

std::pair<std::size_t, std::size_t> ComparedRuns::streamsOf(Side side) const
{
    const std::size_t ofA = runs[0].recording->timeline.streams().size();
    return side == Side::A ? std::pair(std::size_t{0}, ofA) : std::pair(ofA, merged->timeline.streams().size());
}

std::int64_t ComparedRuns::ownLength(Side side, std::int64_t axisNs) const
{
    return std::llround(static_cast<double>(axisNs) / axisFactor(run(side).recording->timeline, scale));
}

std::int64_t ComparedRuns::ownTime(Side side, std::int64_t axisNs) const
{
    return run(side).recording->timeline.begin() + ownLength(side, axisNs);
}

std::optional<std::uint32_t> ComparedRuns::counterpart(std::uint32_t span) const
{
    const ComparedOperation &both = operation(span);
    if (!both.a || !both.b)
        return std::nullopt;
    return sideOf(span) == Side::A ? static_cast<std::uint32_t>(sizeOfA()) + *both.b : *both.a;
}

LengthChange changeOf(const ComparedOperation &operation)
{
    if (operation.isUnrecorded)
        return LengthChange::Unrecorded;
    if (!operation.b)
        return LengthChange::OnlyA;
    if (!operation.a)
        return LengthChange::OnlyB;
    return changeOf(operation.durationA, operation.durationB);
}

LengthChange changeOf(std::int64_t inA, std::int64_t inB)
{
    const auto longer = static_cast<double>(inB - inA);
    if (std::abs(longer) <= 0.0005 * static_cast<double>(inA))
        return LengthChange::Same;
    return longer > 0 ? LengthChange::Longer : LengthChange::Shorter;
}

} // namespace streamscope
