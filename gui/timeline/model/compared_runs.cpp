// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/compared_runs.h"

#include "gui/timeline/text/translation.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <utility>

namespace streamscope {

QString originTitle(RunOrigin origin)
{
    switch (origin) {
    case RunOrigin::Measured:
        return tr("Measured");
    case RunOrigin::Simulated:
        return tr("Simulated");
    case RunOrigin::Predicted:
        return tr("Predicted");
    case RunOrigin::Imported:
        return tr("Imported");
    }
    return {};
}

QString clockNames(const Timeline &timeline)
{
    std::array<bool, clockCount> seen{};
    QStringList names;
    const auto add = [&](Clock clock) {
        if (std::exchange(seen[static_cast<std::size_t>(clock)], true))
            return;
        const std::string_view name = clockName(clock);
        names << QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
    };
    for (const Clock clock : timeline.clocks())
        add(clock);
    if (!timeline.blocks().empty())
        add(timeline.blockClock());
    return names.join(QStringLiteral(", "));
}

QString runFacts(const NamedRun &run)
{
    const DeviceInfo &device = run.recording->device;
    QStringList facts{tr("%1 (%2)").arg(QString::fromStdString(device.name), QString::fromStdString(device.id))};
    if (const QString clocks = clockNames(run.recording->timeline); !clocks.isEmpty())
        facts << tr("clock: %1").arg(clocks);
    if (!run.when.isEmpty())
        facts << run.when;
    return facts.join(QStringLiteral("  ·  "));
}

std::vector<QString> differingParameters(const NamedRun &run, const NamedRun &other)
{
    std::vector<QString> differing;
    for (const QString &text : run.parameters)
        if (std::find(other.parameters.begin(), other.parameters.end(), text) == other.parameters.end())
            differing.push_back(text);
    return differing;
}

QString sideLetter(Side side)
{
    return side == Side::A ? QStringLiteral("A") : QStringLiteral("B");
}

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

Change changeOf(const ComparedOperation &operation)
{
    if (!operation.b)
        return Change::OnlyA;
    if (!operation.a)
        return Change::OnlyB;
    return changeOf(operation.durationA, operation.durationB);
}

Change changeOf(std::int64_t inA, std::int64_t inB)
{
    const auto longer = static_cast<double>(inB - inA);
    if (std::abs(longer) <= 0.0005 * static_cast<double>(inA))
        return Change::Same;
    return longer > 0 ? Change::Longer : Change::Shorter;
}

QString changeSign(const ComparedOperation &operation)
{
    return changeSign(changeOf(operation), operation.durationA, operation.durationB);
}

QString changeSign(Change change, std::int64_t inA, std::int64_t inB)
{
    switch (change) {
    case Change::OnlyA:
        return tr("only in A");
    case Change::OnlyB:
        return tr("only in B");
    case Change::Same:
        return QStringLiteral("=");
    case Change::Longer:
    case Change::Shorter:
        break;
    }
    const QString sign = change == Change::Longer ? QStringLiteral("▲ +") : QStringLiteral("▼ −");
    if (inA <= 0)
        return change == Change::Longer ? QStringLiteral("▲") : QStringLiteral("▼");
    if (const double times = static_cast<double>(inB) / static_cast<double>(inA); times >= 10)
        return QStringLiteral("▲ ×") + QString::number(std::llround(times)); // thousands of percent are hard to read
    const double percent = std::abs(static_cast<double>(inB - inA) / static_cast<double>(inA)) * 100;
    return sign + QString::number(percent, 'f', percent < 10 ? 1 : 0) + QStringLiteral("\u00a0%");
}

} // namespace streamscope
