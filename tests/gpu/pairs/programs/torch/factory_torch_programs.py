# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as companies run them in production: speech, prompts and answers, training with a scaler
and with augmentation on the GPU, cameras over a belt, previews of a diffusion model, ranking, dynamic batches, two
tenants. Written without a look at what is predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, on_two_threads, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="factory")


@pairs.add("speech-in-turn", "postpone")
def speech_in_turn(after):
    """24 chunks of speech, one second of 64 callers each, in turn on 3 streams with buffers of their own: 80 us of work
    that unpacks the sound into the stream's pinned buffer, a copy in of 4 MiB, a short-time Fourier transform, a filter
    bank, two convolutions and two blocks of a transformer, a pinned copy back of 408 KiB, and a wait for the stream.
    The host waits when it uses the stream again, before it fills the buffer."""
    callers, samples, places, width, letters, count = 64, 16000, 51, 512, 64, 3
    sounds = [torch.zeros(callers, samples).pin_memory() for _ in range(count)]
    inputs = [torch.zeros(callers, samples, device=GPU) for _ in range(count)]
    answers = [on_host(callers, places, letters, pinned=True) for _ in range(count)]
    streams = [torch.cuda.Stream() for _ in range(count)]
    window, bank = torch.hann_window(400, device=GPU), torch.rand(80, 201, device=GPU)
    first, second, head = weights(width, 80, 3), weights(width, width, 3), weights(width, letters)
    blocks = torch.nn.Sequential(Block(width, 8), Block(width, 8)).to(GPU, HALF)

    def recognised(x):
        spectrum = torch.stft(x, 400, 160, window=window, return_complex=True)
        h = torch.log(bank @ spectrum.abs().square() + 1e-6).to(HALF)
        h = functional.gelu(functional.conv1d(h, first, padding=1))
        h = functional.gelu(functional.conv1d(h, second, stride=2, padding=1))
        return torch.log_softmax(blocks(h.transpose(1, 2).contiguous()) @ head, -1)

    torch.cuda.synchronize()  # the streams use what has just been made

    @torch.no_grad()
    def run():
        for turn in range(24):
            slot = turn % count
            if after and turn >= count:
                streams[slot].synchronize()
            work_on_host(80)
            with torch.cuda.stream(streams[slot]):
                inputs[slot].copy_(sounds[slot], non_blocking=True)
                answers[slot].copy_(recognised(inputs[slot]), non_blocking=True)
            if not after:
                streams[slot].synchronize()
        torch.cuda.synchronize()

    def other_sounds():
        for sound in sounds:
            sound.copy_(torch.randn(callers, samples, device=GPU))

    return with_result(run, lambda: answers, other_sounds)


