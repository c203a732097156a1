# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as railways run them: rails, a junction, bearings of wagons, tunnels, a bridge, crowds,
delays, loads of lines, trains by radio, friction. Written without a look at what is predicted for them, under the rules
of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from harbour_torch_programs import convolutions
from pair import Pairs, on_two_threads, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="railway")


@pairs.add("rails-left-and-right", "pin:h2d")
def rails_left_and_right(after):
    """Two host threads, for the left and for the right rail, with a stream each: 10 times a blocking copy in of 4 MiB
    of grey pictures from pageable memory, four convolutions, the mean of all places, a pinned copy back of 2 KiB, a
    wait for the stream, and 30 us of work. The pictures are pinned, and the copy does not block. The threads share the
    link, and the interpreter of Python."""
    shape, channels, turns = (8, 1, 512, 1024), (1, 32, 64, 128, 128), 10
    model = convolutions(*channels, strides=(2, 2, 2, 1)).to(GPU, HALF, memory_format=torch.channels_last)
    made = [[torch.randint(256, shape, dtype=torch.uint8, device=GPU) for _ in range(3)] for _ in range(2)]
    taken = [[for_host(pictures, after) for pictures in of_rail] for of_rail in made]
    buffers = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(2)]
    found = [on_host(turns, shape[0], channels[-1], pinned=True) for _ in range(2)]
    streams = [torch.cuda.Stream() for _ in range(2)]
    torch.cuda.synchronize()  # the streams use what has just been made

    @torch.no_grad()
    def rail(thread):
        with torch.cuda.stream(streams[thread]):
            for turn, answer in enumerate(found[thread]):
                buffers[thread].copy_(taken[thread][turn % 3], non_blocking=after)
                pictures = buffers[thread].to(HALF, memory_format=torch.channels_last) / 255
                answer.copy_(model(pictures).mean((2, 3)), non_blocking=True)
                streams[thread].synchronize()
                work_on_host(30)

    return with_result(lambda: on_two_threads(rail), lambda: found, lambda: [answer.zero_() for answer in found])


