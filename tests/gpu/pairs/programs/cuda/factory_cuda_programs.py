# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as companies run them in production and in industry: factory_programs.cu has the
programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable, on_four_threads
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="factory")


@pairs.add("annealing-four-threads", "unsync")
def annealing_four_threads(after):
    """Four host threads with a stream each look for a short route by annealing, in 50 rounds: 25 us of work, 4 KiB of
    random numbers into pinned memory of the round's own and in, a kernel of 32 blocks and 50 us that changes the tour,
    one of a single block for its length, and 32 KiB copied on the device, which keeps the tour; a wait for the stream.
    The tour and its length go back at the end. The waits go, but the last of each thread."""
    length = iterations(32, 50)

    def go(n):
        on_four_threads(lambda thread: call("factory_annealing", after, thread, n or length))

    parts = [(32 * thread + offset, size) for thread in range(4) for offset, size in ((12, 32), (16, 1))]
    return checked(go, parts, prepare=fill_pageable)


@pairs.add("hash-join-batches", "split:chunks=4,streams=2")
def hash_join_batches(after):
    """4 batches of a hash join in a database, on one stream: a pinned copy in of 16 MiB of keys, a kernel of 4096
    blocks and 1500 us that looks for them in a table of 1 MiB on the device, 4 MiB of rows back, and a wait for the
    device. A batch becomes 4 chunks in turn on 2 streams. The kernel takes most of the time."""
    go = calls("factory_hash_join", 4 if after else 1, iterations(4096, 1500))
    return checked(go, [(128 + 16 * batch, 4 * 1024) for batch in range(4)])


@pairs.add("flow-two-domains", "graph")
def flow_two_domains(after):
    """25 turns of a flow in two domains with a stream each: eight steps of a kernel of 16 blocks and 4 us for the edge,
    16 KiB copied on the device to the halo of the other domain, an event that the other stream waits for before its
    next step, and a kernel of 128 blocks and 6 us for what lies inside; behind them a kernel of one block for the
    residual, 4 bytes back, a wait, and 10 us of work. The eight steps and the residual are one graph with a branch for
    each domain."""
    edge, interior = iterations(16, 4), iterations(128, 6)

    def prepare(n):
        if after:
            call("factory_flow_domains_prepare", n or edge, n or interior)

    go = calls("factory_flow_domains", after, edge, interior)
    return checked(go, [(0, 144), (32, 144), (64, 1)], fetch=True, prepare=prepare)


@pairs.add("tenants-and-bills", "nonblocking")
def tenants_and_bills(after):
    """Two host threads. One serves 48 requests of two tenants in turn on two streams, made by cudaStreamCreate: a wait
    for the stream, 15 us of work, a pinned copy in of 256 KiB, a kernel of 40 blocks and 90 us, 64 KiB back. The other
    one makes 24 bills on the NULL stream: 16 KiB of counters set to zero, a kernel of 16 blocks and 50 us that adds to
    them, cudaMemcpy of them to pageable memory, and 60 us of work. The two streams are non-blocking ones, and no longer
    wait for the NULL stream."""
    wide, narrow = iterations(40, 90), iterations(16, 50)

    def go(n):
        on_two_threads(lambda thread: call("factory_tenants_bills", after, thread, n or wide, n or narrow))

    return checked(go, [(0, 64), (32, 64), (128, 16)], fetch=True)


@pairs.add("transcode-scratch", "pool")
def transcode_scratch(after):
    """24 frames of a video that are made smaller: 24, 12 and 6 MiB of scratch memory with cudaMallocAsync, a pinned
    copy in of 1 MiB, kernels of 264, 264, 66 and 64 blocks and about 40 us, between them 256 KiB copied on the device
    and 6 MiB set to zero, 64 KiB back, cudaFreeAsync, and a wait. The pool keeps its memory at the wait."""
    return checked(calls("factory_transcode", after, iterations(264, 40)), [(0, 64 * 24)])


@pairs.add("compress-in-stages", "order=depth-first")
def compress_in_stages(after):
    """4 batches of 12 blocks of data that are compressed, in turn on 4 streams, written stage by stage: all pinned
    copies in of 4 MiB; then for each block 1 KiB of counts set to zero, a kernel that counts and one of 2048 blocks and
    60 us that encodes; then all copies back of 2 MiB, and a wait for the device. Each block is issued from its copy in
    to its copy back before the next."""
    go = calls("factory_compress", after, iterations(2048, 60))
    return checked(go, [(96 + 4 * block, 2 * 1024) for block in range(12)])


@pairs.add("checkpoint-chunks", "join:chunks=6", expected="none")
def checkpoint_chunks(after):
    """3 checkpoints of 96 MiB that stream to the host in 24 chunks in turn on 2 streams: a kernel of 4096 blocks and 20
    us that takes the state to another place, and a pinned copy back of 4 MiB; behind a checkpoint a wait for the
    device. A checkpoint has 6 chunks of 16 MiB; the copies back are the limit."""
    go = calls("factory_checkpoints", 6 if after else 24, iterations(4096, 20))
    return checked(go, [(128 + 32 * part, 4 * 1024) for part in range(3)])


@pairs.add("ray-tiles-denoised", "scale:kernel denoise_pass,factor=0.5", expected="none")
def ray_tiles_denoised(after):
    """30 tiles of a picture in two buffers: a kernel of 132 blocks and 200 us traces rays; on another stream, behind an
    event, one of 16 blocks and 120 us takes the noise out, 16 KiB go back to pinned memory, and a function of the host
    of 30 us puts them into the frame (cudaLaunchHostFunc); the stream of the rays waits by an event for the buffer.
    Taking the noise out takes half as long; the rays are the limit."""
    trace, denoise = iterations(132, 200), iterations(16, 60 if after else 120)
    return checked(lambda n: call("factory_ray_tiles", n or trace, n or denoise), [(128, 16 * 30)])


@pairs.add("turbine-sensors", "pin", expected="none")
def turbine_sensors(after):
    """20 windows of what the sensors of a turbine have measured, from and to pageable memory: cudaMemcpyAsync of 32 KiB
    in, four steps of a Fourier transform, kernels of 32 blocks and 120 us, 16 KiB of peaks set to zero, a short kernel
    that adds to them, cudaMemcpyAsync of them back, a wait, and 20 us of work. The memory is pinned; the copies are
    small, and the kernels are the limit."""
    go = calls("factory_turbine", after, iterations(32, 120))
    return checked(go, [(64, 16)], fetch=True, prepare=fill_pageable)


@pairs.add("risk-grid", "pin:h2d", "prefetch:depth=1")
def risk_grid(after):
    """24 steps of the risk of a book under scenarios, on one stream: cudaMemcpyAsync of 2 MiB from pageable memory, a
    kernel of 2048 blocks and 220 us, one of a single block that adds up, 4 bytes back to pinned memory, a wait, and 15
    us of work with the sum. The scenarios lie in pinned memory, and those of the next step are copied on a stream of
    their own before the kernels of this one, into the other of two buffers."""
    return checked(calls("factory_risk_grid", after, iterations(2048, 220)), [(160, 1)], prepare=fill_pageable)
