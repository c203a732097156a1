# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as observatories, weather services and remote sensing run them: arrivals of waves, lead
times of a forecast, spectra, channels of an interferometer, rain, maps of mass, brightness of stars. Written without a
look at what is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="observatory")


def convolutions(inputs, width, count, outputs):
    """`count` convolutions of so many channels at full size, behind one and before one."""
    layers = [torch.nn.Conv2d(inputs, width, 3, padding=1), torch.nn.ReLU(inplace=True)]
    for _ in range(count):
        layers += [torch.nn.Conv2d(width, width, 3, padding=1), torch.nn.ReLU(inplace=True)]
    model = torch.nn.Sequential(*layers, torch.nn.Conv2d(width, outputs, 3, padding=1))
    return model.to(GPU, HALF, memory_format=torch.channels_last)


@pairs.add("picks-to-archive", "pin:d2h,asynchronous=both")
def picks_to_archive(after):
    """12 windows of 128 stations in which a network looks for the arrivals of waves: a pinned copy in of 2.2 MiB, six
    convolutions in one dimension with a softmax behind them, and a blocking copy of 2.2 MiB of probabilities to a place
    of the window's own in pageable memory. The memory of the host is pinned and the copy does not block; the host waits
    once, at the end."""
    stations, samples, width, windows = 128, 3000, 64, 12
    layers = [torch.nn.Conv1d(3, width, 7, padding=3), torch.nn.ReLU(inplace=True)]
    for _ in range(4):
        layers += [torch.nn.Conv1d(width, width, 7, padding=3), torch.nn.ReLU(inplace=True)]
    model = torch.nn.Sequential(*layers, torch.nn.Conv1d(width, 3, 7, padding=3)).to(GPU, HALF)
    motion = torch.zeros(stations, 3, samples, device=GPU, dtype=HALF)
    recorded = [for_host(weights(*motion.shape) * 50, True) for _ in range(4)]
    archive = [on_host(*motion.shape, pinned=after) for _ in range(windows)]

    @torch.no_grad()
    def run():
        for window, picks in enumerate(archive):
            motion.copy_(recorded[window % 4], non_blocking=True)
            picks.copy_(torch.softmax(model(motion), 1), non_blocking=after)
        torch.cuda.synchronize()

    return with_result(run, lambda: archive)


