# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as observatories, weather services and seismology run them: observatory_programs.cu has
the programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="observatory")


@pairs.add("correlator-baselines", "spread:kernel baseline_pass,streams=4")
def correlator_baselines(after):
    """16 dumps of a correlator on one stream: a pinned copy in of 192 KiB, the voltages of 16 antennas; for each of 16
    baselines a kernel of 12 blocks and 20 us, which needs nothing of the others; one of 192 blocks and 15 us for the
    image, 192 KiB back, a wait, and 10 us of work. The kernels of the baselines go to 4 new streams in turn, which wait
    for the copy in by an event; the first stream waits for the four of them."""
    go = calls("observatory_correlator", after, iterations(12, 20), iterations(192, 15))
    return checked(go, [(32, 192)])


@pairs.add("dispersion-trials", "split:chunks=4,streams=2")
def dispersion_trials(after):
    """6 blocks of a search for pulsars, on one stream: a pinned 2D copy in of 16 MiB, 256 rows of a filter bank, 4 MiB
    of series set to zero, kernels of 4096 blocks and 200 and 50 us, 4 MiB back, and a wait for the device. A block
    becomes 4 chunks of rows in turn on 2 streams. The copy in takes about as long as the kernels."""
    go = calls("observatory_trials", 4 if after else 1, iterations(4096, 200), iterations(4096, 50))
    return checked(go, [(32 * block + 16, 4 * 1024) for block in range(6)])


@pairs.add("exposures-stacked", "postpone")
def exposures_stacked(after):
    """45 exposures of a camera in turn on 3 streams with buffers of their own: 64 KiB that are put into pinned memory
    and 40 us of work, a copy in of 1 MiB, 16 KiB of a mask set to zero, a kernel of 1024 blocks and 60 us that stacks
    the exposure, two of 16 blocks and 15 us for its stars, 16 KiB back, and an event that the host waits for. The host
    waits when it uses the stream again, before it fills the buffer."""
    go = calls("observatory_exposures", after, iterations(1024, 60), iterations(16, 15))
    return checked(go, [(16 * slot + 12, 16) for slot in range(3)], prepare=fill_pageable)


@pairs.add("shots-registered", "move:h2d")
def shots_registered(after):
    """24 shots of a seismic survey, in four buffers in turn, from memory that was registered with cudaHostRegister: a
    copy in of 4 MiB, kernels of 4096 blocks and 120 and 40 us for the waves and the image; behind each eighth shot 256
    KiB back, a wait for the stream, and 20 us of work. The copies in have a stream of their own; a buffer is written
    when the waves have read it, by an event."""

    def prepare(_n):
        call("observatory_shots_prepare")

    go = calls("observatory_shots", after, iterations(4096, 120), iterations(4096, 40))
    return checked(go, [(64, 256)], prepare=prepare)


@pairs.add("tiles-two-ahead", "prefetch:depth=2")
def tiles_two_ahead(after):
    """30 tiles of a satellite: pinned copies in of 4 KiB, a calibration, and of 3 MiB, the tile, into three buffers in
    turn; a kernel of 3072 blocks and 70 us, one of 64 blocks and 30 us, and 64 KiB back; the host asks each 5 us
    whether the stream is done (cudaStreamQuery), and works 20 us. A tile is copied two steps before, on a stream of its
    own, and its kernels wait for it by an event; the calibration stays where it is."""
    go = calls("observatory_tiles", after, iterations(3072, 70), iterations(64, 30))
    return checked(go, [(80, 64)])


@pairs.add("ensemble-members", "graph")
def ensemble_members(after):
    """30 steps of a weather forecast with four members, which have a stream each: a pinned copy in of 16 KiB, 32 KiB
    set to zero, and behind an event for each member a kernel of 32 blocks and 6 us and 32 KiB copied on the device;
    each stream waits for the copy of the next member by an event, and has kernels of 32 blocks and 4 us, and of 8
    blocks; the first stream waits for the others, and has a kernel of 32 blocks and 4 us for the mean, and 32 KiB back;
    a wait for the stream, and 15 us of work. A step is one graph, whose four branches wait for each other."""
    dynamics, physics = iterations(32, 6), iterations(32, 4)

    def prepare(n):
        if after:
            call("observatory_ensemble_prepare", n or dynamics, n or physics)

    go = calls("observatory_ensemble", after, dynamics, physics)
    return checked(go, [(80, 32), (0, 32), (16, 32), (32, 32), (48, 32)], fetch=True, prepare=prepare)


