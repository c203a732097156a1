# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as hospitals and their labs run them: X-rays, slides under a microscope, magnetic
resonance, monitors at the bed, positron emission, plans of a radiation, brains, tumours. Written without a look at what
is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, on_two_threads, with_result, work_on_host
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="hospital")


def smaller_and_smaller(inputs, widths, outputs):
    """Convolutions that halve the picture each, and so many numbers for what is left of it."""
    layers, before = [], inputs
    for width in widths:
        layers += [torch.nn.Conv2d(before, width, 3, stride=2, padding=1), torch.nn.ReLU(inplace=True)]
        before = width
    model = torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten())
    model.append(torch.nn.Linear(before, outputs))
    return model.to(GPU, HALF, memory_format=torch.channels_last)


@pairs.add("chest-x-rays", "pin")
def chest_x_rays(after):
    """10 studies of 4 chest X-rays, read before a doctor sees them: 8 MiB as the files have them come from pageable
    memory with a blocking .to(), are put into a window of brightness, and go through five convolutions; 14 findings for
    each picture go back to pageable memory with a blocking copy, and 60 us of work write them down. The memory is
    pinned and .to() does not block; the copy back still does."""
    views, side, findings, studies = 4, 1024, 14, 10
    model = smaller_and_smaller(1, (32, 64, 128, 256, 256), findings)
    shape = views, 1, side, side
    files = [for_host(torch.randint(4096, shape, dtype=torch.int16, device=GPU), after) for _ in range(studies)]
    reports = [on_host(views, findings, pinned=after) for _ in range(studies)]

    @torch.no_grad()
    def run():
        for file, report in zip(files, reports):
            pictures = file.to(GPU, non_blocking=after)
            x = ((pictures.to(HALF, memory_format=torch.channels_last) - 1024) / 2048).clamp_(0, 1)
            report.copy_(torch.sigmoid(model(x)))
            work_on_host(60)

    return with_result(run, lambda: reports)


@pairs.add("slide-ahead", "prefetch:depth=1")
def slide_ahead(after):
    """16 fields of a slide under a microscope: a pinned copy in of 12 MiB, 16 patches that were decoded before, four
    convolutions on them, a pinned copy back of 8 KiB of features, a wait for the stream, and 60 us of work with the
    features. The patches of the next field are copied before the convolutions of this one, on a stream of their own and
    into the other of two buffers."""
    count, side, features, fields = 16, 512, 256, 16
    model = smaller_and_smaller(3, (64, 128, 256, 256), features)
    shape = count, 3, side, side
    decoded = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(4)]
    buffers = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(2)]
    found = on_host(fields, count, features, pinned=True)
    main = torch.cuda.current_stream()
    copies = torch.cuda.Stream() if after else main
    ready = [torch.cuda.Event() for _ in range(2)]

    def load(field):
        with torch.cuda.stream(copies):
            buffers[field % 2].copy_(decoded[field % 4], non_blocking=True)
            if after:
                ready[field % 2].record()

    torch.cuda.synchronize()  # the other stream writes what has just been made

    @torch.no_grad()
    def run():
        if after:
            load(0)
        for field, answer in enumerate(found):
            if not after:
                load(field)
            else:
                if field + 1 < fields:
                    load(field + 1)
                main.wait_event(ready[field % 2])
            x = buffers[field % 2].to(HALF, memory_format=torch.channels_last) / 255
            answer.copy_(model(x), non_blocking=True)
            main.synchronize()
            work_on_host(60)

    return with_result(run, lambda: [found], lambda: found.zero_())


