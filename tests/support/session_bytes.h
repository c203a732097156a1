// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/session/recording_sections.h"

#include <stdexcept>
#include <string>

namespace streamscope::test {

/// A session file in memory that holds what `write(writer)` writes.
template <typename Write>
std::string sessionBytes(Write write)
{
    std::string bytes;
    SectionWriter writer([&bytes](std::string_view more) { bytes += more; });
    write(writer);
    writer.finish();
    return bytes;
}

/// A Recording alone.
inline std::string recordingBytes(const Recording &recording)
{
    return sessionBytes([&recording](SectionWriter &writer) { writeRecording(recording, writer); });
}

/// The inverse.
inline Recording recordingOf(const std::string &bytes)
{
    const auto source = readMemory(bytes);
    MemoryBudget memory("test", 0);
    SectionReader reader(*source, "test", memory);
    if (reader.require().kind != SectionKind::RecordingFacts)
        reader.fail("no recording begins here");
    Recording recording = readRecording(reader);
    if (reader.next())
        throw std::logic_error("sections are left");
    return recording;
}

} // namespace streamscope::test
