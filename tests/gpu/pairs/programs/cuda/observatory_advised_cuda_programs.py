# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Programs in CUDA C++ of `observatory` with the change that the advice names first, where it is not the one that was
recorded there: observatory_advised_programs.cu has them. Left out: alerts-of-earthquakes with join:chunks=64, because
the function of the host behind a window makes the levels of the next one, so that windows cannot be joined."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs

pairs = Pairs("cuda", set="observatory-advised")


def program(after, name, unchanged, *lengths):
    """The program of `observatory`, whose first argument keeps it as it is, or the one that is advised."""
    if not after:
        return calls(f"observatory_{name}", unchanged, *lengths)
    return lambda n: call(f"observatory_advised_{name}", *[n or length for length in lengths])


@pairs.add("mask-of-clouds-advised", "join:chunks=64")
def mask_of_clouds(after):
    """mask-of-clouds: 6 scenes in 48 pieces on one stream: a pinned copy in of 64 KiB, 16 KiB set to zero, a kernel of
    16 blocks and 4 us, 16 KiB back; behind a scene an event that the host waits for, and 30 us of work. A scene is one
    piece of 3 MiB, with a kernel of 768 blocks."""
    go = calls("observatory_mask", 1 if after else 48, iterations(16, 4))
    return checked(go, [(16 * scene + 8, 768) for scene in range(6)])


@pairs.add("correlator-baselines-advised", "merge:kernel")
def correlator_baselines(after):
    """correlator-baselines: 16 dumps on one stream: a pinned copy in of 192 KiB, 16 kernels of 12 blocks and 20 us, one
    of 192 blocks and 15 us, 192 KiB back, a wait, and 10 us of work. The 16 kernels of a dump are one of 192 blocks."""
    go = program(after, "correlator", 0, iterations(12, 20), iterations(192, 15))
    return checked(go, [(32, 192)])


@pairs.add("dispersion-trials-advised", "prefetch")
def dispersion_trials(after):
    """dispersion-trials: 6 blocks on one stream: a pinned 2D copy in of 16 MiB, 4 MiB set to zero, kernels of 4096
    blocks and 200 and 50 us, 4 MiB back, and a wait for the device. The copy of the next block is issued before the
    kernels of this one, on a stream of its own; each block has a buffer of its own, as before."""
    go = program(after, "trials", 1, iterations(4096, 200), iterations(4096, 50))
    return checked(go, [(32 * block + 16, 4 * 1024) for block in range(6)])


@pairs.add("shots-registered-advised", "prefetch")
def shots_registered(after):
    """shots-registered: 24 shots in four buffers in turn, from registered memory: a copy in of 4 MiB, kernels of 4096
    blocks and 120 and 40 us; behind each eighth 256 KiB back, a wait, and 20 us of work. The copy of the next shot is
    issued before the kernels of this one, on a stream of its own, when the waves have read its buffer."""
    go = program(after, "shots", 0, iterations(4096, 120), iterations(4096, 40))
    return checked(go, [(64, 256)], prepare=lambda _n: call("observatory_shots_prepare"))


@pairs.add("volumes-of-radar-advised", "prefetch")
def volumes_of_radar(after):
    """volumes-of-radar: 32 times cudaFreeAsync, 16 MiB with cudaMallocFromPoolAsync, set to zero, a pinned copy in of 1
    MiB, kernels of 1024 and 264 blocks and 50 and 40 us, 264 KiB back, a wait, and 10 us of work. The next copy is
    issued before these kernels, on a stream of its own, into the other of two buffers."""

    def prepare(_n):
        if after:
            call("observatory_advised_volumes_prepare")
        else:
            call("observatory_volumes_prepare", 0)

    go = program(after, "volumes", 0, iterations(1024, 50), iterations(264, 40))
    return checked(go, [(32, 264)], prepare=prepare)
