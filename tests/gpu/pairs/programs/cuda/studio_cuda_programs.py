# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as studios for games, film, sound and streaming run them: studio_programs.cu has the
programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="studio")


@pairs.add("cloth-three-streams", "graph")
def cloth_three_streams(after):
    """25 frames of three pieces of cloth with a stream each: a pinned copy in of 16 KiB of wind, and behind an event
    eight kernels of 48 blocks and 3 us for each piece; the first stream waits for the other two by events, then a
    kernel of 48 blocks and 6 us for the body, 48 KiB copied on the device, which keeps it, 48 KiB back, an event that
    the host waits for, and 20 us of work. All of a frame but that event and the work is one graph of three branches."""
    constraint, collide = iterations(48, 3), iterations(48, 6)

    def prepare(n):
        if after:
            call("studio_cloth_prepare", n or constraint, n or collide)

    go = calls("studio_cloth", after, constraint, collide)
    return checked(go, [(80, 48), (0, 48), (16, 48), (32, 48)], fetch=True, prepare=prepare)


@pairs.add("stems-by-the-clock", "merge:d2h", expected="none")
def stems_by_the_clock(after):
    """Two host threads with a stream each, and 24 pieces of sound in three slots. One decodes: it waits for the slot,
    puts 32 KiB into pinned memory, works 60 us, and issues a copy in and an event. The other one mixes a piece each 400
    us: it waits in a loop until it is time and the piece was decoded, lets its stream wait for the event, issues two
    kernels of 32 blocks and 8 us and 8 pinned copies back of 4 KiB, one for each stem, and waits. The stems lie side by
    side and are one copy; the next piece comes no earlier."""
    length = iterations(32, 8)

    def go(n):
        on_two_threads(lambda thread: call("studio_mixer", after, thread, n or length))

    return checked(go, [(64, 32)], prepare=fill_pageable)


@pairs.add("islands-and-heat-map", "nonblocking")
def islands_and_heat_map(after):
    """40 steps of four islands of bodies with a stream each, made by cudaStreamCreate: a kernel of 30 blocks and 60 us,
    and 30 KiB copied on the device for the island beside it; each stream waits for both of its neighbours by events. In
    each step the NULL stream makes a map of its own for somebody who looks for errors: 64 KiB set to zero, and a kernel
    of 64 blocks and 40 us. Behind each eighth step the host waits for the four streams and works 20 us. The four
    streams are non-blocking ones, and no longer wait for the NULL stream."""
    go = calls("studio_islands", after, iterations(30, 60), iterations(64, 40))
    return checked(go, [(0, 30), (16, 30), (32, 30), (48, 30), (64, 64)], fetch=True)


@pairs.add("shadow-map-tiles", "merge:kernel shadow_tile_pass")
def shadow_map_tiles(after):
    """20 frames with a map of shadows in 32 tiles: a pinned copy in of 128 KiB of casters, 128 KiB of depths set to
    zero, for each tile a kernel of 4 blocks and 5 us, a kernel of 264 blocks and 60 us for the light, 264 KiB back, and
    an event, which the host asks each 4 us whether it has come. One kernel of 128 blocks makes all tiles."""
    go = calls("studio_shadow_tiles", after, iterations(4, 5), iterations(264, 60))
    return checked(go, [(32, 264)])


@pairs.add("light-maps-in-chunks", "split:chunks=4,streams=2")
def light_maps_in_chunks(after):
    """4 maps of light that are baked, on one stream: two pinned copies in of 4 MiB, charts and normals, 4 MiB of light
    set to zero, kernels of 4096 blocks and 900 and 150 us, 4 MiB back, and a wait for the device. A map becomes 4
    chunks in turn on 2 streams. The kernels take most of the time."""
    go = calls("studio_bake", 4 if after else 1, iterations(4096, 900), iterations(4096, 150))
    return checked(go, [(16 * number + 8, 4 * 1024) for number in range(4)])


@pairs.add("reverb-in-pieces", "join:chunks=8")
def reverb_in_pieces(after):
    """12 blocks of sound of 6 MiB that get the echo of a large room, in 48 pieces in turn on 3 streams: a pinned copy
    in of 128 KiB, two kernels of 128 blocks and 3 us, a pinned copy back of 128 KiB; behind a block a wait for each of
    the three streams. A block has 6 pieces of 1 MiB."""
    go = calls("studio_reverb", 6 if after else 48, iterations(128, 3))
    return checked(go, [(64 + 8 * place, 6 * 1024) for place in range(4)])


@pairs.add("ladder-of-encodings", "order=depth-first", expected="none")
def ladder_of_encodings(after):
    """3 batches of 8 rungs of a ladder of encodings, in turn on 4 streams, written stage by stage: for all rungs a 2D
    copy in of 64 rows of 2 KiB, pinned, and 128 KiB copied on the device as a reference; then all kernels, of 2112
    blocks and 300 us; then all copies back of 64 KiB, and a wait for the device. Each rung is issued from its copy in
    to its copy back before the next. The kernels fill the GPU and are the limit."""
    go = calls("studio_ladder", after, iterations(2112, 300))
    return checked(go, [(128 + 4 * rung, 64) for rung in range(8)])


