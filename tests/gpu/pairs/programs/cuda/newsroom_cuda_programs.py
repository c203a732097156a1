# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as newspapers, post offices, radio stations and press agencies run them:
newsroom_programs.cu has the programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable, on_four_threads
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="newsroom")


@pairs.add("pages-in-four-colours", "order=depth-first")
def pages_in_four_colours(after):
    """4 editions of 12 pages in turn on 3 streams, of which printing plates are made, written stage by stage: all
    pinned copies in of 3 MiB; then for each page a kernel of 512 blocks of 512 threads and some 20 us that makes four
    inks of three colours, and one of 264 blocks that makes dots of these; then all copies back of 4 MiB, and a wait for
    the device. Each page is issued from its copy in to its copy back before the next."""
    go = calls("newsroom_editions", after, iterations(1024, 20) // 3)
    return checked(go, [(0, 48 * 1024), (144, 48 * 1024)])


@pairs.add("wires-of-four-agencies", "merge:h2d")
def wires_of_four_agencies(after):
    """Four host threads with a stream each, for the wires of four agencies, 24 bundles each: 20 us of work, pinned
    copies in of 12 messages of 4 KiB, a kernel of 48 blocks and 25 us that looks what they are about, 48 KiB back, and
    a wait for the stream. The messages lie side by side already, and are one copy."""
    length = iterations(48, 25)

    def go(n):
        on_four_threads(lambda thread: call("newsroom_wires", after, thread, n or length))

    return checked(go, [(64 + 16 * agency, 24 * 48) for agency in range(4)])


@pairs.add("desk-of-a-radio-show", "scale:kernel reverb_pass,factor=0.5", expected="none")
def desk_of_a_radio_show(after):
    """30 blocks of a radio show, each with one launch of a graph: three pinned copies in of 44 KiB; on one branch five
    kernels of 44 blocks and 20 us for the voice, on another one two of 88 small blocks and 25 us for music, on the
    third one of 22 blocks of 512 threads and 60 us for the room around a jingle; behind these a mix, and 44 KiB back; a
    wait, and 15 us of work. The room takes half as long. The branch of the voice is the longest one either way."""
    voice, music, reverb = iterations(44, 20), iterations(44, 25), iterations(44, 30 if after else 60)

    def prepare(n):
        call("newsroom_show_prepare", after, *[n or length for length in (voice, music, reverb)])

    return checked(lambda _n: call("newsroom_show", after), [(48, 44)], prepare=prepare)


@pairs.add("jingles-from-the-pool", "pool")
def jingles_from_the_pool(after):
    """Two host threads with a stream each, for two studios that make jingles, 10 each: 20 MiB for a sound and 10 MiB
    for its echo with cudaMallocAsync, a pinned copy in of 264 KiB, the echo set to zero, three kernels of 264, 132 and
    528 blocks and 30 us, 264 KiB back, both given back with cudaFreeAsync, and a wait for the stream. The pool, which
    both threads share, keeps its memory at a wait."""
    length = iterations(264, 30)

    def go(n):
        on_two_threads(lambda thread: call("newsroom_jingles", after, thread, n or length))

    return checked(go, [(128, 10 * 264), (144, 10 * 264)])


@pairs.add("election-by-districts", "spread:kernel district_pass,streams=4")
def election_by_districts(after):
    """12 projections of an election, on one stream: a pinned copy in of 16 KiB of polls, for each of ten districts a
    kernel of 12 to 66 blocks and some 35 us that draws 2000 elections for each thread and needs nothing of the others,
    one of one block that takes them together, 1 KiB back, a wait, and 20 us of work. The kernels of the districts go to
    4 new streams in turn, which wait for the copy in by an event; the first stream waits for the four of them."""
    return checked(calls("newsroom_election", after, 2000), [(64, 12)])


@pairs.add("letters-by-the-load", "pin:h2d", "split:chunks=6,streams=3")
def letters_by_the_load(after):
    """4 loads of scanned letters, on one stream: cudaMemcpyAsync of 12 MiB from pageable memory, a kernel of 6144
    blocks of 512 threads and 150 us that takes the paper out, one of 3072 blocks and 60 us that makes strokes of four
    values each, a pinned copy back of 3 MiB, a wait for the device, and 20 us of work. The scans are pinned, and a load
    becomes 6 chunks in turn on 3 streams."""
    go = calls("newsroom_letters", 6 if after else 1, iterations(12288, 150), iterations(3072, 60))
    return checked(go, [(4 * load, 3 * 1024) for load in range(4)], prepare=fill_pageable)


@pairs.add("radar-loop-kept-twice", "drop:d2d")
def radar_loop_kept_twice(after):
    """30 pictures of a rain radar, issued at once on one stream: a pinned copy in of 2 MiB, a kernel of 2048 blocks and
    90 us that maps it, into one of 12 places in turn, a copy of all 24 MiB of these on the device, and 256 KiB back; a
    wait for the stream at the end. Nobody reads that copy of the loop any more, and it goes."""
    return checked(calls("newsroom_radar", after, iterations(2048, 90)), [(64, 30 * 256)])


@pairs.add("pages-of-teletext", "host:host_work >70us,factor=0.5", expected="none")
def pages_of_teletext(after):
    """32 pages of teletext with two places in turn, on one stream: a wait for the event of the page before the last, 90
    us of work that sets the page, a pinned copy in of 128 KiB, a kernel of 528 blocks and 200 us that draws it, 528 KiB
    back, and an event; a wait for the stream at the end. Setting takes half as long. It was done while the page before
    was drawn, and the host waited."""
    return checked(calls("newsroom_teletext", after, iterations(528, 200)), [(64, 32 * 528)])


@pairs.add("routes-of-carriers", "nonblocking")
def routes_of_carriers(after):
    """Two host threads with a stream each, made by cudaStreamCreate, for two towns whose letters are carried, 20 turns
    each: a pinned copy in of 64 KiB, a kernel of 96 blocks of 128 threads and some 60 us of loads that depend on each
    other, one of 24 blocks of 512 threads and some 40 us with many barriers, 48 KiB back, a wait for the stream, and 15
    us of work. Behind its copy back, the first thread issues a kernel of 132 blocks and 60 us on the NULL stream, a
    model of the traffic. The two streams are non-blocking ones."""
    length = iterations(132, 60)

    def go(n):
        on_two_threads(lambda thread: call("newsroom_routes", after, thread, n or length))

    return checked(go, [(128, 20 * 48), (144, 20 * 48), (64, 132)], fetch=True)
