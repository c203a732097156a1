// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/cupti/cupti_functions.h"
#include "engine/recorder/cupti/pending_rows.h"
#include "engine/recorder/cupti/watched_call.h"

#include <cstdint>

namespace streamscope::recorder {

/// Rows of the calls that allocate memory or release it. Those that fail, and those on streams that are captured, have
/// none.
class AllocationCalls
{
public:
    explicit AllocationCalls(const CuptiFunctions &functions) : m_functions(functions) {}

    /// Any thread. `end`: nowNs().
    void ended(const WatchedCall &what, const CUpti_CallbackData &call, std::int64_t end);
    void write(RecordingWriter &writer) { m_rows.write(writer); }
    std::uint64_t lost() { return m_rows.lost(); }

private:
    const CuptiFunctions &m_functions;
    PendingRows<recording::AllocationRow> m_rows;
};

} // namespace streamscope::recorder
