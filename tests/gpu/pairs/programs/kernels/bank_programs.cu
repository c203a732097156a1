// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as banks, exchanges, telecoms and online shops run them, under the rules of programs.cu.
#include "lab.cuh"

using namespace pairs;

namespace {

// Of bank_books(): two threads, 64 MiB apart, with orders, a book and trades; and the graph of each.
constexpr std::size_t threadApart = 64 * mib, ordersBytes = 16 * kib, bookAt = 16 * mib, tradesBytes = 4 * kib;
std::array<cudaGraphExec_t, 2> bookTicks{};

cudaEvent_t sleepyEvent = nullptr; ///< of bank_curves(): who waits for it sleeps meanwhile

/// Of bank_journal(): a batch that a function of the host writes down.
struct JournalEntry
{
    std::size_t batch = 0;
    int us = 0; ///< how long that takes
};
constexpr std::size_t transferBatches = 30, journalAt = 64 * mib, receiptsAt = 32 * mib, receiptsApart = mib;
std::array<JournalEntry, transferBatches> journalEntries{};

float *at(std::size_t offset)
{
    return reinterpret_cast<float *>(lab.device + offset);
}

const float4 *foursAt(std::size_t offset)
{
    return reinterpret_cast<const float4 *>(lab.device + offset);
}

__device__ std::size_t self()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Half of what was there, and half of what is worked out of one value.
__device__ void take(float *to, float value, int iterations)
{
    const std::size_t i = self();
    to[i] = 0.5F * to[i] + 0.5F * worked(value, 0.001F, iterations);
}

/// Puts orders into a book, or prices into a curve.
__global__ void over_pass(const float *from, float *to, int iterations)
{
    take(to, from[self()], iterations);
}

/// The same in another place.
__global__ void derive_pass(const float *from, float *to, int iterations)
{
    const std::size_t i = self();
    to[i] = worked(from[i], 0.001F, iterations);
}

/// Four neighbouring values become one: routes of calls, quotes of a paper, entries that become receipts.
__global__ void fold_pass(const float4 *from, float *to, int iterations)
{
    const float4 four = from[self()];
    take(to, 0.25F * (four.x + four.y + four.z + four.w), iterations);
}

/// Hashes four neighbouring entries behind the digest that was there, which is a number from 0 to 1. A round takes as
/// long as five steps of worked().
__global__ void hash_pass(const uint4 *entries, float *digests, int iterations)
{
    const std::size_t i = self();
    const uint4 four = entries[i];
    std::uint32_t hash = 0x9e3779b9U ^ __float_as_uint(digests[i]);
    for (int round = 0; round < iterations / 5; ++round) {
        hash = (hash ^ (round % 2 == 0 ? four.x : four.y)) * 0x85ebca6bU;
        hash = __funnelshift_l(hash, hash, 13) + (round % 2 == 0 ? four.z : four.w);
    }
    digests[i] = static_cast<float>(hash >> 8U) * 0x1p-24F;
}

/// Prices of which there are 1,024, as a curve of interest needs them.
__global__ void curve_pass(const float *prices, float *curve, int iterations)
{
    take(curve, prices[self() % 1024], iterations);
}

void copyTo(std::size_t offset, const char *source, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.device + offset, source, bytes, cudaMemcpyHostToDevice, stream));
}

void copyBack(std::size_t target, std::size_t offset, std::size_t bytes, cudaStream_t stream)
{
    check(cudaMemcpyAsync(lab.out + target, lab.device + offset, bytes, cudaMemcpyDeviceToHost, stream));
}

/// A tick of one half of the papers: orders in, a kernel that takes them over, five for one price behind the other,
/// trades back.
void bookTick(std::size_t thread, cudaStream_t stream, int iterations)
{
    const std::size_t here = thread * threadApart;
    constexpr int blocks = 16;
    copyIn(here, ordersBytes, stream);
    over_pass<<<blocks, blockThreads, 0, stream>>>(at(here), at(here + bookAt), iterations);
    for (int price = 0; price < 5; ++price)
        launch(blend_pass, blocks, iterations, stream, here + bookAt);
    copyOut(here + bookAt, tradesBytes, stream);
}

/// Stands for a program's own function that writes a journal.
void CUDART_CB writeJournal(void *entry)
{
    const JournalEntry &mine = *static_cast<const JournalEntry *>(entry);
    constexpr std::size_t bytes = 4 * kib;
    std::memcpy(lab.out + journalAt + mine.batch * bytes, lab.out + receiptsAt + mine.batch % 2 * receiptsApart, bytes);
    workOnHost(mine.us);
}

} // namespace

