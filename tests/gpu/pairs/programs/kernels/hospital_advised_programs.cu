// SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
// What the advice makes of programs of hospital_programs.cu, under the rules of programs.cu. The programs before the
// change are those of that file themselves.
#include "hospital.cuh"

using namespace pairs;

extern "C" {

/// hospital_endoscope() with `split`: a frame is four chunks, each on a stream of its own: that of the frames and three
/// new ones. The host waits for all four.
int hospital_advised_endoscope(int film, int find)
{
    constexpr std::size_t frames = 30, chunks = 4, bytes = 192 * kib, foundAt = 32 * mib, foundBytes = bytes / 4;
    constexpr std::size_t filmAt = 64 * mib, part = bytes / chunks, foundPart = foundBytes / chunks;
    const cudaStream_t recorder = lab.streams[0];
    for (std::size_t frame = 0; frame < frames; ++frame) {
        launch(recorder_pass, 64, film, recorder, filmAt);
        for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
            const cudaStream_t stream = lab.streams[1 + chunk];
            const std::size_t here = chunk * part, found = foundAt + chunk * foundPart;
            copyTo(here, lab.in + frame % 4 * mib + here, part, stream);
            fold_pass<<<blocksFor(foundPart), blockThreads, 0, stream>>>(foursAt(here), at(found), find);
            launch(critical_pass, blocksFor(foundPart), find, stream, found);
            copyOut(found, foundPart, stream);
        }
        for (std::size_t chunk = 0; chunk < chunks; ++chunk)
            check(cudaStreamSynchronize(lab.streams[1 + chunk]));
        workOnHost(20);
    }
    check(cudaStreamSynchronize(recorder));
    return finish();
}

/// hospital_studies() with `prefetch`: the next study's copies are issued before this study's kernels, on a stream of
/// their own, into the other of two buffers of each series. What read these is done: the host has waited for the
/// device, as before, and so for the next study's copies, too.
int hospital_advised_studies(int iterations)
{
    constexpr std::size_t studies = 10, series = 4, apart = 16 * mib, smallAt = 8 * mib, bytes = 4 * mib;
    constexpr std::size_t smallBytes = bytes / 4;
    const cudaStream_t copies = lab.streams[series];
    const auto load = [=](std::size_t study) {
        const std::size_t slot = study % 2;
        for (std::size_t one = 0; one < series; ++one) {
            const std::size_t here = one * apart + slot * bytes;
            copyTo(here, lab.in + here, bytes, copies);
            check(cudaEventRecord(lab.events[slot * series + one], copies));
        }
    };
    load(0);
    for (std::size_t study = 0; study < studies; ++study) {
        const std::size_t slot = study % 2;
        if (study + 1 < studies)
            load(study + 1);
        for (std::size_t one = 0; one < series; ++one) {
            const std::size_t small = one * apart + smallAt;
            const cudaStream_t stream = lab.streams[one];
            check(cudaStreamWaitEvent(stream, lab.events[slot * series + one], 0));
            fold_pass<<<blocksFor(smallBytes), blockThreads, 0, stream>>>(foursAt(one * apart + slot * bytes),
                                                                          at(small), iterations);
            copyOut(small, smallBytes, stream);
        }
        check(cudaDeviceSynchronize());
        workOnHost(20);
    }
    return finish();
}

/// hospital_tallies() with `move:d2h`: a tally goes back on a stream of its own, behind the event of its kernel, so
/// that the kernel of the other tally does not wait for the copy. Behind the copy stands the event for which the host
/// waits, and what sets this tally to zero.
int hospital_advised_tallies(int iterations)
{
    constexpr std::size_t batches = 30, apart = 16 * mib, bytes = 528 * kib, talliesAt = 64 * mib, used = 2, done = 4;
    const cudaStream_t stream = lab.streams[0], clearing = lab.streams[1], back = lab.streams[2];
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t slot = batch % 2, tally = talliesAt + slot * apart;
        if (batch >= 2)
            check(cudaStreamWaitEvent(clearing, lab.events[used + slot], 0));
        check(cudaMemsetAsync(at(tally), 0, bytes, clearing));
        order(clearing, stream, slot);
        history_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(batch * 4 * kib), at(tally), iterations);
        order(stream, back, done + slot);
        copyOut(tally, bytes, back);
        check(cudaEventRecord(lab.events[used + slot], back));
        if (batch > 0) {
            check(cudaEventSynchronize(lab.events[used + 1 - slot]));
            workOnHost(30);
        }
    }
    check(cudaStreamSynchronize(back));
    return finish();
}

