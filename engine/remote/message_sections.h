// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/io/byte_source.h"
#include "engine/formats/io/memory_budget.h"
#include "engine/formats/session/section_file.h"
#include "engine/program/errors.h"
#include "engine/remote/engine_message.h"

#include <QByteArray>

#include <string>
#include <string_view>

namespace streamscope {

// Contents of messages that are sections, as in the file of a session.

inline void requireSound(bool sound)
{
    if (!sound)
        throw BrokenStream("a message of the engine's stream is broken");
}

/// What `write(writer)` writes.
template <typename Write>
QByteArray sectionsOf(Write write)
{
    QByteArray bytes;
    SectionWriter writer(
        [&bytes](std::string_view more) { bytes.append(more.data(), static_cast<qsizetype>(more.size())); });
    write(writer);
    writer.finish();
    return bytes;
}

/// Reads all of it; `read(reader)` leaves the reader at its last section. @throws BrokenStream.
template <typename Read>
auto readSections(const QByteArray &bytes, Read read)
{
    const std::string name = "a message of the engine's stream";
    try {
        const auto source = readMemory({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        MemoryBudget memory(name, 0);
        SectionReader reader(*source, name, memory);
        auto result = read(reader);
        requireSound(!reader.next());
        return result;
    } catch (const InputError &error) {
        throw BrokenStream(error.what());
    }
}

} // namespace streamscope
