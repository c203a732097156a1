# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as they run in the field: field_programs.cu has the programs. Written without a look at
what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="field")


@pairs.add("histogram-graph", "graph")
def histogram_graph(after):
    """20 times 10 frames of 1 MiB whose brightness is spread out: 1 KiB of counts set to zero, a kernel that counts,
    one of a single block that adds up, one that changes the frame, and a copy on the device for the next frame; behind
    10 of them a wait. Each 10 frames become one graph."""

    def prepare(n):
        if after:
            call("field_histogram_graph_prepare")

    parts = [(0, 1024), (16, 1024)]
    return checked(lambda n: call("field_histogram_graph", after), parts, fetch=True, prepare=prepare)


@pairs.add("cache-blocks", "merge:d2d")
def cache_blocks(after):
    """25 steps of decoding: 32 blocks of 64 KiB of a cache are copied on the device, one by one, then a kernel of 60 us
    on all of them, 64 KiB back and a wait. The blocks lie side by side at both ends and are one copy."""
    go = calls("field_cache_blocks", after, iterations(2048, 60))
    return checked(go, [(0, 64)])


@pairs.add("postpone-threads", "postpone:before=issue")  # judged blind as "postpone"
def postpone_threads(after):
    """Two host threads with two streams each: 24 requests in turn on them, of 30 us of work, 1 MiB in, a kernel of 44
    blocks and 90 us, 256 KiB back and a wait for the stream. The host waits when it uses the stream again."""
    length = iterations(44, 90)

    def go(n):
        on_two_threads(lambda thread: call("field_postpone_threads", after, thread, n or length))

    return checked(go, [(32 * stream, 44) for stream in range(4)])


@pairs.add("priority-alone", "priority:kernel critical_pass,value=-5", expected="none")
def priority_alone(after):
    """16 times a copy in of 8 MiB and a kernel of 33 blocks and 100 us, issued at once, and beside them 60 turns of a
    kernel of 16 blocks and 50 us, a wait and 30 us of work on another stream. That stream gets the highest priority;
    there are SMs enough for both."""
    go = calls("field_priority_alone", after, iterations(33, 100), iterations(16, 50))
    return checked(go, [(0, 33), (192, 16)], fetch=True)


@pairs.add("clear-null-stream", "nonblocking")
def clear_null_stream(after):
    """40 steps of a kernel of 60 blocks and 120 us on each of 2 streams, and 32 MiB set to zero on the NULL stream,
    that the kernels do not use. The 2 streams no longer wait for the NULL stream."""
    go = calls("field_clear_null_stream", after, iterations(60, 120))
    return checked(go, [(0, 60), (64, 60), (128, 64)], fetch=True)


@pairs.add("pool-keeps", "pool")
def pool_keeps(after):
    """20 calls of a function that takes 32 MiB of scratch memory with cudaMallocAsync, two kernels of 20 us, 16 KiB
    back, cudaFreeAsync, and a wait. The pool keeps its memory at the wait."""
    go = calls("field_pool_keeps", after, iterations(8192, 20))
    return checked(go, [(0, 16 * 20)])


@pairs.add("half-upload", "scale:h2d,factor=0.5")
def half_upload(after):
    """16 steps issued at once on one stream: 8 MiB in, of which a kernel of 60 us uses the first half, 1 MiB back, and
    a function of the host that takes 80 us (cudaLaunchHostFunc). The half that is not used is not copied."""
    go = calls("field_half_upload", after, iterations(4096, 60))
    return checked(go, [(8 * slot, 1024) for slot in range(4)])
