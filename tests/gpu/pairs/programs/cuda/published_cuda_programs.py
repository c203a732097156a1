# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as the samples of toolkits show them: published_programs.cu has the programs."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs

pairs = Pairs("cuda", set="published")


@pairs.add("array-in-streams", "split:chunks=4,streams=4")
def array_in_streams(after):
    """6 times a kernel of 600 us over an array of 64 MiB and its pinned copy back on one stream, with a wait at the
    end. The array becomes 4 chunks in turn on 4 streams."""
    go = calls("published_array_in_streams", 4 if after else 1, iterations(65536, 600))
    return checked(go, [(0, 64 * 1024)])


@pairs.add(
    "concurrent-kernels",
    "move:kernel blend_pass,stream=second,independent=yes",
    "move:kernel advect_pass,stream=third,independent=yes",
)
def concurrent_kernels(after):
    """40 turns of three kernels of 16 blocks and 60, 80 and 50 us on one stream, and a wait for the device. The kernels
    need nothing of each other, and the second and the third go to a stream of their own each."""
    go = calls("published_concurrent_kernels", after, *[iterations(16, us) for us in (60, 80, 50)])
    few = lambda n: go(n and n // 10)  # 40 turns on the same data would bring all of it to 1
    return checked(few, [(0, 16), (64, 16), (128, 16)], fetch=True)


@pairs.add("multi-copy-frames", "prefetch:depth=3", "move:d2h,stream=back")  # 4 buffers
def multi_copy_frames(after):
    """16 frames in turn in 4 buffers: 16 MiB in, a kernel of 250 us and 16 MiB back, pinned and all on one stream. The
    copy in of the next frame is issued before the kernel of this one on a stream of its own, the copies back go to a
    third stream."""
    go = calls("published_multi_copy_frames", after, iterations(16384, 250))
    return checked(go, [(0, 64 * 1024)])


@pairs.add("scratch-allocation", "drop:alloc free")
def scratch_allocation(after):
    """40 calls of a function that adds up the squares of an array: cudaMalloc of 17 MiB of scratch memory, three short
    kernels, 4 bytes back, a wait and cudaFree. The scratch memory is allocated once, before."""
    return checked(lambda n: call("published_scratch_allocation", after), [(0, 1)])


@pairs.add("heat-graph", "graph")
def heat_graph(after):
    """30 times 20 iterations of a heat equation on 512 x 512 points, each a kernel for all points and one for the
    edges, then 4 bytes back, a wait, and a look at them. Each 20 iterations become one graph."""

    def prepare(n):
        if after:
            call("published_heat_graph_prepare")

    return checked(lambda n: call("published_heat_graph", after), [(0, 1024), (1, 1024)], fetch=True, prepare=prepare)
