// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as breweries, wineries and bakeries run them, under the rules of programs.cu. Their kernels are of
// many shapes: few and many threads, bound by arithmetic, by memory, or by loads that depend on each other.
#include "passes.cuh"

using namespace pairs;

namespace {

constexpr int levels = 256, states = 24, tile = 16;
cudaGraphExec_t recipe = nullptr;

/// Follows values through a table of a power of two of them: each load depends on the one before.
__device__ float followed(const float *table, unsigned count, unsigned place, int steps)
{
    float sum = 0;
    for (int step = 0; step < steps; ++step) {
        const float value = table[place & (count - 1)];
        sum = 0.5F * sum + value;
        place = place * 1664525U + 1013904223U + __float_as_uint(value);
    }
    return sum;
}

/// What sensors of a tank say, of which each names the next one to ask.
__global__ void tank_pass(const float *told, unsigned count, float *found, unsigned tank, int steps)
{
    const std::size_t i = self();
    found[i] = followed(told, count, static_cast<unsigned>(i) * 2654435761U + tank, steps);
}

/// How far values of each block are from their mean.
__global__ void deviate_pass(float *found, int each)
{
    __shared__ float mean;
    float *const mine = found + static_cast<std::size_t>(blockIdx.x) * each;
    float sum = 0;
    for (int i = static_cast<int>(threadIdx.x); i < each; i += blockThreads)
        sum += mine[i];
    sum = blockSum(sum);
    if (threadIdx.x == 0)
        mean = sum / static_cast<float>(each);
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < each; i += blockThreads)
        mine[i] -= mean;
}

/// Edges of a bottle in a picture of `width` columns.
__global__ void edge_pass(const float *picture, float *edges, unsigned count, unsigned width, int iterations)
{
    const unsigned i = static_cast<unsigned>(self());
    const float around = picture[(i + 1) % count] + picture[(i + count - 1) % count] + picture[(i + width) % count]
                         + picture[(i + count - width) % count];
    edges[i] = worked(around - 4 * picture[i], 0.001F, iterations);
}

/// How many edges are how strong.
__global__ void strength_pass(const float *edges, int count, float *counts)
{
    __shared__ unsigned mine[levels];
    if (threadIdx.x < levels)
        mine[threadIdx.x] = 0;
    __syncthreads();
    const int all = static_cast<int>(gridDim.x * blockDim.x);
    for (int i = static_cast<int>(self()); i < count; i += all)
        atomicAdd(&mine[min(max(static_cast<int>(fabsf(edges[i]) * levels), 0), levels - 1)], 1U);
    __syncthreads();
    if (threadIdx.x < levels)
        atomicAdd(&counts[threadIdx.x], static_cast<float>(mine[threadIdx.x]));
}

/// A model of fermentation with 24 substances for each thread, all in registers.
__global__ void ferment_pass(const float *begun, float *ended, int steps)
{
    const std::size_t i = self();
    float substance[states];
#pragma unroll
    for (int s = 0; s < states; ++s)
        substance[s] = begun[i] + 0.01F * static_cast<float>(s);
    for (int step = 0; step < steps; ++step) {
#pragma unroll
        for (int s = 0; s < states; ++s)
            substance[s] = fmaf(substance[s], 0.99F, 0.01F * substance[(s + 1) % states]);
    }
    float sum = 0;
#pragma unroll
    for (int s = 0; s < states; ++s)
        sum += substance[s];
    ended[i] = sum;
}

/// A product of matrices by tiles: `inner` columns of `left`, and as many columns of the result as tiles in a row.
__global__ void product_pass(const float *left, const float *right, float *result, int inner)
{
    __shared__ float a[tile][tile + 1], b[tile][tile + 1];
    const int columns = static_cast<int>(gridDim.x) * tile, x = static_cast<int>(threadIdx.x) % tile;
    const int y = static_cast<int>(threadIdx.x) / tile, column = static_cast<int>(blockIdx.x) * tile + x;
    const int row = static_cast<int>(blockIdx.y) * tile + y;
    float sum = 0;
    for (int k = 0; k < inner; k += tile) {
        a[y][x] = left[row * inner + k + x];
        b[y][x] = right[(k + y) * columns + column];
        __syncthreads();
#pragma unroll
        for (int j = 0; j < tile; ++j)
            sum = fmaf(a[y][j], b[j][x], sum);
        __syncthreads();
    }
    result[row * columns + column] = sum / static_cast<float>(inner);
}

