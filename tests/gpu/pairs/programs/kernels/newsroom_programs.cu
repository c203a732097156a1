// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as newspapers, post offices, radio stations and press agencies run them, under the rules of
// programs.cu.
#include "passes.cuh"

using namespace pairs;

namespace {

constexpr unsigned districts = 10;
constexpr std::size_t districtApart = 128; ///< values
/// How many blocks the kernel of each district has.
struct DistrictBlocks
{
    int of[districts];
};
constexpr DistrictBlocks districtBlocks{{24, 40, 16, 66, 32, 12, 48, 20, 56, 36}};

std::array<cudaGraphExec_t, 2> shows{}; ///< before and after

/// Red, green and blue become cyan, magenta, yellow and black.
__global__ void separate_pass(const float *page, float4 *inks, int iterations)
{
    const std::size_t i = self();
    const float red = page[3 * i], green = page[3 * i + 1], blue = page[3 * i + 2];
    const float black = 1 - fmaxf(red, fmaxf(green, blue)), rest = 1 - 0.9F * black;
    inks[i] = {worked((1 - red - black) / rest, 0.001F, iterations),
               worked((1 - green - black) / rest, 0.001F, iterations),
               worked((1 - blue - black) / rest, 0.001F, iterations), black};
}

/// Dots of an ink by a matrix of 8 x 8 thresholds, of which the error goes on to the next value of the thread.
__global__ void screen_pass(float *inks, std::size_t count)
{
    float error = 0;
    for (std::size_t i = self(); i < count; i += static_cast<std::size_t>(gridDim.x) * blockDim.x) {
        const float wanted = inks[i] + error, threshold = (static_cast<float>(i * 37 % 64) + 0.5F) / 64;
        const float dot = wanted > threshold ? 1.0F : 0.0F;
        error = 0.5F * (wanted - dot);
        inks[i] = dot;
    }
}

/// How much messages of a wire are about something.
__global__ void topic_pass(const float *messages, float *topics, int iterations)
{
    const std::size_t i = self();
    topics[i] = worked(messages[i], 0.001F, iterations);
}

/// A voice, or music, of a radio show.
__global__ void voice_pass(float *sound, int iterations)
{
    churn(sound, iterations);
}
__global__ void music_pass(float *sound, int iterations)
{
    churn(sound, iterations);
}

/// A room around a jingle; a few large blocks.
__global__ void reverb_pass(float *sound, int iterations)
{
    churn(sound, iterations);
}

__global__ void mix_show_pass(const float *voice, const float *music, const float *jingle, float *mixed)
{
    const std::size_t i = self();
    mixed[i] = 0.6F * voice[i] + 0.3F * music[i] + 0.1F * jingle[i];
}

/// Elections in a district by chance around what polls say; a mean for each block.
__global__ void district_pass(const float *polls, float *shares, unsigned district, int draws)
{
    const unsigned i = static_cast<unsigned>(self());
    const float poll = polls[(i + 977 * district) % 4096];
    unsigned state = i * 2654435761U + district * 40503U + 1;
    int won = 0;
    for (int draw = 0; draw < draws; ++draw) {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        won += static_cast<float>(state & 0xFFFFU) / 65536 < poll;
    }
    const float sum = blockSum(static_cast<float>(won) / static_cast<float>(draws));
    if (threadIdx.x == 0)
        shares[district * districtApart + blockIdx.x] = sum / blockThreads;
}

/// What districts make of it; one block.
__global__ void project_pass(const float *shares, DistrictBlocks blocks, float *projection)
{
    float sum = 0;
    if (threadIdx.x < districts) {
        const int mine = blocks.of[threadIdx.x];
        for (int block = 0; block < mine; ++block)
            sum += shares[threadIdx.x * districtApart + static_cast<std::size_t>(block)];
        sum /= static_cast<float>(mine);
    }
    projection[threadIdx.x] = sum;
}

/// Takes the paper out of a scanned letter.
__global__ void clear_pass(const float *scan, float *letter, int iterations)
{
    const std::size_t i = self();
    letter[i] = worked(scan[i], 0.001F, iterations);
}

/// Four neighbouring values become one stroke.
__global__ void stroke_pass(const float4 *letter, float *strokes, int iterations)
{
    const std::size_t i = self();
    const float4 four = letter[i];
    strokes[i] = worked(0.25F * (four.x + four.y + four.z + four.w), 0.001F, iterations);
}

/// Ways of carriers through a table of streets: each load depends on the one before.
__global__ void route_pass(const float *streets, float *routes, int steps)
{
    constexpr unsigned count = 16384;
    unsigned place = static_cast<unsigned>(self()) * 2654435761U;
    float length = 0;
    for (int step = 0; step < steps; ++step) {
        const float street = streets[place % count];
        length = 0.5F * length + street;
        place = place * 1664525U + 1013904223U + __float_as_uint(street);
    }
    routes[self()] = length;
}

/// Exchanges stops of a block's route with those of its neighbours.
__global__ void exchange_pass(const float *routes, float *better, int rounds)
{
    __shared__ float stops[512];
    const unsigned thread = threadIdx.x;
    float mine = routes[self()];
    for (int round = 0; round < rounds; ++round) {
        stops[thread] = mine;
        __syncthreads();
        mine = 0.5F * mine + 0.5F * fminf(mine, stops[(thread + static_cast<unsigned>(round)) % blockDim.x]);
        __syncthreads();
    }
    better[self()] = mine;
}

__global__ void traffic_pass(float *traffic, int iterations)
{
    churn(traffic, iterations);
}

/// The streams with these numbers go on behind the first one, or the first one behind them.
void fork(std::size_t first, std::size_t last)
{
    check(cudaEventRecord(lab.events[0], lab.streams[0]));
    for (std::size_t number = first; number <= last; ++number)
        check(cudaStreamWaitEvent(lab.streams[number], lab.events[0], 0));
}

void join(std::size_t first, std::size_t last)
{
    for (std::size_t number = first; number <= last; ++number)
        order(lab.streams[number], lab.streams[0], number);
}

/// A block of a radio show: sounds in, a voice, music and a jingle on a branch each, their mix, and that back.
void mixShow(int voice, int music, int reverb)
{
    constexpr std::size_t bytes = 44 * kib, musicAt = 16 * mib, jingleAt = 32 * mib, mixedAt = 48 * mib;
    constexpr int blocks = 44;
    const cudaStream_t stream = lab.streams[0];
    for (const std::size_t place : {std::size_t{0}, musicAt, jingleAt})
        copyTo(place, lab.in + place, bytes, stream);
    fork(1, 2);
    for (int kernel = 0; kernel < 5; ++kernel)
        voice_pass<<<blocks, blockThreads, 0, stream>>>(at(0), voice);
    for (int kernel = 0; kernel < 2; ++kernel)
        music_pass<<<2 * blocks, blockThreads / 2, 0, lab.streams[1]>>>(at(musicAt), music);
    reverb_pass<<<blocks / 2, 2 * blockThreads, 0, lab.streams[2]>>>(at(jingleAt), reverb);
    join(1, 2);
    mix_show_pass<<<blocks, blockThreads, 0, stream>>>(at(0), at(musicAt), at(jingleAt), at(mixedAt));
    copyBack(mixedAt, mixedAt, bytes, stream);
}

} // namespace

