# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The second set of pairs in CUDA C++: second_programs.cu has the programs."""
from cuda_library import call, iterations
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="second")


@pairs.add("server-events", "drop:sync")
def server_events(after):
    """24 requests in turn on 4 streams: 15 us of work, 1 MiB in, a kernel of 44 blocks and 90 us, 256 KiB back and an
    event that the host waits for. The host waits once, at the end."""
    n = iterations(44, 90)
    return lambda: call("server_events", after, n)


@pairs.add("ring-threads", "scale:kernel churn_pass,factor=0.5")
def ring_threads(after):
    """Two host threads with a stream and a ring of 4 pinned buffers each: 30 times a wait for the buffer, 30 us of
    work, 1 MiB in, a kernel of 66 blocks and 80 us, 128 KiB back. The kernels get half the iterations."""
    n = iterations(66, 80)
    return lambda: on_two_threads(lambda thread: call("ring_threads", after, thread, n))


@pairs.add("graph-turns", "graph")
def graph_turns(after):
    """24 turns of 30 kernels, 2 us with 132 blocks and 4 us with 32 blocks in turn, 4 KiB back and a wait. Each turn
    becomes one graph."""
    wide, narrow = iterations(132, 2), iterations(32, 4)
    call("graph_turns_prepare", wide, narrow)
    return lambda: call("graph_turns", after, wide, narrow)


@pairs.add("alloc-loop", "scale:kernel churn_pass,factor=0.5")
def alloc_loop(after):
    """12 steps of cudaMalloc of 32 MiB, 4 MiB in, a kernel of 200 us, 1 MiB back, a wait and cudaFree. The kernels get
    half the iterations."""
    n = iterations(2112, 200)
    return lambda: call("alloc_loop", after, n)


@pairs.add("split-long-kernel", "split:chunks=4,streams=2")
def split_long_kernel(after):
    """3 batches of 48 MiB in, a kernel of 1.2 ms, 16 MiB back and a wait on one stream become 4 chunks in turn on 2
    streams."""
    n = iterations(49152, 1200)
    chunks, streams = (4, 2) if after else (1, 1)
    return lambda: call("split_long_kernel", chunks, streams, n)


@pairs.add("move-results", "move:d2h")
def move_results(after):
    """16 steps of a kernel of 150 us and an 8 MiB copy back of its result on one stream. The copies back go to a stream
    of their own; each waits for its kernel by an event."""
    n = iterations(8192, 150)
    return lambda: call("move_results", after, n)


@pairs.add("merge-results", "merge:d2h")
def merge_results(after):
    """30 turns of a kernel of 20 us, 16 copies back of 4 KiB and a wait. The results lie side by side and are one
    copy."""
    n = iterations(132, 20)
    return lambda: call("merge_results", after, n)


@pairs.add("drop-memset", "drop:memset")
def drop_memset(after):
    """16 steps of 10 us of work, 128 MiB set to zero and a kernel of 60 us. The memory is not set."""
    n = iterations(1056, 60)
    return lambda: call("drop_memset", after, n)


@pairs.add("null-stream", "nonblocking")
def null_stream(after):
    """12 steps of a kernel of 30 blocks and 100 us on each of 4 streams, and one of 8 blocks and 40 us on the NULL
    stream. The 4 streams no longer wait for the NULL stream."""
    small, shorter = iterations(30, 100), iterations(8, 40)
    return lambda: call("null_stream", after, small, shorter)


@pairs.add("move-branch", "move:kernel blend_pass,independent=yes")
def move_branch(after):
    """15 steps of kernels of 50, 70 and 50 us on 40 to 60 blocks on one stream. The second of them needs nothing of the
    others and goes to a stream of its own."""
    first, second = iterations(40, 50), iterations(60, 70)
    return lambda: call("move_branch", after, first, second)


@pairs.add("pin-server", "pin")
def pin_server(after):
    """12 requests on one stream: 6 MiB in, a kernel of 100 us and 1 MiB back that the host waits for, from and to
    pageable memory, and 25 us of work. The memory is pinned."""
    n = iterations(6144, 100)
    return lambda: call("pin_server", after, n)
