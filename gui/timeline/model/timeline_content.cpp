// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/timeline/model/timeline_content.h"

#include "gui/language/translated.h"
#include "gui/timeline/model/lane_kinds.h"
#include "gui/timeline/text/translation.h"

#include <algorithm>
#include <array>
#include <utility>

namespace streamscope {

OperationKind shownKind(LaneKind lane, OperationKind kind)
{
    return lane == LaneKind::Host && kind != OperationKind::Sync ? OperationKind::HostWork : kind;
}

bool isWaitingItself(OperationKind kind)
{
    return kind == OperationKind::Sync;
}

std::int64_t drawnBegin(const Span &span, bool showsWaiting)
{
    return showsWaiting ? span.start - span.waited() : span.start;
}

TimelineContent::TimelineContent(std::shared_ptr<const Recording> recording, bool isPrediction,
                                 const NameColours::Tags &formerColours)
    : m_recording(std::move(recording)), m_isPrediction(isPrediction)
{
    makeLanes(formerColours);
}

TimelineContent::TimelineContent(std::shared_ptr<const Recording> recording, GivenContent given)
    : m_recording(std::move(recording)), m_coming(std::move(given.bars)), m_density(std::move(given.density)),
      m_names(std::move(given.names)), m_lanes(std::move(given.lanes)), m_beginNs(given.beginNs), m_endNs(given.endNs),
      m_anythingWaited(given.anythingWaited), m_severalDevices(given.severalDevices),
      m_kindsUsed(std::move(given.kinds))
{}

TimelineContent::TimelineContent(std::shared_ptr<const ComparedRuns> compared)
    : m_compared(std::move(compared)), m_recording(m_compared->merged)
{
    makeLanes();
}

void TimelineContent::makeLanes(const NameColours::Tags &formerColours)
{
    if (isEmpty())
        return;
    m_beginNs = timeline().begin();
    m_endNs = timeline().end();
    if (hasBlocks())
        numberKernels();
    m_names = NameColours(timeline(), formerColours);
    m_lanes = lanesOf(*this);
    collectFacts();
}

std::vector<const OperationLane *> TimelineContent::operationLanes() const
{
    std::vector<const OperationLane *> found;
    for (const auto &lane : m_lanes)
        if (const OperationLane *operations = lane->operations())
            found.push_back(operations);
    return found;
}

/// Matched kernels of a comparison have one number.
void TimelineContent::numberKernels()
{
    constexpr std::int32_t noBlocks = -1;
    m_kernelNumber.assign(timeline().size(), noBlocks);
    for (const std::uint32_t span : timeline().blocks().spans())
        m_kernelNumber[span] = 0;
    for (std::uint32_t span = 0; span < m_kernelNumber.size(); ++span) {
        if (m_kernelNumber[span] == noBlocks)
            continue;
        const auto partner = m_compared && m_compared->sideOf(span) == Side::B ? m_compared->counterpart(span)
                                                                               : std::optional<std::uint32_t>();
        if (partner && m_kernelNumber[*partner] != noBlocks) {
            m_kernelNumber[span] = m_kernelNumber[*partner];
            continue;
        }
        m_kernelNumber[span] = static_cast<std::int32_t>(m_blockKernels.size());
        m_blockKernels.push_back(span);
    }
}

std::optional<std::size_t> TimelineContent::kernelNumber(std::uint32_t span) const
{
    if (span >= m_kernelNumber.size() || m_kernelNumber[span] < 0)
        return std::nullopt;
    return static_cast<std::size_t>(m_kernelNumber[span]);
}

std::uint8_t TimelineContent::tag(std::uint32_t span, KernelColouring colouring) const
{
    const OperationKind kind = timeline().kinds()[span];
    if (kind != OperationKind::Kernel || colouring == KernelColouring::Kind
        || (colouring == KernelColouring::Name && !m_names.tags()))
        return static_cast<std::uint8_t>(kind);
    if (colouring == KernelColouring::Name)
        return m_names.tags()[timeline().nameIndices()[span]];
    const std::int32_t number =
        colouring == KernelColouring::Stream ? timeline().streamIndices()[span] : timeline().span(span).chunk;
    return number < 0 ? otherKernelsTag : kernelTag(static_cast<std::size_t>(number) % kernelColourCount);
}

const Timeline &TimelineContent::timeline() const
{
    static const Timeline nothing;
    return m_recording ? m_recording->timeline : nothing;
}

std::vector<VerificationState> TimelineContent::verificationStates() const
{
    std::vector<VerificationState> found;
    for (const auto &lane : m_lanes)
        if (lane->verification != VerificationState::None
            && std::find(found.begin(), found.end(), lane->verification) == found.end())
            found.push_back(lane->verification);
    return found;
}

bool TimelineContent::isSimulated() const
{
    return m_recording && !m_compared && m_recording->device.kind == DeviceKind::Simulated;
}

LaneHeading TimelineContent::deviceHeading(int number) const
{
    QString text = m_compared ? tr("GPU %1").arg(number) : translated(timeline().deviceLabel(number));
    const bool isNamed = m_recording && !m_compared && !device().name.empty() && device().name != "unknown GPU";
    if (isNamed)
        text += QStringLiteral(" · ") + QString::fromStdString(device().name);
    return {QStringLiteral("group:device:%1").arg(number), text, text};
}

/// The facts of the whole run that all views show.
void TimelineContent::collectFacts()
{
    std::optional<int> first;
    for (const auto &lane : m_lanes)
        if (lane->device) {
            m_severalDevices = m_severalDevices || first.value_or(*lane->device) != *lane->device;
            first = lane->device;
        }
    std::array<bool, operationKindCount> kinds{};
    for (const OperationKind kind : timeline().kinds())
        kinds[static_cast<std::size_t>(kind)] = true;
    for (const OperationLane *operations : operationLanes()) {
        if (operations->lane.kind == LaneKind::Host && operations->lane.busyNs > 0)
            kinds[static_cast<std::size_t>(OperationKind::HostWork)] = true; // calls have its colours
        for (const LaneRow &row : operations->lane.rows)
            m_anythingWaited = m_anythingWaited || !row.waitingSpans.empty();
    }
    for (std::size_t i = 0; i < kinds.size(); ++i)
        if (kinds[i])
            m_kindsUsed.push_back(static_cast<OperationKind>(i));
}

} // namespace streamscope
