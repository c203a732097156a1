# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in CUDA C++ of programs as airports, airlines and air traffic control run them: airport_programs.cu has the
programs. Written without a look at what is predicted for them."""
from cuda_library import call, iterations
from everyday_cuda_programs import calls, checked
from laboratory_cuda_programs import fill_pageable
from pair import Pairs, on_two_threads

pairs = Pairs("cuda", set="airport")


@pairs.add("cameras-over-the-apron", "pin:h2d")
def cameras_over_the_apron(after):
    """24 pictures of two cameras with a stream and buffers each, issued at once: cudaMemcpy2DAsync of 1080 rows of 1920
    bytes, which lie 2048 bytes apart in pageable memory, a kernel of 2025 blocks and 90 us that looks for vehicles, 64
    KiB of a map back to pinned memory; a wait for the device at the end. The pictures lie in pinned memory, and the
    copy does not hold up the host."""
    go = calls("airport_apron", after, iterations(2025, 90))
    return checked(go, [(128, 24 * 64)], prepare=fill_pageable)


@pairs.add("progress-of-passengers", "drop:host_function")
def progress_of_passengers(after):
    """80 steps of passengers who walk through a terminal, issued at once on one stream: a kernel of 264 blocks and 40
    us, and a function of the host of 3 us that shows how far the simulation is (cudaLaunchHostFunc); behind each
    twentieth step 264 KiB back; a wait at the end. Nobody looks at that any more, and the functions go: each of them
    held up the next step."""
    return checked(calls("airport_progress", after, iterations(264, 40)), [(64, 4 * 264)])


@pairs.add("wakes-behind-aircraft", "scale:kernel wake_pass,factor=0.5")
def wakes_behind_aircraft(after):
    """40 aircraft that land one behind the other, each with one launch of a graph: a pinned copy in of 66 KiB; on one
    branch a kernel of 66 blocks and 105 us for the wake behind the aircraft, on another one three of 66 blocks and 25
    us for the wind to come; behind both such a kernel for how far apart the next one has to stay, and 66 KiB back; a
    wait, and 15 us of work. The wake takes half as long, and the branch of the wind is then the longer one."""
    wake, wind = iterations(66, 52 if after else 105), iterations(66, 25)

    def prepare(n):
        call("airport_wakes_prepare", after, n or wake, n or wind)

    return checked(lambda n: call("airport_wakes", after), [(64, 66)], prepare=prepare)


@pairs.add("belts-one-by-one", "order=depth-first", expected="none")
def belts_one_by_one(after):
    """20 turns of three belts for bags with a stream each, written stage by stage: 40 KiB of counts set to zero and a
    pinned copy in of 40 KiB for all of them, then all kernels that look at bags, of 40 blocks and 50 us, then all that
    sort them, of 10 blocks and 25 us, then all copies back of 10 KiB to pageable memory, for which the host has to
    wait; behind a turn a wait for the device, and 20 us of work. Each belt is issued from its copy in to its copy back
    before the next. That is a loss: the host waits for each belt before it issues the next, and none runs beside
    another."""
    go = calls("airport_belts", after, iterations(40, 50), iterations(10, 25))
    return checked(go, [(128, 20 * 3 * 10)])


@pairs.add("radar-heads-of-two-towers", "connections=32", expected="none")
def radar_heads_of_two_towers(_after):
    """Two host threads, each for a tower with three heads of a radar, which have a stream each, 30 turns: for each head
    a pinned copy in of 16 KiB, a kernel of 16 blocks and 40 us that filters plots, 16 KiB back; then a wait for each of
    the three streams, and 10 us of work. With CUDA_DEVICE_MAX_CONNECTIONS=32 the process would have 32 hardware queues
    and not 8. CUDA reads that only once, so that both programs here are the same: six streams need no more than 8
    queues."""
    length = iterations(16, 40)

    def go(n):
        on_two_threads(lambda thread: call("airport_heads", thread, n or length))

    return checked(go, [(128 + 8 * number, 30 * 16) for number in range(6)])


@pairs.add("departures-of-two-runways", "prefetch:depth=1")
def departures_of_two_runways(after):
    """Two host threads with a stream each, for two runways, 24 turns each: a pinned copy in of 3.1 MiB of plans, to one
    of two buffers in turn, a kernel of 132 blocks and 100 us that says how long departures take, 132 KiB back, a wait
    for the stream, and 15 us of work. The plans of the next turn are copied before the kernel of this one, on a stream
    of the thread's own for copies. Both threads share the link and the SMs."""
    length = iterations(132, 100)

    def go(n):
        on_two_threads(lambda thread: call("airport_departures", after, thread, n or length))

    return checked(go, [(128, 24 * 132), (192, 24 * 132)])


@pairs.add("alerts-beside-taxiing", "priority:kernel alert_pass,value=-5", expected="none")
def alerts_beside_taxiing(after):
    """A forecast of who taxies where: 24 kernels of 66 blocks and 150 us, issued at once on a stream of their own.
    Beside it 80 turns of alerts on another one: a pinned copy in of 16 KiB, a kernel of 16 blocks and 40 us that looks
    for aircraft that come too near, 16 KiB back, a wait for that stream, and 20 us of work; a wait for the device at
    the end. The stream of the alerts gets the highest priority. Both kinds of kernels had room beside each other
    already."""
    go = calls("airport_alerts", after, iterations(66, 150), iterations(16, 40))
    return checked(go, [(128, 80 * 16)])
