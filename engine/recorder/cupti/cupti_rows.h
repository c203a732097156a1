// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/recorder/cupti/cupti_functions.h"
#include "engine/recorder/recording_writer.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace streamscope::recorder {

/// Turns CUPTI's records into rows. Used by the recorder's thread.
class CuptiRows
{
public:
    explicit CuptiRows(const CuptiFunctions &functions) : m_functions(functions) {}

    /// Calls of this thread are the recorder's own, and left out.
    void setOwnThread(std::uint32_t thread) { m_ownThread = thread; }
    void add(const CUpti_Activity *record, RecordingWriter &writer);
    /// Writes the names of the threads, which they may have changed.
    void writeThreadNames(RecordingWriter &writer) const;

private:
    void addKernel(const CUpti_ActivityKernel9 &kernel, RecordingWriter &writer);
    void addCall(const CUpti_ActivityAPI &call, RecordingWriter &writer);
    std::uint32_t callName(bool driver, std::uint32_t number, RecordingWriter &writer);
    void noteThread(std::uint32_t thread, RecordingWriter &writer);

    const CuptiFunctions &m_functions;
    std::uint32_t m_ownThread = 0;
    std::uint32_t m_lastThread = 0;
    std::vector<std::uint32_t> m_threads;
    std::map<std::pair<bool, std::uint32_t>, std::uint32_t> m_callNames;
};

} // namespace streamscope::recorder
