# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Programs in PyTorch of `observatory` with the change that the advice names first, where it is not the one that was
recorded there. Before the change they are what they were; those after it draw their data in the same order."""
import torch
from torch.nn import functional
from torch.profiler import record_function

import observatory_torch_programs as observatory
from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from torch_programs import GPU, HALF, Replay

pairs = Pairs("pytorch", set="observatory-advised")


@pairs.add("maps-of-mass-advised", "prefetch")
def maps_of_mass(after):
    """maps-of-mass: 6 batches: a pinned copy in of 16 MiB, Fourier transforms, filters and means in 26 launches, a
    pinned copy back of 1 MiB, and a wait for the device. The copy of the next batch is issued before the launches of
    this one, on a stream of its own, into the other of two buffers."""
    if not after:
        return observatory.maps_of_mass(False)
    count, side, turns = 4, 2048, 6
    shears = [torch.zeros(count, side, side, dtype=torch.uint8, device=GPU) for _ in range(2)]
    seen = [for_host(torch.randint(256, shears[0].shape, dtype=torch.uint8, device=GPU), True) for _ in range(2)]
    filters = [torch.rand(side, side, device=GPU) for _ in range(3)]
    answers = [torch.zeros(count, side // 8, side // 8).pin_memory() for _ in range(turns)]
    main, copies = torch.cuda.current_stream(), torch.cuda.Stream()
    copied = [torch.cuda.Event() for _ in shears]

    def load(turn):
        """What has read this buffer is done: the host has waited for it."""
        with torch.cuda.stream(copies):
            shears[turn % 2].copy_(seen[turn % 2], non_blocking=True)
            copied[turn % 2].record()

    def mass(shear):
        spectrum = torch.fft.fft2(shear.to(torch.complex64))
        means = [functional.avg_pool2d(torch.fft.ifft2(spectrum * one).abs(), 8) for one in filters]
        return means[0] + means[1] + means[2]

    @torch.no_grad()
    def run():
        load(0)
        for turn, answer in enumerate(answers):
            if turn + 1 < turns:
                load(turn + 1)
            main.wait_event(copied[turn % 2])
            answer.copy_(mass(shears[turn % 2]), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("chi-square-shown-advised", "graph")
def chi_square_shown(after):
    """chi-square-shown: a pinned copy in of 4 MiB, 60 steps down the gradient with momentum, each with the chi square
    of all spectra, for which the host asks with .item(), and a pinned copy back of 32 KiB. The launches of a step are
    one replay of a graph; the host asks for its result as before."""
    if not after:
        return observatory.chi_square_shown(False)
    spectra, pixels, components = 512, 2048, 16
    light = for_host(torch.randn(spectra, pixels, device=GPU), True)
    observed, certain = (torch.zeros(spectra, pixels, device=GPU) for _ in range(2))
    certain.uniform_(0.5, 1.5)
    basis = torch.randn(components, pixels, device=GPU)
    fitted, momentum = (torch.zeros(spectra, components, device=GPU) for _ in range(2))
    found = torch.zeros(spectra, components).pin_memory()
    shown = []

    def step():
        left = (observed - fitted @ basis) * certain
        momentum.mul_(0.9).addmm_(left, basis.T)
        fitted.add_(momentum, alpha=1e-5)
        return (left.square() / certain).sum()

    with torch.no_grad():
        fit = Replay(step)

    @torch.no_grad()
    def run():
        shown.clear()
        observed.copy_(light, non_blocking=True)
        fitted.zero_()
        momentum.zero_()
        for _ in range(60):
            chi_square = fit()
            with record_function("chi_square"):
                shown.append(chi_square.item())
        found.copy_(fitted, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [found], lambda: found.zero_())


@pairs.add("channel-phases-advised", "graph")
def channel_phases(after):
    """channel-phases: 24 integrations: a pinned copy in of 3 MiB, the phases of 24 channels in a kernel each, a Fourier
    transform, the sum of its squares, a pinned copy back of 64 KiB, a wait, and 20 us of work. The kernels of an
    integration are one replay of a graph; the copies stay before and behind it, because each one has another place in
    memory of the host."""
    if not after:
        return observatory.channel_phases(False)
    channels, side, turns = 24, 128, 24
    shape = channels, side, side
    seen = [for_host(torch.randn(shape, dtype=torch.complex64, device=GPU), True) for _ in range(4)]
    raw, turned = (torch.zeros(shape, dtype=torch.complex64, device=GPU) for _ in range(2))
    phases = torch.polar(torch.ones(shape, device=GPU), torch.rand(shape, device=GPU))
    pieces = list(zip(*[tensor.unbind() for tensor in (raw, phases, turned)]))
    images = torch.zeros(turns, side, side).pin_memory()

    def integrate():
        with record_function("phases"):
            for visibilities, phase, target in pieces:
                torch.mul(visibilities, phase, out=target)
        return torch.fft.fft2(turned).abs().square().sum(0)

    with torch.no_grad():
        integration = Replay(integrate)

    @torch.no_grad()
    def run():
        for turn, image in enumerate(images):
            raw.copy_(seen[turn % 4], non_blocking=True)
            image.copy_(integration(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [images], lambda: images.zero_())


@pairs.add("nowcast-frames-advised", "split:chunks=4", expected="none")
def nowcast_frames(after):
    """nowcast-frames: 10 pictures: a pinned copy in of 4 MiB, six convolutions, 256 KiB of bytes into one of two
    buffers, and a pinned copy back of them; the host is one picture ahead, and waits for the event of the one before. A
    picture becomes 4 chunks of rows on a stream each. A chunk has six rows more of its neighbours, one for each
    convolution, so that its own rows come out the same, and is four copies in, one for each channel. The advice says
    that it may win 3 %; these rows are more work."""
    if not after:
        return observatory.nowcast_frames(False)
    channels, side, turns, slots, chunks, more = 4, 1024, 10, 2, 4, 6
    model = observatory.convolutions(channels, 64, 4, 1)
    shape = 1, channels, side, side
    seen = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(4)]
    rain = [torch.zeros(1, 1, side // 2, side // 2, dtype=torch.uint8, device=GPU) for _ in range(slots)]
    shown = [for_host(rain[0], True) for _ in range(turns)]
    own = side // chunks
    rows = [slice(max(0, first - more), min(side, first + own + more)) for first in range(0, side, own)]
    echoes = [torch.zeros(1, channels, of.stop - of.start, side, dtype=torch.uint8, device=GPU) for of in rows]
    # Rows of one channel lie side by side, those of all channels do not.
    sources = [[picture[0, :, of].unbind() for of in rows] for picture in seen]
    targets = [chunk[0].unbind() for chunk in echoes]
    rain_in, shown_in = ([one.chunk(chunks, 2) for one in all_of] for all_of in (rain, shown))
    streams = [torch.cuda.Stream() for _ in range(chunks)]
    done = [[torch.cuda.Event() for _ in streams] for _ in range(slots)]

    def expected_rain(chunk):
        x = echoes[chunk].to(HALF, memory_format=torch.channels_last) / 256
        above = chunk * own - rows[chunk].start
        x = model(x)[:, :, above : above + own]
        return (functional.avg_pool2d(torch.sigmoid(x), 2) * 255).to(torch.uint8)

    @torch.no_grad()
    def run():
        for turn in range(turns):
            slot = turn % slots
            # A chunk has its stream in all turns, so that its buffers need no events.
            for chunk, stream in enumerate(streams):
                with torch.cuda.stream(stream):
                    for target, source in zip(targets[chunk], sources[turn % 4][chunk]):
                        target.copy_(source, non_blocking=True)
                    rain_in[slot][chunk].copy_(expected_rain(chunk))
                    shown_in[turn][chunk].copy_(rain_in[slot][chunk], non_blocking=True)
                    done[slot][chunk].record()
            if turn > 0:
                for event in done[1 - slot]:
                    event.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: shown)