@pairs.add("junction-of-two-lines", "graph:range:junction")
def junction_of_two_lines(after):
    """24 turns of how delays spread on two lines that meet at a junction: a pinned copy in of 32 KiB, 64 cases of 64
    stations on both lines; on two streams, with events, six steps for each line, in which a station is as late as the
    latest train that it has to wait for, two short kernels for each; behind both what is later of the two, and two
    steps more behind the junction; a pinned copy back of 16 KiB, a wait, and 25 us of work. The kernels of a turn are
    one replay of a graph with two branches; the copies stay as they are."""
    cases, stations, steps, turns = 64, 64, 6, 24
    seen = [for_host(torch.rand(2, cases, stations, device=GPU), True) for _ in range(3)]
    late = torch.zeros(2, cases, stations, device=GPU)
    needed = [torch.randn(stations, stations, device=GPU) for _ in range(3)]
    answers = torch.ones(turns, cases, stations).pin_memory()
    branch, begun, ended = torch.cuda.Stream(), torch.cuda.Event(), torch.cuda.Event()
    torch.cuda.synchronize()  # the other stream uses what has just been made

    def along(h, times, count):
        for _ in range(count):
            h = (h.unsqueeze(1) + times).amax(2)
        return h

    def meet():
        main = torch.cuda.current_stream()
        begun.record(main)
        branch.wait_event(begun)
        with torch.cuda.stream(branch):
            second = along(late[1], needed[1], steps)
            ended.record(branch)
        first = along(late[0], needed[0], steps)
        main.wait_event(ended)
        return along(torch.maximum(first, second), needed[2], 2)

    with torch.no_grad():
        junction = Replay(meet) if after else meet

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(answers):
            late.copy_(seen[turn % 3], non_blocking=True)
            with record_function("junction"):
                result = junction()
            answer.copy_(result, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(25)

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("bearings-of-wagons", "split:chunks=6,streams=3")
def bearings_of_wagons(after):
    """3 goods trains whose bearings are heard beside the track, 6144 of them with 4096 samples each: a pinned copy in
    of 48 MiB of 16-bit numbers, floats of them, what is left behind a mean of 33 neighbours, its square, the mean of
    each 8 of these and its logarithm, a pinned copy back of 6 MiB, and a wait. A train becomes 6 chunks of bearings in
    turn on 3 streams."""
    bearings, samples, narrow, trains, count = 6144, 4096, 8, 3, 3
    shape = bearings, samples
    heard = [for_host(torch.randint(-2048, 2048, shape, dtype=torch.int16, device=GPU), True) for _ in range(2)]
    sounds = torch.zeros(shape, dtype=torch.int16, device=GPU)
    levels = [on_host(bearings, samples // narrow, pinned=True) for _ in range(trains)]
    streams = [torch.cuda.Stream() for _ in range(count)]
    part = bearings // (6 if after else 1)
    torch.cuda.synchronize()  # the streams use what has just been made

    def level_of(rows):
        x = sounds[rows].float().unsqueeze(1)
        x = (x - functional.avg_pool1d(x, 33, stride=1, padding=16)).square_()
        return functional.avg_pool1d(x, narrow).squeeze(1).add_(1).log10_().to(HALF)

    @torch.no_grad()
    def run():
        for train, level in enumerate(levels):
            for chunk in range(bearings // part):
                rows = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % count]):
                    sounds[rows].copy_(heard[train % 2][rows], non_blocking=True)
                    level[rows].copy_(level_of(rows), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: levels, lambda: [level.zero_() for level in levels])


@pairs.add("tunnels-as-points", "prefetch:depth=1")
def tunnels_as_points(after):
    """8 parts of a tunnel that a train has scanned, a million points each: three pinned copies in, 12 MiB of places, 12
    MiB of directions and 1 MiB of how bright they are; a network of three layers for each point, the largest of each
    256 points, a pinned copy back of 512 KiB, a wait for the stream, and 30 us of work. All three of the next part are
    copied before the kernels of this one, on a stream of their own and into the other of two buffers."""
    points, width, wide, parts = 1 << 20, 256, 64, 8
    kinds = ((points, 3), torch.float32), ((points, 3), torch.float32), ((points, 1), torch.uint8)
    made = [[(torch.rand(shape, device=GPU) * 9).to(kind) for shape, kind in kinds] for _ in range(2)]
    scanned = [[for_host(values, True) for values in of_part] for of_part in made]
    buffers = [[torch.zeros(shape, dtype=kind, device=GPU) for shape, kind in kinds] for _ in range(2)]
    matrices = [weights(*shape) for shape in ((7, width), (width, width), (width, wide))]
    seen = [on_host(points // 256, wide, pinned=True) for _ in range(parts)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready = [torch.cuda.Event() for _ in range(2)]
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(part):
        with torch.cuda.stream(own if after else main):
            for buffer, values in zip(buffers[part % 2], scanned[part % 2]):
                buffer.copy_(values, non_blocking=True)
            if after:
                ready[part % 2].record()

    def look(part):
        h = torch.cat([values.to(HALF) for values in buffers[part % 2]], 1)
        for matrix in matrices[:-1]:
            h = functional.relu(h @ matrix)
        seen[part].copy_((h @ matrices[-1]).view(-1, 256, wide).amax(1), non_blocking=True)

    @torch.no_grad()
    def run():
        if after:
            load(0)
        for part in range(parts):
            if not after:
                load(part)
            else:
                if part + 1 < parts:
                    load(part + 1)  # the host waited for the part before, which used that buffer
                main.wait_event(ready[part % 2])
            look(part)
            main.synchronize()
            work_on_host(30)
        torch.cuda.synchronize()

    return with_result(run, lambda: seen, lambda: [answer.zero_() for answer in seen])


@pairs.add("strain-of-a-bridge", "scale:kernel range:strain,factor=0.25")
def strain_of_a_bridge(after):
    """8 steps of a bridge under a train, with four cases of load and 32 million places for each: five kernels that read
    and write up to 512 MiB make strain of load, and let it relax; behind each step the means of the first case alone,
    16 KiB, in a pinned copy back, because nobody wants to see the others any more. Only the first case is computed, and
    the kernels, which wait for memory, have a quarter to read and to write."""
    places, parts, cases, steps = 1 << 25, 4096, 1 if after else 4, 8
    first, load = (torch.rand(1, places, device=GPU).repeat(cases, 1) for _ in range(2))
    strain = first.clone()
    shown = [torch.ones(parts, pin_memory=True) for _ in range(steps)]

    def bend():
        with record_function("strain"):
            strain.lerp_(load, 0.2)
            strain.addcmul_(strain, load, value=-0.1)
            strain.clamp_(min=0, max=2)
            strain.mul_(0.98)
            strain.add_(load, alpha=0.01)

    @torch.no_grad()
    def run():
        for means in shown:
            bend()
            means.copy_(strain[0].view(parts, -1).mean(1), non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: shown, lambda: strain.copy_(first))


@pairs.add("crowds-on-platforms", "drop:d2d")
def crowds_on_platforms(after):
    """8 batches of 8192 places on platforms, for each of which a network says how crowded it gets: a pinned copy in of
    4 MiB, a product of matrices, six layers, each of which keeps a copy of what comes in with .clone(), makes a product
    and a relu in place, and adds the copy; a product to 32 values, a pinned copy back of 512 KiB, a wait, and 40 us of
    work. Nothing overwrites what comes in: it is used as it is, and the copies go."""
    rows, inputs, width, levels, layers, batches = 8192, 256, 2048, 32, 6, 8
    counted = [for_host(weights(rows, inputs) * 50, True) for _ in range(2)]
    x = torch.zeros(rows, inputs, dtype=HALF, device=GPU)
    first, head = weights(inputs, width), weights(width, levels)
    matrices = [weights(width, width) for _ in range(layers)]
    crowded = [on_host(rows, levels, pinned=True) for _ in range(batches)]

    @torch.no_grad()
    def run():
        for batch, answer in enumerate(crowded):
            x.copy_(counted[batch % 2], non_blocking=True)
            h = x @ first
            for matrix in matrices:
                kept = h if after else h.clone()
                h = (h @ matrix).relu_().add_(kept)
            answer.copy_(h @ head, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(40)

    return with_result(run, lambda: crowded, lambda: [answer.zero_() for answer in crowded])


@pairs.add("delays-told-to-travellers", "host:host_work >200us,factor=0.3")
def delays_told_to_travellers(after):
    """15 batches of delays that are told to travellers: 60 us of work that asks a database, a pinned copy in of 512
    KiB, four blocks of a transformer, the likeliest of 128 words at each of 512 places, .cpu() of 4 KiB, and 400 us of
    work that makes sentences of them. That takes 120 us; the database stays as it is."""
    count, length, width, words, batches = 8, 64, 512, 128, 15
    model = torch.nn.Sequential(*[Block(width, 8) for _ in range(4)], torch.nn.Linear(width, words)).to(GPU, HALF)
    known = [for_host(weights(count, length, width) * 50, True) for _ in range(3)]
    x = torch.zeros(count, length, width, dtype=HALF, device=GPU)
    told = []

    @torch.no_grad()
    def run():
        told.clear()
        for batch in range(batches):
            work_on_host(60)
            x.copy_(known[batch % 3], non_blocking=True)
            told.append(model(x).argmax(-1).cpu())
            work_on_host(120 if after else 400)

    return with_result(run, lambda: told)


@pairs.add("loads-of-eight-lines", "spread:kernel range:peaks,streams=4")
def loads_of_eight_lines(after):
    """6 timetables that are held against each other: a pinned copy in of 16 MiB, how many passengers are on 64 trains
    of each of eight lines in 8192 moments; for each line a kernel of few blocks that says how many there were at most
    up to each moment, with torch.cummax, and needs nothing of the others; then each 64th moment, a pinned copy back of
    256 KiB, a wait, and 30 us of work. The kernels of the lines go to 4 new streams in turn, which wait for the copy in
    by an event; the first stream waits for the four of them."""
    lines, trains, moments, step, plans, count = 8, 64, 8192, 64, 6, 4
    shape = lines, trains, moments
    planned = [for_host(torch.rand(shape, device=GPU), True) for _ in range(2)]
    loads, peaks = (torch.zeros(shape, device=GPU) for _ in range(2))
    moment_of = torch.zeros(shape, dtype=torch.int64, device=GPU)
    pieces = list(zip(loads.unbind(), peaks.unbind(), moment_of.unbind()))
    shown = [torch.ones(lines, trains, moments // step, pin_memory=True) for _ in range(plans)]
    main = torch.cuda.current_stream()
    streams = [torch.cuda.Stream() for _ in range(count)]
    begun, ended = torch.cuda.Event(), [torch.cuda.Event() for _ in range(count)]
    torch.cuda.synchronize()  # the streams use what has just been made

    def find_peak(line):
        load, peak, moment = pieces[line]
        torch.cummax(load, 1, out=(peak, moment))

    def find_peaks():
        if not after:
            for line in range(lines):
                find_peak(line)
            return
        begun.record(main)
        for stream in streams:
            stream.wait_event(begun)
        for line in range(lines):
            with torch.cuda.stream(streams[line % count]):
                find_peak(line)
        for stream, event in zip(streams, ended):
            event.record(stream)
            main.wait_event(event)

    @torch.no_grad()
    def run():
        for plan, answer in enumerate(shown):
            loads.copy_(planned[plan % 2], non_blocking=True)
            with record_function("peaks"):
                find_peaks()
            answer.copy_(peaks[:, :, ::step].contiguous(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(30)

    return with_result(run, lambda: shown, lambda: [answer.zero_() for answer in shown])


@pairs.add("trains-by-radio", "unsync:cudaEventSynchronize", expected="none")
def trains_by_radio(after):
    """24 batches of what trains say by radio, with three buffers in turn, on one stream: a pinned copy in of 2 MiB,
    five products of matrices with gelu, a sixth one, a pinned copy back of 512 KiB, and an event. Before the host
    issues a batch, it waits for the event of the one that used its buffer last, so that not too much stands in line.
    These waits go; the one at the end stays. The GPU is the limit, and had work all the time."""
    rows, inputs, width, kinds, batches, ring = 8192, 128, 2048, 32, 24, 3
    said = [for_host(weights(rows, inputs) * 50, True) for _ in range(3)]
    buffers = [torch.zeros(rows, inputs, dtype=HALF, device=GPU) for _ in range(ring)]
    widths = inputs, *[width] * 5
    matrices, head = [weights(*two) for two in zip(widths, widths[1:])], weights(width, kinds)
    understood = [on_host(rows, kinds, pinned=True) for _ in range(batches)]
    used = [torch.cuda.Event() for _ in range(ring)]

    @torch.no_grad()
    def run():
        for batch, answer in enumerate(understood):
            slot = batch % ring
            if batch >= ring and not after:
                used[slot].synchronize()
            h = buffers[slot]
            h.copy_(said[batch % 3], non_blocking=True)
            for matrix in matrices:
                h = functional.gelu(h @ matrix)
            answer.copy_(h @ head, non_blocking=True)
            used[slot].record()
        torch.cuda.synchronize()

    return with_result(run, lambda: understood, lambda: [answer.zero_() for answer in understood])


@pairs.add("friction-of-sections", "merge:kernel range:friction")
def friction_of_sections(after):
    """16 turns of how far trains need to stop on 48 sections of a line: a pinned copy in of 768 KiB of weather; the
    friction of each section, a tensor of 4096 values of its own, goes a part of the way to that, one kernel for each;
    all in one tensor, a product of matrices, a pinned copy back of 24 KiB, a wait, and 20 us of work. One call,
    torch._foreach_lerp_, takes all sections."""
    sections, values, speeds, turns = 48, 4096, 128, 16
    measured = [for_host(torch.rand(sections, values, device=GPU), True) for _ in range(3)]
    weather = torch.zeros(sections, values, device=GPU)
    wet = list(weather.unbind())
    friction = [torch.rand(values, device=GPU) for _ in range(sections)]
    first = [one.clone() for one in friction]
    trains = torch.rand(values, speeds, device=GPU)
    distances = torch.ones(turns, sections, speeds).pin_memory()

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(distances):
            weather.copy_(measured[turn % 3], non_blocking=True)
            with record_function("friction"):
                if after:
                    torch._foreach_lerp_(friction, wet, 0.1)
                else:
                    for one, other in zip(friction, wet):
                        one.lerp_(other, 0.1)
            answer.copy_(torch.stack(friction) @ trains, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    def prepare():
        for one, value in zip(friction, first):
            one.copy_(value)

    return with_result(run, lambda: [distances, *friction], prepare)
