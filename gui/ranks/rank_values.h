// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/ranks/rank_job.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>

namespace streamscope {

/// What a rank did with its time, as columns of the table and as the colours of the heat map.
enum class RankValue : std::uint8_t { Length, Compute, ExposedCommunication, ExposedCopies, Idle, Wait };
/// In the order in which they are offered.
inline constexpr std::array rankValues{RankValue::Wait,          RankValue::Compute, RankValue::ExposedCommunication,
                                       RankValue::ExposedCopies, RankValue::Idle,    RankValue::Length};

/// "Exposed communication"
QString rankValueTitle(RankValue value);
/// One sentence.
QString rankValueHelp(RankValue value);

/// Nanoseconds of a rank in one step; empty where the rank has not got it.
std::optional<std::int64_t> rankValue(const RankStepFigures &step, RankValue value);
/// Of all its steps; empty where its clock is unknown and the value needs it.
std::optional<std::int64_t> rankValue(const RankFigures &rank, RankValue value);

} // namespace streamscope
