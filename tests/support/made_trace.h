// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include "engine/run/what_if/what_if.h"
#include "tests/support/kineto_run.h"
#include "tests/support/trace_event.h"

#include <string>

namespace streamscope::test {

/// A trace in the making; each call is behind the one before of its thread. Times in microseconds.
class MadeTrace
{
public:
    /// Of the calls and operations that follow; 1 and 7 before.
    MadeTrace &on(int thread, int stream)
    {
        m_thread = thread;
        m_stream = stream;
        return *this;
    }
    MadeTrace &call(const char *name, int begin, int duration)
    {
        m_events += traceEvent("cuda_runtime", name, m_thread, begin, duration, R"("correlation":0)");
        return *this;
    }
    /// An operator of a framework.
    MadeTrace &inOperator(const char *name, int begin, int duration)
    {
        m_events += traceEvent("cpu_op", name, m_thread, begin, duration);
        return *this;
    }
    /// A range of the program, as record_function makes one.
    MadeTrace &range(const char *name, int begin, int duration)
    {
        m_events += traceEvent("user_annotation", name, m_thread, begin, duration);
        return *this;
    }
    MadeTrace &copyIn(int begin, int start, int duration = 80)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", begin, start, duration,
                      R"(,"bytes":4194304)");
    }
    MadeTrace &copyBack(int begin, int start, int duration = 20)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy DtoH (Device -> Pinned)", begin, start, duration,
                      R"(,"bytes":1048576)");
    }
    /// On the device.
    MadeTrace &copyInside(int begin, int start, int duration = 2)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy DtoD (Device -> Device)", begin, start, duration,
                      R"(,"bytes":49152)");
    }
    /// The call takes `call`, and waits for the copy.
    MadeTrace &pageableCopyBack(int begin, int start, int duration, int call)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy DtoH (Device -> Pageable)", begin, start, duration,
                      R"(,"bytes":8388608)", call);
    }
    MadeTrace &pageableCopyIn(int begin, int start, int duration, int call)
    {
        return issued("cudaMemcpyAsync", "gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", begin, start, duration,
                      R"(,"bytes":16777216)", call);
    }
    MadeTrace &kernel(int begin, int start, int duration = 200, int call = 4, int blocks = 1000)
    {
        return issued("cudaLaunchKernel", "kernel", "work", begin, start, duration,
                      R"(,"grid":[)" + std::to_string(blocks) + R"(,1,1],"block":[256,1,1])", call);
    }
    /// Two kernels, one behind the other.
    MadeTrace &graph(int begin, int start, int duration, int call)
    {
        const std::string shape = R"(,"grid":[4,1,1],"block":[256,1,1])";
        issued("cudaGraphLaunch", "kernel", "work", begin, start, duration, shape, call);
        m_events += traceEvent("kernel", "work", m_stream, start + duration + 1, duration,
                               R"("correlation":)" + std::to_string(m_number) + R"(,"device":0,"stream":)"
                                   + std::to_string(m_stream) + shape);
        return *this;
    }

    ReplayedRun replayed(TimeRange range = {}) const { return replayRun(kinetoRun(m_events), {}, range, {}); }

private:
    MadeTrace &issued(const char *name, const char *category, const char *operation, int begin, int start, int duration,
                      const std::string &more, int call = 4)
    {
        const std::string correlation = R"("correlation":)" + std::to_string(++m_number);
        const std::string stream = R"(,"device":0,"stream":)" + std::to_string(m_stream);
        m_events += traceEvent("cuda_runtime", name, m_thread, begin, call, correlation);
        m_events += traceEvent(category, operation, m_stream, start, duration, correlation + stream + more);
        return *this;
    }

    std::string m_events;
    int m_number = 0, m_thread = 1, m_stream = 7;
};

} // namespace streamscope::test
