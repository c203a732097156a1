// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/memory_budget.h"

#include "engine/device/number_text.h"
#include "engine/formats/io/available_memory.h"
#include "engine/program/errors.h"
#include "engine/program/text/phrase.h"

#include <utility>

namespace streamscope {

MemoryBudget::MemoryBudget(std::string file, std::uint64_t limit)
    : m_file(std::move(file)), m_limit(limit > 0 ? limit : defaultMemoryLimit()), m_chosen(limit > 0)
{}

void MemoryBudget::refuse() const
{
    const Phrase text =
        m_chosen ? Phrase("engine", "%1: needs more memory than the limit of %2; --memory-limit SIZE sets another one")
                 : Phrase("engine", "%1: needs more memory than the limit of %2, three quarters of what is available; "
                                    "--memory-limit SIZE sets another one");
    throw RunError(text.arg(m_file, roundSizeText(m_limit)));
}

} // namespace streamscope
