# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as airports, airlines and air traffic control run them: offers, noise, a weather radar,
a tower, debris on runways, tracks, delays, the flow around a wing, suitcases, passports, conflicts. Written without a
look at what is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from harbour_torch_programs import convolutions
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="airport")


@pairs.add("offers-from-a-table", "pin:h2d")
def offers_from_a_table(after):
    """16 batches of 8192 passengers who get an offer: what is known of them is in a table of 128 MiB on the host, out
    of which torch.index_select takes 4 MiB into one buffer; a blocking copy of that from pageable memory, three layers,
    the best of 64 offers, .cpu() of 64 KiB, and 40 us of work. The buffer is pinned, and the copy does not block:
    .cpu() waits for all before the buffer is written again."""
    known, fields, width, offers, passengers, batches = 1 << 18, 256, 2048, 64, 8192, 16
    table = for_host(weights(known, fields) * 50, False)
    wanted = [torch.randint(known, (passengers,)) for _ in range(4)]
    buffer = on_host(passengers, fields, pinned=after)
    x = torch.zeros(passengers, fields, dtype=HALF, device=GPU)
    first, second, head = weights(fields, width), weights(width, width), weights(width, offers)
    chosen = []

    @torch.no_grad()
    def run():
        chosen.clear()
        for batch in range(batches):
            torch.index_select(table, 0, wanted[batch % 4], out=buffer)
            x.copy_(buffer, non_blocking=after)
            h = functional.silu(functional.silu(x @ first) @ second) @ head
            chosen.append(h.argmax(-1).cpu())
            work_on_host(40)

    return with_result(run, lambda: chosen)


@pairs.add("noise-around-runways", "unsync:cudaEventSynchronize")
def noise_around_runways(after):
    """24 departures whose noise is added up on a map of 512 x 512 places. On one stream: 25 us of work, a pinned copy
    in of 768 bytes, the way of an aircraft, how far each place is from 64 points of it, and how loud the loudest of
    them is there, into one of two buffers in turn, and an event; on the default stream, which waits for that event, the
    noise goes into the sum and into the largest there was, and another event gives the buffer back. Somebody lets the
    host wait for the first event, too, before it issues that. These waits go; the one at the end stays."""
    side, points, departures = 512, 64, 24
    lines = torch.linspace(-10, 10, side, device=GPU)
    rows, columns = torch.meshgrid(lines, lines, indexing="ij")
    places = torch.stack((rows, columns, torch.zeros_like(rows)), -1).view(-1, 3)
    flown = [for_host(torch.randn(points, 3, device=GPU) * 4, True) for _ in range(4)]
    ways = [torch.zeros(points, 3, device=GPU) for _ in range(2)]
    levels = [torch.zeros(side * side, device=GPU) for _ in range(2)]
    total, loudest = torch.zeros(side * side, device=GPU), torch.zeros(side * side, device=GPU)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready, used = ([torch.cuda.Event() for _ in range(2)] for _ in range(2))
    torch.cuda.synchronize()  # the other stream uses what has just been made

    def make_noise(departure):
        slot = departure % 2
        with torch.cuda.stream(own):
            ways[slot].copy_(flown[departure % 4], non_blocking=True)
            apart = torch.cdist(places, ways[slot]).clamp_(min=0.1)
            loud = apart.log10_().mul_(-20).add_(100)
            if departure >= 2:
                own.wait_event(used[slot])
            torch.amax(loud, 1, out=levels[slot])
            ready[slot].record(own)

    def add_up(departure):
        slot = departure % 2
        main.wait_event(ready[slot])
        total.add_(torch.pow(10, levels[slot] / 10))
        torch.maximum(loudest, levels[slot], out=loudest)
        used[slot].record(main)

    @torch.no_grad()
    def run():
        for departure in range(departures):
            work_on_host(25)
            make_noise(departure)
            if not after:
                ready[departure % 2].synchronize()
            add_up(departure)
        torch.cuda.synchronize()

    def prepare():
        total.zero_()
        loudest.zero_()

    return with_result(run, lambda: [total, loudest], prepare)


