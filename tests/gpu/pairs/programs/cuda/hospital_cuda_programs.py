# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as hospitals, genomics labs, radiotherapy and drug discovery run them:
hospital_programs.cu has the programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="hospital")


@pairs.add("ultrasound-and-heart", "nonblocking")
def ultrasound_and_heart(after):
    """36 frames of an ultrasound scanner on two streams, made by cudaStreamCreate: on one a pinned copy in of 1 MiB, a
    kernel of 132 blocks and 100 us for the picture, 132 KiB back; on the other one a copy in of 256 KiB, a kernel of 64
    blocks and 80 us for the flow of blood, 64 KiB back; an event each. The host waits for the events of the frame
    before, and draws it for 20 us. Behind each third frame a library for the electrocardiogram has 4 KiB in, a kernel
    of 4 blocks and 40 us, and 4 KiB back on the NULL stream. The two streams are non-blocking ones, and no longer wait
    for it."""
    go = calls("hospital_ultrasound", after, iterations(132, 100), iterations(64, 80), iterations(4, 40))
    return checked(go, [(128, 132), (129, 132), (144, 64), (145, 64), (161, 4)])


@pairs.add("reads-two-threads", "postpone")
def reads_two_threads(after):
    """Two host threads align 24 batches of reads each, in turn on two streams of their own: 264 KiB that are put into
    the stream's pinned buffer and 40 us of work, a copy in, a kernel of 66 blocks and 120 us that aligns, one of 8
    blocks and 30 us that goes back along the path, 8 KiB back, a wait for the stream, and the paths are kept in memory
    of the batch's own. The host waits, and keeps the paths, when it uses the stream again, before it fills the
    buffer."""
    align, path = iterations(66, 120), iterations(8, 30)

    def go(n):
        on_two_threads(lambda thread: call("hospital_reads", after, thread, n or align, n or path))

    return checked(go, [(64, 8 * 24), (160, 8 * 24)], prepare=fill_pageable)


@pairs.add("beds-side-by-side", "merge:h2d,gather=yes")
def beds_side_by_side(after):
    """40 seconds of the monitors of 24 beds, each of which has a pinned buffer of its own: a copy in of 8 KiB for each
    bed, a kernel of 48 blocks and 20 us that looks for alarms, 48 KiB back, a wait, and 20 us of work. The host puts
    what the beds have sent side by side into one buffer, 192 KiB, and issues one copy."""
    return checked(calls("hospital_beds", after, iterations(48, 20)), [(16, 48)])


@pairs.add("beam-by-motion", "graph")
def beam_by_motion(after):
    """50 frames of a scanner that looks whether the beam is on the tumour: a pinned copy in of 64 KiB and five kernels
    of 64 blocks and 6 us for the picture; on another stream, behind an event, 4 KiB of a breathing belt in and two
    kernels of 4 blocks and 10 us; the first stream waits for it by an event, and has a kernel of one block that says
    how the patient moved, and 1 KiB back; a wait, and 15 us of work, because the host turns the beam off. A frame is
    one graph with two branches."""
    picture, breath = iterations(64, 6), iterations(4, 10)

    def prepare(n):
        if after:
            call("hospital_gating_prepare", n or picture, n or breath)

    go = calls("hospital_gating", after, picture, breath)
    return checked(go, [(64, 1), (16, 64), (48, 4)], fetch=True, prepare=prepare)


@pairs.add("words-of-reads", "pool")
def words_of_reads(after):
    """20 batches of reads whose short words are counted: cudaMallocAsync twice of 16, 24 or 32 MiB, in turn, a pinned
    copy in of 4 MiB, a kernel of 4096 blocks and 70 us, the second memory set to zero, a kernel of 4096 blocks and 40
    us, a short one of 64 blocks, 64 KiB back, cudaFreeAsync twice, a wait, and 20 us of work. The pool keeps its memory
    at the wait."""
    go = calls("hospital_words", after, iterations(4096, 70), iterations(4096, 40))
    return checked(go, [(0, 64 * 20)])