extern "C" {

/// Captures the graphs that both threads of bank_books() launch after the change.
int bank_books_prepare(int iterations)
{
    for (std::size_t thread = 0; thread < bookTicks.size(); ++thread)
        capture([=](cudaStream_t stream) { bookTick(thread, stream, iterations); }, bookTicks[thread]);
    return finish();
}

/// One of two threads of an exchange, with a stream of its own: a tick of its papers, an event that the host waits for,
/// and work of the host. After: a tick is one graph.
int bank_books(int after, int thread, int iterations)
{
    const std::size_t mine = static_cast<std::size_t>(thread);
    const cudaStream_t stream = lab.streams[mine];
    meetOtherThread();
    for (int tick = 0; tick < 40; ++tick) {
        if (after)
            check(cudaGraphLaunch(bookTicks[mine], stream));
        else
            bookTick(mine, stream, iterations);
        check(cudaEventRecord(lab.events[mine], stream));
        check(cudaEventSynchronize(lab.events[mine]));
        workOnHost(15);
    }
    return finish();
}

/// Blocks of a ledger: entries of 16 branches in, a kernel for each branch that hashes its entries, one that puts the
/// digests together, these back, a wait, and work of the host. After: one kernel for all branches.
int bank_ledger(int after, int hash, int root)
{
    constexpr std::size_t branches = 16, bytes = 256 * kib, digestsAt = 16 * mib, rootAt = 32 * mib;
    constexpr std::size_t digestsBytes = bytes / 4, rootBytes = digestsBytes / 4;
    const std::size_t count = after ? 1 : branches, part = bytes / count;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t block = 0; block < 30; ++block) {
        copyTo(0, lab.in + block * bytes, bytes, stream);
        for (std::size_t branch = 0; branch < count; ++branch) {
            const uint4 *const entries = reinterpret_cast<const uint4 *>(lab.device + branch * part);
            hash_pass<<<blocksFor(part / 4), blockThreads, 0, stream>>>(entries, at(digestsAt + branch * part / 4),
                                                                        hash);
        }
        fold_pass<<<blocksFor(rootBytes), blockThreads, 0, stream>>>(foursAt(digestsAt), at(rootAt), root);
        copyOut(rootAt, rootBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Pieces of logs with two sets of buffers in turn, issued at once: a piece in, a kernel that packs it, all of the
/// packed one back; a wait at the end. After: the copies back have a stream of their own, and events keep the buffers.
int bank_logs(int after, int iterations)
{
    constexpr std::size_t pieces = 24, bytes = 2 * mib, packedAt = 16 * mib, apart = 4 * mib, keptAt = 64 * mib;
    constexpr std::size_t copied = 2;
    const cudaStream_t stream = lab.streams[0], back = after ? lab.streams[1] : stream;
    for (std::size_t piece = 0; piece < pieces; ++piece) {
        const std::size_t slot = piece % 2, packed = packedAt + slot * apart;
        copyTo(slot * apart, lab.in + piece * bytes, bytes, stream);
        if (after && piece >= 2)
            check(cudaStreamWaitEvent(stream, lab.events[copied + slot], 0));
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(slot * apart), at(packed), iterations);
        if (after)
            order(stream, back, slot);
        copyBack(keptAt + piece % 4 * bytes, packed, bytes, back);
        if (after)
            check(cudaEventRecord(lab.events[copied + slot], back));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Portfolios whose risk is found: scratch memory from a pool that keeps it, a portfolio in, the memory set to zero,
/// two kernels, the risk back, the scratch memory is given back, and an event; the host waits for the portfolio before,
/// and works on it. After: the scratch memory is one buffer for all.
int bank_portfolios(int after, int revalue, int risk)
{
    constexpr std::size_t portfolios = 30, bytes = 512 * kib, scratchBytes = 8 * mib, scratchAt = 128 * mib;
    constexpr std::size_t riskAt = 32 * mib, apart = 16 * mib;
    constexpr int blocks = 1024, riskBlocks = 264;
    const cudaStream_t stream = lab.streams[0];
    poolKeepsMemory(true);
    for (std::size_t portfolio = 0; portfolio < portfolios; ++portfolio) {
        const std::size_t slot = portfolio % 2, target = riskAt + slot * apart;
        void *scratch = at(scratchAt);
        if (!after)
            check(cudaMallocAsync(&scratch, scratchBytes, stream));
        if (!scratch)
            return finish();
        float *const values = static_cast<float *>(scratch);
        copyTo(0, lab.in + portfolio * bytes, bytes, stream);
        check(cudaMemsetAsync(values, 0, scratchBytes, stream));
        derive_pass<<<blocks, blockThreads, 0, stream>>>(at(0), values, revalue);
        over_pass<<<riskBlocks, blockThreads, 0, stream>>>(values, at(target), risk);
        copyOut(target, riskBlocks * kib, stream);
        if (!after)
            check(cudaFreeAsync(scratch, stream));
        check(cudaEventRecord(lab.events[slot], stream));
        if (portfolio > 0) {
            check(cudaEventSynchronize(lab.events[1 - slot]));
            workOnHost(20);
        }
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Turns of four lines with a stream each: calls in, a kernel that finds their routes, these back to pageable memory,
/// for which the host waits; behind a turn a wait for the device, and work of the host. Before: line after line. After:
/// all copies in, then all kernels, then all copies back.
int bank_calls(int after, int iterations)
{
    constexpr std::size_t turns = 16, lines = 4, apart = 16 * mib, routesAt = 8 * mib, keptAt = 64 * mib;
    constexpr std::size_t bytes = 132 * kib, routesBytes = bytes / 4;
    const auto issue = [=](std::size_t turn, std::size_t line, int stage) {
        const std::size_t here = line * apart;
        const cudaStream_t stream = lab.streams[line];
        if (stage == 0)
            copyTo(here, lab.in + here + turn * bytes, bytes, stream);
        else if (stage == 1)
            fold_pass<<<blocksFor(routesBytes), blockThreads, 0, stream>>>(foursAt(here), at(here + routesAt),
                                                                           iterations);
        else
            check(cudaMemcpyAsync(lab.pageable + line * mib, at(here + routesAt), routesBytes, cudaMemcpyDeviceToHost,
                                  stream));
    };
    for (std::size_t turn = 0; turn < turns; ++turn) {
        for (int stage = 0; after && stage < 3; ++stage) {
            for (std::size_t line = 0; line < lines; ++line)
                issue(turn, line, stage);
        }
        for (std::size_t line = 0; !after && line < lines; ++line) {
            for (int stage = 0; stage < 3; ++stage)
                issue(turn, line, stage);
        }
        check(cudaDeviceSynchronize());
        for (std::size_t line = 0; line < lines; ++line)
            std::memcpy(lab.out + keptAt + line * mib, lab.pageable + line * mib, routesBytes);
        workOnHost(20);
    }
    return finish();
}

/// Makes the event of bank_curves(), once.
int bank_curves_prepare()
{
    if (!sleepyEvent)
        check(cudaEventCreateWithFlags(&sleepyEvent, cudaEventDisableTiming | cudaEventBlockingSync));
    return finish();
}

/// Curves of interest, each behind the one before: work of the host, prices in, two kernels, and an event; behind each
/// eighth the curve back, a wait for the stream, and work of the host. Before: the host waits for each event, asleep.
/// After: it does not.
int bank_curves(int after, int fit, int smooth)
{
    constexpr std::size_t curves = 32, bytes = 4 * kib, curveAt = 64 * mib;
    constexpr int blocks = 132, few = 8;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t curve = 0; curve < curves; ++curve) {
        workOnHost(10);
        copyTo(0, lab.in + curve * bytes, bytes, stream);
        curve_pass<<<blocks, blockThreads, 0, stream>>>(at(0), at(curveAt), fit);
        launch(blend_pass, few, smooth, stream, curveAt);
        check(cudaEventRecord(sleepyEvent, stream));
        if (!after)
            check(cudaEventSynchronize(sleepyEvent));
        if (curve % 8 == 7) {
            copyOut(curveAt, blocks * kib, stream);
            check(cudaStreamSynchronize(stream));
            workOnHost(20);
        }
    }
    return finish();
}

/// Batches of transfers with two sets of buffers in turn, issued at once: a batch in and a kernel that books it; on
/// another stream its receipts back, an event, and a function of the host that writes the journal. After: the function
/// takes half as long.
int bank_journal(int after, int iterations)
{
    constexpr std::size_t apart = 8 * mib, bytes = 256 * kib, bookedAt = 4 * mib, receiptsBytes = 16 * kib, back = 2;
    constexpr int blocks = 132;
    const cudaStream_t stream = lab.streams[0], journal = lab.streams[1];
    for (std::size_t batch = 0; batch < transferBatches; ++batch) {
        const std::size_t slot = batch % 2, here = slot * apart;
        if (batch >= 2)
            check(cudaStreamWaitEvent(stream, lab.events[back + slot], 0));
        copyTo(here, lab.in + batch * bytes, bytes, stream);
        over_pass<<<blocks, blockThreads, 0, stream>>>(at(here), at(here + bookedAt), iterations);
        order(stream, journal, slot);
        copyBack(receiptsAt + slot * receiptsApart, here + bookedAt, receiptsBytes, journal);
        check(cudaEventRecord(lab.events[back + slot], journal));
        journalEntries[batch] = {batch, after ? 25 : 50};
        check(cudaLaunchHostFunc(journal, writeJournal, &journalEntries[batch]));
    }
    check(cudaStreamSynchronize(journal));
    return finish();
}

/// Ticks with the quotes of 5 places of trade in pageable memory: a copy in for each, a kernel that looks for the best,
/// these back, a wait, and work of the host. After: one copy for all, as they lie side by side.
int bank_quotes(int after, int iterations)
{
    constexpr std::size_t ticks = 40, venues = 5, bytes = 12 * kib, all = venues * bytes, bestAt = 16 * mib;
    const std::size_t count = after ? 1 : venues, part = all / count;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        const char *const quotes = lab.pageable + tick * all;
        for (std::size_t venue = 0; venue < count; ++venue)
            copyTo(venue * part, quotes + venue * part, part, stream);
        fold_pass<<<blocksFor(all / 4), blockThreads, 0, stream>>>(foursAt(0), at(bestAt), iterations);
        copyOut(bestAt, all / 4, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

} // extern "C"
