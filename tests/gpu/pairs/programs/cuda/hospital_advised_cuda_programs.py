# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Programs in CUDA C++ of `hospital` with the change that the advice names first, where it is not the one that was
recorded there: hospital_advised_programs.cu has them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs

pairs = Pairs("cuda", set="hospital-advised")


def program(after, name, *lengths):
    """The program of `hospital` as it is, or the one that is advised."""
    if not after:
        return calls(f"hospital_{name}", 0, *lengths)
    return lambda n: call(f"hospital_advised_{name}", *[n or length for length in lengths])


@pairs.add("endoscope-and-recorder-advised", "split:chunks=4", expected="none")
def endoscope_and_recorder(after):
    """endoscope-and-recorder: 30 frames: a kernel of 64 blocks and 140 us for the recorder, for which nobody waits; on
    another stream a pinned copy in of 192 KiB, two kernels of 48 blocks and 60 us, 48 KiB back, a wait, and 20 us of
    work. A frame becomes 4 chunks on a stream each, for all of which the host waits. The kernels of a chunk have 12
    blocks, which take as long as 48 do; only the copies get shorter."""
    go = program(after, "endoscope", iterations(64, 140), iterations(48, 60))
    return checked(go, [(32, 48), (64, 64)], fetch=True)


@pairs.add("studies-by-stage-advised", "prefetch")
def studies_by_stage(after):
    """studies-by-stage: 10 studies of four series, each on a stream of its own: a pinned copy in of 4 MiB, a kernel of
    1024 blocks and 40 us, 1 MiB back; behind a study a wait for the device, and 20 us of work. The copies in of the
    next study are issued before the kernels of this one, on a stream of their own, into the other of two buffers."""
    go = program(after, "studies", iterations(1024, 40))
    return checked(go, [(16 * series + 8, 1024) for series in range(4)])


@pairs.add("tallies-set-to-zero-advised", "move:d2h")
def tallies_set_to_zero(after):
    """tallies-set-to-zero: 30 batches with two tallies in turn: 528 KiB set to zero on a stream of its own; behind its
    event a kernel of 528 blocks and 150 us, 528 KiB back, and an event; the host waits for the batch before, and works
    30 us. The copies back go to a stream of their own, behind the event of their kernel; the event behind the copy is
    on that stream."""
    return checked(program(after, "tallies", iterations(528, 150)), [(64, 528), (80, 528)])


@pairs.add("ultrasound-and-heart-advised", "move", "nonblocking")
def ultrasound_and_heart(after):
    """ultrasound-and-heart: 36 frames on two blocking streams: copies in of 1 MiB and 256 KiB, kernels of 132 blocks
    and 100 us and of 64 blocks and 80 us, 132 and 64 KiB back, an event each; the host waits for the frame before, and
    works 20 us; behind each third frame 4 KiB in, a kernel of 4 blocks and 40 us, and 4 KiB back on the NULL stream.
    All copies in go to one stream of their own, and each kernel waits for its copy by an event; those of the NULL
    stream have two buffers in turn, as the others had. The two streams do not wait for the NULL stream."""
    go = program(after, "ultrasound", iterations(132, 100), iterations(64, 80), iterations(4, 40))
    return checked(go, [(128, 132), (129, 132), (144, 64), (145, 64), (161, 4)])


@pairs.add("signals-in-pieces-advised", "join:chunks=16")
def signals_in_pieces(after):
    """signals-in-pieces: 10 batches in 32 pieces in turn on two streams: a pinned copy in of 256 KiB, a kernel of 16
    blocks and 12 us, 16 KiB back; behind a batch a wait for the device, and 30 us of work. A batch has 2 pieces of 4
    MiB, with kernels of 256 blocks, one on each stream."""
    go = calls("hospital_signals", 2 if after else 32, iterations(16, 12))
    return checked(go, [(128, 5 * 1024)])


@pairs.add("control-points-again-advised", "unsync", "move:stream=functions,host_function")
def control_points_again(after):
    """control-points-again: 48 points: 12 us of work, a pinned copy in of 4 KiB, a graph of six kernels of 66 blocks
    and 15 us, a function of the host of 5 us, an event, and a wait for it; behind each twelfth point 66 KiB back, a
    wait for the stream, and 20 us of work. The waits for the events go; those for the dose stay. The function of the
    host has a stream of its own, behind an event of the graph, and behind each twelfth point the host waits for that
    stream, too. No copy waits for a function: it changes nothing that is copied."""

    def prepare(n):
        fill_pageable(n)
        call("hospital_control_points_prepare", n or length)

    length = iterations(66, 15)
    function, arguments = ("hospital_advised_control_points", ()) if after else ("hospital_control_points", (0,))
    return checked(lambda n: call(function, *arguments), [(32, 66), (64, 48)], prepare=prepare)


@pairs.add("words-of-reads-advised", "pool", "prefetch")
def words_of_reads(after):
    """words-of-reads: 20 batches: cudaMallocAsync twice of 16 to 32 MiB, a pinned copy in of 4 MiB, a kernel of 4096
    blocks and 70 us, a memset, kernels of 4096 and 64 blocks and 40 us, 64 KiB back, cudaFreeAsync twice, a wait, and
    20 us of work. The pool keeps its memory at the wait. The copy of the next batch is issued before all else of this
    one, on a stream of its own, into the other of two buffers."""
    go = program(after, "words", iterations(4096, 70), iterations(4096, 40))
    return checked(go, [(0, 64 * 20)])