@pairs.add("forces-far-away", "move:kernel reciprocal_pass,independent=yes")
def forces_far_away(after):
    """40 steps of molecular dynamics for a drug in its protein, on one stream, with positions in two places in turn:
    kernels of 120 blocks and 20 and 60 us for the bonds and for atoms that are near, one of 40 blocks and 50 us for
    those far away, whose forces are used in the next step, a short one for the new positions, 4 KiB back,
    cudaDeviceSynchronize, and 10 us of work. The forces of atoms far away go to a stream of their own, without events:
    they need the positions of the step before, and nothing of this step needs them."""
    go = calls("hospital_docking", after, iterations(120, 20), iterations(120, 60), iterations(40, 50))
    return checked(go, [(0, 120), (8, 120), (64, 40), (72, 40)], fetch=True)


@pairs.add("endoscope-and-recorder", "priority:kernel critical_pass,value=-5", expected="none")
def endoscope_and_recorder(after):
    """30 frames of an endoscope: a kernel of 64 blocks and 140 us for the recorder, on a stream for which nobody waits;
    on another stream a pinned copy in of 192 KiB, two kernels of 48 blocks and 60 us that look for polyps, 48 KiB back,
    a wait, and 20 us of work. That stream gets the highest priority; but the GPU has room for both."""
    go = calls("hospital_endoscope", after, iterations(64, 140), iterations(48, 60))
    return checked(go, [(32, 48), (64, 64)], fetch=True)


@pairs.add("control-points-again", "unsync:cudaEventSynchronize")
def control_points_again(after):
    """48 control points of a radiation, whose dose is computed again from its log: 4 KiB of leaves that are put into
    pinned memory of the point's own and 12 us of work, a copy in, a graph of six kernels of 66 blocks and 15 us, a
    function of the host that writes the leaves down in 5 us (cudaLaunchHostFunc), an event, and a wait for it; behind
    each twelfth point 66 KiB of the dose back, a wait for the stream, and 20 us of work. The waits for the events go;
    those for the dose stay."""
    length = iterations(66, 15)

    def prepare(n):
        fill_pageable(n)
        call("hospital_control_points_prepare", n or length)

    return checked(lambda n: call("hospital_control_points", after), [(32, 66), (64, 48)], prepare=prepare)


@pairs.add("studies-by-stage", "order=breadth-first", expected="none")
def studies_by_stage(after):
    """10 studies of four series, each on a stream of its own: a pinned copy in of 4 MiB, a kernel of 1024 blocks and 40
    us that makes the slices smaller, 1 MiB back, issued series after series; behind a study a wait for the device, and
    20 us of work. All copies in are issued first, then all kernels, then all copies back. The copies in follow each
    other on the link either way, and the host is ahead of them."""
    go = calls("hospital_studies", after, iterations(1024, 40))
    return checked(go, [(16 * series + 8, 1024) for series in range(4)])


@pairs.add("signals-in-pieces", "join:chunks=4")
def signals_in_pieces(after):
    """10 batches of signals of a sequencer, 8 MiB in 32 pieces in turn on two streams: a pinned copy in of 256 KiB, a
    kernel of 16 blocks and 12 us that looks for events, 16 KiB back; behind a batch a wait for the device, and 30 us of
    work. A batch has 8 pieces of 1 MiB."""
    go = calls("hospital_signals", 8 if after else 32, iterations(16, 12))
    return checked(go, [(128, 5 * 1024)])


@pairs.add("projections-in-chunks", "split:chunks=4,streams=2", expected="none")
def projections_in_chunks(after):
    """24 volumes of a scanner in turn on two streams with buffers of their own, issued at once: a pinned copy in of 8
    MiB, a kernel of 512 blocks and 40 us for the projection, 512 KiB back; a wait for the device at the end. A volume
    becomes 4 chunks in turn on its stream and a new one. The copies in keep the link busy already."""
    go = calls("hospital_projections", 4 if after else 1, iterations(512, 40))
    return checked(go, [(0, 12 * 1024)])


@pairs.add("tallies-set-to-zero", "drop:memset", expected="none")
def tallies_set_to_zero(after):
    """30 batches of a Monte Carlo dose with two tallies in turn: 528 KiB set to zero on a stream of its own, behind the
    event of the batch that used the tally last; behind its event a kernel of 528 blocks and 150 us, which writes all of
    the tally, 528 KiB back to pinned memory, and an event; the host waits for the batch before, and works 30 us on it.
    The tallies are not set to zero; the events stay. It was done while the kernel of the other tally ran."""
    return checked(calls("hospital_tallies", after, iterations(528, 150)), [(64, 528), (80, 528)])
