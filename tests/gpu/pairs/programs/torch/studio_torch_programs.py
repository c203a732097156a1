# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as studios for games, film, sound and streaming run them: an archive of films, upscaling
with a history, masks, voices of characters, image generation, colour grading, tracks of sound. Written without a look
at what is predicted for them, under the rules of torch_programs.py."""
import queue

import torch
from torch.nn import functional

from everyday_torch_programs import for_host
from field_torch_programs import Tower
from pair import Pairs, on_two_threads, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="studio")


@pairs.add("scenes-from-archive", "pin", expected="none")
def scenes_from_archive(after):
    """12 batches of 8 pictures of old films, of which a transformer says what they show. A thread loads 1.5 MiB of
    bytes from pageable memory with a blocking copy on a stream of its own, into three buffers in turn, records an event
    and hands the buffer over by a queue. Another thread lets the default stream wait for the event, issues four blocks
    on 8192 patches and a pinned copy back of 8 KiB, records an event and hands the buffer back. The host memory is
    pinned and the copy does not block; the blocks take far longer than the copy."""
    shape, width, kinds, slots, turns = (8, 3, 256, 256), 1024, 512, 3, 12
    batches = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), after) for _ in range(turns)]
    buffers = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(slots)]
    patches = torch.nn.Conv2d(3, width, 8, stride=8).to(GPU, HALF)
    blocks = torch.nn.Sequential(*[Block(width, 16) for _ in range(4)]).to(GPU, HALF)
    head = weights(width, kinds)
    answers = on_host(turns, shape[0], kinds, pinned=True)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    arrived, used = ([torch.cuda.Event() for _ in buffers] for _ in range(2))
    full, empty = queue.SimpleQueue(), queue.SimpleQueue()

    def seen(pictures):
        h = patches(pictures.to(HALF) / 128 - 1)
        return blocks(h.flatten(2).transpose(1, 2).contiguous()).mean(1) @ head

    def load():
        for batch in batches:
            slot = empty.get(timeout=5)
            own.wait_event(used[slot])
            with torch.cuda.stream(own):
                buffers[slot].copy_(batch, non_blocking=after)
            arrived[slot].record(own)
            full.put(slot)

    def look():
        for answer in answers:
            slot = full.get(timeout=5)
            main.wait_event(arrived[slot])
            answer.copy_(seen(buffers[slot]), non_blocking=True)
            used[slot].record(main)
            empty.put(slot)

    @torch.no_grad()
    def first_calls(thread):
        seen(buffers[thread])

    torch.cuda.synchronize()
    on_two_threads(first_calls)  # either of the threads may look later
    torch.cuda.synchronize()

    @torch.no_grad()
    def work(thread):
        if thread == 0:
            look()
        else:
            load()

    def run():
        for slots_of in (full, empty):
            while not slots_of.empty():
                slots_of.get()
        for slot in range(slots):
            used[slot].record(main)
            empty.put(slot)
        on_two_threads(work)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("upscale-with-history", "postpone")
def upscale_with_history(after):
    """16 pictures of a game that are made larger, in turn on 2 streams with buffers of their own: 60 us of work, a
    pinned copy in of 380 KiB, and, behind an event of the other stream, five convolutions on the picture and on what
    came out for the one before; a pinned copy back of 1.5 MiB, and an event that the host waits for. The host waits
    when it uses the stream again, before its work. The pictures still come one behind the other on the GPU."""
    height, width, count = 270, 480, 2
    layers = [torch.nn.Conv2d(15, 64, 3, padding=1), torch.nn.ReLU(inplace=True)]
    for _ in range(3):
        layers += [torch.nn.Conv2d(64, 64, 3, padding=1), torch.nn.ReLU(inplace=True)]
    model = torch.nn.Sequential(*layers, torch.nn.Conv2d(64, 12, 3, padding=1)).to(GPU, HALF)
    drawn = [for_host(torch.randint(256, (3, height, width), dtype=torch.uint8, device=GPU), True) for _ in range(2)]
    inputs = [torch.zeros(1, 3, height, width, dtype=torch.uint8, device=GPU) for _ in range(count)]
    histories = [torch.zeros(1, 12, height, width, dtype=HALF, device=GPU) for _ in range(count)]
    shown = [torch.zeros(1, 3, 2 * height, 2 * width, dtype=torch.uint8).pin_memory() for _ in range(count)]
    streams = [torch.cuda.Stream() for _ in range(count)]
    made, done = ([torch.cuda.Event() for _ in range(count)] for _ in range(2))
    torch.cuda.synchronize()  # the streams use what has just been made

    def enlarged(slot):
        x = torch.cat((inputs[slot].to(HALF) / 255, histories[1 - slot]), 1)
        histories[slot].copy_(torch.tanh(model(x)))
        made[slot].record()
        return (functional.pixel_shuffle(histories[slot], 2) * 127 + 128).to(torch.uint8)

    @torch.no_grad()
    def run():
        with torch.cuda.stream(streams[0]):
            histories[1].zero_()
        for turn in range(16):
            slot = turn % count
            if after and turn >= count:
                done[slot].synchronize()
            work_on_host(60)
            with torch.cuda.stream(streams[slot]):
                inputs[slot].copy_(drawn[slot].unsqueeze(0), non_blocking=True)
                if turn > 0:
                    streams[slot].wait_event(made[1 - slot])
                shown[slot].copy_(enlarged(slot), non_blocking=True)
                done[slot].record()
            if not after:
                done[slot].synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: shown)


@pairs.add("masks-behind-graph", "move:d2h")
def masks_behind_graph(after):
    """20 steps that cut out what is in front in 8 pictures of a film, issued at once: a pinned copy in of 1.5 MiB, a
    graph of seven convolutions and what makes bytes of them, 8 MiB copied on the device to one of two buffers, and a
    pinned copy back of them. The copies back go to a stream of their own; each waits for its step by an event, and a
    buffer is used again when its copy back is done. The graph takes most of the time."""
    count, side, turns, slots = 8, 256, 20, 2
    layers, before = [], 3
    for outputs, stride in ((64, 2), (128, 1), (128, 1), (128, 1), (128, 1), (128, 1)):
        layers += [torch.nn.Conv2d(before, outputs, 3, stride=stride, padding=1), torch.nn.ReLU(inplace=True)]
        before = outputs
    layers += [torch.nn.Conv2d(128, 64, 3, padding=1), torch.nn.PixelShuffle(8), torch.nn.Sigmoid()]
    model = torch.nn.Sequential(*layers).to(GPU, HALF, memory_format=torch.channels_last)
    pictures = torch.zeros(count, 3, side, side, dtype=torch.uint8, device=GPU)
    film = [for_host(torch.randint(256, pictures.shape, dtype=torch.uint8, device=GPU), True) for _ in range(4)]
    masks = [torch.zeros(count, 1, 4 * side, 4 * side, dtype=torch.uint8, device=GPU) for _ in range(slots)]
    cut = [for_host(masks[0], True) for _ in range(4)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    copied = [torch.cuda.Event() for _ in range(slots)]

    def marked():
        x = pictures.to(HALF, memory_format=torch.channels_last) / 255
        return (model(x) * 255).to(torch.uint8)

    with torch.no_grad():
        network = Replay(marked)

    @torch.no_grad()
    def run():
        for turn in range(turns):
            slot = turn % slots
            pictures.copy_(film[turn % 4], non_blocking=True)
            found = network()
            if after and turn >= slots:
                main.wait_event(copied[slot])
            masks[slot].copy_(found)
            if after:
                own.wait_stream(main)
                with torch.cuda.stream(own):
                    cut[turn % 4].copy_(masks[slot], non_blocking=True)
                    copied[slot].record()
            else:
                cut[turn % 4].copy_(masks[slot], non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: cut)


@pairs.add("voices-of-characters", "merge:h2d", "graph:kernel")
def voices_of_characters(after):
    """24 frames of a game in which 10 characters speak: 10 pinned copies in of 16 KiB, what each of them says, a small
    network of 10 layers for all of them, which is 31 launches, a pinned copy back of 160 KiB of sound, a wait, and 30
    us of work. What they say lies side by side, and is one copy; the launches are one replay of a graph."""
    characters, sounds, width, frames = 10, 64, 128, 24
    says = torch.zeros(characters, sounds, width, device=GPU, dtype=HALF)
    matrices, bias, out = [weights(width, width) for _ in range(10)], weights(width), weights(width, width)
    targets = [says] if after else says.unbind()
    spoken = []
    for _ in range(frames):
        all_of_them = weights(characters, sounds, width)
        spoken.append([for_host(one, True) for one in ([all_of_them] if after else all_of_them.unbind())])
    heard = on_host(frames, characters * sounds, width, pinned=True)

    def voices():
        h = says.view(-1, width)
        for matrix in matrices:
            h = functional.gelu(torch.addmm(bias, h, matrix)) + h
        return h @ out

    with torch.no_grad():
        network = Replay(voices) if after else voices

    @torch.no_grad()
    def run():
        for sources, sound in zip(spoken, heard):
            for target, source in zip(targets, sources):
                target.copy_(source, non_blocking=True)
            sound.copy_(network(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(30)

    return with_result(run, lambda: [heard], lambda: heard.zero_())


@pairs.add("prompts-to-images", "host:host_work >100us,factor=0.5", expected="none")
def prompts_to_images(after):
    """8 prompts for two images each, with two sets of buffers in turn: 200 us of work that takes the words apart, a
    pinned copy in of 1.2 KiB, a block of a transformer for the words, four steps with three large blocks for the
    images, a pinned copy back of 48 KiB, and an event; then the host waits for the event of the prompt before. The work
    takes 100 us; the GPU has milliseconds for each prompt and is the limit."""
    words, length, width, tokens, count = 8192, 77, 1024, 2048, 2
    table, colours = weights(words, width), weights(width, 12)
    text = Block(width, 16).to(GPU, HALF)
    model = torch.nn.Sequential(*[Block(width, 16) for _ in range(3)]).to(GPU, HALF)
    prompts = [for_host(torch.randint(words, (2, length), device=GPU), True) for _ in range(8)]
    places = [torch.zeros(2, length, dtype=torch.int64, device=GPU) for _ in range(count)]
    images = [torch.zeros(2, tokens, 12, dtype=torch.uint8).pin_memory() for _ in range(count)]
    noise = weights(2, tokens, width)
    done = [torch.cuda.Event() for _ in range(count)]

    def drawn(place):
        meant = text(functional.embedding(place, table)).mean(1, keepdim=True)
        image = noise + meant
        for _ in range(4):
            image = image - 0.1 * model(image)
        return torch.sigmoid(image @ colours).mul(255).to(torch.uint8)

    @torch.no_grad()
    def run():
        for turn, prompt in enumerate(prompts):
            slot = turn % count
            work_on_host(100 if after else 200)
            places[slot].copy_(prompt, non_blocking=True)
            images[slot].copy_(drawn(places[slot]), non_blocking=True)
            done[slot].record()
            if turn > 0:
                done[1 - slot].synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: images)


@pairs.add("grading-nodes", "graph:kernel")
def grading_nodes(after):
    """16 pictures of a film that are graded: a pinned copy in of 1.3 MiB of 16-bit values, 16 launches for the curve,
    1024 points of it, and 15 for the picture, 13 of them on 24 MiB, as it is made larger first; a pinned copy back of
    253 KiB for a small screen, and a wait. The launches are one replay of a graph. The larger kernels take most of the
    time, and the host issues them while the GPU works."""
    height, width, points = 1080, 1920, 1024
    film = [for_host(weights(3, height // 3, width // 3) * 10, True) for _ in range(4)]
    negative = torch.zeros(3, height // 3, width // 3, device=GPU, dtype=HALF)
    knots, balance = torch.rand(points, device=GPU), torch.rand(3, 1, 1, device=GPU) + 0.5
    screen = [on_host(3, 180, 240, pinned=True) for _ in range(16)]

    def graded():
        curve = knots
        for _ in range(8):
            curve = torch.lerp(curve, knots, 0.3)
            curve = torch.sin(curve)
        h = functional.interpolate(negative.float().unsqueeze(0), scale_factor=3)[0]
        for _ in range(3):
            h = h * balance
            h = torch.tanh(h)
            h = torch.lerp(h, curve[:3].view(3, 1, 1), 0.1)
            h = h + curve[3:6].view(3, 1, 1)
        return h[:, ::6, ::8].to(HALF)

    with torch.no_grad():
        grade = Replay(graded) if after else graded

    @torch.no_grad()
    def run():
        for turn, small in enumerate(screen):
            negative.copy_(film[turn % 4], non_blocking=True)
            small.copy_(grade(), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: screen)


@pairs.add("tracks-in-half", "scale:h2d,factor=0.5")
def tracks_in_half(after):
    """Two threads with a stream each write down what is said in the two tracks of a film, 20 pieces each: a pinned copy
    in of 6 MiB of sound, a graph of a mean of each 48 samples and 12 small layers, of which each thread has one, a
    pinned copy back of 64 KiB, and a wait for the stream. The sound has 16 bits for each sample and not 32."""
    rows, width, samples, pieces = 64, 512, 48, 20
    kind = HALF if after else torch.float32
    sounds = [[for_host(weights(rows, width, samples).to(kind), True) for _ in range(4)] for _ in range(2)]
    inputs = [torch.zeros(rows, width, samples, device=GPU, dtype=kind) for _ in range(2)]
    answers = [on_host(pieces, rows, width, pinned=True) for _ in range(2)]
    streams = [torch.cuda.Stream() for _ in range(2)]
    matrices, bias = [weights(width, width) for _ in range(12)], weights(width)

    def network(x):
        h = x.mean(-1, dtype=torch.float32).to(HALF)
        for matrix in matrices:
            h = functional.gelu(torch.addmm(bias, h, matrix)) + h
        return h

    with torch.no_grad():
        towers = [Tower(lambda x=x: network(x)) for x in inputs]

    @torch.no_grad()
    def write_down(thread):
        with torch.cuda.stream(streams[thread]):
            for piece, answer in enumerate(answers[thread]):
                inputs[thread].copy_(sounds[thread][piece % 4], non_blocking=True)
                answer.copy_(towers[thread](), non_blocking=True)
                streams[thread].synchronize()

    def run():
        on_two_threads(write_down)
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)
