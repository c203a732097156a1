// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// A set of programs as theatres and film studios run them, under the rules of programs.cu.
#include "passes.cuh"

using namespace pairs;

namespace {

/// What an equaliser makes of one channel of a mixing desk.
__global__ void equalise_pass(const float *heard, float *equalised, int iterations)
{
    const std::size_t i = self();
    equalised[i] = worked(heard[i], 0.001F, iterations);
}

/// The mean of `channels` channels, each with a value for each thread.
__global__ void mix_pass(const float *equalised, int channels, float *mixed, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x;
    float sum = 0;
    for (int channel = 0; channel < channels; ++channel)
        sum += equalised[static_cast<std::size_t>(channel) * count + self()];
    take(mixed, sum / static_cast<float>(channels), iterations);
}

/// How a sound comes back from the walls of a hall: later, and weaker.
__global__ void hall_pass(const float *sound, float *echo, std::size_t hall, int iterations)
{
    const std::size_t count = static_cast<std::size_t>(gridDim.x) * blockDim.x, i = self();
    echo[i] = worked(0.9F * sound[(i + 17 * hall) % count], 0.001F, iterations);
}

/// Which of the seats that are asked for are free.
__global__ void seat_pass(const float *asked, float *given, int iterations)
{
    take(given, asked[self()], iterations);
}

} // namespace

