// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "gui/timeline/model/content_lane.h"
#include "gui/timeline/model/difference_sums.h"

namespace streamscope {

/// The operations of a stream or of an engine, the calls of the host, or its synchronisations.
class OperationLane : public ContentLane
{
public:
    Lane lane;
    DifferenceSums differences; ///< of a comparison, of its spans; empty on the lanes of the host

    /// A bar there is the call that issues an operation, and not the operation.
    bool isOnHost() const { return lane.kind == LaneKind::Host || lane.kind == LaneKind::Sync; }
    const OperationLane *operations() const override { return this; }
};

} // namespace streamscope
