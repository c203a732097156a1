# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as theatres and film studios run them: subtitles, costumes, dialogue, loudness, a play
as a stream, voices, microphones, two rooms, prices of seats. Written without a look at what is predicted for them,
under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from harbour_torch_programs import convolutions
from pair import Pairs, on_two_threads, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="theatre")


@pairs.add("subtitles-of-a-play", "graph:range:words")
def subtitles_of_a_play(after):
    """8 pieces of what actors say, which become subtitles: a pinned copy in of 1.5 MiB, two blocks of a transformer
    with what is heard; then 14 words, one behind the other, for four microphones: a GRUCell with the word before and
    with what was heard, and the likeliest of 2048 words, some 10 short kernels for each; .cpu() of 448 bytes, and 25 us
    of work. The kernels for the words are one replay of a graph; what is heard, and the copies, stay as they are."""
    speakers, moments, width, words, length, pieces = 4, 192, 512, 2048, 14, 8
    hear = torch.nn.Sequential(*[Block(width, 8) for _ in range(2)]).to(GPU)
    known, cell = torch.nn.Embedding(words, width).to(GPU), torch.nn.GRUCell(width, width).to(GPU)
    head = torch.nn.Linear(width, words).to(GPU)
    spoken = [for_host(torch.randn(speakers, moments, width, device=GPU), True) for _ in range(3)]
    sound = torch.zeros(speakers, moments, width, device=GPU)
    heard = torch.zeros(speakers, width, device=GPU)
    begin = torch.zeros(speakers, dtype=torch.int64, device=GPU)
    shown = []

    def say():
        word, state, said = begin, heard, []
        for _ in range(length):
            state = cell(known(word) + heard, state)
            word = head(state).argmax(1)
            said.append(word)
        return torch.stack(said, 1)

    with torch.no_grad():
        words_of = Replay(say) if after else say

    @torch.no_grad()
    def run():
        shown.clear()
        for piece in range(pieces):
            sound.copy_(spoken[piece % 3], non_blocking=True)
            torch.mean(hear(sound), 1, out=heard)
            with record_function("words"):
                said = words_of()
            shown.append(said.cpu())
            work_on_host(25)

    return with_result(run, lambda: shown)


@pairs.add("costumes-of-extras", "pin:h2d")
def costumes_of_extras(after):
    """8 batches of 16 extras, of whose costumes a network says from which time they are: a blocking copy in of 12 MiB
    of pictures from pageable memory, three convolutions, the mean of all places, .cpu() of 4 KiB, and 30 us of work.
    The pictures are pinned, and the copy in does not block. The network takes more time than the copies."""
    shape, channels, batches = (16, 3, 512, 512), (3, 64, 128, 128), 8
    model = convolutions(*channels, strides=(2, 1, 1)).to(GPU, HALF, memory_format=torch.channels_last)
    taken = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), after) for _ in range(3)]
    pictures = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    looks = []

    @torch.no_grad()
    def run():
        looks.clear()
        for batch in range(batches):
            pictures.copy_(taken[batch % 3], non_blocking=after)
            x = pictures.to(HALF, memory_format=torch.channels_last) / 255
            looks.append(model(x).mean((2, 3)).cpu())
            work_on_host(30)

    return with_result(run, lambda: looks)


