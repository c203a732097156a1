// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
#include "kernels/globaltimer.cuh"
#include "kernels/watch.h"

namespace streamscope {

namespace {

constexpr int warp = 32;
constexpr int perLane = 4; ///< words that a lane looks at in turn: their loads are on their way together

__global__ void poisonKernel(const __grid_constant__ WatchTask task)
{
    for (int i = static_cast<int>(threadIdx.x); i < task.count; i += static_cast<int>(blockDim.x)) {
        *task.words[i].address = task.words[i].poison;
        task.seen[i] = wordNotSeen;
    }
    if (threadIdx.x == 0)
        *task.stop = 0;
}

__device__ void giveSignals(const WatchTask &task)
{
    constexpr unsigned long long apartNs = 4000; // the host must see each
    volatile TimerSignal *signal = task.signal;
    for (int i = 0; i < task.signals; ++i) {
        const unsigned long long now = globalTimer();
        signal->time = now;
        __threadfence_system();
        while (globalTimer() - now < apartNs) {
        }
    }
    signal->done = 1;
    __threadfence_system();
}

/// The words that one lane polls. `next` is the first word that no lane has taken, the same for the whole warp.
class Lane
{
public:
    __device__ Lane(const WatchTask &task, int *next) : m_task(task), m_next(next)
    {
#pragma unroll
        for (int k = 0; k < perLane; ++k)
            hold(k, k * warp + static_cast<int>(threadIdx.x));
    }

    /// Looks at each word once. `last`: the time of the previous look.
    __device__ void look(unsigned long long last)
    {
        unsigned values[perLane];
#pragma unroll
        for (int k = 0; k < perLane; ++k)
            values[k] = m_index[k] < m_task.count ? *m_address[k] : m_poison[k];
        bool changed = false;
#pragma unroll
        for (int k = 0; k < perLane; ++k)
            changed = changed || values[k] != m_poison[k];
        if (!changed)
            return;
        const unsigned long long now = globalTimer(); // read after the loads have returned, not concurrently
        const bool slept = now - last > static_cast<unsigned long long>(m_task.maxUnwatchedNs);
#pragma unroll
        for (int k = 0; k < perLane; ++k) {
            if (values[k] == m_poison[k])
                continue;
            m_task.seen[m_index[k]] = slept ? wordSeenTooLate : now;
            takeNext(k);
        }
    }

    __device__ bool done() const
    {
        bool done = true;
#pragma unroll
        for (int k = 0; k < perLane; ++k)
            done = done && m_index[k] >= m_task.count;
        return done;
    }

private:
    __device__ void hold(int k, int index)
    {
        m_index[k] = index;
        m_address[k] = nullptr;
        m_poison[k] = 0;
        if (index < m_task.count) {
            m_address[k] = m_task.words[index].address;
            m_poison[k] = m_task.words[index].poison;
        }
    }

    /// Takes the next unchanged word. A word that changed before its first look has no time.
    __device__ void takeNext(int k)
    {
        for (;;) {
            hold(k, atomicAdd(m_next, 1));
            if (m_index[k] >= m_task.count || *m_address[k] == m_poison[k])
                return;
            m_task.seen[m_index[k]] = wordSeenTooLate;
        }
    }

    const WatchTask &m_task;
    int *m_next;
    int m_index[perLane];
    const volatile unsigned *m_address[perLane];
    unsigned m_poison[perLane];
};

__global__ void watchKernel(const __grid_constant__ WatchTask task)
{
    __shared__ int next;
    const unsigned long long begin = globalTimer();
    if (threadIdx.x == 0) {
        next = perLane * warp;
        giveSignals(task);
    }
    __syncwarp();
    const volatile unsigned *stop = task.stop;
    Lane lane(task, &next);
    unsigned long long last = globalTimer();
    while (!lane.done()) {
        const unsigned long long now = globalTimer();
        const unsigned stopped = *stop; // on its way together with the words
        lane.look(last);
        if (stopped != 0 || now - begin > static_cast<unsigned long long>(task.limitNs))
            return;
        last = now;
    }
}

} // namespace

cudaError_t launchPoison(const WatchTask &task, cudaStream_t stream)
{
    constexpr int threads = 256;
    poisonKernel<<<1, threads, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t launchWatch(const WatchTask &task, cudaStream_t stream)
{
    watchKernel<<<1, warp, 0, stream>>>(task);
    return cudaGetLastError();
}

cudaError_t preloadWatch()
{
    cudaFuncAttributes attributes;
    const cudaError_t error = cudaFuncGetAttributes(&attributes, poisonKernel);
    return error == cudaSuccess ? cudaFuncGetAttributes(&attributes, watchKernel) : error;
}

} // namespace streamscope
