// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/remote/trace_contents.h"

namespace streamscope {

/// A trace that an engine has read, for a window that looks at it from elsewhere.
class ServedTrace
{
public:
    virtual ~ServedTrace() = default;

    virtual OpenedTrace opened() const = 0;
    /// @throws RunError for a row that is not there.
    virtual RowsAnswer rows(const RowsQuestion &question) const = 0;
    virtual BarAnswer bar(const BarQuestion &question) const = 0;
    virtual RangeFigures range(std::int64_t beginNs, std::int64_t endNs) const = 0;
};

} // namespace streamscope