@pairs.add("dialogue-without-noise", "unsync:cudaDeviceSynchronize")
def dialogue_without_noise(after):
    """20 pieces of dialogue that are freed of noise, on one stream: a pinned copy in of 4 MiB, 1024 windows of 1024
    values; their spectrum, how strong it is, a mask by what is noise, and sound again from what is left; a pinned copy
    back of 4 MiB. Somebody times the four parts by the clock of the host, and waits for the device behind each, with
    torch.cuda.synchronize(). These waits go; the one for the stream at the end stays."""
    shape, pieces = (1024, 1024), 20
    spoken = [for_host(torch.randn(shape, device=GPU), True) for _ in range(4)]
    sound, window = torch.zeros(shape, device=GPU), torch.hann_window(shape[1], device=GPU)
    noise = torch.full((1, shape[1] // 2 + 1), 12.0, device=GPU)
    clean = [torch.ones(shape, pin_memory=True) for _ in range(pieces)]

    def part_is_done():
        if not after:
            torch.cuda.synchronize()

    @torch.no_grad()
    def run():
        for piece, answer in enumerate(clean):
            sound.copy_(spoken[piece % 4], non_blocking=True)
            spectrum = torch.fft.rfft(sound * window)
            part_is_done()
            strong = spectrum.abs().clamp_(min=1e-3)
            part_is_done()
            mask = (1 - noise / strong).clamp_(min=0.05)
            part_is_done()
            answer.copy_(torch.fft.irfft(spectrum * mask, n=shape[1]), non_blocking=True)
            part_is_done()
        torch.cuda.current_stream().synchronize()

    return with_result(run, lambda: clean, lambda: [answer.zero_() for answer in clean])


@pairs.add("loudness-on-a-screen", "drop:kernel d2h sync range:loudness")
def loudness_on_a_screen(after):
    """24 blocks of sound of a film that is mixed: a pinned copy in of 8 MiB, 64 tracks of 32768 values; a compressor of
    four kernels, a product of matrices to 8 loudspeakers, a pinned copy back of 1 MiB; then the mean power of each
    loudspeaker and the largest of these in decibels, for which the host asks with .item(), because a screen shows it; a
    wait for the device at the end. Nobody looks at the screen, and the loudness goes, with its copies and waits."""
    tracks, values, speakers, blocks = 64, 32768, 8, 24
    recorded = [for_host(torch.randn(tracks, values, device=GPU), True) for _ in range(3)]
    sound = torch.zeros(tracks, values, device=GPU)
    desk = torch.rand(speakers, tracks, device=GPU) / tracks
    mixes = [torch.ones(speakers, values, pin_memory=True) for _ in range(blocks)]
    shown = []

    @torch.no_grad()
    def run():
        shown.clear()
        for block, answer in enumerate(mixes):
            sound.copy_(recorded[block % 3], non_blocking=True)
            mixed = desk @ (sound * torch.rsqrt(sound.square().add_(1)))
            answer.copy_(mixed, non_blocking=True)
            if not after:
                with record_function("loudness"):
                    shown.append(mixed.square().mean(1).amax().log10().mul(10).item())
        torch.cuda.synchronize()

    return with_result(run, lambda: mixes, lambda: [answer.zero_() for answer in mixes])


@pairs.add("play-as-a-stream", "prefetch:depth=1")
def play_as_a_stream(after):
    """8 groups of 8 pictures of a play, which are sent as a stream: a pinned copy in of 24 MiB, four convolutions, the
    pictures out of 12 channels with pixel_shuffle, a pinned copy back of 6 MiB, a wait for the stream, and 40 us of
    work that sends them. The pictures of the next group are copied before the kernels of this one, on a stream of their
    own and into the other of two buffers."""
    shape, groups = (8, 3, 1024, 1024), 8
    model = convolutions(3, 32, 64, 64, strides=(2, 2, 1)).append(torch.nn.Conv2d(64, 12, 3, padding=1))
    model = model.to(GPU, HALF, memory_format=torch.channels_last)
    filmed = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(3)]
    buffers = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(2)]
    sent = [torch.zeros(8, 3, 512, 512, dtype=torch.uint8).pin_memory() for _ in range(groups)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready = [torch.cuda.Event() for _ in range(2)]
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(group):
        with torch.cuda.stream(own if after else main):
            buffers[group % 2].copy_(filmed[group % 3], non_blocking=True)
            if after:
                ready[group % 2].record()

    def encode(group):
        x = buffers[group % 2].to(HALF, memory_format=torch.channels_last) / 255
        pictures = functional.pixel_shuffle(model(x), 2).add_(0.5).clamp_(0, 1).mul_(255)
        sent[group].copy_(pictures.to(torch.uint8).contiguous(), non_blocking=True)

    @torch.no_grad()
    def run():
        if after:
            load(0)
        for group in range(groups):
            if not after:
                load(group)
            else:
                if group + 1 < groups:
                    load(group + 1)  # the host waited for the group before, which used that buffer
                main.wait_event(ready[group % 2])
            encode(group)
            main.synchronize()
            work_on_host(40)
        torch.cuda.synchronize()

    return with_result(run, lambda: sent, lambda: [answer.zero_() for answer in sent])


@pairs.add("voices-high-and-low", "move:kernel range:low,independent=yes")
def voices_high_and_low(after):
    """20 turns of how high and how low voices of actors go: a pinned copy in of 1 MiB, 32 voices in 8192 moments; how
    low 32 others were up to each moment, which are on the GPU already, with torch.cummin, a kernel of few blocks; how
    high the first ones were, with torch.cummax, another such kernel; each 64th moment of these, a pinned copy back of
    16 KiB, a wait for the device, and 20 us of work; at the end the low ones go back. The kernels for the low ones go
    to a stream of their own, without events: they need nothing of the rest."""
    voices, moments, step, turns = 32, 8192, 64, 20
    shape = voices, moments
    sung = [for_host(torch.rand(shape, device=GPU), True) for _ in range(3)]
    heard, high, low = (torch.zeros(shape, device=GPU) for _ in range(3))
    others = torch.rand(shape, device=GPU)
    when_high, when_low = (torch.zeros(shape, dtype=torch.int64, device=GPU) for _ in range(2))
    shown = [torch.ones(voices, moments // step, pin_memory=True) for _ in range(turns)]
    lowest = torch.ones(shape).pin_memory()
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    torch.cuda.synchronize()  # the other stream uses what has just been made

    @torch.no_grad()
    def run():
        for turn, answer in enumerate(shown):
            heard.copy_(sung[turn % 3], non_blocking=True)
            with torch.cuda.stream(own if after else main), record_function("low"):
                torch.cummin(others, 1, out=(low, when_low))
            torch.cummax(heard, 1, out=(high, when_high))
            answer.copy_(high[:, ::step].contiguous(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)
        lowest.copy_(low, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [lowest, *shown], lambda: [answer.zero_() for answer in [lowest, *shown]])


@pairs.add("microphones-of-actors", "merge:h2d", expected="none")
def microphones_of_actors(after):
    """10 scenes with 16 microphones, issued at once: 16 pinned copies in of 512 KiB, one for each microphone, on a
    stream of their own and into one of two buffers in turn, which an event gives back; behind another event five blocks
    of a transformer, the likeliest of 64 words at each place, and a pinned copy back of 32 KiB; a wait at the end. What
    the microphones heard lies side by side, and is one copy. The copies ran beside the transformer already, which takes
    nearly all of the time."""
    actors, moments, width, words, scenes = 16, 256, 1024, 64, 10
    model = torch.nn.Sequential(*[Block(width, 16) for _ in range(5)], torch.nn.Linear(width, words)).to(GPU, HALF)
    heard = []
    for _ in range(2):
        scene = weights(actors, moments, width) * 50
        heard.append([for_host(one, True) for one in ([scene] if after else scene.unbind())])
    buffers = [torch.zeros(actors, moments, width, dtype=HALF, device=GPU) for _ in range(2)]
    targets = [[buffer] if after else buffer.unbind() for buffer in buffers]
    understood = [torch.zeros(actors, moments, dtype=torch.int64).pin_memory() for _ in range(scenes)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    ready, used = ([torch.cuda.Event() for _ in range(2)] for _ in range(2))
    torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(scene):
        slot = scene % 2
        with torch.cuda.stream(own):
            if scene >= 2:
                own.wait_event(used[slot])
            for target, source in zip(targets[slot], heard[slot]):
                target.copy_(source, non_blocking=True)
            ready[slot].record(own)

    @torch.no_grad()
    def run():
        load(0)
        for scene, answer in enumerate(understood):
            if scene + 1 < scenes:
                load(scene + 1)
            main.wait_event(ready[scene % 2])
            likeliest = model(buffers[scene % 2]).argmax(-1)
            used[scene % 2].record(main)
            answer.copy_(likeliest, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: understood, lambda: [answer.zero_() for answer in understood])


@pairs.add("two-rehearsal-rooms", "prefetch:depth=1", expected="none")
def two_rehearsal_rooms(after):
    """Two host threads with a stream each, for two rooms where a play is rehearsed, 8 scenes each: a pinned copy in of
    2 MiB, a product of matrices to 8192 rows of 4096 values, four products of that size with gelu, a product to 32
    values, a pinned copy back of 512 KiB, a wait for the stream, and 30 us of work. The next scene is copied before the
    kernels of this one, on a stream of the thread's own for copies and into the other of two buffers. Each product
    fills the GPU, and the copies of one room ran beside the products of the other one already."""
    rows, inputs, width, kinds, scenes, rooms = 8192, 128, 4096, 32, 8, 2
    seen = [[for_host(weights(rows, inputs) * 50, True) for _ in range(2)] for _ in range(rooms)]
    buffers = [[torch.zeros(rows, inputs, dtype=HALF, device=GPU) for _ in range(2)] for _ in range(rooms)]
    widths = inputs, *[width] * 5
    matrices, head = [weights(*two) for two in zip(widths, widths[1:])], weights(width, kinds)
    found = [on_host(scenes, rows, kinds, pinned=True) for _ in range(rooms)]
    streams, copying = ([torch.cuda.Stream() for _ in range(rooms)] for _ in range(2))
    ready = [[torch.cuda.Event() for _ in range(2)] for _ in range(rooms)]
    torch.cuda.synchronize()  # the streams use what has just been made

    def load(thread, scene):
        with torch.cuda.stream((copying if after else streams)[thread]):
            buffers[thread][scene % 2].copy_(seen[thread][scene % 2], non_blocking=True)
            if after:
                ready[thread][scene % 2].record()

    def look(thread, scene):
        h = buffers[thread][scene % 2]
        for matrix in matrices:
            h = functional.gelu(h @ matrix)
        found[thread][scene].copy_(h @ head, non_blocking=True)

    @torch.no_grad()
    def room(thread):
        stream = streams[thread]
        with torch.cuda.stream(stream):
            if after:
                load(thread, 0)
            for scene in range(scenes):
                if not after:
                    load(thread, scene)
                else:
                    if scene + 1 < scenes:
                        load(thread, scene + 1)  # the host waited for the scene before, which used that buffer
                    stream.wait_event(ready[thread][scene % 2])
                look(thread, scene)
                stream.synchronize()
                work_on_host(30)

    return with_result(lambda: on_two_threads(room), lambda: found, lambda: [answer.zero_() for answer in found])


@pairs.add("prices-of-seats", "host:host_work >250us,factor=0.5")
def prices_of_seats(after):
    """20 evenings for which seats get their prices: a pinned copy in of 8 MiB, what is known of those who may come;
    while that runs, 340 us of work that asks for rules of the house; two layers and the best of 32 prices for each of
    16384 seats, .cpu() of 128 KiB, and 60 us of work that writes them down. The rules take 170 us, which is about what
    the copy takes; the rest stays as it is."""
    seats, fields, width, prices, evenings = 16384, 256, 2048, 32, 20
    known = [for_host(weights(seats, fields) * 50, True) for _ in range(3)]
    x = torch.zeros(seats, fields, dtype=HALF, device=GPU)
    first, second, head = weights(fields, width), weights(width, width), weights(width, prices)
    chosen = []

    @torch.no_grad()
    def run():
        chosen.clear()
        for evening in range(evenings):
            x.copy_(known[evening % 3], non_blocking=True)
            work_on_host(170 if after else 340)
            h = functional.silu(functional.silu(x @ first) @ second) @ head
            chosen.append(h.argmax(-1).cpu())
            work_on_host(60)

    return with_result(run, lambda: chosen)
