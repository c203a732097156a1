# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as ports, power grids, farms, robots and city traffic run them: codes of containers,
tracks of ships, demand for power, crops, a map of a robot, a crossing, signals, a basin, routes, turbines, a control
room, an assistant, plans of robots. Written without a look at what is predicted for them, under the rules of
torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="harbour")


def convolutions(*channels, strides):
    """Convolutions of 3 x 3 with a relu behind each."""
    layers = []
    for inputs, outputs, stride in zip(channels, channels[1:], strides):
        layers += [torch.nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1), torch.nn.ReLU(inplace=True)]
    return torch.nn.Sequential(*layers)


class CodeReader(torch.nn.Module):
    """Reads the code on a container letter by letter: a cell looks at the columns of the picture and at the letter
    before."""

    def __init__(self, letters, width):
        super().__init__()
        self.columns = convolutions(1, 32, 64, width, strides=(2, 2, 2))
        self.letters = torch.nn.Embedding(letters, width)
        self.cell, self.head = torch.nn.GRUCell(2 * width, width), torch.nn.Linear(width, letters)
        self.head.bias.data[-1] = -100  # the end, before which all codes have as many letters

    def look(self, pictures):
        return self.columns(pictures.float().div_(255)).mean(2).transpose(1, 2)

    def next(self, columns, state, letter):
        shares = torch.softmax(torch.bmm(columns, state.unsqueeze(2)), 1)
        seen = torch.bmm(shares.transpose(1, 2), columns).squeeze(1)
        state = self.cell(torch.cat((seen, self.letters(letter)), 1), state)
        return state, self.head(state).argmax(1)


