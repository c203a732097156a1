# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as archives, libraries, planetariums and television run them: museum_programs.cu has
the programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="museum")


@pairs.add("sound-of-old-tapes", "priority:kernel listen_pass,value=-5")
def sound_of_old_tapes(after):
    """16 turns of an archive of sound: a kernel of 4224 blocks and 400 us that restores a tape, on a stream for which
    nobody waits; on another stream a pinned copy in of 16 KiB, a kernel of 16 blocks and 40 us with what somebody
    listens to meanwhile, 16 KiB back, a wait for that stream, and 20 us of work; a wait for the device at the end. The
    stream of who listens gets the highest priority, and the next tape is issued while the one before is at work."""
    go = calls("museum_tapes", after, iterations(4224, 400), iterations(16, 40))
    return checked(go, [(0, 4224), (96, 16)], fetch=True)


@pairs.add("checksums-of-collections", "order=depth-first")
def checksums_of_collections(after):
    """12 turns of three collections with a stream each, written stage by stage: cudaMemcpyAsync of 2 MiB from pageable
    memory for all of them, then all kernels, of 2048 blocks and 150 us, which leave a sum for each block, then all
    copies back of 8 KiB, a wait for the device, and 20 us of work. Each collection is issued from its copy in to its
    copy back before the next: a kernel runs while the host is held up by the copy of the next collection."""
    go = calls("museum_checksums", after, iterations(2048, 150))
    return checked(go, [(64 + 16 * number, 8) for number in range(3)], prepare=fill_pageable)


@pairs.add("families-as-graphs", "graph")
def families_as_graphs(after):
    """40 persons whose families are drawn: a pinned copy in of 24 KiB, eight generations of ancestors on one stream and
    eight of descendants on another one, a kernel of 24 blocks and 5 us for each; the first stream waits for the other
    one by an event, has such a kernel that puts both together, 24 KiB back, and a function of the host of 5 us that
    draws (cudaLaunchHostFunc); a wait, and 15 us of work. A family is one graph with two branches."""
    length = iterations(24, 5)

    def prepare(n):
        if after:
            call("museum_families_prepare", n or length)

    return checked(calls("museum_families", after, length), [(32, 24), (64, 24)], prepare=prepare)


@pairs.add("archive-packed", "merge:d2h", expected="none")
def archive_packed(after):
    """24 pieces of an archive in turn on two streams with buffers of their own, issued at once: a pinned copy in of 4
    MiB, a kernel of 4096 blocks and 260 us that packs it, and four lists of 64 KiB back, with heads, lengths, codes and
    sums; a wait for the device at the end. The lists lie side by side, and are one copy. The kernel of the other stream
    ran meanwhile already."""
    return checked(calls("museum_archive", after, iterations(4096, 260)), [(128, 24 * 256)])


@pairs.add("weather-on-television", "move:kernel legend_pass,independent=yes")
def weather_on_television(after):
    """40 frames of a map of the weather: on a blocking stream a pinned copy in of 64 KiB, a kernel of 64 blocks and 70
    us that draws clouds, 64 KiB back; on the NULL stream a kernel of 8 blocks and 40 us that draws the legend, which
    stays on the GPU; the same as with clouds for rain, on another blocking stream; a wait for the device, and 15 us of
    work. The legend goes to a stream that does not block, and clouds and rain are drawn beside each other."""
    go = calls("museum_weather", after, iterations(64, 70), iterations(8, 40))
    return checked(go, [(64, 64), (80, 64), (96, 8)], fetch=True)


@pairs.add("dome-of-six-projectors", "scale:kernel blend_pass,factor=0.5")
def dome_of_six_projectors(after):
    """30 frames of a dome with six projectors: a pinned copy in of 22 KiB; on six streams, behind an event, a kernel of
    22 blocks and 150 us each, that bends the picture; the first stream waits for all by events, has a kernel of 132
    blocks and 50 us that makes the seams between the pictures soft, and 132 KiB back; a wait, and 15 us of work. The
    seams take 25 us. Bending takes most of the time."""
    bend, seams = iterations(22, 150), iterations(132, 25 if after else 50)
    return checked(lambda n: call("museum_dome", n or bend, n or seams), [(64, 132)])


@pairs.add("two-readers-search", "unsync:cudaStreamSynchronize", expected="none")
def two_readers_search(after):
    """Two host threads with a stream each, for two readers who search in an archive, 40 questions each: a pinned copy
    in of 4 KiB, a kernel of 60 blocks and 120 us that holds the question against what the archive has,
    cudaMemcpyAsync of 60 KiB back to pageable memory, a wait for the stream, and 20 us of work. The waits go. The copy
    back to pageable memory has held up the host already until all was done."""
    length = iterations(60, 120)

    def go(n):
        on_two_threads(lambda thread: call("museum_readers", after, thread, n or length))

    return checked(go, [(128, 60), (160, 60)])