@pairs.add("detail-four-objects", "connections=32", expected="none")
def detail_four_objects(_after):
    """40 frames of four objects with a stream each: a pinned copy in of 1 KiB, a kernel of 16 blocks and 30 us that
    chooses triangles, and one of 8 blocks and 20 us that packs them; a fifth stream waits for the four by events, draws
    with 16 blocks and 20 us, copies 16 KiB back, and has a function of the host of 10 us show them
    (cudaLaunchHostFunc); the host waits for an event. With CUDA_DEVICE_MAX_CONNECTIONS=32 the process would have 32
    hardware queues and not 8. CUDA reads that only once, so that both programs here are the same: five streams need no
    more than 8 queues."""
    choose, pack = iterations(16, 30), iterations(8, 20)
    return checked(lambda n: call("studio_detail", n or choose, n or pack), [(112, 16 * 40)])


@pairs.add("scene-with-new-textures", "pin:h2d", "prefetch:depth=1")
def scene_with_new_textures(after):
    """24 frames with two textures in turn: cudaMemcpyAsync of 3 MiB from pageable memory, a graph of three branches,
    which are a kernel of 3072 blocks and 50 us with the texture, one of 16 blocks and 30 us for shadows, and two of
    those for particles, with a short kernel behind them for the picture; then 64 KiB back to pinned memory, an event
    that the host waits for, and 15 us of work. The textures lie in pinned memory, and the next one is copied before the
    graph of this frame, on a stream of its own. Each texture has a graph, before as after."""
    lengths = iterations(3072, 50), iterations(16, 30)

    def prepare(n):
        fill_pageable(n)
        call("studio_scene_prepare", *[n or length for length in lengths])

    return checked(lambda n: call("studio_scene", after), [(96, 64 * 24)], prepare=prepare)


@pairs.add("hearing-beside-paths", "priority:kernel echo_pass,value=-5")
def hearing_beside_paths(after):
    """Two host threads with a stream each. One issues 24 kernels of 4224 blocks and 200 us, paths of light, all at
    once. The other one follows sound in 48 turns: a pinned copy in of 4 KiB, a kernel of 16 blocks and 25 us, 4 KiB
    back, an event that it waits for, and 5 us of work. The stream of the sound gets the highest priority: its blocks
    come as soon as some of the others end, and not behind all of a kernel."""
    path, echo = iterations(4224, 200), iterations(16, 25)

    def go(n):
        on_two_threads(lambda thread: call("studio_hearing", after, thread, n or path, n or echo))

    return checked(go, [(144, 16)], fetch=True)


@pairs.add("layers-from-the-pool", "pool")
def layers_from_the_pool(after):
    """20 frames that are put together of four layers on two streams. The first takes 16 MiB with cudaMallocAsync for
    each layer, a pinned copy in of 264 KiB, and a kernel of 264 blocks and 20 us that fills it. The second sets 264 KiB
    of canvas to zero, waits for each layer by an event, lays it over the canvas with another such kernel, and gives its
    memory back with cudaFreeAsync; then 264 KiB back, and an event that the host waits for. The pool keeps its memory
    at the wait."""
    return checked(calls("studio_layers", after, iterations(264, 20)), [(128, 264)])


@pairs.add("emitters-own-memory", "drop:alloc free")
def emitters_own_memory(after):
    """Two host threads with a stream each. One draws 60 views: a pinned copy in of 128 KiB, a kernel of 128 blocks and
    60 us, 128 KiB back to pageable memory, and a wait. The other one makes particles for 24 frames: cudaMalloc of 8
    MiB, which are set to zero, a kernel of 64 blocks and 50 us, 64 KiB copied on the device, which are kept, a wait,
    and cudaFree. It has one buffer for all frames."""
    view, spawn = iterations(128, 60), iterations(64, 50)

    def go(n):
        on_two_threads(lambda thread: call("studio_emitters", after, thread, n or view, n or spawn))

    return checked(go, [(0, 128), (80, 64 * 24)], fetch=True)


@pairs.add("retargeted-poses", "unsync")
def retargeted_poses(after):
    """60 poses of an actor that a character takes over, on three streams: 15 us of work, a pinned copy in of 32 KiB
    from a place of the pose's own, a graph of six kernels of 32 blocks and 4 us for the bones, and an event that the
    host waits for; behind it, on the second stream, another such graph for the feet; behind another event, on the third
    stream, one such kernel for what hangs on the character, and a wait for that stream. Events keep what is still read.
    32 KiB go back at the end. The waits go, but the last."""
    length = iterations(32, 4)

    def prepare(n):
        fill_pageable(n)
        call("studio_retarget_prepare", n or length)

    go = calls("studio_retarget", after, length)
    return checked(go, [(48, 32)], prepare=prepare)
