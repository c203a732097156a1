# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as one meets them every day: everyday_programs.cu has the programs."""
import advised_cuda_programs
from cuda_library import call, iterations
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="everyday")


def calls(function, *arguments):
    """A function of the number of iterations that takes it for each of the lengths, which follow the first argument;
    these themselves where it is None."""
    first, *lengths = arguments
    return lambda n: call(function, first, *[n or length for length in lengths])


def checked(go, parts, **options):
    """`go` with the lengths of the pair, and a result from few iterations in all kernels."""
    return advised_cuda_programs.checked(go, None, parts, **options)


@pairs.add("halo-exchange", "move:h2d d2h")
def halo_exchange(after):
    """30 steps of a stencil on one stream: two kernels of 10 us for the ends of the grid, two pinned copies of 512 KiB
    back, a kernel of 120 us for the rest, and two copies of 512 KiB in, which the next step's first kernels need. The
    copies go to a stream of their own, and events keep that order of the data."""
    go = calls("everyday_halo_exchange", after, iterations(15360, 120), iterations(512, 10))
    return checked(go, [(0, 17 * 1024)], fetch=True)


@pairs.add("pin-frames", "pin")
def pin_frames(after):
    """16 video frames on the NULL stream: 50 us of work, cudaMemcpy of 2 MiB in, kernels of 40, 90 and 25 us, and
    cudaMemcpy of 2 MiB back, from and to pageable memory. The memory is pinned, and only the copy back still blocks."""
    go = calls("everyday_pin_frames", after, *[iterations(2048, us) for us in (40, 90, 25)])
    return checked(go, [(0, 8 * 1024)], fetch=True, prepare=lambda n: call("everyday_fill_pageable"))


@pairs.add("drop-estimate", "drop:d2h")
def drop_estimate(after):
    """60 iterations of a Monte Carlo simulation on the NULL stream: a kernel of 70 us, one that adds up on the device,
    cudaMemcpy of the 4 bytes of the sum to a variable, which the host only shows, and 12 us of work. The copies go."""
    go = calls("everyday_drop_estimate", after, iterations(264, 70))
    return checked(go, [(0, 264), (64, 1)], fetch=True)


@pairs.add("graph-solver", "graph")
def graph_solver(after):
    """100 iterations of a solver: six kernels of 2 to 5 us on 1 to 264 blocks, 4 bytes of a residual back, and a wait,
    because the host looks at it. Each iteration becomes one graph."""
    lengths = iterations(264, 4), iterations(64, 2)

    def prepare(n):
        if after:
            call("everyday_graph_solver_prepare", *[n or length for length in lengths])

    go = calls("everyday_graph_solver", after, *lengths)
    return checked(go, [(0, 264), (1, 64), (2, 64), (64, 1)], fetch=True, prepare=prepare)


@pairs.add("scale-results", "scale:d2h,factor=0.5")
def scale_results(after):
    """Two host threads with a stream each: 24 requests of 10 us of work, 256 KiB in, a kernel of 66 blocks and 60 us, 6
    MiB back and a wait. The result has half the bytes, as in half precision."""
    n = iterations(66, 60)
    return lambda: on_two_threads(lambda thread: call("everyday_scale_results", after, thread, n))


@pairs.add("merge-uploads", "merge:h2d")
def merge_uploads(after):
    """25 steps of 40 pieces of 16 KiB, each put into pinned memory by the host and copied in, then a kernel of 40 us,
    64 KiB back and a wait. The pieces lie side by side, and one copy brings all of them."""
    go = calls("everyday_merge_uploads", after, iterations(640, 40))
    return checked(go, [(0, 64)], prepare=lambda n: call("everyday_fill_pageable"))


@pairs.add("prefetch-batches", "prefetch:depth=1")
def prefetch_batches(after):
    """18 steps with two buffers in turn: copies of 6 MiB and 512 KiB on one stream, behind an event kernels of 140 and
    10 us on another, 256 KiB back, a wait and 20 us of work with the result. The copies of the next step are issued
    before the kernels of this one."""
    go = calls("everyday_prefetch_batches", after, iterations(6144, 140), iterations(512, 10))
    return checked(go, [(0, 256), (32, 256), (16, 512), (48, 512)], fetch=True)


@pairs.add("split-two-inputs", "split:chunks=8,streams=3")
def split_two_inputs(after):
    """4 batches on one stream: two inputs of 32 MiB, a kernel of 300 us on both, 32 MiB back and a wait for the device.
    Each batch becomes 8 chunks in turn on 3 streams."""
    n = iterations(32768, 300)
    chunks, streams = (8, 3) if after else (1, 1)
    return checked(lambda few: call("everyday_split_two_inputs", chunks, streams, few or n), [(64, 32 * 1024)])


@pairs.add("drop-check", "drop:kernel check_pass")
def drop_check(after):
    """30 steps of three kernels that read or write 128 MiB and do little else, and beside them, on another stream, a
    copy of 4 MiB into the other of two buffers, which the next step reads. The second kernel, which only looks for
    values that are no numbers, goes."""
    return checked(lambda n: call("everyday_drop_check", after), [(64, 64 * 1024)], fetch=True)


@pairs.add("move-tables", "move:h2d", expected="none")
def move_tables(after):
    """10 steps of a pinned copy of 96 KiB in and a kernel of 600 us that reads it, on one stream. The copies go to a
    stream of their own, each kernel waits for its copy by an event; the kernels are the limit."""
    go = calls("everyday_move_tables", after, iterations(2112, 600))
    return checked(go, [(64, 2112)], fetch=True)