@pairs.add("mask-of-clouds", "join:chunks=8")
def mask_of_clouds(after):
    """6 scenes of which a mask of clouds is made, in 48 pieces on one stream: a pinned copy in of 64 KiB of lines, 16
    KiB of the mask set to zero, a kernel of 16 blocks and 4 us, 16 KiB back; behind a scene an event that the host
    waits for, and 30 us of work. A scene has 6 pieces of 512 KiB."""
    go = calls("observatory_mask", 6 if after else 48, iterations(16, 4))
    return checked(go, [(16 * scene + 8, 768) for scene in range(6)])


@pairs.add("observers-share-gpu", "unsync", expected="none")
def observers_share_gpu(after):
    """Two host threads with a stream each put the sky on maps, in 28 steps: a pinned copy in of 16 KiB, from a place of
    the step's own, a kernel of 2112 blocks and 130 us, a wait for the stream, and 10 us of work; 64 KiB go back at the
    end. The waits go, but the last of each thread. While one thread waits, the kernel of the other one fills the
    GPU."""
    length = iterations(2112, 130)

    def go(n):
        on_two_threads(lambda thread: call("observatory_observers", after, thread, n or length))

    return checked(go, [(16, 64), (80, 64)])


@pairs.add("optics-beside-archive", "priority:kernel centroid_pass,value=-5")
def optics_beside_archive(after):
    """40 turns of adaptive optics, by one host thread, which also packs pictures for the archive: a kernel of 10560
    short blocks and 160 us on a stream of its own, for which nobody waits; on another stream a pinned 2D copy in of 32
    rows of 256 bytes, two kernels of 8 blocks and 15 us, 8 KiB back, and a wait. The stream of the optics gets the
    highest priority: the next kernel of the archive is issued while the one before it runs."""
    go = calls("observatory_optics", after, iterations(10560, 160), iterations(8, 15))
    return checked(go, [(16, 8), (64, 10560)], fetch=True)


@pairs.add("fields-and-telemetry", "nonblocking:kernel match_pass")
def fields_and_telemetry(after):
    """36 fields of the sky in turn on three streams, made by cudaStreamCreate: a pinned copy in of 512 KiB, a kernel of
    128 blocks and 90 us that looks for its stars in a catalogue, 32 KiB back. Behind each field the NULL stream has a
    kernel of 4 blocks and 10 us for the state of the telescope, and cudaMemcpy takes 4 KiB of it back. The three
    streams are non-blocking ones, and no longer wait for the NULL stream."""
    go = calls("observatory_fields", after, iterations(128, 90), iterations(4, 10))
    return checked(go, [(8, 32), (24, 32), (40, 32), (64, 4)])


@pairs.add("dishes-in-line", "drop:event_wait")
def dishes_in_line(after):
    """20 scans of four dishes with a stream and buffers each: a pinned copy in of 128 KiB, kernels of 33 blocks and 40
    and 20 us, 33 KiB back, and an event, which the stream of the next dish waits for first; then the host waits for
    each of the four streams. The dishes shared a buffer once, and do so no more: the waits of the streams go."""
    go = calls("observatory_dishes", after, iterations(33, 40), iterations(33, 20))
    return checked(go, [(16 * dish + 8, 33) for dish in range(4)])


@pairs.add("alerts-of-earthquakes", "scale:host_function,factor=0.5")
def alerts_of_earthquakes(after):
    """32 windows of an early warning, issued at once on one stream: pinned copies in of 1 KiB of levels and 64 KiB of
    ground motion, a kernel of 16 blocks and 25 us, 16 KiB back, and a function of the host of 60 us
    (cudaLaunchHostFunc), which writes the levels of the next window; behind each fourth window a kernel of 96 blocks
    and 150 us on another stream, for pictures; at the end a wait for both. The function takes 30 us."""
    go = calls("observatory_alerts", after, iterations(16, 25), iterations(96, 150))
    return checked(go, [(16, 16), (32, 96)], fetch=True)


@pairs.add("volumes-of-radar", "pool", expected="none")
def volumes_of_radar(after):
    """32 volumes of a weather radar, whose memory comes from a pool of the program's own: the last one is given back
    with cudaFreeAsync, 16 MiB are taken with cudaMallocFromPoolAsync and set to zero, a pinned copy in of 1 MiB,
    kernels of 1024 and 264 blocks and 50 and 40 us, 264 KiB back, a wait, and 10 us of work. The pool keeps its memory
    at the wait; but the volume is still held then, and there is nothing that it could give back."""

    def prepare(_n):
        call("observatory_volumes_prepare", after)

    go = calls("observatory_volumes", after, iterations(1024, 50), iterations(264, 40))
    return checked(go, [(32, 264)], prepare=prepare)
