// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/section_file.h"
#include "engine/timeline/host/host_event_list.h"
#include "engine/timeline/timeline.h"

#include <cstdint>
#include <string>
#include <vector>

namespace streamscope {

/// Of a HostEvents: what is no table.
struct HostTexts
{
    struct Thread
    {
        std::string name, process;
        std::int32_t number = -1;
    };
    std::vector<std::string> names;
    std::vector<RangeStyle> styles;
    std::vector<Thread> threads;
};

/// Writes what a recording knows of the host: calls, events, and what issued each operation.
void writeHostSections(const Timeline &timeline, SectionWriter &writer);

/// Reads these sections, one after another.
class HostSections
{
public:
    /// False where the section at hand is none of them. @throws InputError.
    bool read(SectionReader &reader, const Timeline &timeline);
    /// After the last one.
    void giveTo(Timeline &timeline, const SectionReader &reader);

private:
    void readTexts(SectionReader &reader);
    void readEvents(SectionReader &reader);

    HostCalls m_calls;
    HostTexts m_texts;
    HostEventList m_events;
    HostOrigins m_origins;
    std::size_t m_next = 0; ///< operation whose origin is read next
    bool m_hasEvents = false;
};

} // namespace streamscope
