// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/executors/timing/cupti_record.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cuda_runtime_api.h>

namespace streamscope {

/// CUPTI's activity records. The library is loaded at run time: the program never needs it. One per process, because
/// CUPTI's callbacks carry no pointer of ours; it records between enable() and disable().
class CuptiRecorder
{
public:
    /// The process's recorder, loaded at the first call; null when CUPTI is absent or of an unsuitable version, and
    /// then `problem` says why in one sentence. Search order: STREAMSCOPE_CUPTI (a file; if set, nothing else), the
    /// folder of the CUDA module, the loader's own path, the toolkit's folders.
    static CuptiRecorder *load(std::string &problem);

    CuptiRecorder(const CuptiRecorder &) = delete;
    CuptiRecorder &operator=(const CuptiRecorder &) = delete;
    ~CuptiRecorder();

    /// @throws RunError with CUPTI's own words when it refuses, such as while a profiler is attached. The first
    /// operation afterwards is some 5 ms late: discard that run.
    void enable();
    /// Stops recording and finalizes CUPTI, so that later CUDA calls cost as little as before.
    void disable() noexcept;
    /// CUPTI's clock, in nanoseconds. @throws RunError.
    std::int64_t now() const;
    /// CuptiRecord::stream of the records of `stream`; none is the legacy default stream. @throws RunError.
    std::uint32_t numberOf(cudaStream_t stream) const;
    /// Waits for the device and returns the records since the last take(), by correlation. Parts of one call (a
    /// pageable copy) are joined. @throws RunError when CUPTI fails or dropped records.
    std::vector<CuptiRecord> take();

private:
    struct Functions;
    explicit CuptiRecorder(std::unique_ptr<Functions> functions);
    void attach();
    void detach() noexcept;

    std::unique_ptr<Functions> m_functions;
};

/// Records from construction to destruction.
class CuptiSession
{
public:
    /// @throws RunError as CuptiRecorder::enable().
    explicit CuptiSession(CuptiRecorder &recorder) : m_recorder(recorder) { m_recorder.enable(); }
    CuptiSession(const CuptiSession &) = delete;
    CuptiSession &operator=(const CuptiSession &) = delete;
    ~CuptiSession() { m_recorder.disable(); }

private:
    CuptiRecorder &m_recorder;
};

} // namespace streamscope
