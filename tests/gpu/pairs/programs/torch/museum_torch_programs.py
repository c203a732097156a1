# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as museums, libraries, universities, schools and sports run them: an old film, lines of
handwriting, scans of sculptures, stars, essays, molecules, a flow, players, highlights. Written without a look at what
is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="museum")


def convolutions(kind, *channels, strides):
    """Convolutions of 3 in each direction with a relu behind each."""
    layers = []
    for inputs, outputs, stride in zip(channels, channels[1:], strides):
        layers += [kind(inputs, outputs, 3, stride=stride, padding=1), torch.nn.ReLU(inplace=True)]
    return layers


@pairs.add("old-film-restored", "move:d2h")
def old_film_restored(after):
    """12 frames of an old film without its scratches, with two buffers for what is done, issued at once on one stream:
    a pinned copy in of 24 MiB, a mean over time, which needs the frame before, F.avg_pool2d, and a sharper picture from
    both, as bytes again; a pinned copy back of 24 MiB; a wait at the end. The copies back go to a stream of their own;
    each waits for its frame by an event, and a buffer is written again when its copy back is done."""
    shape, frames = (3, 2160, 3840), 12
    scanned = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    kept = [torch.zeros(shape, dtype=torch.uint8).pin_memory() for _ in range(4)]
    frame = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    done = [torch.zeros_like(frame) for _ in range(2)]
    past = torch.zeros(shape, dtype=HALF, device=GPU)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready, copied = ([torch.cuda.Event() for _ in range(2)] for _ in range(2))
    torch.cuda.synchronize()  # the other stream uses what has just been made

    def restored():
        past.lerp_(frame.to(HALF), 0.4)
        soft = functional.avg_pool2d(past, 3, stride=1, padding=1)
        return torch.lerp(soft, past, 1.5).clamp_(0, 255)

    def give_back(number):
        slot = number % 2
        if not after:
            kept[number % 4].copy_(done[slot], non_blocking=True)
            return
        ready[slot].record(main)
        own.wait_event(ready[slot])
        with torch.cuda.stream(own):
            kept[number % 4].copy_(done[slot], non_blocking=True)
            copied[slot].record(own)

    @torch.no_grad()
    def run():
        for number in range(frames):
            frame.copy_(scanned[number % 3], non_blocking=True)
            picture = restored()
            if after and number >= 2:
                main.wait_event(copied[number % 2])
            done[number % 2].copy_(picture)
            give_back(number)
        torch.cuda.synchronize()

    return with_result(run, lambda: kept, lambda: past.zero_())


class LineReader(torch.nn.Module):
    """Reads lines of handwriting: convolutions make columns of a line, and an LSTM goes over them in both
    directions."""

    def __init__(self, letters):
        super().__init__()
        layers = convolutions(torch.nn.Conv2d, 1, 32, 64, 128, 128, strides=(2, 2, 2, 2))
        self.columns = torch.nn.Sequential(*layers)
        self.past_and_future = torch.nn.LSTM(128, 256, num_layers=2, bidirectional=True)
        self.head = torch.nn.Linear(512, letters)

    def forward(self, lines):
        x = lines.to(torch.float16, memory_format=torch.channels_last) / 255
        columns = self.columns(x).mean(2).permute(2, 0, 1).contiguous()
        return self.head(self.past_and_future(columns)[0]).argmax(-1)


@pairs.add("lines-of-handwriting", "prefetch:depth=1")
def lines_of_handwriting(after):
    """6 batches of 128 lines of a handwritten inventory: a pinned copy in of 24 MiB of grey values, four convolutions,
    an LSTM with two layers over 128 columns in both directions, the likeliest of 96 letters for each, .cpu() of 128
    KiB, and 80 us of work that makes words of them. The lines of the next batch are copied before the kernels of this
    one, on a stream of their own and into the other of two buffers. The LSTM takes most of the time."""
    shape, letters, batches = (128, 1, 96, 2048), 96, 6
    model = LineReader(letters).to(GPU, torch.float16)
    model.columns.to(memory_format=torch.channels_last)
    scanned = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    buffers = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(2)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready = [torch.cuda.Event() for _ in range(2)]
    read = []
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(batch):
        with torch.cuda.stream(own if after else main):
            buffers[batch % 2].copy_(scanned[batch % 3], non_blocking=True)
            if after:
                ready[batch % 2].record()

    @torch.no_grad()
    def run():
        read.clear()
        if after:
            load(0)
        for batch in range(batches):
            if not after:
                load(batch)
            else:
                if batch + 1 < batches:
                    load(batch + 1)  # the batch before is done: the host has its letters
                main.wait_event(ready[batch % 2])
            read.append(model(buffers[batch % 2]).cpu())
            work_on_host(80)

    return with_result(run, lambda: read)