/// Heat in a crust, of which each block has a ring of 4 values for each thread in shared memory.
__global__ void crust_pass(float *heat, int steps)
{
    extern __shared__ float ring[];
    const int count = 4 * static_cast<int>(blockDim.x);
    float *const mine = heat + static_cast<std::size_t>(blockIdx.x) * count;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
        ring[i] = mine[i];
    __syncthreads();
    for (int step = 0; step < steps; ++step) {
        const float *const from = ring + step % 2 * count;
        float *const to = ring + (step + 1) % 2 * count;
        for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
            to[i] = 0.5F * from[i] + 0.25F * (from[(i + 1) & (count - 1)] + from[(i + count - 1) & (count - 1)]);
        __syncthreads();
    }
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x))
        mine[i] = ring[steps % 2 * count + i];
}

/// Crumb of a loaf: reads and writes far more than it computes.
__global__ void crumb_pass(const float4 *from, float4 *to, std::size_t count)
{
    for (std::size_t i = self(); i < count; i += static_cast<std::size_t>(gridDim.x) * blockDim.x) {
        const float4 value = from[i];
        to[i] = {0.5F * value.x + 0.1F, 0.5F * value.y + 0.1F, 0.5F * value.z + 0.1F, 0.5F * value.w + 0.1F};
    }
}

/// Sums of each block up to each thread, over and over.
__global__ void sum_up_pass(const float *from, float *to, int rounds)
{
    __shared__ float parts[512];
    const unsigned thread = threadIdx.x;
    float value = from[self()];
    for (int round = 0; round < rounds; ++round) {
        for (unsigned step = 1; step < blockDim.x; step *= 2) {
            parts[thread] = value;
            __syncthreads();
            if (thread >= step)
                value += parts[thread - step];
            __syncthreads();
        }
        value /= static_cast<float>(thread + 1);
    }
    to[self()] = value;
}

/// Three results become one.
__global__ void blend_three_pass(const float *a, const float *b, const float *c, float *blend)
{
    const std::size_t i = self();
    blend[i] = (a[i] + b[i] + c[i]) / 3;
}

/// Four values of a grape for each thread.
__global__ void press_pass(const float4 *grapes, float4 *juice, int iterations)
{
    const std::size_t i = self();
    const float4 value = grapes[i];
    juice[i] = {worked(value.x, 0.001F, iterations), worked(value.y, 0.001F, iterations),
                worked(value.z, 0.001F, iterations), worked(value.w, 0.001F, iterations)};
}

/// Colours of juice: a root of each value.
__global__ void colour_pass(const float4 *juice, float4 *colours)
{
    const std::size_t i = self();
    const float4 value = juice[i];
    colours[i] = {sqrtf(fabsf(value.x)), sqrtf(fabsf(value.y)), sqrtf(fabsf(value.z)), sqrtf(fabsf(value.w))};
}

/// A forecast of what shops want; its blocks have much shared memory, which lets two of them on an SM.
__global__ void demand_pass(float *demand, int iterations)
{
    churn(demand, iterations);
}

/// Whether a cork is tight.
__global__ void cork_pass(const float *pressed, float *tight, int iterations)
{
    const std::size_t i = self();
    tight[i] = worked(pressed[i], 0.001F, iterations);
}

/// What hops of one field are worth.
__global__ void hop_pass(const float *weather, unsigned count, float *worth, unsigned field, int iterations)
{
    const std::size_t i = self();
    worth[i] = worked(weather[(static_cast<unsigned>(i) + 17 * field) % count], 0.001F, iterations);
}

/// The mean of the first values of all fields.
__global__ void harvest_pass(const float *worth, std::size_t apart, unsigned fields, float *mean)
{
    const std::size_t i = self();
    float sum = 0;
    for (unsigned field = 0; field < fields; ++field)
        sum += worth[field * apart + i];
    mean[i] = sum / static_cast<float>(fields);
}

/// The streams with these numbers go on behind the first one, or the first one behind them.
void fork(int streams, int first)
{
    check(cudaEventRecord(lab.events[0], lab.streams[0]));
    for (int number = first; number < first + streams; ++number)
        check(cudaStreamWaitEvent(lab.streams[number], lab.events[0], 0));
}

