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
        m_json += (m_json.endsWith('[') ? "{\"ph\":\"X\",\"cat\":\"" : ",{\"ph\":\"X\",\"cat\":\"")
                  + QByteArray(category) + "\",\"name\":\"" + name
                  + "\",\"pid\":0,\"tid\":" + QByteArray::number(stream)
                  + ",\"ts\":" + microseconds(4'000'000'000'000 + start) + ",\"dur\":" + microseconds(end - start)
                  + ",\"args\":{\"device\":0,\"context\":1,\"stream\":" + QByteArray::number(stream)
                  + ",\"correlation\":" + QByteArray::number(++m_number) + arguments + "}}";
        return *this;
    }

    QByteArray m_json;
    int m_number = 0;
};

} // namespace streamscope::test
