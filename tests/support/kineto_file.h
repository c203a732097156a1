// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#pragma once

#include <QByteArray>

#include <cstdint>

namespace streamscope::test {

/// A small trace of one rank in PyTorch's format, in memory. Times in nanoseconds.
class Kineto
{
public:
    explicit Kineto(int rank, int worldSize = 2)
    {
        m_json = "{\"schemaVersion\":1,\"baseTimeNanoseconds\":1790857026000000000,"
                 "\"distributedInfo\":{\"backend\":\"nccl\",\"rank\":"
                 + QByteArray::number(rank) + ",\"world_size\":" + QByteArray::number(worldSize)
                 + "},\"traceEvents\":[";
    }

    /// From now on each operation has a call, 5 us before it starts.
    Kineto &withCalls()
    {
        m_withCalls = true;
        return *this;
    }
    /// Of the host thread that calls.
    Kineto &range(const char *name, std::int64_t begin, std::int64_t end)
    {
        return event("user_annotation", name, 100, begin, end, {});
    }
    Kineto &kernel(const char *name, std::int64_t start, std::int64_t end)
    {
        return add("kernel", name, 7, start, end, {});
    }
    Kineto &copy(std::int64_t start, std::int64_t end)
    {
        return add("gpu_memcpy", "Memcpy HtoD (Pinned -> Device)", 9, start, end, ",\"bytes\":1000");
    }
    Kineto &allReduce(std::int64_t start, std::int64_t end)
    {
        return add("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 17, start, end,
                   ",\"Collective name\":\"allreduce\",\"dtype\":\"Float\",\"In msg nelems\":1000,\"Group size\":2,"
                   "\"Process Group Name\":\"0\"");
    }

    QByteArray json() const { return m_json + "]}"; }

private:
    static QByteArray microseconds(std::int64_t ns)
    {
        return QByteArray::number(ns / 1'000) + '.' + QByteArray::number(ns % 1'000).rightJustified(3, '0');
    }
    Kineto &add(const char *category, const char *name, int stream, std::int64_t start, std::int64_t end,
                const QByteArray &arguments)
    {
        ++m_number;
        if (m_withCalls)
            event("cuda_runtime", "cudaLaunchKernel", 100, start - 5'000, start - 3'000,
                  "\"correlation\":" + QByteArray::number(m_number));
        return event(category, name, stream, start, end,
                     "\"device\":0,\"context\":1,\"stream\":" + QByteArray::number(stream)
                         + ",\"correlation\":" + QByteArray::number(m_number) + arguments);
    }
    Kineto &event(const char *category, const char *name, int thread, std::int64_t start, std::int64_t end,
                  const QByteArray &arguments)
    {
        m_json += (m_json.endsWith('[') ? "{\"ph\":\"X\",\"cat\":\"" : ",{\"ph\":\"X\",\"cat\":\"")
                  + QByteArray(category) + "\",\"name\":\"" + name + "\",\"pid\":0,\"tid\":"
                  + QByteArray::number(thread) + ",\"ts\":" + microseconds(4'000'000'000'000 + start)
                  + ",\"dur\":" + microseconds(end - start) + ",\"args\":{" + arguments + "}}";
        return *this;
    }

    QByteArray m_json;
    int m_number = 0;
    bool m_withCalls = false;
};

} // namespace streamscope::test