void join(int streams, int first)
{
    for (int number = first; number < first + streams; ++number)
        order(lab.streams[number], lab.streams[0], static_cast<std::size_t>(number));
}

/// A turn of the recipes: what is in store in, three branches on three streams, a blend of their ends, and that back.
void mixRecipe(int iterations)
{
    constexpr std::size_t bytes = 256 * kib, branchAt = 16 * mib, blendAt = 96 * mib, keptAt = 64 * mib;
    constexpr unsigned count = bytes / sizeof(float);
    const cudaStream_t stream = lab.streams[0];
    copyTo(0, lab.in, bytes, stream);
    fork(2, 1);
    for (int kernel = 0; kernel < 6; ++kernel) {
        const std::size_t from = kernel ? branchAt + 4 * mib : 0, to = branchAt + 4 * mib;
        cork_pass<<<256, 256, 0, lab.streams[1]>>>(at(from), at(to), iterations);
    }
    for (int kernel = 0; kernel < 5; ++kernel)
        sum_up_pass<<<8, 512, 0, lab.streams[2]>>>(at(kernel ? branchAt + 8 * mib : 0), at(branchAt + 8 * mib), 12);
    for (unsigned kernel = 0; kernel < 6; ++kernel)
        tank_pass<<<64, 64, 0, stream>>>(at(0), count, at(branchAt), kernel, 30);
    join(2, 1);
    blend_three_pass<<<16, 256, 0, stream>>>(at(branchAt), at(branchAt + 4 * mib), at(branchAt + 8 * mib), at(blendAt));
    copyBack(keptAt, blendAt, 16 * kib, stream);
}

} // namespace

