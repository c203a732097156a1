// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/memory_budget.h"

#include "engine/device/number_text.h"
#include "engine/formats/io/available_memory.h"
#include "engine/program/errors.h"

#include <utility>

namespace streamscope {

MemoryBudget::MemoryBudget(std::string file, std::uint64_t limit)
    : m_file(std::move(file)), m_limit(limit > 0 ? limit : defaultMemoryLimit()), m_chosen(limit > 0)
{}

void MemoryBudget::refuse() const
{
    throw RunError(m_file + ": needs more memory than the limit of " + roundSizeText(m_limit)
                   + (m_chosen ? "" : ", three quarters of what is available")
                   + "; --memory-limit SIZE sets another one");
}

} // namespace streamscope
