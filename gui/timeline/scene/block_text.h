// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/timeline_content.h"

#include <QString>

namespace streamscope {

/// The facts of one block, as rich text: kernel, number, SM, start, duration, clock. In a comparison also the side,
/// with times of its own run.
QString blockToolTip(const TimelineContent &content, std::size_t record);

/// The same for a bar of several blocks [first, past): the longest block that starts in [fromNs, toNs) and the number
/// of these blocks, or else the last block that started before.
QString blocksToolTip(const TimelineContent &content, std::size_t first, std::size_t past, std::int64_t fromNs,
                      std::int64_t toNs);

/// The lane's label in full: blocks and how busy the SM was.
QString blockLaneToolTip(const TimelineContent &content, const ContentBlockLane &place);

} // namespace streamscope