@pairs.add("scans-of-sculptures", "split:chunks=4,streams=2")
def scans_of_sculptures(after):
    """3 sculptures that were scanned, with 4 million points each: a pinned copy in of 64 MiB, places and how sure they
    are; for each point four layers of width 64 say where the surface is; a pinned copy back of 32 MiB, and a wait. A
    sculpture becomes 4 chunks of points in turn on 2 streams."""
    points, width, sculptures, count = 1 << 22, 64, 3, 2
    scanned = [for_host(torch.randn(points, 4, device=GPU), True) for _ in range(2)]
    places = torch.zeros(points, 4, device=GPU)
    layers = [weights(*shape) * 10 for shape in ((4, width), (width, width), (width, width))]
    head = weights(width, 4)
    surfaces = [on_host(points, 4, pinned=True) for _ in range(sculptures)]
    streams = [torch.cuda.Stream() for _ in range(count)]
    part = points // (4 if after else 1)
    torch.cuda.synchronize()  # the streams use what has just been made

    def surface_of(rows):
        h = places[rows].to(HALF)
        for matrix in layers:
            h = torch.sin(h @ matrix)
        return h @ head

    @torch.no_grad()
    def run():
        for number, surface in enumerate(surfaces):
            for chunk in range(points // part):
                rows = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % count]):
                    places[rows].copy_(scanned[number % 2][rows], non_blocking=True)
                    surface[rows].copy_(surface_of(rows), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: surfaces, lambda: [surface.zero_() for surface in surfaces])


@pairs.add("stars-for-a-planetarium", "drop:kernel memset d2h sync range:energy")
def stars_for_a_planetarium(after):
    """10 steps of 8192 stars that attract each other: torch.cdist for how far all of them are apart, 256 MiB, what each
    pulls at each, a product with the places, and speeds and places follow; then the energy of all pairs, with
    torch.cdist again, for which the host asks with .item(), to see that it stays the same. A picture shows the last
    places alone: the energy goes, with its kernels and the question."""
    stars, steps, mass, pace = 8192, 10, 1 / 8192, 0.01
    first = torch.randn(stars, 3, device=GPU)
    places, speeds = first.clone(), torch.zeros(stars, 3, device=GPU)
    log = []

    def pull():
        apart = torch.cdist(places, places).square_().add_(0.01)
        shares = apart.pow_(-1.5)
        return shares @ places - places * shares.sum(1, keepdim=True)

    def energy():
        with record_function("energy"):
            apart = torch.cdist(places, places).add_(0.1)
            potential = apart.reciprocal_().sum() * (mass / 2)
            log.append((speeds.square().sum() / 2 - potential).item())

    @torch.no_grad()
    def run():
        log.clear()
        for _ in range(steps):
            speeds.add_(pull(), alpha=mass * pace)
            places.add_(speeds, alpha=pace)
            if not after:
                energy()
        torch.cuda.synchronize()

    def prepare():
        places.copy_(first)
        speeds.zero_()

    return with_result(run, lambda: [places, speeds], prepare)


class Judge:
    """A model that gives marks for an essay, as a graph, with a stream and a buffer of its own."""

    def __init__(self, words, width, marks):
        self.stream, self.essay = torch.cuda.Stream(), torch.zeros(1, words, width, dtype=HALF, device=GPU)
        blocks = torch.nn.Sequential(*[Block(width, 16) for _ in range(6)]).to(GPU, HALF)
        head = weights(width, marks)
        torch.cuda.synchronize()  # the stream uses what has just been made
        with torch.no_grad():
            self._judged = Replay(lambda: blocks(self.essay).mean(1) @ head, self.stream)

    def load(self, essay):
        with torch.cuda.stream(self.stream):
            self.essay.copy_(essay, non_blocking=True)

    def judge(self):
        with torch.cuda.stream(self.stream):
            self.marks = self._judged()

    def answer(self):
        with torch.cuda.stream(self.stream):
            return self.marks.cpu()


