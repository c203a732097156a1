// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/timeline/timeline.h"

#include <cstdint>

namespace streamscope::test {

/// An operation on the engine of its kind, with no other time than these. `stream`: −1 for the host.
inline Span spanOf(OperationKind kind, std::int64_t start, std::int64_t end, std::int32_t stream = 0)
{
    Span span;
    span.kind = kind;
    span.engine = engineOf(kind);
    span.start = start;
    span.end = end;
    span.stream = stream;
    return span;
}

inline Span kernelSpan(std::int64_t start, std::int64_t end, std::int32_t stream = 0)
{
    return spanOf(OperationKind::Kernel, start, end, stream);
}

} // namespace streamscope::test