@pairs.add("container-codes", "drop:kernel d2h sync range:all_read")
def container_codes(after):
    """6 batches of 32 pictures of containers, whose codes are read: a pinned copy in of 384 KiB, three convolutions,
    and 11 letters, one behind the other, each with what the columns show, a GRUCell and the likeliest of 37 letters;
    behind each letter the host asks whether all codes have ended, to stop early; a pinned copy back of 2.8 KiB, a wait,
    and 30 us of work. All codes have eleven letters: the questions go, with what is computed for them."""
    count, letters, length, width, turns = 32, 37, 11, 256, 6
    model = CodeReader(letters, width).to(GPU)
    shape = count, 1, 64, 192
    seen = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    pictures = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    codes = torch.zeros(turns, length, count, dtype=torch.int64).pin_memory()

    def read():
        columns, found = model.look(pictures), []
        state, letter = columns.mean(1), torch.zeros(count, dtype=torch.int64, device=GPU)
        ended = torch.zeros(count, dtype=torch.bool, device=GPU)
        for _ in range(length):
            state, letter = model.next(columns, state, letter)
            found.append(letter)
            if not after:
                with record_function("all_read"):
                    ended |= letter == letters - 1
                    if ended.all().item():
                        break
        return torch.stack(found)

    @torch.no_grad()
    def run():
        for turn, code in enumerate(codes):
            pictures.copy_(seen[turn % 3], non_blocking=True)
            code.copy_(read(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(30)

    return with_result(run, lambda: [codes], lambda: codes.zero_())


class ShipTracks(torch.nn.Module):
    """A transformer that says where ships will be next, by where they have been."""

    def __init__(self, values, width):
        super().__init__()
        self.inputs, self.outputs = torch.nn.Linear(values, width), torch.nn.Linear(width, 2)
        self.blocks = torch.nn.Sequential(*[Block(width, 6) for _ in range(3)])

    def forward(self, tracks):
        return self.outputs(self.blocks(self.inputs(tracks)))


@pairs.add("tracks-of-ships", "graph:kernel memset")
def tracks_of_ships(after):
    """3 training steps of a transformer on the positions of ships, with autocast to bfloat16 and gradients of 4
    micro-batches added up: a pinned copy in of 64 KiB for each, three small blocks, forward and backward; behind the
    fourth gradients are clipped to a norm, AdamW takes a step with foreach, gradients become zero, and the host asks
    for the loss with .item(). The launches of a micro-batch are one replay of a graph; there is one graph for the first
    three, and one for the fourth and the step. The copies stay as they are."""
    ships, places, values, micro_batches = 32, 64, 8, 4
    model = ShipTracks(values, 192).to(GPU)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, foreach=True, capturable=True)
    parameters = list(model.parameters())
    for parameter in parameters:
        parameter.grad = torch.zeros_like(parameter)
    back = back_to_start(model, optimizer)
    sent = [for_host(torch.randn(ships, places, values, device=GPU), True) for _ in range(micro_batches)]
    tracks, total = torch.randn(ships, places, values, device=GPU), torch.zeros((), device=GPU)
    shown = []

    def micro_batch():
        with torch.autocast("cuda", dtype=HALF, cache_enabled=False):
            guess = model(tracks[:, :-1])
        loss = functional.smooth_l1_loss(guess.float(), tracks[:, 1:, :2]) / micro_batches
        loss.backward()
        total.add_(loss.detach())

    def last_micro_batch():
        micro_batch()
        torch.nn.utils.clip_grad_norm_(parameters, 1.0, foreach=True)
        optimizer.step()
        optimizer.zero_grad(set_to_none=False)

    first, last = (Replay(micro_batch), Replay(last_micro_batch)) if after else (micro_batch, last_micro_batch)

    def run():
        shown.clear()
        for _ in range(3):
            for number, batch in enumerate(sent):
                tracks.copy_(batch, non_blocking=True)
                (last if number + 1 == micro_batches else first)()
            shown.append(total.item())

    def prepare():
        back()
        optimizer.zero_grad(set_to_none=False)
        total.zero_()

    return with_result(run, lambda: [*parameters, torch.tensor(shown)], prepare)


@pairs.add("demand-of-regions", "merge:kernel range:regions")
def demand_of_regions(after):
    """24 forecasts of the demand for power in 32 regions: a pinned copy in of 672 KiB of loads and weather, a layer for
    each region, with weights of its own and one product for each, a layer for all of them, nine quantiles that are put
    in order, a pinned copy back of 36 KiB, a wait, and 20 us of work. The weights of the regions lie side by side, and
    one product of matrices in batches makes the layer of all regions."""
    regions, days, hours, width, quantiles, turns = 32, 64, 168, 256, 9, 24
    loads = torch.zeros(regions, days, hours, device=GPU, dtype=HALF)
    known = [for_host(weights(regions, days, hours) * 50, True) for _ in range(4)]
    matrices, hidden = weights(regions, hours, width), weights(regions, days, width)
    shared, head = weights(width, width), weights(width, quantiles)
    pieces = list(zip(loads.unbind(), matrices.unbind(), hidden.unbind()))
    answers = on_host(turns, regions, days, quantiles, pinned=True)

    def layer_of_regions():
        with record_function("regions"):
            if after:
                torch.bmm(loads, matrices, out=hidden)
            else:
                for load, matrix, target in pieces:
                    torch.mm(load, matrix, out=target)

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(answers):
            loads.copy_(known[turn % 4], non_blocking=True)
            layer_of_regions()
            h = functional.gelu(functional.gelu(hidden) @ shared) @ head
            answer.copy_(torch.cumsum(functional.softplus(h), -1), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [answers], lambda: answers.zero_())


class CropNet(torch.nn.Module):
    """A small U: convolutions that halve the picture, and back up with what was there before."""

    def __init__(self, bands, crops):
        super().__init__()
        self.large = convolutions(bands, 64, strides=(2,))
        self.small = convolutions(64, 128, 128, strides=(2, 1))
        self.out = torch.nn.Sequential(*convolutions(192, 64, strides=(1,)), torch.nn.Conv2d(64, crops, 1))

    def forward(self, picture):
        large = self.large(picture)
        small = functional.interpolate(self.small(large), scale_factor=2, mode="nearest")
        return torch.sigmoid(self.out(torch.cat((large, small), 1)))


@pairs.add("crops-as-floats", "scale:d2h,factor=0.25")
def crops_as_floats(after):
    """8 tiles of a satellite with 12 bands, in which a network looks for 8 crops: a pinned copy in of 12 MiB, five
    convolutions with F.interpolate between them, shares in per cent of 255, a blocking copy back to pageable memory, 8
    MiB of floats, and 50 us of work. The shares are bytes, and a quarter is copied."""
    bands, crops, side, tiles = 12, 8, 1024, 8
    kind = torch.uint8 if after else torch.float32
    model = CropNet(bands, crops).to(GPU, HALF, memory_format=torch.channels_last)
    shape = 1, bands, side, side
    taken = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    picture = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    maps = [torch.ones(1, crops, side // 2, side // 2, dtype=kind) for _ in range(tiles)]

    @torch.no_grad()
    def run():
        for tile, answer in enumerate(maps):
            picture.copy_(taken[tile % 3], non_blocking=True)
            shares = model(picture.to(HALF, memory_format=torch.channels_last) / 255)
            answer.copy_(shares.mul_(255).round_().to(kind, memory_format=torch.contiguous_format))
            work_on_host(50)

    return with_result(run, lambda: maps, lambda: [answer.zero_() for answer in maps])


@pairs.add("robot-and-its-map", "move:kernel range:map,independent=yes")
def robot_and_its_map(after):
    """24 scans of a robot that finds its place: first the scan before goes into a map of 256 MiB, which fades and is
    nowhere too high, about ten launches that nothing waits for; then a pinned copy in of 384 KiB, to a place of the
    scan's own, six rounds of a few launches each that turn the scan until it fits the one before, for whose pose the
    host asks with .tolist(), and 30 us of work. The map goes to a stream of its own, without events: the host has the
    pose that it uses."""
    points, scans, rounds, side = 32768, 24, 6, 8192
    seen = [for_host(torch.randn(points, 3, device=GPU), True) for _ in range(4)]
    clouds = torch.zeros(scans + 1, points, 3, device=GPU)
    poses, start = torch.zeros(scans, 3, 3, device=GPU), torch.eye(3, device=GPU)
    grid = torch.zeros(side, side, device=GPU)
    ones = torch.ones(points, device=GPU)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    said = []
    torch.cuda.synchronize()  # the other stream uses what has just been made

    def fits(cloud, before):
        pose = start
        for _ in range(rounds):
            away = torch.mm(cloud, pose) - before
            step = torch.mm(cloud.T, away) / points
            pose = pose - 0.5 * step.clamp_(-1, 1)
        return pose

    def add_to_map(scan):
        with torch.cuda.stream(own if after else main), record_function("map"):
            grid.mul_(0.99)
            grid[:, 1:-1].clamp_(max=50)
            cells = (torch.mm(clouds[scan + 1], poses[scan]) * 64).long().add_(side // 2).clamp_(0, side - 1)
            grid.view(-1).index_add_(0, cells[:, 0] * side + cells[:, 1], ones)

    @torch.no_grad()
    def run():
        said.clear()
        for scan in range(scans):
            if scan > 0:
                add_to_map(scan - 1)
            clouds[scan + 1].copy_(seen[scan % 4], non_blocking=True)
            poses[scan] = fits(clouds[scan + 1], clouds[scan])
            said.append(poses[scan].tolist())
            work_on_host(30)
        add_to_map(scans - 1)
        torch.cuda.synchronize()

    def prepare():
        grid.zero_()
        clouds.zero_()

    return with_result(run, lambda: [torch.tensor(said), grid], prepare)


@pairs.add("cars-at-a-crossing", "pin:h2d")
def cars_at_a_crossing(after):
    """10 pictures of a crossing: 2.6 MiB from pageable memory with a blocking .to(), made smaller with F.interpolate,
    ten convolutions, eight of them from 256 to 256 channels; where a place is likelier a car than its neighbours,
    nonzero finds it, which waits for the GPU; the sizes of at most 64 cars, .cpu() of these, and 40 us of work. The
    memory is pinned and .to() does not block. The convolutions take most of the time."""
    width, pictures = 256, 10
    backbone = convolutions(3, 64, *[width] * 9, strides=(2, *[1] * 9))
    backbone = backbone.to(GPU, HALF, memory_format=torch.channels_last)
    heads = torch.nn.Conv2d(width, 5, 1).to(GPU, HALF, memory_format=torch.channels_last)
    shape = 1, 3, 720, 1280
    filmed = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), after) for _ in range(4)]
    cars = []

    def boxes_of(picture):
        x = functional.interpolate(picture.to(HALF), size=(384, 640), mode="bilinear", align_corners=False)
        x = (x / 255).contiguous(memory_format=torch.channels_last)
        heat, sizes = heads(backbone(x)).float().split((1, 4), 1)
        peaks = heat == functional.max_pool2d(heat, 5, stride=1, padding=2)
        rows, columns = peaks[0, 0].nonzero(as_tuple=True)
        found = sizes[0, :, rows, columns]
        best = heat[0, 0, rows, columns].topk(min(64, rows.numel())).indices
        return found[:, best]

    @torch.no_grad()
    def run():
        cars.clear()
        for turn in range(pictures):
            cars.append(boxes_of(filmed[turn % 4].to(GPU, non_blocking=after)).cpu())
            work_on_host(40)

    return with_result(run, lambda: cars)


@pairs.add("signals-that-learn", "host:host_work >100us,factor=0.5")
def signals_that_learn(after):
    """24 steps of a simulator of a city, in which a network sets 2048 signals: 120 us of work that moves the cars, a
    pinned copy in of 512 KiB, five layers, three of them from 4096 to 4096 numbers, and torch.multinomial, which draws
    what each signal does, and asks first whether what it was given is fair; .cpu() of that, 16 KiB, and 20 us of work
    that adds up rewards. The cars take half as long to move."""
    signals, values, width, phases, steps = 2048, 64, 4096, 8, 24
    states = [for_host(torch.randn(signals, values, device=GPU), True) for _ in range(4)]
    layers = [torch.nn.Linear(values, width), torch.nn.ReLU()]
    for _ in range(3):
        layers += [torch.nn.Linear(width, width), torch.nn.ReLU()]
    policy = torch.nn.Sequential(*layers, torch.nn.Linear(width, phases)).to(GPU, HALF)
    actions = []

    @torch.no_grad()
    def run():
        actions.clear()
        for step in range(steps):
            work_on_host(60 if after else 120)
            state = states[step % 4].to(GPU, non_blocking=True)
            chances = torch.softmax(policy(state.to(HALF)).float(), 1)
            actions.append(torch.multinomial(chances, 1).cpu())
            work_on_host(20)

    return with_result(run, lambda: actions)


@pairs.add("twin-of-a-basin", "unsync:cudaDeviceSynchronize", expected="none")
def twin_of_a_basin(after):
    """12 steps of the digital twin of a basin of a port, whose water moves on a grid of 144 MiB for each of its height
    and its two speeds: eight launches on all of the grid, which work in place; then torch.cuda.synchronize(), for a
    timer. Behind each fourth step the host asks with .item() how high the highest wave is. The timer and its waits go;
    the questions stay. A step takes the GPU a millisecond."""
    side, steps = 6144, 12
    height, first = (torch.zeros(side, side, device=GPU) for _ in range(2))
    along, across = torch.zeros(side, side - 1, device=GPU), torch.zeros(side - 1, side, device=GPU)
    slope = torch.zeros(side * (side - 1), device=GPU)
    first.normal_().mul_(0.1)
    height.copy_(first)
    waves = []

    def step():
        torch.sub(height[:, 1:], height[:, :-1], out=slope.view_as(along))
        along.sub_(slope.view_as(along), alpha=0.2)
        torch.sub(height[1:], height[:-1], out=slope.view_as(across))
        across.sub_(slope.view_as(across), alpha=0.2)
        height[:, :-1].sub_(along, alpha=0.2)
        height[:, 1:].add_(along, alpha=0.2)
        height[:-1].sub_(across, alpha=0.2)
        height[1:].add_(across, alpha=0.2)

    @torch.no_grad()
    def run():
        waves.clear()
        for turn in range(steps):
            step()
            if turn % 4 == 3:
                waves.append(height.amax().item())
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    def prepare():
        height.copy_(first)
        along.zero_()
        across.zero_()

    return with_result(run, lambda: [height, torch.tensor(waves)], prepare)


@pairs.add("routes-by-weather", "prefetch:depth=1")
def routes_by_weather(after):
    """10 days for which routes of ships are looked for by the weather: a pinned copy in of 24 MiB of wind, waves that
    follow it, by four convolutions of 5 x 5 with few channels, what 8192 routes meet at 64 places each, with
    F.grid_sample, what that costs along the way, and the 16 best with topk, for which the host asks with .tolist(); 60
    us of work. The wind of the next day is copied before the kernels of this one, on a stream of its own and into the
    other of two buffers."""
    routes, places, days = 8192, 64, 10
    shape = 1, 2, 2048, 1536
    winds = [for_host(torch.randn(shape, device=GPU), True) for _ in range(3)]
    buffers = [torch.zeros(shape, device=GPU) for _ in range(2)]
    kernels = [torch.randn(2, 1, 5, 5, device=GPU) * 0.2 for _ in range(4)]
    ways = torch.rand(1, routes, places, 2, device=GPU) * 2 - 1
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready = [torch.cuda.Event() for _ in range(2)]
    best = []
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(day):
        with torch.cuda.stream(own if after else main):
            buffers[day % 2].copy_(winds[day % 3], non_blocking=True)
            if after:
                ready[day % 2].record()

    def costs_of(wind):
        waves = wind
        for kernel in kernels:
            waves = torch.tanh_(functional.conv2d(waves, kernel, padding=2, groups=2))
        met = functional.grid_sample(torch.cat((wind, waves), 1), ways, align_corners=False)
        return met.square().sum(1).cumsum(-1)[0, :, -1]

    @torch.no_grad()
    def run():
        best.clear()
        if after:
            load(0)
        for day in range(days):
            if not after:
                load(day)
            else:
                if day + 1 < days:
                    load(day + 1)  # the day before is done: the host has its routes
                main.wait_event(ready[day % 2])
            best.append(costs_of(buffers[day % 2]).topk(16, largest=False).values.tolist())
            work_on_host(60)

    return with_result(run, lambda: [torch.tensor(best)])


@pairs.add("turbines-and-average", "drop:kernel range:average")
def turbines_and_average(after):
    """12 training steps of an autoencoder that knows how a turbine should sound, with autocast to half precision,
    GradScaler, which asks for its answer in each step, and Adam with foreach: a pinned copy in of 512 KiB, eight
    layers, forward and backward; then an average of the weights follows them, one lerp_ for each of 16 parameters. Only
    the average of the last epochs is used: it goes here, and the training stays."""
    rows, widths = 512, (256, 512, 256, 128, 64, 128, 256, 512, 256)
    layers = []
    for inputs, outputs in zip(widths, widths[1:]):
        layers += [torch.nn.Linear(inputs, outputs), torch.nn.SiLU()]
    model = torch.nn.Sequential(*layers[:-1]).to(GPU)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-4, foreach=True)
    scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)  # small, so that no step is left out
    averages = [parameter.detach().clone() for parameter in model.parameters()]
    heard = [for_host(torch.randn(rows, widths[0], device=GPU), True) for _ in range(4)]

    @torch.no_grad()
    def average():
        with record_function("average"):
            for mean, parameter in zip(averages, model.parameters()):
                mean.lerp_(parameter, 0.01)

    def run():
        for turn in range(12):
            x = heard[turn % 4].to(GPU, non_blocking=True)
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast("cuda", dtype=torch.float16):
                loss = functional.mse_loss(model(x), x)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            if not after:
                average()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