extern "C" {

/// Editions of twelve pages on three streams in turn, of which printing plates are made: for each page a copy in, its
/// four inks, their dots, and a copy back; behind an edition a wait for the device. Before: all copies in, then all
/// kernels, then all copies back. After: page by page.
int newsroom_editions(int after, int iterations)
{
    constexpr std::size_t editions = 4, pages = 12, streams = 3, pageBytes = 3 * mib, inkBytes = 4 * mib;
    constexpr std::size_t inksAt = 64 * mib, apart = 48 * mib, pixels = pageBytes / 3 / sizeof(float);
    const auto streamOf = [](std::size_t page) { return lab.streams[page % streams]; };
    for (std::size_t edition = 0; edition < editions; ++edition) {
        const auto copyPage = [&](std::size_t page) {
            copyTo(page * inkBytes, lab.in + edition * apart + page * inkBytes, pageBytes, streamOf(page));
        };
        const auto separate = [&](std::size_t page) {
            float *const inks = at(inksAt + page * inkBytes);
            separate_pass<<<pixels / 512, 512, 0, streamOf(page)>>>(at(page * inkBytes),
                                                                    reinterpret_cast<float4 *>(inks), iterations);
            screen_pass<<<264, blockThreads, 0, streamOf(page)>>>(inks, inkBytes / sizeof(float));
        };
        const auto copyInks = [&](std::size_t page) {
            copyBack(edition * apart + page * inkBytes, inksAt + page * inkBytes, inkBytes, streamOf(page));
        };
        for (std::size_t page = 0; page < pages; ++page) {
            copyPage(page);
            if (after) {
                separate(page);
                copyInks(page);
            }
        }
        for (std::size_t page = 0; !after && page < pages; ++page)
            separate(page);
        for (std::size_t page = 0; !after && page < pages; ++page)
            copyInks(page);
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// One of four threads, each for the wire of an agency, with a stream each: work of the host, twelve messages in, a
/// kernel that looks what they are about, its answer back, and a wait for the stream. The messages lie side by side on
/// both sides. Before: a copy for each. After: one for all of them.
int newsroom_wires(int after, int thread, int iterations)
{
    constexpr std::size_t bundles = 24, messages = 12, messageBytes = 4 * kib, bytes = messages * messageBytes;
    constexpr std::size_t apart = 16 * mib, topicsAt = 8 * mib, keptAt = 64 * mib;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const std::size_t part = after ? bytes : messageBytes;
    const cudaStream_t stream = lab.streams[mine];
    for (std::size_t bundle = 0; bundle < bundles; ++bundle) {
        workOnHost(20);
        const char *const received = lab.in + here + bundle * bytes;
        for (std::size_t offset = 0; offset < bytes; offset += part)
            copyTo(here + offset, received + offset, part, stream);
        topic_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(here + topicsAt), iterations);
        copyBack(keptAt + here + bundle * bytes, here + topicsAt, bytes, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Captures the graph that newsroom_show() launches.
int newsroom_show_prepare(int after, int voice, int music, int reverb)
{
    capture([=](cudaStream_t) { mixShow(voice, music, reverb); }, shows[static_cast<std::size_t>(after)]);
    return finish();
}

/// Blocks of a radio show: a launch of a graph with three branches, a wait, and work of the host. After: the kernel for
/// the room around a jingle takes half as long.
int newsroom_show(int after)
{
    for (int block = 0; block < 30; ++block) {
        check(cudaGraphLaunch(shows[static_cast<std::size_t>(after)], lab.streams[0]));
        check(cudaStreamSynchronize(lab.streams[0]));
        workOnHost(15);
    }
    return finish();
}

/// One of two threads, each for a studio that makes jingles, with a stream each: memory for a sound and for its echo
/// from the pool, a tune in, the echo set to zero, three kernels, a part of it back, the memory is given back in the
/// order of the stream, and a wait for the stream. What the program does is always the same; it says first whether the
/// pool keeps its memory at a wait, and that is the change.
int newsroom_jingles(int keep, int thread, int iterations)
{
    constexpr std::size_t jingles = 10, bytes = 264 * kib, apart = 16 * mib, heardAt = 64 * mib, keptAt = 128 * mib;
    constexpr std::size_t soundBytes = 20 * mib, echoBytes = 10 * mib;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const int blocks = blocksFor(bytes);
    const cudaStream_t stream = lab.streams[mine];
    poolKeepsMemory(keep != 0);
    meetOtherThread();
    for (std::size_t jingle = 0; jingle < jingles; ++jingle) {
        void *sound = nullptr, *echo = nullptr;
        check(cudaMallocAsync(&sound, soundBytes, stream));
        check(cudaMallocAsync(&echo, echoBytes, stream));
        if (!sound || !echo)
            return finish();
        copyTo(here, lab.in + here + jingle * bytes, bytes, stream);
        check(cudaMemsetAsync(echo, 0, echoBytes, stream));
        derive_pass<<<blocks, blockThreads, 0, stream>>>(at(here), static_cast<float *>(sound), iterations);
        add_pass<<<blocks / 2, 2 * blockThreads, 0, stream>>>(static_cast<float *>(sound), static_cast<float *>(echo),
                                                              iterations);
        derive_pass<<<2 * blocks, blockThreads / 2, 0, stream>>>(static_cast<float *>(echo), at(heardAt + here),
                                                                 iterations);
        copyBack(keptAt + here + jingle * bytes, heardAt + here, bytes, stream);
        check(cudaFreeAsync(echo, stream));
        check(cudaFreeAsync(sound, stream));
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Projections of an election: polls in, a kernel for each of ten districts, one that takes them together, the
/// projection back, a wait, and work of the host. After: the kernels of the districts go to four streams in turn.
int newsroom_election(int after, int draws)
{
    constexpr std::size_t turns = 12, bytes = 16 * kib, sharesAt = 16 * mib, projectedAt = 32 * mib, keptAt = 64 * mib;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, stream);
        if (after)
            fork(1, 4);
        for (unsigned district = 0; district < districts; ++district) {
            const cudaStream_t own = after ? lab.streams[1 + district % 4] : stream;
            district_pass<<<districtBlocks.of[district], blockThreads, 0, own>>>(at(0), at(sharesAt), district, draws);
        }
        if (after)
            join(1, 4);
        project_pass<<<1, blockThreads, 0, stream>>>(at(sharesAt), districtBlocks, at(projectedAt));
        copyBack(keptAt + turn * kib, projectedAt, kib, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    return finish();
}

/// Scanned letters by the load: a load in, a kernel that clears it, one that looks for strokes, these back, a wait for
/// the device, and work of the host. Before: from pageable memory. After: from pinned memory, chunks in turn on three
/// streams.
int newsroom_letters(int chunks, int clear, int stroke)
{
    constexpr std::size_t loads = 4, loadBytes = 12 * mib, apart = 2 * mib, clearAt = 64 * mib, strokesAt = 128 * mib;
    const std::size_t count = static_cast<std::size_t>(chunks), bytes = loadBytes / count;
    const char *const scanned = chunks > 1 ? lab.in : lab.pageable;
    for (std::size_t load = 0; load < loads; ++load) {
        for (std::size_t chunk = 0; chunk < count; ++chunk) {
            const std::size_t here = chunk * bytes, strokes = strokesAt + here / 4;
            const cudaStream_t stream = lab.streams[chunk % 3];
            copyTo(here, scanned + load % 2 * apart + here, bytes, stream);
            clear_pass<<<blocksFor(bytes) / 2, 2 * blockThreads, 0, stream>>>(at(here), at(clearAt + here), clear);
            stroke_pass<<<blocksFor(bytes) / 4, blockThreads, 0, stream>>>(
                reinterpret_cast<const float4 *>(at(clearAt + here)), at(strokes), stroke);
            copyBack(load * 4 * mib + here / 4, strokes, bytes / 4, stream);
        }
        check(cudaDeviceSynchronize());
        workOnHost(20);
    }
    return finish();
}

/// Pictures of a rain radar, issued at once: a picture in, a kernel that maps it, and a part of the map back; a wait at
/// the end. Before: a copy of the loop of the last maps to another place on the device. After: without it.
int newsroom_radar(int after, int iterations)
{
    constexpr std::size_t pictures = 30, bytes = 2 * mib, loopAt = 16 * mib, maps = 12, spareAt = 128 * mib;
    constexpr std::size_t keptAt = 64 * mib, backBytes = 256 * kib;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t map = loopAt + picture % maps * bytes;
        copyTo(0, lab.in + picture * bytes, bytes, stream);
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), at(map), iterations);
        if (!after)
            check(cudaMemcpyAsync(at(spareAt), at(loopAt), maps * bytes, cudaMemcpyDeviceToDevice, stream));
        copyBack(keptAt + picture * backBytes, map, backBytes, stream);
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// Pages of teletext with two places in turn: a wait for the event of the page before the last, work of the host that
/// sets the page, the page in, a kernel that draws it, the picture back, and an event; a wait at the end. After: the
/// work takes half as long.
int newsroom_teletext(int after, int iterations)
{
    constexpr std::size_t pages = 32, bytes = 128 * kib, apart = 16 * mib, drawnAt = 32 * mib, keptAt = 64 * mib;
    constexpr int blocks = 528;
    constexpr std::size_t backBytes = blocks * blockThreads * sizeof(float);
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t page = 0; page < pages; ++page) {
        const std::size_t slot = page % 2, here = slot * apart;
        if (page >= 2)
            check(cudaEventSynchronize(lab.events[slot]));
        workOnHost(after ? 45 : 90);
        copyTo(here, lab.in + page * bytes, bytes, stream);
        over_pass<<<blocks, blockThreads, 0, stream>>>(at(here), at(drawnAt + here), iterations);
        copyBack(keptAt + page * backBytes, drawnAt + here, backBytes, stream);
        check(cudaEventRecord(lab.events[slot], stream));
    }
    check(cudaStreamSynchronize(stream));
    return finish();
}

/// One of two threads, each for a town whose letters are carried, with a stream each: streets in, a kernel that finds
/// routes, one that makes them better, these back, a wait for the stream, and work of the host. The first thread also
/// runs a model of the traffic, of which nobody waits for the result, on the NULL stream. Before: the streams wait for
/// the NULL stream, and it for them. After: not.
int newsroom_routes(int after, int thread, int traffic)
{
    constexpr std::size_t turns = 20, bytes = 64 * kib, apart = 16 * mib, routesAt = 4 * mib, betterAt = 8 * mib;
    constexpr std::size_t trafficAt = 64 * mib, keptAt = 128 * mib, backBytes = 48 * kib;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const cudaStream_t stream = after ? lab.streams[mine] : lab.blocking[mine];
    meetOtherThread();
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(here, lab.in + here + turn * bytes, bytes, stream);
        route_pass<<<96, 128, 0, stream>>>(at(here), at(here + routesAt), 800);
        exchange_pass<<<24, 512, 0, stream>>>(at(here + routesAt), at(here + betterAt), 600);
        copyBack(keptAt + here + turn * backBytes, here + betterAt, backBytes, stream);
        if (thread == 0)
            traffic_pass<<<132, blockThreads>>>(at(trafficAt), traffic);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

} // extern "C"
