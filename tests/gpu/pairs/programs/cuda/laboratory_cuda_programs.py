# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as scientists and engineers write them: laboratory_programs.cu has the programs.
Written without a look at what is predicted for them."""
import threading
from concurrent.futures import ThreadPoolExecutor

from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs

pairs = Pairs("cuda", set="laboratory")
_crew = None


def fill_pageable(_n):
    call("everyday_fill_pageable")


def on_four_threads(function):
    """function(0) to function(3), begun together, on four threads that live on."""
    global _crew
    if _crew is None:
        _crew = ThreadPoolExecutor(4)
    together = threading.Barrier(4, timeout=5)

    def work(thread):
        together.wait()
        function(thread)

    for done in [_crew.submit(work, thread) for thread in range(4)]:
        done.result()


@pairs.add("monte-carlo-seeds", "unsync:cudaDeviceSynchronize")
def monte_carlo_seeds(after):
    """64 steps of a Monte Carlo simulation: 15 us of work that makes 4 KiB of seeds, in pinned memory of the step's
    own, a copy in, a kernel of 132 blocks and 60 us, and cudaDeviceSynchronize; behind each sixteenth 132 KiB of means
    go back, and cudaStreamSynchronize. The waits for the device go; those for the means stay."""
    return checked(calls("laboratory_monte_carlo", after, iterations(132, 60)), [(64, 132)], prepare=fill_pageable)


@pairs.add("alignment-four-threads", "host:host_work >70us,factor=0.5")
def alignment_four_threads(after):
    """Four host threads with a stream each align 24 batches of sequences: 96 to 160 us of work that packs them, a
    pinned copy in of 64 to 320 KiB, a kernel of as many blocks and up to 40 us, 16 KiB back, and a wait. The packing
    takes half as long."""
    length = iterations(320, 40)

    def go(n):
        on_four_threads(lambda thread: call("laboratory_alignment", after, thread, n or length))

    return checked(go, [(32 * thread + batch, 16) for thread in range(4) for batch in (0, 9, 23)])


@pairs.add("camera-registered", "pin:h2d")
def camera_registered(after):
    """20 frames of a camera, 4 MiB each in ordinary memory: cudaMemcpyAsync in, a kernel of 100 us, 1 KiB of counts set
    to zero, a kernel that makes the histogram, 1 KiB back, a wait, and 30 us of work with the counts. The memory is
    registered with cudaHostRegister before."""

    def prepare(n):
        fill_pageable(n)
        if after:
            call("laboratory_camera_prepare")

    return checked(calls("laboratory_camera", after, iterations(4096, 100)), [(0, 20)], prepare=prepare)


@pairs.add("sonar-ring", "scale:d2h,factor=0.5", expected="none")
def sonar_ring(after):
    """36 blocks of sound in three buffers, and a ring of three streams that wait for each other by events: a pinned
    copy in of 4 MiB, a kernel of 160 us, 4 MiB back. Half of the beams go back, 2 MiB; the kernels are the limit."""
    return checked(calls("laboratory_sonar_ring", after, iterations(4096, 160)), [(32 * i, 2048) for i in range(3)])


@pairs.add("adaptive-optics", "graph")
def adaptive_optics(after):
    """60 cycles of a control loop: the host takes 64 KiB of 8 sensors, and issues 8 pinned copies in of 8 KiB, three
    kernels of 64 blocks and 7 us, 4 KiB back, and an event, which it asks each 5 us whether it has come; then it works
    15 us. The copies and kernels of a cycle are one graph."""
    length = iterations(64, 7)

    def prepare(n):
        fill_pageable(n)
        if after:
            call("laboratory_adaptive_optics_prepare", n or length)

    return checked(calls("laboratory_adaptive_optics", after, length), [(0, 4)], prepare=prepare)


@pairs.add("plasma-blocking-streams", "nonblocking", expected="none")
def plasma_blocking_streams(after):
    """40 steps of two kinds of particles with a stream each, made by cudaStreamCreate: 256 KiB of charge set to zero, a
    kernel of 256 blocks and 60 us that adds to it, and a short one that moves the particles. The streams are
    non-blocking ones; but the NULL stream has only a memset before the first step, for which the host waits."""
    parts = [(0, 256), (16, 256), (64, 256), (80, 256)]
    return checked(calls("laboratory_plasma", after, iterations(256, 60)), parts, fetch=True)


@pairs.add("sliding-window", "drop:d2d")
def sliding_window(after):
    """90 steps of a window of 8 MiB that slides over a signal: 7.5 MiB of it are copied on the device to the other of
    two buffers, 512 KiB come in, then a kernel of 512 blocks and 40 us, 64 KiB back, a wait and 10 us of work. The
    signal lies in one long buffer, over which the window moves without a copy on the device."""
    return checked(calls("laboratory_sliding_window", after, iterations(512, 40)), [(0, 64 * 90)])


@pairs.add("acquisition-host-functions", "move:h2d host_function")
def acquisition_host_functions(after):
    """40 blocks of samples in two buffers in turn, issued at once on one stream: a function of the host that fills 1
    MiB of pinned memory and works 50 us (cudaLaunchHostFunc), a copy in, and a kernel of 120 us that adds to a picture,
    which goes back at the end. The functions and the copies in go to a stream of their own."""
    go = calls("laboratory_acquisition", after, iterations(1024, 120))
    return checked(go, [(128, 1024)], prepare=fill_pageable)


@pairs.add("weather-graph-upload", "prefetch:depth=1")
def weather_graph_upload(after):
    """40 turns with two fields: a pinned copy in of 4 MiB, a graph of eight kernels of 18 us, of which each field has
    one, 64 KiB back and a wait. The copy of the next turn is issued before the graph of this one, on a stream of its
    own."""
    length = iterations(4096, 18)
    # eight kernels one after the other on the same data
    prepare = lambda n: call("laboratory_weather_upload_prepare", n // 4 if n else length)
    return checked(lambda n: call("laboratory_weather_upload", after), [(0, 64 * 40)], prepare=prepare)
