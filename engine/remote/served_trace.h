// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/executor.h"
#include "engine/formats/io/output_file.h"
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
    /// One at a time.
    virtual SearchAnswer search(const SearchQuestion &question) const = 0;

    // These two take long: they work on another thread, beside the others.

    /// The analysis with changes that were tried. @throws RunError, Cancelled.
    virtual RunAnalysis advised(const RunControl &control) const = 0;
    /// Writes what `question` wants to be exported into `file`, which the caller commits.
    /// @throws InputError, RunError, Cancelled.
    virtual void exportTo(const WorkQuestion &question, OutputFile &file, const RunControl &control) const = 0;
};

} // namespace streamscope
