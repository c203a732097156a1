# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as people bring them to a performance clinic: clinic_programs.cu has the programs.
Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="clinic")


def fill_pageable(_n):
    call("everyday_fill_pageable")


@pairs.add("scan-chunks", "pin:h2d")
def scan_chunks(after):
    """8 scans of a column of 16 MiB in a database, in 8 chunks in turn on 2 streams: cudaMemcpyAsync of 2 MiB from
    pageable memory, and a kernel that adds up what a condition holds for; behind each scan 16 KiB back, a wait and 20
    us of work. The column lies in pinned memory."""
    return checked(lambda n: call("clinic_scan_chunks", after), [(64, 16)], prepare=fill_pageable)


@pairs.add("pulses-device-wait", "postpone")
def pulses_device_wait(after):
    """40 pulses of a radar in turn on 2 streams with a buffer each: the host puts 1 MiB into the buffer and works 30
    us, 1 MiB in, a kernel of 1024 blocks and 120 us, 256 KiB back, and cudaDeviceSynchronize, by which the two buffers
    win nothing. The host waits for a stream, before it fills its buffer again."""
    go = calls("clinic_pulses", after, iterations(1024, 120))
    return checked(go, [(0, 256), (32, 256)], prepare=fill_pageable)


@pairs.add("audio-deadline", "graph", expected="none")
def audio_deadline(after):
    """30 blocks of 64 samples of 256 channels of sound, one each 333 us: the host waits in a loop until it is time,
    takes the samples, issues 64 KiB in, seven kernels of 64 blocks and 4 us, 64 KiB back, and waits. The work of a
    block becomes one graph; the next block comes no earlier."""
    length = iterations(64, 4)

    def prepare(n):
        fill_pageable(n)
        if after:
            call("clinic_audio_prepare", n or length)

    return checked(calls("clinic_audio", after, length), [(0, 64)], prepare=prepare)


@pairs.add("small-pieces", "join:chunks=32")
def small_pieces(after):
    """5 times 32 MiB are encrypted in 256 pieces of 128 KiB in turn on 4 streams: a pinned copy in, a kernel of 128
    blocks and 4 us, a pinned copy back; and a wait for the device. They are 8 pieces of 4 MiB."""
    go = calls("clinic_pieces", 4096 if after else 128, iterations(128, 4))
    return checked(go, [(0, 32 * 1024)])


@pairs.add("trajectory-frames", "move:d2h host_function")
def trajectory_frames(after):
    """100 steps of molecular dynamics on one stream: kernels of 8192 blocks and 40 us, of 64 blocks and 8 us, and one
    that reads and writes 40 MiB. Each twentieth step copies 8 MiB on the device as a snapshot, which goes back to
    pinned memory, and to a function of the host that takes 150 us (cudaLaunchHostFunc). The copies back and the
    functions go to a stream of their own."""
    go = calls("clinic_trajectory", after, iterations(8192, 40), iterations(64, 8))
    return checked(go, [(0, 8 * 1024), (16, 8 * 1024)])


@pairs.add("tiles-overlay", "priority:kernel overlay_pass,value=-5", expected="none")
def tiles_overlay(after):
    """24 tiles of an image, kernels of 1056 blocks and 400 us, issued at once: the blocks of one fill the GPU and end
    together. Beside them 20 turns of a kernel of 16 blocks and 30 us, a wait and 100 us of work on another stream. That
    stream gets the highest priority; but no block that runs makes room."""
    go = calls("clinic_tiles_overlay", after, iterations(1056, 400), iterations(16, 30))
    return checked(go, [(0, 1056), (192, 16)], fetch=True)


@pairs.add("option-books", "split:chunks=4,streams=4", expected="none")
def option_books(after):
    """5 books of 2112 options: a pinned copy in of 132 KiB, a kernel of 2112 blocks and 1500 us that simulates, 8 KiB
    back, and a wait for the device. A book becomes 4 chunks on 4 streams; there is hardly a copy to hide."""
    return checked(calls("clinic_option_books", 4 if after else 1, iterations(2112, 1500)), [(64, 8), (68, 8)])


@pairs.add("checked-kernels", "unsync", "graph:nodes=25")
def checked_kernels(after):
    """100 iterations of conjugate gradients on 1024 x 1024 points, three kernels of 4096 blocks and two of one block,
    with cudaDeviceSynchronize behind each kernel, as a macro that looks for errors leaves it. The waits go, but the
    last, and each 5 iterations are one graph."""
    prepare = lambda n: call("clinic_checked_kernels_prepare")
    return checked(lambda n: call("clinic_checked_kernels", after), [(16, 4096)], fetch=True, prepare=prepare)


@pairs.add("decoder-muxer", "host:host_work >100us,factor=0.5", expected="none")
def decoder_muxer(after):
    """Two host threads with a stream each, and 32 pictures in three buffers in turn. One thread parses for 120 us, and
    issues a 2D copy in of 1620 rows of 1920 bytes, a kernel of 3240 blocks and 40 us, and an event. The other one lets
    its stream wait for the event, issues a kernel of 512 blocks and 100 us and 512 KiB back, waits, and works 60 us on
    the result. The parser takes 60 us; the second thread is the limit."""
    convert, encode = iterations(3240, 40), iterations(512, 100)

    def go(n):
        on_two_threads(lambda thread: call("clinic_decoder_muxer", after, thread, n or convert, n or encode))

    return checked(go, [(8, 512), (24, 512), (40, 512)])
