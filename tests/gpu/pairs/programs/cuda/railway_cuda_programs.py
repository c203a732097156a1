# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as railways run them: railway_programs.cu has the programs. Written without a look at
what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from pair import Pairs

pairs = Pairs("cuda", set="railway")


@pairs.add("boards-of-six-platforms", "order=depth-first")
def boards_of_six_platforms(after):
    """16 turns of six platforms with a stream each, written stage by stage: for each of them 8 us of work that writes
    down who has come, and a pinned copy in of 264 KiB; then all kernels, of 264 blocks and 30 us, for what the boards
    show; then all copies back of 264 KiB; behind a turn a wait for the device. Each platform is issued from its work
    to its copy back before the next, so that the GPU, which each kernel fills, begins while the host still writes."""
    go = calls("railway_platforms", after, iterations(264, 30))
    return checked(go, [(16 * platform, 16 * 264) for platform in range(6)])


@pairs.add("tracks-of-a-yard", "nonblocking")
def tracks_of_a_yard(after):
    """30 turns of a yard where wagons are sorted: first an older library counts wagons, a kernel of 4 blocks and 45 us
    on the NULL stream, for which nobody waits; then three tracks with a stream each, made by cudaStreamCreate: a pinned
    copy in of 44 KiB, a kernel of 44 blocks and 60 us, 44 KiB back; a wait for each of the three streams, and 10 us of
    work; at the end the counts go back. The three streams are non-blocking ones, and no longer wait for the count."""
    go = calls("railway_yard", after, iterations(44, 60), iterations(4, 45))
    return checked(go, [(0, 4), *[(64 + 8 * track, 30 * 44) for track in range(3)]])


@pairs.add("train-that-measures-tracks", "join:chunks=6")
def train_that_measures_tracks(after):
    """12 runs of a train that measures tracks, 4.6 MiB each in 36 chunks in turn on three streams: a pinned copy in of
    132 KiB, a kernel, 132 KiB back; behind a run a wait for the device, and 20 us of work. The kernels of a run take
    150 us in all. A run has 6 chunks of 792 KiB."""
    go = calls("railway_tracks", 6 if after else 36, iterations(36 * 132, 150))
    return checked(go, [(6 * run, 36 * 132) for run in (0, 5, 11)])


@pairs.add("signals-by-radio", "postpone")
def signals_by_radio(after):
    """48 sections of a line in turn on three streams with buffers of their own: 20 us of work that reads what came by
    radio, two pinned copies in of 66 KiB, kernels of 66 blocks and 30 and 45 us, 66 KiB back, and a wait for the
    stream. The host waits for a stream only before it reads what is for its buffers again, and at the end."""
    go = calls("railway_signals", after, iterations(66, 30), iterations(66, 45))
    return checked(go, [(128, 48 * 66)])


@pairs.add("who-goes-first", "scale:kernel forecast_pass,factor=2", expected="none")
def who_goes_first(after):
    """30 turns in which trains are put in order, on three streams with events: a pinned copy in of 44 KiB; on one
    branch three kernels of 44 blocks and 40 us for a plan, on another one a kernel of 44 blocks and 35 us that
    forecasts, on a third one 2 MiB back for the archive; behind all of them a kernel of 44 blocks and 40 us that
    decides, 44 KiB back, a wait, and 15 us of work. A better forecast takes twice as long, and still less than the
    plan beside it."""
    plan, forecast = iterations(44, 40), iterations(44, 70 if after else 35)
    return checked(lambda n: call("railway_dispatch", n or plan, n or forecast), [(64, 2 * 1024), (128, 30 * 44)])


@pairs.add("interlocking-beside-crowds", "priority:kernel interlock_pass,value=-5")
def interlocking_beside_crowds(after):
    """A simulation of passengers, 20 kernels of 10560 blocks and 400 us, ten times what has room on the GPU, issued at
    once on a stream of their own. Beside it 60 turns of an interlocking on another one: a pinned copy in of 32 KiB, two
    kernels of 32 blocks and 25 us that look whether routes are free, 32 KiB back, a wait for that stream, and 20 us of
    work; a wait for the device at the end. The stream of the interlocking gets the highest priority."""
    go = calls("railway_interlocking", after, iterations(10560, 400), iterations(32, 25))
    return checked(go, [(128, 60 * 32)])


@pairs.add("energy-of-a-line", "graph", expected="none")
def energy_of_a_line(after):
    """24 turns of what a line takes of electricity, issued at once, on three streams with events: a pinned copy in of
    264 KiB; beside each other kernels of 264 blocks and 80, 60 and 70 us for trains, losses and the warmth of wires;
    behind all of them one of 264 blocks and 30 us for the load, and 264 KiB back; a wait at the end. Each turn becomes
    one graph. The host was ahead of the GPU already, and the kernels fill it."""
    lengths = [iterations(264, us) for us in (80, 60, 70, 30)]

    def prepare(n):
        if after:
            call("railway_energy_prepare", *[n or length for length in lengths])

    return checked(calls("railway_energy", after, *lengths), [(64, 264)], prepare=prepare)


@pairs.add("wires-above-a-track", "move:h2d", expected="none")
def wires_above_a_track(after):
    """40 pictures of the wire above a track, with two buffers in turn, on one stream: the host waits for the event of
    the picture before the last one, and unpacks the next one in 150 us of work; a pinned copy in of 1056 KiB, a kernel
    of 264 blocks and 60 us, 264 KiB back, and an event; a wait for the device at the end. The copies in go to a stream
    of their own, and the kernels wait for them by an event. The host is the limit."""
    return checked(calls("railway_wires", after, iterations(264, 60)), [(64, 40 * 264)])
