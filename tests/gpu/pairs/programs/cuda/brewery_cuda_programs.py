# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as breweries, wineries and bakeries run them: brewery_programs.cu has the programs.
Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable, on_four_threads
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="brewery")


@pairs.add("tanks-of-a-brewery", "spread:kernel tank_pass,streams=4")
def tanks_of_a_brewery(after):
    """10 turns of sensors in eight tanks, on one stream: a pinned copy in of 1 MiB, for each tank a kernel of 40 blocks
    of 128 threads and some 65 us, of whose 240 loads each depends on the one before, and which needs nothing of the
    others; one of 8 blocks that takes means off, 160 KiB back, a wait, and 15 us of work. The kernels of the tanks go
    to 4 new streams in turn, which wait for the copy in by an event; the first stream waits for the four of them."""
    return checked(lambda _n: call("brewery_tanks", after), [(64, 10 * 160)])


@pairs.add("bottles-under-four-cameras", "pin")
def bottles_under_four_cameras(after):
    """Four host threads with a stream each, for four cameras that look at bottles, 14 bottles each: 15 us of work,
    cudaMemcpyAsync of 1536 KiB from pageable memory, 1 KiB set to zero, a kernel of 768 blocks of 512 threads and 30 us
    that finds edges, one of 96 blocks of 1024 threads that counts them with atomics, cudaMemcpyAsync of 256 and 1 KiB
    to pageable memory, and a wait for the stream. All that memory is pinned."""
    length = iterations(1536, 30)

    def go(n):
        on_four_threads(lambda thread: call("brewery_bottles", after, thread, n or length))

    parts = [(16 * camera + at, size) for camera in range(4) for at, size in ((8, 256), (12, 1))]
    return checked(go, parts, fetch=True, prepare=fill_pageable)


@pairs.add("fermenters-and-cooling", "nonblocking")
def fermenters_and_cooling(after):
    """22 turns of two fermenters on two streams, made by cudaStreamCreate, issued at once: a pinned copy in of 64 KiB,
    a kernel of 66 blocks of 64 threads and some 80 us, or of 48 blocks of 192 threads and some 100 us, with 24
    substances in registers, and 17 or 36 KiB back; behind each of both a product of matrices of 256 blocks and some 25
    us on the NULL stream, for the cooling; a wait for the device at the end. The two streams are non-blocking ones, and
    all three kinds of kernels run side by side."""
    return checked(lambda _n: call("brewery_fermenters", after), [(128, 22 * 64), (144, 22 * 64)])


@pairs.add("crusts-and-crumbs", "move:kernel crust_pass,independent=yes")
def crusts_and_crumbs(after):
    """20 turns of loaves in an oven, on one stream: a kernel of 20 blocks of 1024 threads and some 90 us in 32 KiB of
    shared memory for the heat in their crusts; three kernels of 4000 blocks and some 35 us that read and write 64 MiB
    each for the crumb, 64 KiB back, a wait for the device, and 10 us of work. The kernels for the crusts go to a stream
    of their own, without events: they need nothing of the rest."""
    return checked(lambda _n: call("brewery_loaves", after), [(200, 320), (64, 64)], fetch=True)


@pairs.add("recipes-in-three-branches", "graph")
def recipes_in_three_branches(after):
    """30 recipes by what is in store, on three streams with events: a pinned copy in of 256 KiB, behind it 6 kernels of
    64 blocks of 64 threads and some 5 us of loads that depend on each other, beside them 6 of 256 blocks and 5 us of
    arithmetic, and 5 of 8 blocks of 512 threads with many barriers; a blend of the three, 16 KiB back, a wait, and 15
    us of work. Each turn becomes one graph with three branches."""
    length = iterations(256, 5)

    def prepare(n):
        if after:
            call("brewery_recipes_prepare", n or length)

    return checked(calls("brewery_recipes", after, length), [(64, 16)], prepare=prepare)


@pairs.add("loads-of-grapes", "split:chunks=6,streams=3")
def loads_of_grapes(after):
    """3 loads of grapes, on one stream: a pinned copy in of 24 MiB, a kernel of 3072 blocks of 512 threads and 200 us
    with four values each, one of as many that takes roots and waits for memory, 24 MiB back, and a wait for the device.
    A load becomes 6 chunks in turn on 3 streams."""
    go = calls("brewery_grapes", 6 if after else 1, iterations(24576, 200))
    return checked(go, [(0, 24 * 1024), (64, 24 * 1024)])


@pairs.add("labels-of-two-lines", "unsync:cudaDeviceSynchronize")
def labels_of_two_lines(after):
    """Two host threads with a stream each, for two lines of bottles, 24 labels each: a pinned copy in of 1 MiB, a
    kernel of 256 blocks of 1024 threads and 20 us that makes it clear, a product of matrices of 64 blocks and some 45
    us, one of 8 blocks of 512 threads and some 40 us of loads that depend on each other, 16 KiB back, and a wait for
    the stream. Behind each of the first two kernels is a wait for the device, left from debugging, which waits for the
    other thread's kernels, too. These waits go."""
    length = iterations(1024, 20)

    def go(n):
        on_two_threads(lambda thread: call("brewery_labels", after, thread, n or length))

    return checked(go, [(128, 24 * 16), (160, 24 * 16)])


@pairs.add("corks-beside-demand", "priority:kernel cork_pass,value=-5")
def corks_beside_demand(after):
    """10 kernels of 3960 blocks and 400 us with 100 KiB of shared memory each that forecast demand, issued at once on
    one stream; on another one 40 corks: a pinned copy in of 12 KiB, a kernel of 24 blocks of 128 threads and 30 us, 12
    KiB back, a wait, and 20 us of work. The stream of the corks gets the highest priority."""
    go = calls("brewery_corks", after, iterations(3960, 400, True), iterations(24, 30))
    return checked(go, [(128, 40 * 12)])


@pairs.add("hops-of-six-fields", "spread:kernel hop_pass,streams=3", expected="none")
def hops_of_six_fields(after):
    """5 turns of what hops of six fields are worth, on one stream: a pinned copy in of 1 MiB, for each field a kernel
    of 3168 blocks of 512 threads and 220 us, which needs nothing of the others, one of 264 blocks that takes their
    mean, 264 KiB back, and a wait. The kernels of the fields go to 3 new streams in turn, with events. Each of them
    fills the GPU."""
    return checked(calls("brewery_hops", after, iterations(6336, 220)), [(64, 5 * 264)])
