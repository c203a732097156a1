# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The pairs in CUDA C++: programs.cu has the programs, this file their names, changes and lengths of kernels."""
from cuda_library import call, iterations
from pair import Pairs, on_two_threads

pairs = Pairs("cuda")


@pairs.add("unsync-copies", "unsync", expected="none")
def unsync_copies(after):
    """10 steps of a 48 MiB pinned copy in and a short kernel on one stream. The wait after each step goes; the copies
    are the limit."""
    n = iterations(132, 20)
    return lambda: call("unsync_copies", after, n)


@pairs.add("unsync-two-threads", "unsync")
def unsync_two_threads(after):
    """Two host threads with a stream each: 50 times 40 us of work and a kernel of 60 blocks and 50 us. The wait after
    each kernel goes."""
    n = iterations(60, 50)
    return lambda: on_two_threads(lambda thread: call("unsync_two_threads", after, thread, n))


@pairs.add("split-two-kernels", "split:chunks=16,streams=4")
def split_two_kernels(after):
    """128 MiB in, two kernels of 1 ms, 128 MiB back on one stream become 16 chunks in turn on 4 streams."""
    n = iterations(131072, 1000)
    return lambda: call("split_two_kernels", 16 if after else 1, n)


@pairs.add("move-copies", "move:h2d")
def move_copies(after):
    """16 steps of a 16 MiB copy in and a kernel of 250 us on one stream. The copies go to a stream of their own; each
    kernel waits for its copy by an event."""
    n = iterations(16384, 250)
    return lambda: call("move_copies", after, n)


@pairs.add("merge-kernels", "merge:kernel")
def merge_kernels(after):
    """15 times 20 kernels of 3 us and a wait. Each 20 become one kernel that does the same work."""
    n = iterations(132, 3)
    return lambda: call("merge_kernels", after, n)


@pairs.add("order-depth", "order=depth-first")
def order_depth(after):
    """Two batches of 16 chunks (8 MiB in, a kernel of 120 us, 8 MiB back) on 4 streams, issued breadth-first. They are
    issued depth-first."""
    n = iterations(8192, 120)
    return lambda: call("order_depth", after, n)


@pairs.add("scale-one", "scale:kernel advect_pass,factor=0.5")
def scale_one(after):
    """12 steps of a kernel of 300 us, one of 200 us, a 1 MiB copy back and a wait. The first kernel gets half the
    iterations."""
    advect, blend = iterations(2112, 300), iterations(2112, 200)
    return lambda: call("scale_one", after, advect, blend)


@pairs.add("scale-beside-copy", "scale:kernel advect_pass,factor=0.5", expected="none")
def scale_beside_copy(after):
    """12 copies of 32 MiB on one stream, and on another a kernel of 250 us behind each copy. The kernels get half the
    iterations; the copies are the limit."""
    n = iterations(2112, 250)
    return lambda: call("scale_beside_copy", after, n)


@pairs.add("drop-copy-back", "drop:d2h")
def drop_copy_back(after):
    """14 steps of a kernel of 200 us and, ordered by events on a second stream, a 12 MiB copy back before the next
    kernel. The copies back go, the events stay."""
    n = iterations(4224, 200)
    return lambda: call("drop_copy_back", after, n)


@pairs.add("host-two-threads", "host:host_work,factor=0.5")
def host_two_threads(after):
    """Two host threads with a stream each: 40 times 120 us of work, a 1 MiB copy in, a kernel of 40 us, a 64 KiB copy
    back and a wait. The work takes 60 us."""
    n = iterations(60, 40)
    return lambda: on_two_threads(lambda thread: call("host_two_threads", after, thread, n))


@pairs.add("priority-loop", "priority:kernel critical_pass,value=-5")
def priority_loop(after):
    """8 kernels of 500 us that fill the GPU, and beside them 40 turns of a kernel of 20 us, a wait and 30 us of work on
    another stream. That stream gets the highest priority."""
    backdrop, critical = iterations(264, 50, True), iterations(132, 20, True)
    return lambda: call("priority_loop", after, backdrop, critical)


@pairs.add("graph-steps", "graph:nodes=14")
def graph_steps(after):
    """20 turns of a 256 KiB copy in, 12 kernels of 3 us and a 64 KiB copy back on one stream. Each turn becomes one
    graph."""
    n = iterations(132, 3)
    call("graph_steps_prepare", n)
    return lambda: call("graph_steps", after, n)


@pairs.add("host-before-graph", "host:host_work,factor=0.5")
def host_before_graph(after):
    """30 times 100 us of work, a graph of 14 nodes and a wait. The work takes 50 us."""
    n = iterations(132, 3)
    call("graph_steps_prepare", n)
    return lambda: call("host_before_graph", after, n)