@pairs.add("essays-and-four-judges", "order=breadth-first")
def essays_and_four_judges(after):
    """8 essays of 512 words that four models give marks for, each on a stream of its own: a pinned copy in of 1 MiB, a
    graph of six blocks of a transformer, whose kernels leave much of the GPU free, and .cpu() of eight marks, model
    after model; behind an essay 50 us of work. For each essay all copies in are issued first, then all graphs, and then
    the host asks for all marks: the models work beside each other."""
    words, width, marks, essays = 512, 1024, 8, 8
    judges = [Judge(words, width, marks) for _ in range(4)]
    written = [for_host(weights(1, words, width) * 50, True) for _ in range(4)]
    given = []

    def all_marks(essay):
        if not after:
            answers = []
            for judge in judges:
                judge.load(essay)
                judge.judge()
                answers.append(judge.answer())
            return answers
        for judge in judges:
            judge.load(essay)
        for judge in judges:
            judge.judge()
        return [judge.answer() for judge in judges]

    @torch.no_grad()
    def run():
        given.clear()
        for number in range(essays):
            given.extend(all_marks(written[number % 4]))
            work_on_host(50)

    return with_result(run, lambda: given)


@pairs.add("molecules-for-teaching", "scale:kernel range:messages,factor=0.5")
def molecules_for_teaching(after):
    """4 pictures of water for a lesson, 16384 atoms each: a pinned copy in of 8 MiB, what is known of the atoms; three
    times each atom takes what 64 neighbours have, by how near they are, which is 512 MiB in three launches, and has two
    layers; a pinned copy back of 8 MiB, a wait, and 30 us of work. Only the 32 nearest are near enough to count: the
    others have a share of 0. The lists have 32 neighbours, and the messages half of their work."""
    atoms, near, width, hidden, pictures = 16384, 64, 256, 4096, 4
    list_of = torch.randint(atoms, (atoms, near), device=GPU)
    shares = torch.rand(atoms, near, 1, device=GPU, dtype=HALF) / 16
    shares[:, near // 2 :] = 0
    if after:
        list_of, shares = (tensor[:, : near // 2].contiguous() for tensor in (list_of, shares))
    flat, count = list_of.view(-1), list_of.shape[1]
    layers = [(weights(width, hidden), weights(hidden, width)) for _ in range(3)]
    states = torch.zeros(atoms, width, dtype=HALF, device=GPU)
    begun = [for_host(weights(atoms, width) * 50, True) for _ in range(2)]
    ended = on_host(pictures, atoms, width, pinned=True)

    def messages(h):
        with record_function("messages"):
            sent = h.index_select(0, flat).view(atoms, count, width)
            return sent.mul_(shares).sum(1)

    @torch.no_grad()
    def run():
        for number, answer in enumerate(ended):
            states.copy_(begun[number % 2], non_blocking=True)
            h = states
            for up, down in layers:
                h = h + functional.silu(messages(h) @ up) @ down
            answer.copy_(h, non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(30)

    return with_result(run, lambda: [ended], lambda: ended.zero_())


@pairs.add("flow-for-a-lecture", "pin:d2h,asynchronous=both")
def flow_for_a_lecture(after):
    """12 steps of a flow with dye in it, on a grid of 4096 x 4096, for a lecture: where everything was a step before,
    F.grid_sample of three dyes and two speeds, and F.avg_pool2d of the speeds, which stands for friction. Behind each
    third step a picture of 1024 x 1024 points becomes bytes, and a blocking copy takes its 3 MiB to pageable memory; a
    wait at the end. The memory is pinned and the copy does not block. The steps take most of the time."""
    side, small, steps = 4096, 1024, 12
    first = torch.rand(1, 5, side, side, device=GPU)
    first[:, 3:].sub_(0.5)
    fields = first.clone()
    lines = torch.linspace(-1, 1, side, device=GPU)
    rows, columns = torch.meshgrid(lines, lines, indexing="ij")
    here = torch.stack((columns, rows), -1).unsqueeze(0)
    pictures = []
    for _ in range(steps // 3):
        picture = torch.zeros(3, small, small, dtype=torch.uint8)
        pictures.append(picture.pin_memory() if after else picture)

    def step():
        before = torch.sub(here, fields[:, 3:].permute(0, 2, 3, 1), alpha=0.01)
        moved = functional.grid_sample(fields, before, padding_mode="border", align_corners=True)
        fields[:, :3].copy_(moved[:, :3])
        fields[:, 3:].copy_(functional.avg_pool2d(moved[:, 3:], 3, stride=1, padding=1))

    @torch.no_grad()
    def run():
        for number in range(steps):
            step()
            if number % 3 == 2:
                seen = functional.avg_pool2d(fields[0, :3], side // small).mul_(255).to(torch.uint8)
                pictures[number // 3].copy_(seen, non_blocking=after)
        torch.cuda.synchronize()

    return with_result(run, lambda: [*pictures, fields], lambda: fields.copy_(first))


@pairs.add("players-on-a-field", "host:host_work >100us,factor=0.5", expected="none")
def players_on_a_field(after):
    """10 frames of a match in which the players are looked for: a pinned copy in of 6 MiB, eight convolutions, six of
    them from 256 to 256 channels, where a place is likelier a player than its neighbours, the 64 likeliest of those
    with topk, two pinned copies back, and an event. While the GPU works on a frame, the host waits for the event of the
    one before, and says in 200 us of work which player is which. That takes 100 us; the convolutions take longer
    either way."""
    width, frames, most = 256, 10, 64
    layers = convolutions(torch.nn.Conv2d, 3, 64, *[width] * 7, strides=(2, 2, *[1] * 6))
    layers.append(torch.nn.Conv2d(width, 1, 1))
    model = torch.nn.Sequential(*layers).to(GPU, HALF, memory_format=torch.channels_last)
    shape = 1, 3, 1088, 1920
    filmed = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    picture = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    shares = torch.zeros(frames, most).pin_memory()
    places = torch.zeros(frames, most, dtype=torch.int64).pin_memory()
    found = [torch.cuda.Event() for _ in range(frames)]

    def look_for_players(number):
        picture.copy_(filmed[number % 3], non_blocking=True)
        heat = model(picture.to(HALF, memory_format=torch.channels_last) / 255).float()
        peaks = heat == functional.max_pool2d(heat, 5, stride=1, padding=2)
        best = torch.where(peaks, heat, -1e4).flatten().topk(most)
        shares[number].copy_(best.values, non_blocking=True)
        places[number].copy_(best.indices, non_blocking=True)
        found[number].record()

    def name_players(number):
        found[number].synchronize()
        work_on_host(100 if after else 200)

    @torch.no_grad()
    def run():
        for number in range(frames):
            look_for_players(number)
            if number > 0:
                name_players(number - 1)
        name_players(frames - 1)

    return with_result(run, lambda: [shares], lambda: shares.zero_())


@pairs.add("highlights-of-a-match", "graph:kernel", expected="none")
def highlights_of_a_match(after):
    """8 batches of 16 clips of a match, of which a network says how worth seeing they are, all issued at once: a pinned
    copy in of 9.2 MiB, six convolutions in space and time, the mean of each clip, and a pinned copy back of 256 bytes;
    a wait at the end. The kernels of a batch are one replay of a graph; the copies stay as they are. A batch takes the
    GPU far longer than the host takes to launch it."""
    shape, kinds, batches = (16, 3, 16, 112, 112), 8, 8
    channels, strides = (3, 64, 64, 128, 128, 256, 256), ((1, 2, 2), 1, 2, 1, 2, 1)
    model = torch.nn.Sequential(*convolutions(torch.nn.Conv3d, *channels, strides=strides))
    model = model.to(GPU, HALF, memory_format=torch.channels_last_3d)
    head = weights(channels[-1], kinds)
    filmed = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    clips = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    answers = on_host(batches, shape[0], kinds, pinned=True)

    def seen():
        x = clips.to(HALF, memory_format=torch.channels_last_3d) / 255
        return model(x).mean((2, 3, 4)) @ head

    with torch.no_grad():
        judge = Replay(seen) if after else seen

    @torch.no_grad()
    def run():
        for number, answer in enumerate(answers):
            clips.copy_(filmed[number % 3], non_blocking=True)
            answer.copy_(judge(), non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers], lambda: answers.zero_())