/// hospital_ultrasound() with `move` and `nonblocking`: all copies in go to one stream of their own, and each kernel
/// waits for its copy by an event; the streams do not wait for the NULL stream. Pictures and flow have two buffers
/// already, and the host has waited for the frame that used one last. So has the electrocardiogram now, for which
/// nobody waits: a copy waits for the kernel that used its buffer last.
int hospital_advised_ultrasound(int beam, int flow, int heart)
{
    constexpr std::size_t frames = 36, apart = 8 * mib, flowAt = 64 * mib, shownAt = 128 * mib, vesselsAt = 144 * mib;
    constexpr std::size_t heartAt = 160 * mib, traceAt = 161 * mib, bytes = mib, flowBytes = 256 * kib;
    constexpr std::size_t shownBytes = 132 * kib, vesselsBytes = 64 * kib, heartBytes = 4 * kib;
    constexpr std::size_t copied = 4, flowCopied = 6, heartCopied = 8, heartUsed = 10; // events, of two buffers each
    const cudaStream_t picture = lab.streams[0], vessels = lab.streams[1], copies = lab.streams[2];
    for (std::size_t frame = 0; frame < frames; ++frame) {
        const std::size_t slot = frame % 2, other = 1 - slot;
        copyTo(slot * apart, lab.in + frame % 4 * apart, bytes, copies);
        order(copies, picture, copied + slot);
        over_pass<<<blocksFor(shownBytes), blockThreads, 0, picture>>>(at(slot * apart), at(shownAt), beam);
        copyBack(shownAt + slot * mib, shownAt, shownBytes, picture);
        check(cudaEventRecord(lab.events[slot], picture));
        copyTo(flowAt + slot * apart, lab.in + flowAt + frame % 4 * apart, flowBytes, copies);
        order(copies, vessels, flowCopied + slot);
        over_pass<<<blocksFor(vesselsBytes), blockThreads, 0, vessels>>>(at(flowAt + slot * apart), at(vesselsAt),
                                                                         flow);
        copyBack(vesselsAt + slot * mib, vesselsAt, vesselsBytes, vessels);
        check(cudaEventRecord(lab.events[2 + slot], vessels));
        if (frame % 3 == 2) {
            const std::size_t turn = frame / 3, heartSlot = turn % 2, beats = heartAt + heartSlot * heartBytes;
            if (turn >= 2)
                check(cudaStreamWaitEvent(copies, lab.events[heartUsed + heartSlot], 0));
            copyTo(beats, lab.in + heartAt, heartBytes, copies);
            order(copies, nullptr, heartCopied + heartSlot);
            over_pass<<<blocksFor(heartBytes), blockThreads>>>(at(beats), at(traceAt), heart);
            check(cudaEventRecord(lab.events[heartUsed + heartSlot], nullptr));
            copyOut(traceAt, heartBytes, nullptr);
        }
        if (frame > 0) {
            check(cudaEventSynchronize(lab.events[other]));
            check(cudaEventSynchronize(lab.events[2 + other]));
            workOnHost(20);
        }
    }
    check(cudaDeviceSynchronize());
    return finish();
}

/// hospital_control_points() with `unsync` and `move:stream=functions,host_function`: the host waits for no event, and
/// what writes the leaves down has a stream of its own, behind the event of the point's graph. It reads what the host
/// has made, which stays as it is, so that no copy waits for it. Behind each twelfth point the host waits for both
/// streams.
int hospital_advised_control_points()
{
    const cudaStream_t stream = lab.streams[0], functions = lab.streams[1];
    for (std::size_t point = 0; point < points; ++point) {
        char *const leaves = lab.in + point * leavesBytes;
        std::memcpy(leaves, lab.pageable + point * leavesBytes, leavesBytes);
        workOnHost(12);
        copyTo(0, leaves, leavesBytes, stream);
        check(cudaGraphLaunch(controlPoint, stream));
        order(stream, functions, 0); // the event for which the host waited
        check(cudaLaunchHostFunc(functions, writeDown, &pointNumbers[point]));
        if (point % 12 == 11) {
            copyOut(doseAt, doseBlocks * kib, stream);
            check(cudaStreamSynchronize(stream));
            check(cudaStreamSynchronize(functions));
            workOnHost(20);
        }
    }
    return finish();
}

/// hospital_words() with `pool` and `prefetch`: the pool keeps its memory at a wait, and the next batch's copy is
/// issued before all else of this batch, on a stream of its own, into the other of two buffers. What read that buffer
/// is done: the host has waited for it.
int hospital_advised_words(int find, int count)
{
    constexpr std::size_t batches = 20, apart = 16 * mib, bytes = 4 * mib, countsAt = 128 * mib, countsBytes = 64 * kib;
    const cudaStream_t stream = lab.streams[0], copies = lab.streams[1];
    const auto load = [=](std::size_t batch) {
        copyTo(batch % 2 * apart, lab.in + batch % 8 * apart, bytes, copies);
        check(cudaEventRecord(lab.events[batch % 2], copies));
    };
    poolKeepsMemory(true);
    load(0);
    for (std::size_t batch = 0; batch < batches; ++batch) {
        const std::size_t scratch = (16 + batch % 3 * 8) * mib;
        void *words = nullptr, *sorted = nullptr;
        if (batch + 1 < batches)
            load(batch + 1);
        check(cudaMallocAsync(&words, scratch, stream));
        check(cudaMallocAsync(&sorted, scratch, stream));
        if (!words || !sorted)
            return finish();
        check(cudaStreamWaitEvent(stream, lab.events[batch % 2], 0));
        derive_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(at(batch % 2 * apart), static_cast<float *>(words),
                                                                   find);
        check(cudaMemsetAsync(sorted, 0, scratch, stream));
        add_pass<<<blocksFor(bytes), blockThreads, 0, stream>>>(static_cast<const float *>(words),
                                                                static_cast<float *>(sorted), count);
        over_pass<<<blocksFor(countsBytes), blockThreads, 0, stream>>>(static_cast<const float *>(sorted), at(countsAt),
                                                                       count);
        copyBack(batch * countsBytes, countsAt, countsBytes, stream);
        check(cudaFreeAsync(words, stream));
        check(cudaFreeAsync(sorted, stream));
        check(cudaStreamSynchronize(stream));
        workOnHost(20);
    }
    return finish();
}

} // extern "C"
