// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <cstddef>
#include <memory>

struct ZSTD_DCtx_s;

namespace streamscope {

/// Unpacks pieces that zstd packed. One object for many: what it works with takes longer to make than a small piece
/// takes to unpack, so it is made for the first one.
class ZstdUnpacker
{
public:
    /// False where `packed` is not exactly one frame of `plainBytes`. @throws std::bad_alloc.
    bool unpack(char *plain, std::size_t plainBytes, const char *packed, std::size_t packedBytes);

private:
    struct Freed
    {
        void operator()(ZSTD_DCtx_s *context) const;
    };

    std::unique_ptr<ZSTD_DCtx_s, Freed> m_context;
};

} // namespace streamscope