@pairs.add("prefill-then-decode", "graph:range:decode")
def prefill_then_decode(after):
    """A language model of 8 layers answers 8 prompts of 1024 words with 5 words each: a pinned copy in of 64 KiB, one
    pass over all words of the prompts, which fills the cache of keys and values, then four words one by one, over 100
    launches each; the host asks for each word with .tolist(), as it may be the end. The kernels of a word behind the
    first are one replay of a graph; the pass over the prompts stays, and takes most of the time."""
    rows, length, more, layers, width, heads, words = 8, 1024, 4, 8, 2048, 16, 8192
    room = length + 16
    blocks = [Block(width, heads).to(GPU, HALF) for _ in range(layers)]
    table = weights(words, width)
    caches = [weights(2, rows, heads, room, width // heads) for _ in range(layers)]
    prompts = for_host(torch.randint(words, (rows, length), device=GPU), True)
    prompt = torch.zeros(rows, length, dtype=torch.int64, device=GPU)
    word = torch.zeros(rows, dtype=torch.int64, device=GPU)
    place = torch.zeros(1, dtype=torch.int64, device=GPU)
    places = torch.arange(room, device=GPU)
    found = []

    def through(h, attend):
        size = h.shape[1]
        for block, cache in zip(blocks, caches):
            parts = block.qkv(block.first_norm(h)).view(rows, size, 3, heads, -1).permute(2, 0, 3, 1, 4)
            h = h + block.out(attend(parts, cache).transpose(1, 2).reshape(rows, size, width))
            h = h + block.down(functional.gelu(block.up(block.second_norm(h))))
        word.copy_((functional.layer_norm(h[:, -1], (width,)) @ table.T).argmax(-1))

    def attend_prompt(parts, cache):
        cache[:, :, :, :length].copy_(parts[1:])
        return functional.scaled_dot_product_attention(*parts, is_causal=True)

    def prefill():
        through(functional.embedding(prompt, table), attend_prompt)

    def one_word():
        seen = (places <= place).view(1, 1, 1, room)

        def attend_all(parts, cache):
            cache.index_copy_(3, place, parts[1:])
            return functional.scaled_dot_product_attention(parts[0], cache[0], cache[1], attn_mask=seen)

        through(functional.embedding(word, table).unsqueeze(1), attend_all)
        place.add_(1)

    with torch.no_grad():
        decode = Replay(one_word) if after else one_word

    @torch.no_grad()
    def run():
        prompt.copy_(prompts, non_blocking=True)
        place.fill_(length)
        prefill()
        text = [word.tolist()]
        for _ in range(more):
            with record_function("decode"):
                decode()
            text.append(word.tolist())
        found[:] = [torch.tensor(text)]
        torch.cuda.synchronize()

    return with_result(run, lambda: found)


@pairs.add("scaler-left-over", "drop:kernel memset range:scaler", "drop:d2h sync bytes<=64")
def scaler_left_over(after):
    """8 training steps of three blocks of a transformer with autocast to bfloat16, gradients clipped to a norm, SGD
    with momentum, and a GradScaler that was left when the program stopped using float16: it multiplies the loss,
    divides the gradients and looks whether they are numbers, asks for that with .item(), and changes its factor. The
    scaler goes."""
    model = torch.nn.Sequential(*[Block(512, 8) for _ in range(3)], torch.nn.Linear(512, 64)).to(GPU)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)  # a power of two: the gradients are the same without it
    parameters = list(model.parameters())
    x, labels = torch.randn(64, 128, 512, device=GPU), torch.randint(64, (64 * 128,), device=GPU)

    def run():
        for _ in range(8):
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast("cuda", dtype=HALF):
                loss = functional.cross_entropy(model(x).flatten(0, 1), labels)
            if after:
                loss.backward()
            else:
                with record_function("scaler"):
                    loss = scaler.scale(loss)
                loss.backward()
                with record_function("scaler"):
                    scaler.unscale_(optimizer)
            torch.nn.utils.clip_grad_norm_(parameters, 1.0)
            if after:
                optimizer.step()
            else:
                scaler.step(optimizer)
                with record_function("scaler"):
                    scaler.update()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("cameras-over-belt", "merge:h2d")
def cameras_over_belt(after):
    """30 parts on a belt, each seen by 8 cameras: 8 pinned copies in of 48 KiB, one for each camera, six convolutions
    on all 8 pictures, 32 bytes back, a wait, and 20 us of work that decides whether the part is thrown out. The cameras
    write side by side into one buffer, and a part is one copy."""
    cameras, height, width, parts = 8, 192, 256, 30
    shape = cameras, 1, height, width
    layers, before = [], 1
    for outputs, stride in ((64, 2), (128, 2), (256, 1), (256, 1), (256, 1), (256, 1)):
        layers += [torch.nn.Conv2d(before, outputs, 3, stride=stride, padding=1), torch.nn.ReLU(inplace=True)]
        before = outputs
    model = torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(256, 1))
    model = model.to(GPU, HALF, memory_format=torch.channels_last)
    pictures = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    targets = [pictures] if after else pictures.unbind()
    seen = []
    for _ in range(parts):
        part = torch.randint(256, shape, dtype=torch.uint8, device=GPU)
        seen.append([for_host(piece, True) for piece in ([part] if after else part.unbind())])
    answers = torch.zeros(parts, cameras, 1).pin_memory()

    @torch.no_grad()
    def run():
        for sources, answer in zip(seen, answers):
            for target, source in zip(targets, sources):
                target.copy_(source, non_blocking=True)
            x = pictures.to(HALF, memory_format=torch.channels_last) / 256
            answer.copy_(model(x).float(), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("diffusion-previews", "pin:d2h,asynchronous=both", "move:d2h")
def diffusion_previews(after):
    """12 steps of a diffusion model with three blocks of a transformer on 2 images of 4096 tokens. Behind each third
    step the images are made larger and become bytes, a preview of 6 MiB, which goes to pageable memory with a blocking
    copy for the user to see. The previews go to pinned memory by a stream of their own; the host waits once, at the
    end."""
    steps, every, width, side = 12, 3, 1024, 64
    model = torch.nn.Sequential(*[Block(width, 16) for _ in range(3)]).to(GPU, HALF)
    colours = weights(width, 3)
    noise, image = weights(2, side * side, width), torch.zeros(2, side * side, width, device=GPU, dtype=HALF)
    shape = 2, 3, 16 * side, 16 * side
    previews = [torch.zeros(shape, dtype=torch.uint8, device=GPU) for _ in range(steps // every)]
    shown = [for_host(preview, after) for preview in previews]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()

    def show(number):
        small = (image @ colours).transpose(1, 2).reshape(2, 3, side, side)
        previews[number].copy_(functional.interpolate(small, scale_factor=16).mul_(64).add_(128).clamp_(0, 255))
        if not after:
            shown[number].copy_(previews[number])
            return
        own.wait_stream(main)
        with torch.cuda.stream(own):
            shown[number].copy_(previews[number], non_blocking=True)

    @torch.no_grad()
    def run():
        image.copy_(noise)
        for step in range(steps):
            image.sub_(model(image), alpha=0.1)
            if step % every == every - 1:
                show(step // every)
        torch.cuda.synchronize()

    return with_result(run, lambda: shown)


@pairs.add("augment-each-image", "merge:kernel range:augment")
def augment_each_image(after):
    """8 training steps of a small CNN on what the workers of a DataLoader have left: 4.6 MiB of bytes of 32 images from
    pinned memory, and their augmentation on the GPU, a brightness and a contrast for each image, in a kernel for each
    image; then forward and backward pass and SGD. One kernel augments all images of a batch."""
    count, shape = 32, (32, 3, 224, 224)
    layers = []
    for inputs, outputs in ((3, 32), (32, 64), (64, 128)):
        layers += [torch.nn.Conv2d(inputs, outputs, 3, stride=2, padding=1), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(128, 100))
    model.to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    batches = [for_host(torch.randint(256, shape, dtype=torch.uint8, device=GPU), True) for _ in range(8)]
    raw = torch.zeros(shape, dtype=torch.uint8, device=GPU)
    images, augmented = (torch.zeros(shape, dtype=HALF, device=GPU) for _ in range(2))
    contrasts = torch.rand(count, 1, 1, 1, device=GPU).to(HALF) / 128
    shifts = torch.rand(count, 1, 1, 1, device=GPU).to(HALF) - 1
    all_at_once = (shifts, images, contrasts, augmented)
    pieces = [all_at_once] if after else list(zip(*[tensor.unbind() for tensor in all_at_once]))
    labels = torch.randint(100, (count,), device=GPU)

    def run():
        for batch in batches:
            with torch.no_grad():
                raw.copy_(batch, non_blocking=True)
                images.copy_(raw)
                with record_function("augment"):
                    for shift, image, contrast, target in pieces:
                        torch.addcmul(shift, image, contrast, out=target)
            optimizer.zero_grad(set_to_none=True)
            functional.cross_entropy(model(augmented).float(), labels).backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: [augmented, *learned(model)], back_to_start(model, optimizer))


@pairs.add("narrow-indices", "scale:h2d,factor=0.5", expected="none")
def narrow_indices(after):
    """12 batches for a ranking model: 13 MiB of indices of 64 bits come from pinned memory one batch ahead, on a stream
    of their own and into the other of two buffers; the vectors of 26 fields from one table, and three layers, which
    take far longer than the copy. The indices have 32 bits."""
    rows, fields, size, width, turns = 65536, 26, 1_000_000, 64, 12
    table = weights(size, width)
    layers = [weights(fields * width, 2048), weights(2048, 512), weights(512, 1)]
    kind = torch.int32 if after else torch.int64
    batches = [for_host(torch.randint(size, (rows, fields), device=GPU).to(kind), True) for _ in range(4)]
    buffers = [torch.zeros(rows, fields, dtype=kind, device=GPU) for _ in range(2)]
    answers = torch.zeros(rows, 1, device=GPU, dtype=HALF)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()

    def load_ahead(turn):
        own.wait_stream(main)
        with torch.cuda.stream(own):
            buffers[turn % 2].copy_(batches[turn % 4], non_blocking=True)

    @torch.no_grad()
    def run():
        load_ahead(0)
        for turn in range(turns):
            main.wait_stream(own)
            if turn + 1 < turns:
                load_ahead(turn + 1)
            h = functional.embedding(buffers[turn % 2], table).flatten(1)
            for matrix in layers[:-1]:
                h = torch.relu(h @ matrix)
            torch.sigmoid(h @ layers[-1], out=answers)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


@pairs.add("fabric-in-chunks", "split:chunks=4,streams=2", expected="none")
def fabric_in_chunks(after):
    """3 batches of 16 pictures of fabric on one stream: a pinned copy in of 2.8 MiB, seven convolutions with up to 128
    channels at full size that mark faults, a pinned copy back of 960 KiB, and a wait. A batch becomes 4 chunks in turn
    on 2 streams; the convolutions take nearly all of the time."""
    count, height, width = 16, 192, 320
    layers = [torch.nn.Conv2d(3, 128, 3, padding=1)]
    for _ in range(5):
        layers += [torch.nn.ReLU(inplace=True), torch.nn.Conv2d(128, 128, 3, padding=1)]
    layers += [torch.nn.ReLU(inplace=True), torch.nn.Conv2d(128, 1, 3, padding=1), torch.nn.Sigmoid()]
    model = torch.nn.Sequential(*layers).to(GPU, HALF, memory_format=torch.channels_last)
    batch = for_host(torch.randint(256, (count, 3, height, width), dtype=torch.uint8, device=GPU), True)
    pictures = torch.zeros(batch.shape, dtype=torch.uint8, device=GPU)
    marks = torch.zeros(count, height, width, dtype=torch.uint8).pin_memory()
    streams = [torch.cuda.Stream() for _ in range(2)]
    size = count // (4 if after else 1)
    chunks = [slice(begin, begin + size) for begin in range(0, count, size)]
    torch.cuda.synchronize()  # the streams use what has just been made

    @torch.no_grad()
    def run():
        for _ in range(3):
            for number, chunk in enumerate(chunks):
                with torch.cuda.stream(streams[number % 2]):
                    pictures[chunk].copy_(batch[chunk], non_blocking=True)
                    x = pictures[chunk].to(HALF, memory_format=torch.channels_last) / 256
                    marks[chunk].copy_((model(x).squeeze(1) * 255).to(torch.uint8), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [marks], lambda: marks.zero_())


@pairs.add("dynamic-batches", "host:host_work >60us,factor=0.5")
def dynamic_batches(after):
    """24 batches of a service that takes as many requests as have come, 4, 8, 16 or 32: the host puts them together for
    40 us and 8 us for each request, a pinned copy in of 64 KiB for each, six blocks of a transformer as a graph, of
    which each size has one, a pinned copy back of 1 KiB for each, and a wait. The host takes half as long; the GPU has
    the larger part of the time."""
    length, width = 64, 512
    model = torch.nn.Sequential(*[Block(width, 8) for _ in range(6)]).to(GPU, HALF)
    places = {}
    for size in (4, 8, 16, 32):
        x = torch.zeros(size, length, width, device=GPU, dtype=HALF)
        with torch.no_grad():
            network = Replay(lambda x=x: model(x).mean(1))
        places[size] = on_host(size, length, width, pinned=True), x, network, on_host(size, width, pinned=True)
    sizes = 2 * (4, 32, 16, 8, 32, 8, 16, 32, 4, 16, 32, 8)

    @torch.no_grad()
    def run():
        for size in sizes:
            requests, x, network, answers = places[size]
            gather = 40 + 8 * size
            work_on_host(gather / 2 if after else gather)
            x.copy_(requests, non_blocking=True)
            answers.copy_(network(), non_blocking=True)
            torch.cuda.synchronize()

    def other_requests():
        for requests, *_ in places.values():
            requests.copy_(weights(*requests.shape))

    return with_result(run, lambda: [answers for *_, answers in places.values()], other_requests)


@pairs.add("tenant-in-a-hurry", "priority:d2h,value=-1")
def tenant_in_a_hurry(after):
    """Two tenants of one GPU with a host thread and a stream each. One issues 12 passes over 1 GiB at once. The other
    one answers 20 requests in turn: a pinned copy in of 16 KiB, eight short kernels, a pinned copy back of 16 KiB, and
    a wait for its stream. The stream of the requests gets a higher priority."""
    rows, width, count = 16, 512, 20
    bulk = torch.randn(256 * 1024 * 1024, device=GPU)
    x, matrices = torch.zeros(rows, width, device=GPU, dtype=HALF), [weights(width, width) for _ in range(4)]
    requests, answers = on_host(count, rows, width, pinned=True), on_host(count, rows, width, pinned=True)
    slow, urgent = torch.cuda.Stream(), torch.cuda.Stream(priority=-1 if after else 0)

    def passes():
        with torch.cuda.stream(slow):
            for _ in range(12):
                bulk.tanh_()

    def serve():
        with torch.cuda.stream(urgent):
            for request, answer in zip(requests, answers):
                x.copy_(request, non_blocking=True)
                h = x
                for matrix in matrices:
                    h = functional.gelu(h @ matrix)
                answer.copy_(h, non_blocking=True)
                urgent.synchronize()

    @torch.no_grad()
    def work(thread):
        if thread == 0:
            passes()
        else:
            serve()

    def run():
        on_two_threads(work)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers], lambda: requests.copy_(weights(*requests.shape)))