def packed(tensors):
    """Their bytes, one behind the other."""
    return torch.cat([tensor.contiguous().view(torch.uint8).view(-1) for tensor in tensors])


def unpacked(buffer, like):
    """Views of the bytes of a buffer, in the shapes and of the types of other tensors."""
    parts = buffer.split([tensor.numel() * tensor.element_size() for tensor in like])
    return [part.view(tensor.dtype).view(tensor.shape) for part, tensor in zip(parts, like)]


@pairs.add("speech-of-a-control-room", "merge:h2d")
def speech_of_a_control_room(after):
    """30 times what 8 controllers say in a second: five pinned copies in, 320 KiB of sound, the lengths, the channels,
    16 words each that are likely, and who speaks; two convolutions, a mask, two small blocks of a transformer, the
    likeliest letters, for which the host asks with .tolist(), and 30 us of work. The five lie one behind the other in
    one buffer of bytes, and are one copy."""
    people, frames, bands, width, words, letters = 8, 128, 80, 128, 1024, 64
    ears = torch.nn.Sequential(
        torch.nn.Conv1d(bands, width, 3, padding=1),
        torch.nn.GELU(),
        torch.nn.Conv1d(width, width, 3, stride=2, padding=1),
        torch.nn.GELU(),
    ).to(GPU)
    blocks = torch.nn.Sequential(*[Block(width, 4) for _ in range(2)]).to(GPU)
    likely, channel_of = torch.nn.Embedding(words, width).to(GPU), torch.nn.Embedding(32, width).to(GPU)
    head, places = torch.nn.Linear(width, letters).to(GPU), torch.arange(frames // 2, device=GPU)
    seconds = []
    for _ in range(4):
        sound, voices = torch.randn(people, bands, frames, device=GPU), torch.randn(people, width, device=GPU)
        lengths, channels = (torch.randint(1, 32, (people,), device=GPU) for _ in range(2))
        hints = torch.randint(words, (people, 16), device=GPU)
        second = [sound, lengths, channels, hints, voices]
        seconds.append([for_host(tensor, True) for tensor in ([packed(second)] if after else second)])
    buffers = [torch.zeros_like(tensor, device=GPU) for tensor in seconds[0]]
    inputs = unpacked(buffers[0], second) if after else buffers
    text = []

    def letters_of(sound, lengths, channels, hints, voices):
        h = ears(sound).transpose(1, 2)
        h = h + (voices + channel_of(channels) + likely(hints).mean(1)).unsqueeze(1)
        h = h.masked_fill((places >= lengths.unsqueeze(1)).unsqueeze(2), 0)
        return head(blocks(h)).argmax(-1)

    @torch.no_grad()
    def run():
        text.clear()
        for turn in range(30):
            for buffer, source in zip(buffers, seconds[turn % 4]):
                buffer.copy_(source, non_blocking=True)
            text.append(letters_of(*inputs).tolist())
            work_on_host(30)

    return with_result(run, lambda: [torch.tensor(text)])


class QuantisedLinear(torch.nn.Module):
    """Weights of 8 bits, and a factor for each column. They become numbers of 16 bits each time, or once."""

    def __init__(self, inputs, outputs, once):
        super().__init__()
        self.register_buffer("codes", torch.randint(-127, 128, (inputs, outputs), dtype=torch.int8, device=GPU))
        self.register_buffer("factors", torch.rand(outputs, device=GPU, dtype=HALF) * 0.0004)
        self.kept = self.dequantised() if once else None

    def dequantised(self):
        return self.codes.to(HALF) * self.factors

    def forward(self, x):
        matrix = self.kept
        if matrix is None:
            with record_function("dequantise"):
                matrix = self.dequantised()
        return x @ matrix


@pairs.add("assistant-of-eight-bits", "drop:kernel range:dequantise")
def assistant_of_eight_bits(after):
    """An assistant that says what a camera sees: a pinned copy in of 588 KiB, a convolution that makes 256 places of
    the picture, whose mean is where the answer begins; then 20 words, each by six layers with weights of 8 bits, 192
    MiB in all, which become bfloat16 before each product; the likeliest of 16384 words, for which the host asks with
    .item(). There is room for the weights as bfloat16: they are made so once, and the kernels for that go."""
    width, hidden, words, answers = 2048, 8192, 16384, 20
    eye = torch.nn.Conv2d(3, width, 28, stride=28).to(GPU, HALF)
    layers = [(QuantisedLinear(width, hidden, after), QuantisedLinear(hidden, width, after)) for _ in range(6)]
    table = weights(words, width)
    shape = 1, 3, 448, 448
    picture = for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True)
    said = []

    def next_word(h):
        for up, down in layers:
            h = h + down(functional.gelu(up(functional.layer_norm(h, (width,)))))
        return h, (functional.layer_norm(h, (width,)) @ table.T).argmax(-1)

    @torch.no_grad()
    def run():
        said.clear()
        seen = eye(picture.to(GPU, non_blocking=True).to(HALF) / 255).flatten(2).mean(2)
        h = seen
        for _ in range(answers):
            h, word = next_word(h)
            said.append(word.item())
            h = functional.embedding(word, table) + 0.5 * functional.layer_norm(h, (width,)) + seen

    return with_result(run, lambda: [torch.tensor(said)])


