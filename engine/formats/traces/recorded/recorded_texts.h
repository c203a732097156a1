// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/formats/traces/recorded/column_decoder.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace streamscope {

/// The texts of a recording by their numbers.
class RecordedTexts
{
public:
    explicit RecordedTexts(MemoryBudget &memory) : m_memory(memory) {}

    /// Takes a chunk of texts.
    void read(const RecordedChunk &chunk, const ChunkSource &source);
    /// Valid until the next read(). A number that no text has yet is a fault of the chunk that `source` gave.
    std::string_view at(std::uint32_t number, const ChunkSource &source) const;
    std::size_t size() const { return m_texts.size(); }

private:
    MemoryBudget &m_memory;
    std::vector<std::string> m_texts{{}}; ///< number 0 is empty
};

} // namespace streamscope
