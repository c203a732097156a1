# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as theatres and film studios run them: theatre_programs.cu has the programs. Written
without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable, on_four_threads
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="theatre")


@pairs.add("backdrops-in-turn", "pool")
def backdrops_in_turn(after):
    """24 backdrops in turn on two streams: the host waits for the stream, which had the one before the last; 24 MiB for
    a canvas and 12 MiB for masks with cudaMallocAsync, a pinned copy in of 264 KiB, the masks set to zero, three
    kernels of 264 blocks and 25, 25 and 40 us, 264 KiB back, and both given back with cudaFreeAsync; a wait for the
    device at the end. The pool keeps its memory at a wait."""
    go = calls("theatre_backdrops", after, iterations(264, 25), iterations(264, 40))
    return checked(go, [(128, 24 * 264)])


@pairs.add("four-dubbing-booths", "pin")
def four_dubbing_booths(after):
    """Four host threads with a stream each, for four booths where actors dub a film, 20 takes each: 20 us of work,
    cudaMemcpyAsync of 1056 KiB from pageable memory, a kernel of 264 blocks and 50 us that makes a take fit the lips,
    cudaMemcpyAsync of 264 KiB to pageable memory, and a wait for the stream. All that memory is pinned. The threads
    share the link and the SMs, and have room beside each other there."""
    length = iterations(264, 50)

    def go(n):
        on_four_threads(lambda thread: call("theatre_booths", after, thread, n or length))

    return checked(go, [(16 * booth + 8, 264) for booth in range(4)], fetch=True, prepare=fill_pageable)


@pairs.add("channels-of-a-mixing-desk", "merge:kernel equalise_pass")
def channels_of_a_mixing_desk(after):
    """24 blocks of sound of a mixing desk with 48 channels: a pinned copy in of 96 KiB, for each channel a kernel of 2
    blocks and 4 us that equalises it, one of 2 blocks and 10 us that mixes all, 2 KiB back, a wait, and 15 us of work.
    One kernel of 96 blocks equalises all channels."""
    go = calls("theatre_mixing", after, iterations(2, 4), iterations(2, 10))
    return checked(go, [(64, 24 * 2)])


@pairs.add("film-scanned-anew", "split:chunks=6,streams=2")
def film_scanned_anew(after):
    """3 frames of a film that is scanned anew, on one stream: a pinned copy in of 24 MiB, kernels of 24576 blocks and
    300 and 250 us that take the dust off and grade the colours, 24 MiB back, and a wait for the device. A frame becomes
    6 chunks in turn on 2 streams."""
    go = calls("theatre_film", 6 if after else 1, iterations(24576, 300), iterations(24576, 250))
    return checked(go, [(0, 24 * 1024), (64, 24 * 1024)])


@pairs.add("rehearsal-on-camera", "move:d2h")
def rehearsal_on_camera(after):
    """36 pictures of a rehearsal, issued at once on one stream: a pinned copy in of 1 MiB, a kernel of 1024 blocks and
    110 us that sharpens it, into one of two buffers in turn, and 1 MiB back; a wait for the device at the end. The
    copies back go to a stream of their own, and events keep that order of the data. The kernels take most of the
    time."""
    return checked(calls("theatre_rehearsal", after, iterations(1024, 110)), [(64, 36 * 1024)])


@pairs.add("cues-for-sound-and-light", "drop:event_wait")
def cues_for_sound_and_light(after):
    """36 cues of a play, issued at once, for sound on one stream and for light on another one: pinned copies in of 44
    and 66 KiB, kernels of 44 and 66 blocks and 50 and 70 us, 44 and 66 KiB back, and an event for each; a wait for the
    device at the end. Light waits for the sound of its cue, and sound for the light of the cue before. They shared a
    buffer once, and do so no more: the waits of the streams go."""
    go = calls("theatre_cues", after, iterations(44, 50), iterations(66, 70))
    return checked(go, [(64, 36 * 44), (96, 36 * 66)])


@pairs.add("tickets-of-two-houses", "postpone", expected="none")
def tickets_of_two_houses(after):
    """Two host threads, each for a house that sells tickets, with two streams in turn, which have buffers of their own,
    30 turns each: 20 us of work, a pinned copy in of 1056 KiB, a kernel of 1056 blocks and 130 us that looks for seats,
    32 KiB back, and a wait for the stream. The host waits for a stream only before it uses it again, and at the end.
    Each kernel fills the GPU, and had the one of the other thread behind it already."""
    length = iterations(1056, 130)

    def go(n):
        on_two_threads(lambda thread: call("theatre_tickets", after, thread, n or length))

    return checked(go, [(128, 30 * 32), (144, 30 * 32)])


@pairs.add("costumes-in-eight-bits", "scale:h2d,factor=0.5", expected="none")
def costumes_in_eight_bits(after):
    """28 pictures of costumes, issued at once, with two buffers in turn: a pinned copy in of 4 MiB on a stream of its
    own, which waits for an event until its buffer is free; on another stream, behind an event, a kernel of 528 blocks
    and 180 us, and 64 KiB back; a wait for the device at the end. The pictures have 8 bits for each colour and not 16.
    The kernels are the limit, and the copies ran beside them already."""
    return checked(calls("theatre_costumes", after, iterations(528, 180)), [(128, 28 * 64)])


@pairs.add("echoes-of-nine-halls", "spread:kernel hall_pass,streams=3")
def echoes_of_nine_halls(after):
    """14 sounds as they would be in nine halls, on one stream: a pinned copy in of 24 KiB, for each hall a kernel of 24
    blocks and 50 us, which needs nothing of the others, one of 24 blocks and 20 us that mixes what comes back from the
    walls, 24 KiB back, a wait, and 15 us of work. The kernels of the halls go to 3 new streams in turn, which wait for
    the copy in by an event; the first stream waits for the three of them."""
    go = calls("theatre_halls", after, iterations(24, 50), iterations(24, 20))
    return checked(go, [(64, 14 * 24)])