@pairs.add("plans-by-diffusion", "split:chunks=4,streams=2", expected="none")
def plans_by_diffusion(after):
    """8 turns in which a diffusion makes plans for 1024 robots: a pinned copy in of 128 KiB, where each robot is and
    where it should be; 12 steps from noise to a plan, each with three small products of matrices among seven launches;
    a pinned copy back of 256 KiB, and a wait. A turn becomes 4 chunks of robots in turn on 2 streams. The copies are
    short, and the host, which is the limit, has four times as much to launch."""
    robots, goal, plan, width, steps, turns, count = 1024, 64, 128, 512, 12, 8, 2
    wanted = [for_host(weights(robots, goal) * 50, True) for _ in range(3)]
    goals, noise = torch.zeros(robots, goal, device=GPU, dtype=HALF), weights(robots, plan) * 50
    inputs, middle, outputs = weights(plan + goal, width), weights(width, width), weights(width, plan)
    times = weights(steps, width)
    plans = on_host(turns, robots, plan, pinned=True)
    streams = [torch.cuda.Stream() for _ in range(count)]
    part = robots // (4 if after else 1)
    torch.cuda.synchronize()  # the streams use what has just been made

    def planned(rows):
        x = noise[rows]
        for time in times.unbind():
            h = functional.silu(torch.addmm(time, torch.cat((x, goals[rows]), 1), inputs))
            x = x - 0.1 * torch.mm(functional.silu(torch.mm(h, middle)), outputs)
        return x

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(plans):
            for chunk in range(robots // part):
                rows = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % count]):
                    goals[rows].copy_(wanted[turn % 3][rows], non_blocking=True)
                    answer[rows].copy_(planned(rows), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [plans], lambda: plans.zero_())