@pairs.add("forecast-lead-times", "graph:kernel")
def forecast_lead_times(after):
    """12 forecasts: a pinned copy in of 256 KiB, the weather of now; 8 lead times, each from the one before by three
    small layers, 80 launches in all; a pinned copy back of 2 MiB with all lead times, a wait, and 40 us of work. The
    launches of a forecast are one replay of a graph; the copies stay as they are."""
    places, width, leads = 1024, 128, 8
    weather = torch.zeros(places, width, device=GPU, dtype=HALF)
    analyses = [for_host(weights(places, width) * 20, True) for _ in range(4)]
    coming = torch.zeros(leads, places, width, device=GPU, dtype=HALF)
    matrices, bias = [weights(width, width) for _ in range(3)], weights(width)
    answers = [on_host(leads, places, width, pinned=True) for _ in range(12)]

    def lead_times():
        h = weather
        for lead in coming.unbind():
            for matrix in matrices:
                h = functional.gelu(torch.addmm(bias, h, matrix)) + h
            torch.tanh(h, out=lead)

    with torch.no_grad():
        forecast = Replay(lead_times) if after else lead_times

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(answers):
            weather.copy_(analyses[turn % 4], non_blocking=True)
            forecast()
            answer.copy_(coming, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(40)

    return with_result(run, lambda: answers)


@pairs.add("chi-square-shown", "drop:kernel memset d2h sync range:chi_square")
def chi_square_shown(after):
    """512 spectra of 2048 pixels to which 16 components are fitted: a pinned copy in of 4 MiB, 60 steps down the
    gradient with momentum, and a pinned copy back of 32 KiB. Behind each step three launches and .item() find the chi
    square of all spectra, which is only shown. It goes."""
    spectra, pixels, components = 512, 2048, 16
    light = for_host(torch.randn(spectra, pixels, device=GPU), True)
    observed, certain = (torch.zeros(spectra, pixels, device=GPU) for _ in range(2))
    certain.uniform_(0.5, 1.5)
    basis = torch.randn(components, pixels, device=GPU)
    fitted, momentum = (torch.zeros(spectra, components, device=GPU) for _ in range(2))
    found = torch.zeros(spectra, components).pin_memory()
    shown = []

    @torch.no_grad()
    def run():
        shown.clear()
        observed.copy_(light, non_blocking=True)
        fitted.zero_()
        momentum.zero_()
        for _ in range(60):
            left = (observed - fitted @ basis) * certain
            momentum.mul_(0.9).addmm_(left, basis.T)
            fitted.add_(momentum, alpha=1e-5)
            if not after:
                with record_function("chi_square"):
                    shown.append((left.square() / certain).sum().item())
        found.copy_(fitted, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [found], lambda: found.zero_())


@pairs.add("channel-phases", "merge:kernel range:phases")
def channel_phases(after):
    """24 integrations of an interferometer with 24 channels: a pinned copy in of 3 MiB of complex visibilities, the
    phases of each channel in a kernel of its own, a Fourier transform of all channels in two dimensions, the sum of
    their squares, a pinned copy back of 64 KiB, a wait, and 20 us of work. One kernel corrects the phases of all
    channels."""
    channels, side, turns = 24, 128, 24
    shape = channels, side, side
    seen = [for_host(torch.randn(shape, dtype=torch.complex64, device=GPU), True) for _ in range(4)]
    raw, turned = (torch.zeros(shape, dtype=torch.complex64, device=GPU) for _ in range(2))
    phases = torch.polar(torch.ones(shape, device=GPU), torch.rand(shape, device=GPU))
    all_at_once = (raw, phases, turned)
    pieces = [all_at_once] if after else list(zip(*[tensor.unbind() for tensor in all_at_once]))
    images = torch.zeros(turns, side, side).pin_memory()

    @torch.no_grad()
    def run():
        for turn, image in enumerate(images):
            raw.copy_(seen[turn % 4], non_blocking=True)
            with record_function("phases"):
                for visibilities, phase, target in pieces:
                    torch.mul(visibilities, phase, out=target)
            image.copy_(torch.fft.fft2(turned).abs().square().sum(0), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [images], lambda: images.zero_())


@pairs.add("nowcast-frames", "move:d2h", expected="none")
def nowcast_frames(after):
    """10 pictures of a radar of which a network makes the rain of the next hour: a pinned copy in of 4 MiB, six
    convolutions with up to 64 channels at full size, 256 KiB of bytes, copied on the device into one of two buffers,
    and a pinned copy back of them; the host is one picture ahead, and waits for the event of the one before. The copies
    back go to a stream of their own, and events keep the buffers; the network takes nearly all of the time."""
    side, turns, slots = 1024, 10, 2
    model = convolutions(4, 64, 4, 1)
    echoes = torch.zeros(1, 4, side, side, dtype=torch.uint8, device=GPU)
    seen = [for_host(torch.randint(256, echoes.shape, dtype=torch.uint8, device=GPU), True) for _ in range(4)]
    rain = [torch.zeros(1, 1, side // 2, side // 2, dtype=torch.uint8, device=GPU) for _ in range(slots)]
    shown = [for_host(rain[0], True) for _ in range(turns)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    done = [torch.cuda.Event() for _ in range(slots)]

    def expected_rain():
        x = echoes.to(HALF, memory_format=torch.channels_last) / 256
        return (functional.avg_pool2d(torch.sigmoid(model(x)), 2) * 255).to(torch.uint8)

    @torch.no_grad()
    def run():
        for turn, picture in enumerate(shown):
            slot = turn % slots
            echoes.copy_(seen[turn % 4], non_blocking=True)
            found = expected_rain()
            if after and turn >= slots:
                main.wait_event(done[slot])
            rain[slot].copy_(found)
            if after:
                own.wait_stream(main)
            with torch.cuda.stream(own if after else main):
                picture.copy_(rain[slot], non_blocking=True)
                done[slot].record()
            if turn > 0:
                done[1 - slot].synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: shown)


@pairs.add("maps-of-mass", "graph:kernel", expected="none")
def maps_of_mass(after):
    """6 batches of 4 pictures of distant galaxies, of which maps of the mass before them are made: a pinned copy in of
    16 MiB, a Fourier transform in two dimensions, and for each of three scales a filter, the transform back, and a mean
    of each 8 times 8 pixels; a pinned copy back of 1 MiB, and a wait. The launches are one replay of a graph. All large
    kernels work on 128 MiB, and the host issues them while the copy in runs."""
    count, side, turns = 4, 2048, 6
    shear = torch.zeros(count, side, side, dtype=torch.uint8, device=GPU)
    seen = [for_host(torch.randint(256, shear.shape, dtype=torch.uint8, device=GPU), True) for _ in range(2)]
    filters = [torch.rand(side, side, device=GPU) for _ in range(3)]
    answers = [torch.zeros(count, side // 8, side // 8).pin_memory() for _ in range(turns)]

    def mass():
        spectrum = torch.fft.fft2(shear.to(torch.complex64))
        means = [functional.avg_pool2d(torch.fft.ifft2(spectrum * one).abs(), 8) for one in filters]
        return means[0] + means[1] + means[2]

    with torch.no_grad():
        maps = Replay(mass) if after else mass

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(answers):
            shear.copy_(seen[turn % 2], non_blocking=True)
            answer.copy_(maps(), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("brightness-of-stars", "host:host_work >150us,factor=0.5", expected="none")
def brightness_of_stars(after):
    """8 batches of 8 pictures of a field of stars: a pinned copy in of 2 MiB, six convolutions with up to 64 channels
    at full size, a pinned copy back of 256 KiB, and an event; then 200 us of work with the stars of the batch before,
    while the GPU goes on, and a wait for the event. The work takes 100 us; the GPU needs far longer for a batch."""
    count, side, turns = 8, 512, 8
    model = convolutions(1, 64, 4, 2)
    field = torch.zeros(count, 1, side, side, dtype=torch.uint8, device=GPU)
    seen = [for_host(torch.randint(256, field.shape, dtype=torch.uint8, device=GPU), True) for _ in range(4)]
    stars = torch.zeros(turns, count, 2, side // 4, side // 4, dtype=torch.uint8).pin_memory()
    done = torch.cuda.Event()

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(stars):
            field.copy_(seen[turn % 4], non_blocking=True)
            x = field.to(HALF, memory_format=torch.channels_last) / 256
            found = functional.max_pool2d(torch.sigmoid(model(x)), 4) * 255
            answer.copy_(found.to(torch.uint8).contiguous(), non_blocking=True)
            done.record()
            work_on_host(100 if after else 200)
            done.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: [stars], lambda: stars.zero_())
