# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Programs in CUDA C++ of the first two sets with the change that the advice names first: advised_programs.cu has
them."""
from cuda_library import call, iterations, output
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="advised")
missed = Pairs("cuda", set="missed")  # what the advice should name, and does not
FEW = 300  # iterations: with more all data come to 1


def checked(go, n, parts, fetch=False, prepare=lambda n: None):
    """go(n) with a result: the parts (MiB from the begin, KiB) of what it copies back, or of what the device has."""

    def result(_run):
        call("advised_fill", 1)
        prepare(FEW)
        go(FEW)
        for part in parts if fetch else []:
            call("advised_fetch", *part)
        left = [output(*part) for part in parts]
        call("advised_fill", 0)
        prepare(n)
        return left

    prepare(n)

    def run():
        go(n)

    run.result = result
    return run


def calls(after, before_name, after_name):
    """A function of the number of iterations."""
    return (lambda n: call(after_name, n)) if after else (lambda n: call(before_name, 0, n))


@pairs.add("advised-unsync-copies", "prefetch", expected="none")
def unsync_copies(after):
    """unsync-copies: 10 steps of a 48 MiB pinned copy in, a short kernel and a wait. The copy of the next step is
    issued before the kernel of this one, on a stream of its own, into the other of two buffers; the waits stay. No
    advice now: it came first when a smaller gain was enough."""
    go = calls(after, "unsync_copies", "advised_unsync_copies")
    return checked(go, iterations(132, 20), [(64 if after else 0, 132)], fetch=True)


@pairs.add("advised-split-two-kernels", "split:chunks=32")
def split_two_kernels(after):
    """split-two-kernels: 128 MiB in, two kernels of 1 ms, 128 MiB back on one stream become 32 chunks in turn on 4
    streams."""
    chunks = 32 if after else 1
    return checked(lambda n: call("split_two_kernels", chunks, n), iterations(131072, 1000), [(0, 128 * 1024)])


@pairs.add("advised-move-copies", "prefetch")
def move_copies(after):
    """move-copies: 16 steps of a 16 MiB copy in and a kernel of 250 us on one stream. The copy of the next step is
    issued before the kernel of this one, on a stream of its own, when the kernel before is done."""
    go = calls(after, "move_copies", "advised_move_copies")
    return checked(go, iterations(16384, 250), [(0, 256 * 1024)], fetch=True)


@pairs.add("advised-drop-copy-back", "drop:event_wait stream:13")  # of the kernels, in this recording
def drop_copy_back(after):
    """drop-copy-back: 14 steps of a kernel of 200 us and, ordered by events on a second stream, a 12 MiB copy back
    before the next kernel. Results go to two buffers in turn, and a kernel waits for the copy of two steps before."""
    go = calls(after, "drop_copy_back", "advised_drop_copy_back")
    return checked(go, iterations(4224, 200), [(64 if after else 0, 12 * 1024)])


@pairs.add("advised-graph-steps", "graph")
def graph_steps(after):
    """graph-steps: 20 turns of a 256 KiB copy in, 12 kernels of 3 us and a 64 KiB copy back on one stream become graphs
    of 7, 7 and 6 turns."""
    go = calls(after, "graph_steps", "advised_graph_steps")
    prepare = (lambda n: call("advised_graph_steps_prepare", n)) if after else lambda n: None
    return checked(go, iterations(132, 3), [(0, 64)], prepare=prepare)


@pairs.add("advised-server-events", "postpone")
def server_events(after):
    """server-events: 24 requests in turn on 4 streams: 15 us of work, 1 MiB in, a kernel of 44 blocks and 90 us, 256
    KiB back and an event that the host waits for. It waits for it when the stream is used again."""
    go = calls(after, "server_events", "advised_server_events")
    return checked(go, iterations(44, 90), [(32 * stream, 256) for stream in range(4)])


@pairs.add("advised-split-long-kernel", "split:chunks=32")
def split_long_kernel(after):
    """split-long-kernel: 3 batches of 48 MiB in, a kernel of 1.2 ms, 16 MiB back and a wait on one stream become 32
    chunks in turn on 4 streams."""
    n = iterations(49152, 1200)
    chunks, streams = (32, 4) if after else (1, 1)
    return lambda: call("split_long_kernel", chunks, streams, n)


@pairs.add("advised-ring-threads", "prefetch")
def ring_threads(after):
    """ring-threads: two host threads with a stream and a ring of 4 pinned buffers each: 30 times a wait for the buffer,
    30 us of work, 1 MiB in, a kernel of 66 blocks and 80 us, 128 KiB back. The next buffer is awaited, filled and
    copied, on a stream of its own, before the kernel of this one."""

    def go(n):
        if after:
            on_two_threads(lambda thread: call("advised_ring_threads", thread, n))
        else:
            on_two_threads(lambda thread: call("ring_threads", 0, thread, n))

    return checked(go, iterations(66, 80), [(16 * slot, 128) for slot in range(8)])


@pairs.add("advised-alloc-loop", "prefetch")
def alloc_loop(after):
    """alloc-loop: 12 steps of cudaMalloc of 32 MiB, 4 MiB in, a kernel of 200 us, 1 MiB back, a wait and cudaFree. The
    next buffer is allocated and its copy issued, on a stream of its own, before the kernel of this step."""
    go = calls(after, "alloc_loop", "advised_alloc_loop")
    return checked(go, iterations(2112, 200), [(0, 1024)])


@missed.add("alloc-once", "drop:alloc free")
def alloc_once(after):
    """alloc-loop: 12 steps of cudaMalloc of 32 MiB, 4 MiB in, a kernel of 200 us, 1 MiB back, a wait and cudaFree. The
    buffer is allocated once, before."""
    go = calls(after, "alloc_loop", "missed_alloc_once")
    return checked(go, iterations(2112, 200), [(0, 1024)])
