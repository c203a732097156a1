# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as a workshop would collect them from its guests: workshop_programs.cu has the
programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="workshop")


@pairs.add("null-stream-copies", "nonblocking")
def null_stream_copies(after):
    """Two host threads answer 40 requests each. One has a stream: a pinned copy in of 1 MiB, two kernels of 60 blocks
    and 80 us, 256 KiB back and a wait. The other one works on the NULL stream: cudaMemcpy of 48 KiB from pageable
    memory, a kernel of 48 blocks and 120 us, cudaMemcpy back. The stream no longer waits for the NULL stream."""
    wide, narrow = iterations(60, 80), iterations(48, 120)

    def go(n):
        on_two_threads(lambda thread: call("workshop_null_stream_copies", after, thread, n or wide, n or narrow))

    return checked(go, [(0, 60), (128, 48)], fetch=True, prepare=lambda n: call("everyday_fill_pageable"))


@pairs.add("buffers-given-back", "scale:kernel search_pass,factor=0.5")
def buffers_given_back(after):
    """40 steps on one stream with three buffers in turn: the host waits in a loop until the buffer is free, works 40
    us, and issues 2 MiB in, a kernel of 150 us, 64 KiB back and a function of the host that gives the buffer back
    (cudaLaunchHostFunc). The kernel does its work once and not twice."""
    go = calls("workshop_buffers_given_back", after, iterations(2048, 150) // 2)
    return checked(go, [(0, 64), (16, 64), (32, 64)])


@pairs.add("two-buffers-issue", "postpone:before=issue")
def two_buffers_issue(after):
    """40 requests in turn on 2 streams with a buffer each: 80 us of work that needs no buffer, 1 MiB in, a kernel of 44
    blocks and 130 us, 256 KiB back, and an event that the host waits for. It waits for the event before it issues the
    next request to the same stream, when its work for that is done."""
    go = calls("workshop_two_buffers", after, iterations(44, 130))
    return checked(go, [(0, 44), (32, 44)])


@pairs.add("graph-in-turn", "unsync")
def graph_in_turn(after):
    """60 turns of a graph (64 KiB set to zero, 256 KiB in, eight kernels of 6 us, 256 KiB copied on the device, 64 KiB
    back), a single kernel of 320 blocks and 60 us, and a wait. The waits go, but the last."""
    short, single = iterations(256, 6), iterations(320, 60)
    prepare = lambda n: call("workshop_graph_in_turn_prepare", n or short)
    go = calls("workshop_graph_in_turn", after, single)
    return checked(go, [(0, 64), (16, 320)], fetch=True, prepare=prepare)


@pairs.add("full-graphs", "move:kernel blend_pass,independent=yes", expected="none")
def full_graphs(after):
    """8 turns of two graphs on one stream, and a wait for the device: 4 KiB set to zero, five kernels of 2112 blocks
    and 200 us and 16 KiB back; five other kernels of the same size on data of their own. The second graph goes to a
    stream of its own; the kernels of each fill the GPU."""
    length = iterations(2112, 200)
    # 8 turns of five kernels on the same data would bring all of it to 1
    prepare = lambda n: call("workshop_full_graphs_prepare", n // 10 if n else length)
    return checked(lambda n: call("workshop_full_graphs", after), [(0, 2112), (64, 2112)], fetch=True, prepare=prepare)


@pairs.add("pool-every-eighth", "pool")
def pool_every_eighth(after):
    """24 steps that take 24 MiB and 8 MiB of scratch memory with cudaMallocAsync, with a kernel of 250 us behind each,
    16 KiB back, and cudaFreeAsync; behind each eighth step a wait. The pool keeps its memory at the wait."""
    go = calls("workshop_pool_every_eighth", after, iterations(2048, 250))
    return checked(go, [(0, 16 * 24)])


@pairs.add("tiles-two-directions", "move:d2h")
def tiles_two_directions(after):
    """24 tiles of an image on one stream: a 2D copy in of 1024 rows of 4 KiB, a kernel of 60 us, and a 2D copy back,
    all pinned. The copies back go to a stream of their own; each waits for its kernel by an event."""
    go = calls("workshop_tiles_two_directions", after, iterations(4096, 60))
    return checked(go, [(0, 8 * 1024), (184, 8 * 1024)])


@pairs.add("pinned-alloc-loop", "drop:alloc free")
def pinned_alloc_loop(after):
    """10 calls of a function: cudaMallocHost of 2 MiB, which the host fills, a copy in, a kernel of 150 us, 1 MiB back,
    a wait and cudaFreeHost. The pinned memory is allocated once, before."""
    go = calls("workshop_pinned_alloc_loop", after, iterations(2048, 150))
    return checked(go, [(0, 1024)], prepare=lambda n: call("workshop_pinned_alloc_loop_prepare"))