@pairs.add("weather-radar-profiles", "split:chunks=8,streams=2")
def weather_radar_profiles(after):
    """3 turns of a weather radar, 8192 pulses of 2048 complex samples each: a pinned copy in of 64 MiB of 16-bit
    numbers, floats of them, a window, torch.fft.fft over the samples of each pulse, how strong the echoes are in
    decibels, a pinned copy back of 32 MiB, and a wait. A turn becomes 8 chunks of pulses in turn on 2 streams."""
    pulses, samples, turns, count = 8192, 2048, 3, 2
    shape = pulses, samples, 2
    heard = [for_host(torch.randint(-2048, 2048, shape, dtype=torch.int16, device=GPU), True) for _ in range(2)]
    echoes = torch.zeros(shape, dtype=torch.int16, device=GPU)
    window = torch.hann_window(samples, device=GPU).unsqueeze(1)
    profiles = [on_host(pulses, samples, pinned=True) for _ in range(turns)]
    streams = [torch.cuda.Stream() for _ in range(count)]
    part = pulses // (8 if after else 1)
    torch.cuda.synchronize()  # the streams use what has just been made

    def profile_of(rows):
        spectrum = torch.fft.fft(torch.view_as_complex(echoes[rows].float().mul_(window)))
        return spectrum.abs().add_(1).log10_().mul_(20).to(HALF)

    @torch.no_grad()
    def run():
        for turn, profile in enumerate(profiles):
            for chunk in range(pulses // part):
                rows = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % count]):
                    echoes[rows].copy_(heard[turn % 2][rows], non_blocking=True)
                    profile[rows].copy_(profile_of(rows), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: profiles, lambda: [profile.zero_() for profile in profiles])


