// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "cli/common/memory_limit.h"

#include "engine/program/errors.h"
#include "engine/program/size_text.h"

namespace streamscope {

void MemoryLimit::addTo(CLI::App &app)
{
    app.add_option("--memory-limit", m_text,
                   "Memory that reading a file may take, as 512MiB or 8GiB; without it three quarters of what is "
                   "available");
}

std::uint64_t MemoryLimit::bytes() const
{
    if (m_text.empty())
        return 0;
    const auto size = parseSize(m_text);
    if (!size || *size < 1)
        throw InputError("--memory-limit '" + m_text + "' is no size; write it as 512MiB or 8GiB");
    return static_cast<std::uint64_t>(*size);
}

} // namespace streamscope
