// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/timeline/event_link.h"

#include <limits>

namespace streamscope {

std::vector<EventLink> eventLinksOf(const Program &program)
{
    constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
    std::vector<EventLink> links;
    std::vector<std::uint32_t> recorded(program.events.size(), none);
    for (std::uint32_t i = 0; i < program.operations.size(); ++i) {
        const Operation &operation = program.operations[i];
        if (!operation.hasEvent() || static_cast<std::size_t>(operation.event) >= recorded.size())
            continue;
        std::uint32_t &record = recorded[static_cast<std::size_t>(operation.event)];
        if (operation.kind == OperationKind::EventRecord)
            record = i;
        else if (operation.kind == OperationKind::EventWait && record != none)
            links.push_back({record, i});
    }
    return links;
}

} // namespace streamscope