@pairs.add("runways-and-forecast", "move:kernel range:forecast,independent=yes", expected="none")
def runways_and_forecast(after):
    """4 turns of a tower: a pinned copy in of 2.1 MiB, what cameras see of runways, which become 16896 rows of 4096
    values and go through four products of matrices; four other products of that size make a forecast of what is on the
    GPU already; means of a few rows of both, a pinned copy back of 8 KiB of the first, and a wait; at the end the means
    of all forecasts go back. The forecast goes to a stream of its own, without events: it needs nothing of the rest.
    Each product fills the GPU."""
    rows, inputs, width, layers, turns = 16896, 64, 4096, 4, 4
    seen = [for_host(weights(rows, inputs) * 50, True) for _ in range(2)]
    pictures, state = torch.zeros(rows, inputs, dtype=HALF, device=GPU), weights(rows, width) * 50
    eye = weights(inputs, width)
    looking, foretelling = ([weights(width, width) for _ in range(layers)] for _ in range(2))
    means = [torch.zeros(turns, width, dtype=HALF, device=GPU) for _ in range(2)]
    answers = on_host(2, turns, width, pinned=True)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    torch.cuda.synchronize()  # the other stream uses what has just been made

    def through(h, matrices, mean):
        for matrix in matrices:
            h = h @ matrix
        torch.mean(h[:256], 0, out=mean)

    @torch.no_grad()
    def run():
        for turn in range(turns):
            pictures.copy_(seen[turn % 2], non_blocking=True)
            through(pictures @ eye, looking, means[0][turn])
            with torch.cuda.stream(own if after else main), record_function("forecast"):
                through(state, foretelling, means[1][turn])
            answers[0][turn].copy_(means[0][turn], non_blocking=True)
            torch.cuda.synchronize()
        answers[1].copy_(means[1], non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("debris-on-runways", "prefetch:depth=1")
def debris_on_runways(after):
    """6 training steps of a network that looks for debris on runways: two pinned copies in, 24 MiB of pictures and 512
    KiB of where something lies, five convolutions, forward and backward, a step of SGD with momentum, and the loss,
    for which the host asks with .item(). Pictures and places of the next step are copied before the kernels of this
    one, on a stream of their own and into the other of two buffers. The convolutions take most of the time."""
    count, side, steps = 8, 1024, 6
    model = torch.nn.Sequential(convolutions(3, 64, 128, 256, 256, strides=(2, 2, 2, 1)), torch.nn.Conv2d(256, 1, 1))
    model = model.to(GPU, HALF, memory_format=torch.channels_last)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4, momentum=0.9, foreach=True)
    shape, small = (count, 3, side, side), (count, 1, side // 8, side // 8)
    taken = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    marked = [for_host(torch.rand(small, device=GPU), True) for _ in range(3)]
    pictures = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(2)]
    places = [torch.zeros(small, device=GPU) for _ in range(2)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready = [torch.cuda.Event() for _ in range(2)]
    shown = []
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(step):
        with torch.cuda.stream(own if after else main):
            pictures[step % 2].copy_(taken[step % 3], non_blocking=True)
            places[step % 2].copy_(marked[step % 3], non_blocking=True)
            if after:
                ready[step % 2].record()

    def learn(step):
        x = pictures[step % 2].to(HALF, memory_format=torch.channels_last) / 255
        loss = functional.binary_cross_entropy_with_logits(model(x).float(), places[step % 2])
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        return loss.item()

    def run():
        shown.clear()
        if after:
            load(0)
        for step in range(steps):
            if not after:
                load(step)
            else:
                if step + 1 < steps:
                    load(step + 1)  # the step before is done: the host has its loss
                main.wait_event(ready[step % 2])
            shown.append(learn(step))

    return with_result(run, lambda: [*learned(model), torch.tensor(shown)], back_to_start(model, optimizer))


@pairs.add("tracks-of-aircraft", "graph:kernel")
def tracks_of_aircraft(after):
    """30 turns of a radar that follows 4096 aircraft with a Kalman filter each: a pinned copy in of 48 KiB of plots;
    some 25 short kernels say where each should be, how sure that is, and by a matrix of 3 x 3, whose inverse is made of
    cross products, what the plot changes, if it is not too far away; a pinned copy back of 96 KiB, a wait, and 20 us of
    work. The kernels of a turn are one replay of a graph; the copies stay as they are."""
    aircraft, turns, pace = 4096, 30, 0.1
    plots = torch.zeros(aircraft, 3, 1, device=GPU)
    seen = [for_host(torch.randn(aircraft, 3, 1, device=GPU), True) for _ in range(4)]
    states, covariances = torch.zeros(aircraft, 6, 1, device=GPU), torch.zeros(aircraft, 6, 6, device=GPU)
    unit = torch.eye(6, device=GPU)
    motion = unit + pace * torch.diag(torch.ones(3, device=GPU), 3)
    unsure, noise = 0.02 * unit, 0.5 * torch.eye(3, device=GPU)
    answers = torch.zeros(turns, aircraft, 6, 1).pin_memory()

    def inverse(matrices):
        a, b, c = matrices.unbind(1)
        columns = torch.stack([torch.linalg.cross(*two) for two in ((b, c), (c, a), (a, b))], 2)
        return columns / (a * columns[:, :, 0]).sum(1).view(-1, 1, 1)

    def follow():
        where = torch.matmul(motion, states)
        how_sure = torch.matmul(torch.matmul(motion, covariances), motion.T) + unsure
        away = plots - where[:, :3]
        inverted = inverse(how_sure[:, :3, :3] + noise)
        gain = torch.matmul(how_sure[:, :, :3], inverted)
        far = torch.matmul(away.transpose(1, 2), torch.matmul(inverted, away)) > 16
        torch.where(far, where, where + torch.matmul(gain, away), out=states)
        torch.where(far, how_sure, how_sure - torch.matmul(gain, how_sure[:, :3]), out=covariances)

    with torch.no_grad():
        turn_of_radar = Replay(follow) if after else follow

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(answers):
            plots.copy_(seen[turn % 4], non_blocking=True)
            turn_of_radar()
            answer.copy_(states, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    def prepare():
        answers.zero_()
        states.zero_()
        covariances.copy_(unit.expand_as(covariances))

    return with_result(run, lambda: [answers], prepare)


@pairs.add("gradients-of-delays", "merge:kernel range:norms")
def gradients_of_delays(after):
    """4 training steps of a model of delays, with six small blocks of a transformer and a fused AdamW: a pinned copy in
    of 256 KiB, forward and backward; then the norm of the gradient of each of 72 parameters, which somebody wants to
    see, one kernel for each; all norms in one tensor, for which the host asks with .tolist(). One call,
    torch._foreach_norm, makes all norms of a step."""
    flights, legs, width, steps = 16, 32, 128, 4
    model = torch.nn.Sequential(*[Block(width, 4) for _ in range(6)]).to(GPU)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    parameters = list(model.parameters())
    planned = [for_host(torch.randn(flights, legs, width, device=GPU), True) for _ in range(2)]
    x = torch.zeros(flights, legs, width, device=GPU)
    shown = []

    @torch.no_grad()
    def norms():
        gradients = [parameter.grad for parameter in parameters]
        with record_function("norms"):
            if after:
                return torch._foreach_norm(gradients)
            return [torch.linalg.vector_norm(gradient) for gradient in gradients]

    def run():
        shown.clear()
        for step in range(steps):
            x.copy_(planned[step % 2], non_blocking=True)
            loss = functional.smooth_l1_loss(model(x), x.roll(1, 1))
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            shown.append(torch.stack(norms()).tolist())
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: [*learned(model), torch.tensor(shown)], back_to_start(model, optimizer))


@pairs.add("half-of-a-wing", "scale:kernel range:flow,factor=0.5")
def half_of_a_wing(after):
    """10 steps of the flow around a wing, on a grid of 8192 x 4096 with pressure and speed at each place: F.pad, a mean
    of neighbours, what flows, and what the wing adds, 256 MiB and more for each launch; behind each second step the
    pressure along one half of the wing, 16 KiB, in a pinned copy back. Both halves of the wing are alike: only one of
    them is computed, with the place beside its edge where the other one began."""
    side, steps = 4096, 10
    half = torch.rand(1, 2, side, side, device=GPU)
    first = half if after else torch.cat((half, half.flip(2)), 2)
    fields, adds = first.clone(), 0.01 * first
    lifts = [torch.ones(side, pin_memory=True) for _ in range(steps // 2)]

    def flow():
        with record_function("flow"):
            around = functional.pad(fields, (1, 1, 1, 1), mode="replicate")
            fields.lerp_(functional.avg_pool2d(around, 3, stride=1), 0.3)
            fields.mul_(0.99).add_(adds)

    @torch.no_grad()
    def run():
        for step in range(steps):
            flow()
            if step % 2 == 1:
                lifts[step // 2].copy_(fields[0, 0, :side].mean(1), non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: lifts, lambda: fields.copy_(first))


class SuitcaseNet(torch.nn.Module):
    """Convolutions with a norm of the batch behind each. In use the norms are numbers that stay, and can be a part of
    the weights before them."""

    def __init__(self, channels, strides, folded):
        super().__init__()
        layers = []
        for inputs, outputs, stride in zip(channels, channels[1:], strides):
            convolution, norm = torch.nn.Conv2d(inputs, outputs, 3, stride, padding=1), torch.nn.BatchNorm2d(outputs)
            norm.running_mean.normal_(std=0.1)
            norm.running_var.uniform_(0.1, 0.4)
            layers += [self.fold(convolution, norm)] if folded else [convolution, norm]
            layers.append(torch.nn.ReLU(inplace=True))
        self.layers = torch.nn.Sequential(*layers)

    @staticmethod
    @torch.no_grad()
    def fold(convolution, norm):
        factor = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        convolution.weight.mul_(factor.view(-1, 1, 1, 1))
        convolution.bias.sub_(norm.running_mean).mul_(factor).add_(norm.bias)
        return convolution

    def forward(self, pictures):
        return self.layers(pictures.to(torch.float16, memory_format=torch.channels_last) / 255).mean((2, 3))


@pairs.add("suitcases-of-a-belt", "drop:kernel operator:aten::batch_norm")
def suitcases_of_a_belt(after):
    """12 batches of 16 suitcases on a belt, of which a network says what they look like, to find them again: a pinned
    copy in of 3 MiB, eight convolutions with a norm of the batch and a relu behind each, the mean of all places, a
    pinned copy back of 8 KiB, a wait, and 30 us of work. The norms become a part of the weights before them, and their
    kernels go."""
    shape, batches = (16, 3, 256, 256), 12
    channels, strides = (3, 64, 64, 64, 128, 128, 128, 256, 256), (1, 1, 1, 2, 1, 1, 2, 1)
    model = SuitcaseNet(channels, strides, after).eval().to(GPU, torch.float16, memory_format=torch.channels_last)
    taken = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    pictures = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    looks = torch.ones(batches, shape[0], channels[-1], dtype=torch.float16, pin_memory=True)

    @torch.no_grad()
    def run():
        for batch, look in enumerate(looks):
            pictures.copy_(taken[batch % 3], non_blocking=True)
            look.copy_(model(pictures), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(30)

    return with_result(run, lambda: [looks], lambda: looks.zero_())


@pairs.add("passports-ahead-of-gates", "host:host_work >200us,factor=0.5")
def passports_ahead_of_gates(after):
    """20 batches of 4096 strips of passports, with two buffers in turn, on one stream: a pinned copy in of 2 MiB, six
    products of matrices with gelu, a seventh one for letters, a pinned copy back of 512 KiB, and an event. While the
    GPU works on a batch, the host waits for the event of the one before, and compares in 450 us of work what was read
    with lists. That takes 225 us; then the GPU is the limit."""
    rows, points, width, letters, batches = 4096, 256, 2048, 64, 20
    strips = [for_host(weights(rows, points) * 50, True) for _ in range(3)]
    buffers = [torch.zeros(rows, points, dtype=HALF, device=GPU) for _ in range(2)]
    widths = points, *[width] * 6
    matrices, head = [weights(*two) for two in zip(widths, widths[1:])], weights(width, letters)
    read = [on_host(rows, letters, pinned=True) for _ in range(batches)]
    done = [torch.cuda.Event() for _ in range(batches)]

    def issue(batch):
        h = buffers[batch % 2]
        h.copy_(strips[batch % 3], non_blocking=True)
        for matrix in matrices:
            h = functional.gelu(h @ matrix)
        read[batch].copy_(h @ head, non_blocking=True)
        done[batch].record()

    def compare(batch):
        done[batch].synchronize()
        work_on_host(225 if after else 450)

    @torch.no_grad()
    def run():
        for batch in range(batches):
            issue(batch)
            if batch > 0:
                compare(batch - 1)
        compare(batches - 1)

    return with_result(run, lambda: read, lambda: [letters_of.zero_() for letters_of in read])


@pairs.add("conflicts-beside-statistics", "priority:kernel range:conflicts,value=-1")
def conflicts_beside_statistics(after):
    """Statistics of the air space, 40 passes over 768 MiB, issued at once on a stream for which nobody waits. Beside
    them, on another one, 24 turns that look for conflicts: a pinned copy in of 32 KiB, a graph of 10 small layers, 30
    launches, a pinned copy back of 32 KiB, a wait for that stream, and 30 us of work; a wait for the device at the end.
    The stream of the conflicts gets a higher priority, and its graph is captured with that."""
    values, passes, batch, width, turns = 1 << 26, 40, 64, 256, 24
    means, now = torch.zeros(values, device=GPU), torch.rand(values, device=GPU)
    slow, urgent = torch.cuda.Stream(), torch.cuda.Stream(priority=-1 if after else 0)
    seen = [for_host(weights(batch, width) * 50, True) for _ in range(3)]
    plots, matrices = weights(batch, width), [weights(width, width) for _ in range(10)]
    answers = on_host(turns, batch, width, pinned=True)
    torch.cuda.synchronize()  # the streams use what has just been made

    def look():
        h = plots
        for matrix in matrices:
            h = h + functional.gelu(h @ matrix)
        return h

    with torch.no_grad():
        conflicts = Replay(look, urgent)

    @torch.no_grad()
    def run():
        with torch.cuda.stream(slow):
            for _ in range(passes):
                means.lerp_(now, 0.05)
        with torch.cuda.stream(urgent):
            for turn, answer in enumerate(answers):
                with record_function("conflicts"):
                    plots.copy_(seen[turn % 3], non_blocking=True)
                    answer.copy_(conflicts(), non_blocking=True)
                urgent.synchronize()
                work_on_host(30)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers, means], lambda: means.zero_())
