// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/timeline_content.h"

#include <QString>

namespace streamscope {

/// What is known of one block, as rich text: kernel, number, SM, start, duration, clock. In a comparison in the time of
/// its own run, and whose it is.
QString blockToolTip(const TimelineContent &content, std::size_t record);

/// The same for a place where blocks [first, past) look alike: the longest of those that start in [fromNs, toNs), with
/// their number, or else the one that started last before.
QString blocksToolTip(const TimelineContent &content, std::size_t first, std::size_t past, std::int64_t fromNs,
                      std::int64_t toNs);

/// The lane's label in full: blocks and how busy the SM was.
QString blockLaneToolTip(const TimelineContent &content, const ContentBlockLane &place);

} // namespace streamscope
