# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as ports, railways, power grids, farms and warehouses run them: harbour_programs.cu has
the programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="harbour")


@pairs.add("lorries-at-the-gate", "graph")
def lorries_at_the_gate(after):
    """40 frames of a gate of a port: two lidars with a stream each, for each of which a pinned copy in of 32 KiB and
    four kernels of 32 blocks and 5 us make a cloud of points; a camera on a third stream, with 64 KiB in and three
    kernels of 64 blocks and 6 us; the first stream waits for both others by events, and has a kernel that says where
    the lorry stands, and 4 KiB back; a wait, because the host opens the gate, and 15 us of work. A frame is one graph
    with three branches."""
    lidar, camera = iterations(32, 5), iterations(64, 6)

    def prepare(n):
        if after:
            call("harbour_lorries_prepare", n or lidar, n or camera)

    go = calls("harbour_lorries", after, lidar, camera)
    return checked(go, [(64, 4), (32, 32), (40, 32), (56, 64)], fetch=True, prepare=prepare)


@pairs.add("relays-of-a-grid", "scale:kernel flow_pass,factor=0.5", expected="none")
def relays_of_a_grid(after):
    """36 steps of a power grid, issued at once: a pinned copy in of 64 KiB of measurements, and a kernel of 132 blocks
    and 60 us for the flow of power; beside it, on another stream and behind an event, a function of the host of 110 us,
    which sets the relays by the loads of the step before (cudaLaunchHostFunc); the first stream waits for it by an
    event, copies the settings in, 1 KiB, and has a kernel of 8 blocks and 10 us, and 8 KiB back; a wait at the end. The
    flow of power takes 30 us; the function of the host takes longer either way."""
    flow, settle = iterations(132, 30 if after else 60), iterations(8, 10)
    return checked(lambda n: call("harbour_grid", n or flow, n or settle), [(16, 8)])


@pairs.add("radars-of-a-harbour", "unsync:cudaStreamSynchronize")
def radars_of_a_harbour(after):
    """48 turns of three radars with a blocking stream each: a pinned copy in of 32 KiB from a place of the turn's own,
    a kernel of 32 blocks and 25 us that finds tracks, and a wait for each of the streams; on the NULL stream a kernel
    of 32 blocks and 20 us that puts the tracks together, and 8 us of work; behind each eighth turn 32 KiB back, a wait
    for the device, and 20 us of work. The waits for the streams go: the NULL stream waits for them anyway, and they for
    it. Those for the device stay."""
    return checked(calls("harbour_radars", after, iterations(32, 25), iterations(32, 20)), [(64, 32)])


@pairs.add("weeds-from-drones", "pin:h2d")
def weeds_from_drones(after):
    """32 pictures that drones took of fields, in turn on two streams with buffers of their own: cudaMemcpyAsync of 2
    MiB from pageable memory, a kernel of 2048 blocks and 90 us that finds weeds, 64 KiB of a map back to pinned memory;
    a wait for the device at the end. The pictures lie in pinned memory, and the copy does not hold up the host."""
    go = calls("harbour_fields", after, iterations(2048, 90))
    return checked(go, [(128, 32 * 64)], prepare=fill_pageable)


@pairs.add("mosaic-of-the-sky", "move:d2h", expected="none")
def mosaic_of_the_sky(after):
    """32 tiles of a mosaic of the sky, which telescopes on drones have taken, in turn on two streams with buffers of
    their own, issued at once: a pinned copy in of 1056 KiB, a kernel of 1056 blocks and 160 us, 1056 KiB back; a wait
    for the device at the end. The copies back go to a stream of their own; each waits for its kernel by an event, and a
    buffer is written again when its copy back is done. The kernel of the other stream ran meanwhile already."""
    go = calls("harbour_mosaic", after, iterations(1056, 160))
    return checked(go, [(128 + 2 * tile, 1056) for tile in range(32)])


@pairs.add("ways-of-eight-zones", "merge:d2h")
def ways_of_eight_zones(after):
    """50 turns of robots in a warehouse: 4 MiB of scratch memory with cudaMallocAsync, from a pool that keeps its
    memory, a pinned copy in of 64 KiB, two kernels of 64 blocks and 12 us that find conflicts and plan ways,
    cudaFreeAsync, copies back of 8 KiB for each of eight zones, a wait, and 15 us of work. The zones lie side by side,
    and are one copy."""
    return checked(calls("harbour_zones", after, iterations(64, 12), iterations(64, 12)), [(16, 64)])


@pairs.add("trains-and-switches", "pin:d2h", expected="none")
def trains_and_switches(after):
    """Two host threads of a railway. One of them looks at the track before 20 trains: a pinned copy in of 480 KiB, a
    kernel of 480 blocks and 220 us, 32 KiB back, a wait for the stream, and 10 us of work. The other one writes down 16
    times how switches stand, on the NULL stream: a kernel of 4 blocks and 10 us, cudaMemcpy of 64 KiB to pageable
    memory, and 60 us of work. That memory is pinned, and the copy still blocks; but the trains take longer."""
    look, switches = iterations(480, 220), iterations(4, 10)

    def go(n):
        on_two_threads(lambda thread: call("harbour_trains", after, thread, n or look, n or switches))

    return checked(go, [(16, 32), (128, 16 * 64)])
