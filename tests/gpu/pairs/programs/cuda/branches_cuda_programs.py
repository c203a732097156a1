# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ whose turns have several branches, as streams with events and as one graph: branches_programs.cu has
the programs. Written to find the rules of such graphs."""
from cuda_library import call, iterations
from everyday_cuda_programs import checked
from pair import Pairs

pairs = Pairs("cuda", set="branches")


def turns(after, shape, length):
    """20 turns of a shape of branches_programs.cu, and what its first branches leave."""

    def prepare(n):
        if after:
            call("branches_prepare", shape, n or length)

    return checked(lambda n: call("branches_run", after, shape, n or length), [(0, 16), (16, 16)], fetch=True, prepare=prepare)


@pairs.add("branches-chains", "graph")
def branches_chains(after):
    """20 turns of two branches with six kernels of 16 blocks and 8 us each, and a wait. A turn is one graph."""
    return turns(after, 0, iterations(16, 8))


@pairs.add("branches-pipelines", "graph")
def branches_pipelines(after):
    """20 turns of four branches with a pinned copy in of 128 KiB, two kernels of 128 blocks and 10 us, and a copy back
    each, and a wait. A turn is one graph."""
    return turns(after, 1, iterations(128, 10))


@pairs.add("branches-diamonds", "graph")
def branches_diamonds(after):
    """20 turns of five diamonds: a kernel of 32 blocks and 5 us, two of them beside two others, and the next one needs
    both; a wait. A turn is one graph."""
    return turns(after, 2, iterations(32, 5))


@pairs.add("branches-staggered", "graph")
def branches_staggered(after):
    """20 turns of four steps on three branches: 64 KiB set to zero, a kernel of 64 blocks and 6 us, 64 KiB copied on the
    device behind the copy of the branch before; a wait. A turn is one graph."""
    return turns(after, 3, iterations(64, 6))


@pairs.add("branches-wide", "graph")
def branches_wide(after):
    """20 turns of two branches with four kernels of 1056 blocks and 30 us each, and a wait. A turn is one graph."""
    return turns(after, 4, iterations(1056, 30))


@pairs.add("branches-side-result", "graph")
def branches_side_result(after):
    """20 turns: a pinned copy in of 512 KiB; on one branch five kernels of 128 blocks and 10 us, on the other one a
    kernel and 64 KiB back; behind both a kernel of one block and 1 KiB back; a wait. A turn is one graph."""
    return turns(after, 5, iterations(128, 10))