extern "C" {

/// Backdrops in turn on two streams: the host waits until the stream is done with the one before the last; memory for a
/// canvas and for masks from the pool, a sketch in, masks set to zero, a kernel that paints, one that masks, one that
/// lights what there is, a picture back, and the memory is given back in the order of the stream. What the program does
/// is always the same; it says first whether the pool keeps its memory at a wait, and that is the change.
int theatre_backdrops(int keep, int paint, int light)
{
    constexpr std::size_t backdrops = 24, bytes = 264 * kib, apart = 16 * mib, litAt = 64 * mib, keptAt = 128 * mib;
    constexpr std::size_t canvasBytes = 24 * mib, masksBytes = 12 * mib;
    const int blocks = blocksFor(bytes);
    poolKeepsMemory(keep != 0);
    for (std::size_t backdrop = 0; backdrop < backdrops; ++backdrop) {
        const std::size_t slot = backdrop % 2, here = slot * apart;
        const cudaStream_t stream = lab.streams[slot];
        if (backdrop >= 2)
            check(cudaStreamSynchronize(stream));
        void *canvas = nullptr, *masks = nullptr;
        check(cudaMallocAsync(&canvas, canvasBytes, stream));
        check(cudaMallocAsync(&masks, masksBytes, stream));
        if (!canvas || !masks)
            return finish();
        copyTo(here, lab.in + here + backdrop * bytes, bytes, stream);
        check(cudaMemsetAsync(masks, 0, masksBytes, stream));
        derive_pass<<<blocks, blockThreads, 0, stream>>>(at(here), static_cast<float *>(canvas), paint);
        add_pass<<<blocks, blockThreads, 0, stream>>>(static_cast<float *>(canvas), static_cast<float *>(masks), paint);
        over_pass<<<blocks, blockThreads, 0, stream>>>(static_cast<float *>(masks), at(litAt + here), light);
        copyBack(keptAt + backdrop * bytes, litAt + here, bytes, stream);
        check(cudaFreeAsync(masks, stream));
        check(cudaFreeAsync(canvas, stream));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// One of four threads, each for a booth where actors dub a film, with a stream each: work of the host, a take in, a
/// kernel that makes it fit the lips, a part of it back, and a wait for the stream. Before: from and to pageable
/// memory. After: from and to pinned memory.
int theatre_booths(int after, int thread, int iterations)
{
    constexpr std::size_t takes = 20, apart = 16 * mib, dubbedAt = 8 * mib, heldApart = 1536 * kib;
    constexpr std::size_t mineOnHost = 4 * mib, backAt = 3 * mib;
    constexpr int blocks = 264, parts = 4;
    constexpr std::size_t back = blocks * blockThreads * sizeof(float), bytes = parts * back;
    const std::size_t mine = static_cast<std::size_t>(thread), here = mine * apart;
    const char *const spoken = (after ? lab.in : lab.pageable) + mine * mineOnHost;
    char *const dubbed = (after ? lab.out : lab.pageable) + mine * mineOnHost + backAt;
    const cudaStream_t stream = lab.streams[mine];
    for (std::size_t one = 0; one < takes; ++one) {
        workOnHost(20);
        copyTo(here, spoken + one % 2 * heldApart, bytes, stream);
        mix_pass<<<blocks, blockThreads, 0, stream>>>(at(here), parts, at(here + dubbedAt), iterations);
        check(cudaMemcpyAsync(dubbed, at(here + dubbedAt), back, cudaMemcpyDeviceToHost, stream));
        check(cudaStreamSynchronize(stream));
    }
    return finish();
}

/// Blocks of sound of a mixing desk with 48 channels: all channels in, a kernel for each that equalises it, one that
/// mixes them, the mix back, a wait, and work of the host. After: one kernel equalises all channels.
int theatre_mixing(int after, int equalise, int mix)
{
    constexpr std::size_t turns = 24, channels = 48, channelBytes = 2 * kib, bytes = channels * channelBytes;
    constexpr std::size_t equalisedAt = 16 * mib, mixedAt = 32 * mib, keptAt = 64 * mib;
    const cudaStream_t stream = lab.streams[0];
    const std::size_t part = after ? bytes : channelBytes;
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, stream);
        for (std::size_t offset = 0; offset < bytes; offset += part)
            equalise_pass<<<blocksFor(part), blockThreads, 0, stream>>>(at(offset), at(equalisedAt + offset), equalise);
        mix_pass<<<blocksFor(channelBytes), blockThreads, 0, stream>>>(at(equalisedAt), static_cast<int>(channels),
                                                                       at(mixedAt), mix);
        copyBack(keptAt + turn * channelBytes, mixedAt, channelBytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

/// Frames of a film that is scanned anew: a frame in, a kernel that takes the dust off, one that grades its colours,
/// the frame back, and a wait for the device. After: chunks in turn on two streams.
int theatre_film(int chunks, int dust, int grade)
{
    constexpr std::size_t frames = 3, frameBytes = 24 * mib, apart = 32 * mib, cleanAt = 64 * mib, gradedAt = 128 * mib;
    const std::size_t count = static_cast<std::size_t>(chunks), bytes = frameBytes / count;
    for (std::size_t frame = 0; frame < frames; ++frame) {
        for (std::size_t chunk = 0; chunk < count; ++chunk) {
            const std::size_t here = chunk * bytes;
            const cudaStream_t stream = lab.streams[chunk % 2];
            copyTo(here, lab.in + frame * apart + here, bytes, stream);
            derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(cleanAt + here), dust);
            derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(cleanAt + here), at(gradedAt + here), grade);
            copyBack(frame * apart + here, gradedAt + here, bytes, stream);
        }
        check(cudaDeviceSynchronize());
    }
    return finish();
}

/// Pictures of a rehearsal, issued at once: a picture in, a kernel that sharpens it, into one of two buffers in turn,
/// the picture back; a wait for the device at the end. After: the copies back are on a stream of their own. They wait
/// for the kernel, and the kernel waits for the copy that last read its buffer.
int theatre_rehearsal(int after, int iterations)
{
    constexpr std::size_t pictures = 36, bytes = mib, apart = 8 * mib, sharpAt = 32 * mib, keptAt = 64 * mib, held = 16;
    const cudaStream_t stream = lab.streams[0], back = after ? lab.streams[1] : stream;
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t slot = picture % 2, sharp = sharpAt + slot * apart;
        copyTo(0, lab.in + picture % held * mib, bytes, stream);
        if (after && picture >= 2)
            check(cudaStreamWaitEvent(stream, lab.events[2 + slot], 0));
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(0), at(sharp), iterations);
        if (after)
            order(stream, back, slot);
        copyBack(keptAt + picture * bytes, sharp, bytes, back);
        if (after)
            check(cudaEventRecord(lab.events[2 + slot], back));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Cues of a play, issued at once, for sound on one stream and for light on another one: what is asked for in, a
/// kernel, the settings back, and an event; a wait for the device at the end. Before: light waits for the sound of its
/// cue, and sound for the light of the cue before, as when both had one buffer. After: neither waits.
int theatre_cues(int after, int sound, int light)
{
    constexpr std::size_t cues = 36, soundBytes = 44 * kib, lightBytes = 66 * kib, soundSetAt = 16 * mib;
    constexpr std::size_t lightAt = 32 * mib, lightSetAt = 48 * mib, keptAt = 64 * mib, lightKeptAt = 96 * mib;
    const cudaStream_t ears = lab.streams[0], eyes = lab.streams[1];
    const cudaEvent_t heard = lab.events[0], lit = lab.events[1];
    for (std::size_t cue = 0; cue < cues; ++cue) {
        if (!after && cue > 0)
            check(cudaStreamWaitEvent(ears, lit, 0));
        copyTo(0, lab.in + cue * soundBytes, soundBytes, ears);
        over_pass<<<blocksFor(soundBytes), blockThreads, 0, ears>>>(at(0), at(soundSetAt), sound);
        copyBack(keptAt + cue * soundBytes, soundSetAt, soundBytes, ears);
        check(cudaEventRecord(heard, ears));
        if (!after)
            check(cudaStreamWaitEvent(eyes, heard, 0));
        copyTo(lightAt, lab.in + lightAt + cue * lightBytes, lightBytes, eyes);
        over_pass<<<blocksFor(lightBytes), blockThreads, 0, eyes>>>(at(lightAt), at(lightSetAt), light);
        copyBack(lightKeptAt + cue * lightBytes, lightSetAt, lightBytes, eyes);
        check(cudaEventRecord(lit, eyes));
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// One of two threads, each for a house that sells tickets, with two streams in turn, which have buffers of their own:
/// work of the host, wishes in, a kernel that fills the GPU, a part of the answers back, and a wait for the stream.
/// After: the host waits for a stream before it uses it again.
int theatre_tickets(int after, int thread, int iterations)
{
    constexpr std::size_t turns = 30, ring = 2, bytes = 1056 * kib, backBytes = 32 * kib, apart = 16 * mib, held = 8;
    constexpr std::size_t mineOnHost = 32 * mib, heldApart = 2 * mib, givenAt = 64 * mib, keptAt = 128 * mib;
    const std::size_t mine = static_cast<std::size_t>(thread);
    meetOtherThread();
    for (std::size_t turn = 0; turn < turns; ++turn) {
        const std::size_t number = ring * mine + turn % ring, here = number * apart;
        const cudaStream_t stream = lab.streams[number];
        if (after && turn >= ring)
            check(cudaStreamSynchronize(stream));
        workOnHost(20);
        copyTo(here, lab.in + mine * mineOnHost + turn % held * heldApart, bytes, stream);
        seat_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(here), at(givenAt + here), iterations);
        copyBack(keptAt + mine * apart + turn * backBytes, givenAt + here, backBytes, stream);
        if (!after)
            check(cudaStreamSynchronize(stream));
    }
    for (std::size_t slot = 0; after && slot < ring; ++slot)
        check(cudaStreamSynchronize(lab.streams[ring * mine + slot]));
    return finish();
}

/// Pictures of costumes, issued at once, with two buffers in turn: a copy in on a stream of its own, which waits until
/// its buffer is free; on another stream, behind an event, a kernel that looks at the first values of each, a part of
/// what it found back, and an event; a wait for the device at the end. After: pictures of half the bytes.
int theatre_costumes(int after, int iterations)
{
    constexpr std::size_t pictures = 28, apart = 16 * mib, foundAt = 64 * mib, backBytes = 64 * kib, keptAt = 128 * mib;
    constexpr std::size_t held = 8, heldApart = 4 * mib;
    constexpr int blocks = 528;
    const std::size_t bytes = after ? 2 * mib : 4 * mib;
    const cudaStream_t stream = lab.streams[0], copies = lab.streams[1];
    for (std::size_t picture = 0; picture < pictures; ++picture) {
        const std::size_t slot = picture % 2, here = slot * apart;
        if (picture >= 2)
            check(cudaStreamWaitEvent(copies, lab.events[2 + slot], 0));
        copyTo(here, lab.in + picture % held * heldApart, bytes, copies);
        order(copies, stream, slot);
        over_pass<<<blocks, blockThreads, 0, stream>>>(at(here), at(foundAt + here), iterations);
        check(cudaEventRecord(lab.events[2 + slot], stream));
        copyBack(keptAt + picture * backBytes, foundAt + here, backBytes, stream);
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// Sounds as they would be in nine halls: a sound in, a kernel of few blocks for each hall, one that mixes what comes
/// back from them, the mix back, a wait, and work of the host. After: the kernels of the halls go to 3 streams in turn,
/// which begin behind the copy in, and the first stream waits for them.
int theatre_halls(int after, int hall, int mix)
{
    constexpr std::size_t turns = 14, halls = 9, count = 3, bytes = 24 * kib, echoesAt = 16 * mib, mixedAt = 32 * mib;
    constexpr std::size_t keptAt = 64 * mib;
    const cudaStream_t stream = lab.streams[0];
    const int blocks = blocksFor(bytes);
    for (std::size_t turn = 0; turn < turns; ++turn) {
        copyTo(0, lab.in + turn * bytes, bytes, stream);
        if (after) {
            check(cudaEventRecord(lab.events[0], stream));
            for (std::size_t number = 1; number <= count; ++number)
                check(cudaStreamWaitEvent(lab.streams[number], lab.events[0], 0));
        }
        for (std::size_t one = 0; one < halls; ++one) {
            const cudaStream_t own = after ? lab.streams[1 + one % count] : stream;
            hall_pass<<<blocks, blockThreads, 0, own>>>(at(0), at(echoesAt + one * bytes), one, hall);
        }
        if (after) {
            for (std::size_t number = 1; number <= count; ++number)
                order(lab.streams[number], stream, number);
        }
        mix_pass<<<blocks, blockThreads, 0, stream>>>(at(echoesAt), static_cast<int>(halls), at(mixedAt), mix);
        copyBack(keptAt + turn * bytes, mixedAt, bytes, stream);
        check(cudaStreamSynchronize(stream));
        workOnHost(15);
    }
    return finish();
}

} // extern "C"
