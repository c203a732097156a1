// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "engine/formats/io/zstd_unpacker.h"

#include <new>

#include <zstd.h>

namespace streamscope {

void ZstdUnpacker::Freed::operator()(ZSTD_DCtx_s *context) const
{
    ZSTD_freeDCtx(context);
}

bool ZstdUnpacker::unpack(char *plain, std::size_t plainBytes, const char *packed, std::size_t packedBytes)
{
    if (!m_context) {
        m_context.reset(ZSTD_createDCtx());
        if (!m_context)
            throw std::bad_alloc();
    }
    return ZSTD_decompressDCtx(m_context.get(), plain, plainBytes, packed, packedBytes) == plainBytes;
}

} // namespace streamscope
