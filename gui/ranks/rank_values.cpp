// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "gui/ranks/rank_values.h"

#include "gui/timeline/text/translation.h"

namespace streamscope {

namespace {

std::int64_t ofTimes(const RankTimes &times, std::int64_t wait, RankValue value)
{
    switch (value) {
    case RankValue::Length:
        return times.lengthNs();
    case RankValue::Compute:
        return times.computeNs;
    case RankValue::ExposedCommunication:
        return times.exposedCommunicationNs;
    case RankValue::ExposedCopies:
        return times.exposedCopyNs;
    case RankValue::Idle:
        return times.idleNs;
    case RankValue::Wait:
        break;
    }
    return wait;
}

} // namespace

QString rankValueTitle(RankValue value)
{
    switch (value) {
    case RankValue::Length:
        return tr("Step length");
    case RankValue::Compute:
        return tr("Compute");
    case RankValue::ExposedCommunication:
        return tr("Exposed communication");
    case RankValue::ExposedCopies:
        return tr("Exposed copies");
    case RankValue::Idle:
        return tr("Idle");
    case RankValue::Wait:
        break;
    }
    return tr("Waits for others");
}

QString rankValueHelp(RankValue value)
{
    switch (value) {
    case RankValue::Length:
        return tr("From the begin of a step to the begin of the next one.");
    case RankValue::Compute:
        return tr("At least one kernel that does not communicate ran.");
    case RankValue::ExposedCommunication:
        return tr("Collectives ran, and no other kernel.");
    case RankValue::ExposedCopies:
        return tr("Copies ran, and no kernel.");
    case RankValue::Idle:
        return tr("Nothing ran.");
    case RankValue::Wait:
        break;
    }
    return tr("From its own start of each collective to the last start on any rank.");
}

std::optional<std::int64_t> rankValue(const RankStepFigures &step, RankValue value)
{
    return step.isKnown ? std::optional(ofTimes(step.times, step.waitNs, value)) : std::nullopt;
}

std::optional<std::int64_t> rankValue(const RankFigures &rank, RankValue value)
{
    if (value == RankValue::Wait && !rank.alignment.isKnown())
        return std::nullopt;
    return ofTimes(rank.times, rank.waitNs, value);
}

} // namespace streamscope
