// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/analysis/analysis.h"
#include "engine/formats/byte_source.h"
#include "engine/formats/trace_reader.h"
#include "engine/program/errors.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace streamscope::fuzz {

inline std::string_view text(const std::uint8_t *data, std::size_t size)
{
    return {reinterpret_cast<const char *>(data), size};
}

/// Reads with and without salvaging. What is read must stand an analysis; a message is as good.
template <typename Read>
void readBothWays(Read read)
{
    for (const bool salvage : {false, true}) {
        const ImportOptions options{salvage};
        const ImportControl control;
        MemoryBudget memory("fuzz", std::uint64_t{1} << 30);
        try {
            ImportedTrace trace = read(ReaderInput{"fuzz", options, control, memory});
            analyze(trace.recording, nullptr);
        } catch (const InputError &) {
        } catch (const RunError &) { // beyond the limit
        }
    }
}

} // namespace streamscope::fuzz