extern "C" {

/// Tanks of a brewery: what sensors told in, a kernel for each of eight tanks, one that takes means off, all of it
/// back, a wait, and work of the host. After: the kernels of the tanks go to 4 streams in turn.
int brewery_tanks(int after)
{
    constexpr std::size_t turns = 10, tanks = 8, bytes = mib, foundAt = 16 * mib, keptAt = 64 * mib;
    constexpr int blocks = 40, threads = 128, each = blocks * threads;
    constexpr std::size_t part = each * sizeof(float);
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, stream);
        if (after)
            fork(4, 1);
        for (std::size_t tank = 0; tank < tanks; ++tank)
            tank_pass<<<blocks, threads, 0, after ? lab.streams[1 + tank % 4] : stream>>>(
                at(0), bytes / sizeof(float), at(foundAt + tank * part), static_cast<unsigned>(tank), 240);
        if (after)
            join(4, 1);
        deviate_pass<<<tanks, blockThreads, 0, stream>>>(at(foundAt), each);
        copyBack(keptAt + turn * tanks * part, foundAt, tanks * part, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// One of four threads, each for a camera that looks at bottles, with a stream each: work of the host, a picture in,
/// counts set to zero, its edges, how strong they are, some edges and the counts back, and a wait. Before: from and to
/// pageable memory. After: from and to pinned memory.
int brewery_bottles(int after, int thread, int iterations)
{
    constexpr std::size_t bottles = 14, apart = 16 * mib, edgesAt = 8 * mib, countsAt = 12 * mib, bytes = 1536 * kib;
    constexpr std::size_t mineOnHost = 4 * mib, backAt = 3 * mib, back = 256 * kib, countBytes = levels * sizeof(float);
    constexpr unsigned count = bytes / sizeof(float);
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const char *const taken = (after ? lab.in : lab.pageable) + mine * mineOnHost;
    char *const seen = (after ? lab.out : lab.pageable) + mine * mineOnHost + backAt;
    const cudaStream_t stream = lab.streams[mine];
    for (std::size_t bottle = 0; bottle < bottles; ++bottle) {
        workOnHost(15);
        copyTo(here, taken + bottle % 2 * bytes, bytes, stream);
        check(cudaMemsetAsync(lab.device + here + countsAt, 0, countBytes, stream));
        edge_pass<<<count / 512, 512, 0, stream>>>(at(here), at(here + edgesAt), count, 768, iterations);
        strength_pass<<<96, 1024, 0, stream>>>(at(here + edgesAt), count, at(here + countsAt));
        check(cudaMemcpyAsync(seen, at(here + edgesAt), back, cudaMemcpyDeviceToHost, stream));
        check(cudaMemcpyAsync(seen + back, at(here + countsAt), countBytes, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Models of two fermenters on a stream each, and of their cooling on the NULL stream, behind each of them in the order
/// of the program; all back at the end. Before: the streams wait for the NULL stream, and it for them. After: not.
int brewery_fermenters(int after)
{
    constexpr std::size_t turns = 22, apart = 16 * mib, endedAt = 8 * mib, coolAt = 64 * mib, keptAt = 128 * mib;
    constexpr std::size_t bytes = 64 * kib, redBytes = 66 * 64 * sizeof(float), whiteBytes = 48 * 192 * sizeof(float);
    const cudaStream_t *const streams = after ? lab.streams.data() : lab.blocking.data();
    const dim3 tiles(16, 16);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, streams[0]);
        ferment_pass<<<66, 64, 0, streams[0]>>>(at(0), at(endedAt), 3000);
        copyBack(keptAt + turn * bytes, endedAt, redBytes, streams[0]);
        product_pass<<<tiles, tile * tile>>>(at(coolAt), at(coolAt + apart), at(coolAt + 2 * apart), 1024);
        copyTo(apart, lab.in + apart + turn * bytes, bytes, streams[1]);
        ferment_pass<<<48, 192, 0, streams[1]>>>(at(apart), at(apart + endedAt), 2500);
        copyBack(keptAt + apart + turn * bytes, apart + endedAt, whiteBytes, streams[1]);
        product_pass<<<tiles, tile * tile>>>(at(coolAt), at(coolAt + apart), at(coolAt + 3 * apart), 1024);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Loaves in an oven: heat in their crusts, which few large blocks work out, three kernels for the crumb, which wait
/// for memory, a part of it back, a wait, and work of the host. After: the crusts are on a stream of their own.
int brewery_loaves(int after)
{
    constexpr std::size_t turns = 20, bytes = 64 * mib, crustAt = 200 * mib, keptAt = 64 * mib, backBytes = 64 * kib;
    constexpr std::size_t count = bytes / sizeof(float4), sharedBytes = 32 * kib;
    const cudaStream_t stream = lab.streams[0], own = after ? lab.streams[1] : stream;
    for (std::size_t turn = 0; turn < turns; ++turn) {
        crust_pass<<<20, 1024, sharedBytes, own>>>(at(crustAt), 450);
        for (std::size_t kernel = 0; kernel < 3; ++kernel) {
            const std::size_t from = kernel % 2 * bytes, to = bytes - from;
            crumb_pass<<<4000, 256, 0, stream>>>(reinterpret_cast<const float4 *>(at(from)),
                                                 reinterpret_cast<float4 *>(at(to)), count);
        }
        copyBack(keptAt + turn * backBytes, bytes, backBytes, stream);
        check(cudaDeviceSynchronize());
        workOnHost(10);
    }
    return finish();
}

/// Captures the graph that brewery_recipes() launches.
int brewery_recipes_prepare(int iterations)
{
    capture([=](cudaStream_t) { mixRecipe(iterations); }, recipe);
    return finish();
}

/// Recipes by what is in store: turns of three branches, a wait, and work of the host. After: each turn is one graph.
int brewery_recipes(int after, int iterations)
{
    for (int turn = 0; turn < 30; ++turn) {
        if (after)
            check(cudaGraphLaunch(recipe, lab.streams[0]));
        else
            mixRecipe(iterations);
        check(cudaStreamSynchronize(lab.streams[0]));
        workOnHost(15);
    }
    return finish();
}

/// Loads of grapes: a load in, a kernel that presses, one that looks at colours, these back, and a wait for the device.
/// After: chunks in turn on three streams.
int brewery_grapes(int chunks, int iterations)
{
    constexpr std::size_t loads = 3, loadBytes = 24 * mib, apart = 32 * mib, juiceAt = 64 * mib, colourAt = 128 * mib;
    constexpr std::size_t blockBytes = 512 * sizeof(float4);
    const std::size_t count = static_cast<std::size_t>(chunks), bytes = loadBytes / count;
    const int blocks = static_cast<int>(bytes / blockBytes);
    for (std::size_t load = 0; load < loads; ++load) {
        for (std::size_t chunk = 0; chunk < count; ++chunk) {
            const std::size_t here = chunk * bytes;
            const cudaStream_t stream = lab.streams[chunk % 3];
            const auto values = [=](std::size_t offset) { return reinterpret_cast<float4 *>(at(offset + here)); };
            copyTo(here, lab.in + load * apart + here, bytes, stream);
            press_pass<<<blocks, 512, 0, stream>>>(values(0), values(juiceAt), iterations);
            colour_pass<<<blocks, 512, 0, stream>>>(values(juiceAt), values(colourAt));
            copyBack(load * apart + here, colourAt + here, bytes, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// One of two threads, each for a line of bottles whose labels it reads, with a stream each: a label in, a kernel that
/// makes it clear, one that holds it against letters, one that looks words up, these back, and a wait for the stream.
/// Before: a wait for the device behind each of the first two kernels, left from debugging. After: without these.
int brewery_labels(int after, int thread, int iterations)
{
    constexpr std::size_t labels = 24, bytes = mib, apart = 32 * mib, clearAt = 4 * mib, lettersAt = 8 * mib;
    constexpr std::size_t heldAt = 12 * mib, wordsAt = 16 * mib, keptAt = 128 * mib, backBytes = 16 * kib;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const cudaStream_t stream = lab.streams[mine];
    meetOtherThread();
    for (std::size_t label = 0; label < labels; ++label) {
        copyTo(here, lab.in + here + label * bytes, bytes, stream);
        cork_pass<<<256, 1024, 0, stream>>>(at(here), at(here + clearAt), iterations);
        if (!after)
            check(cudaDeviceSynchronize());
        product_pass<<<dim3(8, 8), tile * tile, 0, stream>>>(at(here + clearAt), at(here + lettersAt),
                                                             at(here + heldAt), 2048);
        if (!after)
            check(cudaDeviceSynchronize());
        tank_pass<<<8, 512, 0, stream>>>(at(here + clearAt), bytes / sizeof(float), at(here + wordsAt), 7U, 150);
        copyBack(keptAt + mine * apart + label * backBytes, here + wordsAt, backBytes, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Forecasts of demand on one stream, and on another one corks that are pressed: a pinned copy in, a short kernel, its
/// answer back, a wait, and work of the host. After: the stream of the corks has the highest priority.
int brewery_corks(int after, int demand, int cork)
{
    constexpr std::size_t corks = 40, bytes = 12 * kib, corkAt = 64 * mib, tightAt = 80 * mib, keptAt = 128 * mib;
    const cudaStream_t stream = after ? lab.urgent : lab.streams[1];
    check(cudaFuncSetAttribute(demand_pass, cudaFuncAttributeMaxDynamicSharedMemorySize, tileBytes));
    for (int kernel = 0; kernel < 10; ++kernel)
        demand_pass<<<3960, blockThreads, tileBytes, lab.streams[0]>>>(at(0), demand);
    for (std::size_t one = 0; one < corks; ++one) {
        copyTo(corkAt, lab.in + one * bytes, bytes, stream);
        cork_pass<<<24, 128, 0, stream>>>(at(corkAt), at(tightAt), cork);
        copyBack(keptAt + one * bytes, tightAt, bytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    check(cudaStreamSynchronize(lab.streams[0]));
    return finish();
}

/// Hops of six fields: weather in, a kernel for each field that fills the GPU, a mean of them, which goes back, and a
/// wait. After: the kernels of the fields go to three streams in turn.
int brewery_hops(int after, int iterations)
{
    constexpr std::size_t turns = 5, bytes = mib, worthAt = 16 * mib, apart = 8 * mib, meanAt = 96 * mib;
    constexpr std::size_t keptAt = 64 * mib, backBytes = 264 * kib;
    constexpr unsigned fields = 6;
    const cudaStream_t stream = lab.streams[0];
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, stream);
        if (after)
            fork(3, 1);
        for (unsigned field = 0; field < fields; ++field)
            hop_pass<<<3168, 512, 0, after ? lab.streams[1 + field % 3] : stream>>>(
                at(0), bytes / sizeof(float), at(worthAt + field * apart), field, iterations);
        if (after)
            join(3, 1);
        harvest_pass<<<264, 256, 0, stream>>>(at(worthAt), apart / sizeof(float), fields, at(meanAt));
        copyBack(keptAt + turn * backBytes, meanAt, backBytes, stream);
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

} // extern "C"
