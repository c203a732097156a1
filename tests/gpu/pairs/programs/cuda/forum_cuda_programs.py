# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as forums and issue trackers discuss them: forum_programs.cu has the programs. Written
without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="forum")


@pairs.add("row-by-row", "merge:h2d")
def row_by_row(after):
    """16 matrices of 160 rows of 8 KiB in pageable memory on the NULL stream: cudaMemcpy of each row, a kernel of 150
    us, and cudaMemcpy of 64 KiB back. The rows lie side by side at both ends, and a matrix is one cudaMemcpy."""
    go = calls("forum_row_copies", after, iterations(1280, 150))
    return checked(go, [(0, 1280)], fetch=True, prepare=lambda n: call("everyday_fill_pageable"))


@pairs.add("error-checks", "unsync")
def error_checks(after):
    """40 steps of a pinned copy in of 512 KiB, kernels of 25, 15, 15, 25 and 15 us, and 64 KiB back, with
    cudaDeviceSynchronize behind each of them to look for errors. It goes, but behind the copy back, whose data the host
    needs."""
    go = calls("forum_error_checks", after, iterations(512, 25), iterations(512, 15))
    return checked(go, [(0, 64)])


@pairs.add("too-many-chunks", "join:chunks=8")
def too_many_chunks(after):
    """16 batches of 16 MiB in 64 chunks in turn on 4 streams: 256 KiB in, a kernel, 256 KiB back, pinned; behind a
    batch a wait for the device. The kernels of a batch take 200 us in all. A batch has 8 chunks of 2 MiB."""
    go = calls("forum_too_many_chunks", 8 if after else 64, iterations(16384, 200))
    return checked(go, [(0, 16 * 1024)])


@pairs.add("upload-priority", "priority:h2d,value=-5", expected="none")
def upload_priority(after):
    """40 video frames in 4 buffers, and three stages with a stream each: a pinned copy in of 6 MiB, kernels of 40, 100
    and 30 us, and 6 MiB back; events order them. The stream of the copies in gets the highest priority; the kernels are
    the limit."""
    go = calls("forum_video_stages", after, *[iterations(6144, us) for us in (40, 100, 30)])
    return checked(go, [(32 * slot, 6 * 1024) for slot in range(4)])


@pairs.add("threshold-one-wait", "pool", expected="none")
def threshold_one_wait(after):
    """60 frames that take 8 MiB of scratch memory with cudaMallocAsync, two kernels of 200 us, cudaFreeAsync, and 16
    KiB back; one wait, at the end. The pool keeps its memory at the wait; it did so between the frames before, too."""
    go = calls("forum_threshold_one_wait", after, iterations(8192, 200))
    return checked(go, [(0, 16 * 60)])


@pairs.add("telemetry-thread", "pin:d2h")
def telemetry_thread(after):
    """Two host threads with a stream each. One is a control loop: 120 times 32 KiB in, a kernel of 32 blocks and 25 us,
    4 KiB back, pinned, a wait and 20 us of work. The other one writes a log: 8 times a kernel of 64 blocks and 100 us,
    12 MiB to pageable memory, a wait and 200 us of work. The memory of the log is pinned; the wait stays."""
    narrow, wide = iterations(32, 25), iterations(64, 100)

    def go(n):
        on_two_threads(lambda thread: call("forum_telemetry_thread", after, thread, n or narrow, n or wide))

    return checked(go, [(0, 32), (64, 64)], fetch=True)


@pairs.add("clear-other-buffer", "move:memset,independent=yes")
def clear_other_buffer(after):
    """60 steps with two buffers of 96 MiB in turn: a kernel of 60 blocks and 80 us that adds to one of them, 60 KiB
    back, zeros for the other one, which the next step adds to, and a wait for the device. The zeros go to a stream of
    their own; the waits keep the steps in order."""
    go = calls("forum_clear_other_buffer", after, iterations(60, 80))
    return checked(go, [(0, 60), (96, 60)])


@pairs.add("worth-a-graph", "graph", expected="none")
def worth_a_graph(after):
    """10 times 16 sweeps of a solver of 80 us with two fields in turn, a kernel of one block for the residual, 4 bytes
    back, and a wait. The sweeps, the residual and its copy are one graph; the kernels are long enough to be launched in
    time without it."""
    length = iterations(4096, 80)

    def prepare(n):
        if after:
            call("forum_worth_a_graph_prepare", n or length)

    go = calls("forum_worth_a_graph", after, length)
    return checked(go, [(0, 4 * 1024), (64, 1)], fetch=True, prepare=prepare)