@pairs.add("resonance-cascades", "graph:kernel")
def resonance_cascades(after):
    """12 slices of magnetic resonance from a fast scan: a pinned copy in of 2 MiB, what 16 coils have measured; six
    cascades, each of which makes the picture of it, corrects the picture with three small convolutions, and puts back
    what was measured, over 100 launches in all; a pinned copy back of 64 KiB, a wait, and 30 us of work. The launches
    of a slice are one replay of a graph; the copies stay as they are."""
    coils, side, width, slices = 16, 128, 24, 12
    shape = coils, side, side
    scans = [for_host(torch.randn(shape, dtype=torch.complex64, device=GPU), True) for _ in range(4)]
    measured = torch.zeros(shape, dtype=torch.complex64, device=GPU)
    maps = torch.polar(torch.rand(shape, device=GPU), torch.rand(shape, device=GPU)) / 4
    turned_back = maps.conj().resolve_conj()
    taken = torch.rand(side, side, device=GPU) < 0.25
    channels = (2, width), (width, width), (width, 2)
    cascades = [[torch.randn(n, m, 3, 3, device=GPU) * 0.05 for m, n in channels] for _ in range(6)]
    pictures = torch.zeros(slices, side, side).pin_memory()

    def picture_of(k):
        return (torch.fft.ifft2(k) * turned_back).sum(0)

    def reconstructed():
        k = measured
        for first, second, third in cascades:
            image = picture_of(k)
            h = torch.view_as_real(image).permute(2, 0, 1).unsqueeze(0).contiguous()
            h = torch.relu_(functional.conv2d(h, first, padding=1))
            h = torch.relu_(functional.conv2d(h, second, padding=1))
            h = functional.conv2d(h, third, padding=1)[0].permute(1, 2, 0).contiguous()
            k = torch.where(taken, measured, torch.fft.fft2((image + torch.view_as_complex(h)) * maps))
        return picture_of(k).abs()

    with torch.no_grad():
        slice_of = Replay(reconstructed) if after else reconstructed

    @torch.no_grad()
    def run():
        for turn, picture in enumerate(pictures):
            measured.copy_(scans[turn % 4], non_blocking=True)
            picture.copy_(slice_of(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(30)

    return with_result(run, lambda: [pictures], lambda: pictures.zero_())


@pairs.add("wards-two-threads", "host:host_work >80us,factor=0.5")
def wards_two_threads(after):
    """Two host threads, one for each of two wards, with a stream each: 20 times 100 us of work that unpacks what the
    monitors have sent, a pinned copy in of 512 KiB, four convolutions in one dimension with a softmax behind them, a
    pinned copy back of 512 bytes, and a wait for the stream. The unpacking takes half as long. The threads share the
    interpreter of Python."""
    beds, leads, samples, width, kinds, turns = 64, 8, 512, 64, 4, 20
    layers, before = [], leads
    for _ in range(4):
        layers += [torch.nn.Conv1d(before, width, 7, stride=2, padding=3), torch.nn.ReLU(inplace=True)]
        before = width
    layers += [torch.nn.AdaptiveAvgPool1d(1), torch.nn.Flatten(), torch.nn.Linear(width, kinds)]
    model = torch.nn.Sequential(*layers).to(GPU, HALF)
    sent = [[for_host(weights(beds, leads, samples) * 50, True) for _ in range(4)] for _ in range(2)]
    signals = [torch.zeros(beds, leads, samples, dtype=HALF, device=GPU) for _ in range(2)]
    alarms = [on_host(turns, beds, kinds, pinned=True) for _ in range(2)]
    streams = [torch.cuda.Stream() for _ in range(2)]
    torch.cuda.synchronize()  # the streams use what has just been made

    @torch.no_grad()
    def ward(thread):
        with torch.cuda.stream(streams[thread]):
            for turn, alarm in enumerate(alarms[thread]):
                work_on_host(50 if after else 100)
                signals[thread].copy_(sent[thread][turn % 4], non_blocking=True)
                alarm.copy_(torch.softmax(model(signals[thread]), 1), non_blocking=True)
                streams[thread].synchronize()

    return with_result(lambda: on_two_threads(ward), lambda: alarms, lambda: [alarm.zero_() for alarm in alarms])


@pairs.add("doubles-left-over", "scale:kernel,factor=0.5")
def doubles_left_over(after):
    """10 frames of positron emission: a pinned copy in of 16 MiB of counts, which become doubles, as they did in NumPy;
    five kernels on 64 MiB take off random and scattered events and multiply by what the detectors see and the body
    absorbs, one adds up the rows, 4 KiB go back, and the host waits and works 50 us. The numbers have single precision,
    and the kernels, which wait for memory, half as much to read and to write."""
    rows, columns, frames = 512, 16384, 10
    kind = torch.float32 if after else torch.float64
    shape = rows, columns
    counted = [for_host(torch.randint(200, shape, dtype=torch.int16, device=GPU), True) for _ in range(2)]
    counts = torch.zeros(shape, dtype=torch.int16, device=GPU)
    events, corrected = (torch.zeros(shape, dtype=kind, device=GPU) for _ in range(2))
    randoms, seen, body, scattered = (torch.rand(shape, device=GPU).to(kind) for _ in range(4))
    sums = torch.zeros(frames, rows, dtype=kind).pin_memory()

    @torch.no_grad()
    def run():
        for frame, answer in enumerate(sums):
            counts.copy_(counted[frame % 2], non_blocking=True)
            events.copy_(counts)
            torch.sub(events, randoms, out=corrected)
            corrected.mul_(seen).mul_(body).sub_(scattered).clamp_(min=0)
            answer.copy_(corrected.sum(1), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(50)

    return with_result(run, lambda: [sums], lambda: sums.zero_())


@pairs.add("organs-cumulated", "spread:kernel range:cumulate,streams=4")
def organs_cumulated(after):
    """8 plans of a radiation that are held against each other: a pinned copy in of 12 MiB, how much of 12 organs gets
    which dose from 8 beams; for each organ a kernel of few blocks that adds this up along the dose, with torch.cumsum,
    and needs nothing of the others; then each 64th place as a part of the last one, a pinned copy back of 192 KiB, a
    wait, and 20 us of work. The kernels of the organs go to 4 new streams in turn, which wait for the copy in by an
    event; the first stream waits for the four of them."""
    organs, beams, doses, plans, count = 12, 8, 32768, 8, 4
    shape = organs, beams, doses
    planned = [for_host(torch.rand(shape, device=GPU), True) for _ in range(2)]
    volumes, cumulated = (torch.zeros(shape, device=GPU) for _ in range(2))
    pieces = list(zip(volumes.unbind(), cumulated.unbind()))
    curves = torch.zeros(plans, organs, beams, doses // 64).pin_memory()
    main = torch.cuda.current_stream()
    streams = [torch.cuda.Stream() for _ in range(count)]
    begun, ended = torch.cuda.Event(), [torch.cuda.Event() for _ in range(count)]
    torch.cuda.synchronize()  # the streams use what has just been made

    def cumulate():
        for volume, sums in pieces:
            torch.cumsum(volume, 1, out=sums)

    def cumulate_on_streams():
        begun.record(main)
        for stream in streams:
            stream.wait_event(begun)
        for number, (volume, sums) in enumerate(pieces):
            with torch.cuda.stream(streams[number % count]):
                torch.cumsum(volume, 1, out=sums)
        for stream, event in zip(streams, ended):
            event.record(stream)
            main.wait_event(event)

    @torch.no_grad()
    def run():
        for plan, answer in enumerate(curves):
            volumes.copy_(planned[plan % 2], non_blocking=True)
            with record_function("cumulate"):
                if after:
                    cumulate_on_streams()
                else:
                    cumulate()
            answer.copy_(cumulated[..., ::64] / cumulated[..., -1:], non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [curves], lambda: curves.zero_())


@pairs.add("brain-four-series", "merge:h2d", expected="none")
def brain_four_series(after):
    """6 brains of which a network finds the tissues, issued at once: four pinned copies in of 1.7 MiB, one for each
    series of the scanner, five convolutions in three dimensions with up to 32 channels, the likeliest of 4 tissues for
    each place, a pinned copy back of 864 KiB; a wait at the end. The four series lie side by side, and are one copy;
    the network takes nearly all of the time."""
    series, side, width, tissues, brains = 4, 96, 32, 4, 6
    layers, before = [], series
    for outputs in (width, width, width, width):
        layers += [torch.nn.Conv3d(before, outputs, 3, padding=1), torch.nn.ReLU(inplace=True)]
        before = outputs
    model = torch.nn.Sequential(*layers, torch.nn.Conv3d(width, tissues, 3, padding=1))
    model = model.to(GPU, HALF, memory_format=torch.channels_last_3d)
    volumes = torch.zeros(1, series, side, side, side, dtype=torch.int16, device=GPU)
    targets = [volumes[0]] if after else volumes[0].unbind()
    scanned = []
    for _ in range(4):
        brain = torch.randint(1024, (series, side, side, side), dtype=torch.int16, device=GPU)
        scanned.append([for_host(one, True) for one in ([brain] if after else brain.unbind())])
    found = torch.zeros(brains, side, side, side, dtype=torch.uint8).pin_memory()

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(found):
            for target, source in zip(targets, scanned[turn % 4]):
                target.copy_(source, non_blocking=True)
            x = volumes.to(HALF, memory_format=torch.channels_last_3d) / 1024
            answer.copy_(model(x)[0].argmax(0).to(torch.uint8), non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [found], lambda: found.zero_())


@pairs.add("doubts-nobody-sees", "drop:kernel d2h range:uncertainty")
def doubts_nobody_sees(after):
    """8 stacks of 8 slices in which three small networks look for tumours: a pinned copy in of 4 MiB, the mean of the
    three, a mask, a pinned copy back of it of 2 MiB; then over 10 launches how sure they are and how far they agree, a
    pinned copy back of 8 MiB of that, which no program shows; a wait, and 40 us of work. What nobody sees goes."""
    count, side, width, stacks = 8, 512, 32, 8
    networks = []
    for _ in range(3):
        layers, before = [], 1
        for outputs in (width, width, width):
            layers += [torch.nn.Conv2d(before, outputs, 3, padding=1), torch.nn.ReLU(inplace=True)]
            before = outputs
        model = torch.nn.Sequential(*layers, torch.nn.Conv2d(width, 1, 3, padding=1), torch.nn.Sigmoid())
        networks.append(model.to(GPU, HALF, memory_format=torch.channels_last))
    slices = torch.zeros(count, 1, side, side, dtype=torch.int16, device=GPU)
    scanned = [for_host(torch.randint(1024, slices.shape, dtype=torch.int16, device=GPU), True) for _ in range(4)]
    masks = torch.zeros(stacks, count, side, side, dtype=torch.uint8).pin_memory()
    doubts = torch.zeros(count, side, side).pin_memory()

    @torch.no_grad()
    def run():
        for stack, mask in enumerate(masks):
            slices.copy_(scanned[stack % 4], non_blocking=True)
            x = slices.to(HALF, memory_format=torch.channels_last) / 1024
            opinions = torch.stack([network(x).squeeze(1).float() for network in networks])
            p = opinions.mean(0)
            mask.copy_((p > 0.5).to(torch.uint8), non_blocking=True)
            if not after:
                with record_function("uncertainty"):
                    unsure = p * torch.log(p + 1e-6) + (1 - p) * torch.log(1 - p + 1e-6)
                    doubts.copy_(opinions.var(0) - unsure, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(40)

    return with_result(run, lambda: [masks], lambda: masks.zero_())
