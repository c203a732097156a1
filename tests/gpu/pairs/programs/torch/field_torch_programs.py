# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as they run in the field: segmentation, a thread that saves, timers, quantisation,
retrieval, denoising, detection. Written without a look at what is predicted for them, under the rules of
torch_programs.py."""
import time

import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, on_two_threads, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, small_network, weights

pairs = Pairs("pytorch", set="field")


@pairs.add("segmentation-loader", "pin:h2d,asynchronous=no")
def segmentation_loader(after):
    """8 training steps of a small network that segments: 12 MiB of images and 8 MiB of labels of pixels from pageable
    memory with a blocking .to(). The host memory is pinned, and .to() still blocks."""
    conv, relu = torch.nn.Conv2d, torch.nn.ReLU
    model = torch.nn.Sequential(conv(3, 16, 3, padding=1), relu(), conv(16, 16, 3, padding=1), relu(), conv(16, 8, 1))
    model.to(GPU)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    batches = []
    for _ in range(8):
        images, labels = torch.rand(16, 3, 256, 256, device=GPU), torch.randint(8, (16, 256, 256), device=GPU)
        batches.append((for_host(images, after), for_host(labels, after)))

    def run():
        for images, labels in batches:
            images, labels = images.to(GPU), labels.to(GPU)
            optimizer.zero_grad(set_to_none=True)
            functional.cross_entropy(model(images), labels).backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("saver-thread", "pin:d2h", expected="none")
def saver_thread(after):
    """A thread issues 8 passes of a large block of a transformer; another one saves meanwhile, on a stream of its own,
    4 tensors of 8 MiB to pageable memory, each with a blocking copy. The host memory is pinned, and the copies still
    block; the passes are the limit."""
    model = Block(2048, 16).to(GPU, HALF)
    x = weights(4, 2048, 2048)
    snapshot = [weights(2048, 2048) for _ in range(4)]
    saved = [on_host(2048, 2048, pinned=after) for _ in snapshot]
    own = torch.cuda.Stream()
    answers = []

    def passes(count):
        for _ in range(count):
            answers[:] = [model(x)]

    def save():
        with torch.cuda.stream(own):
            for target, source in zip(saved, snapshot):
                target.copy_(source)

    @torch.no_grad()
    def work(thread):
        if thread == 0:
            passes(8)
        else:
            save()

    @torch.no_grad()
    def first_calls(_thread):
        passes(1)
        save()

    torch.cuda.synchronize()
    on_two_threads(first_calls)  # either of the threads may get the passes later
    torch.cuda.synchronize()

    def run():
        on_two_threads(work)
        torch.cuda.synchronize()

    return with_result(run, lambda: [*answers, *saved])


@pairs.add("phase-timers", "unsync")
def phase_timers(after):
    """6 training steps of three blocks of a transformer, in which a timer takes the time of the forward pass, of the
    backward pass and of the optimizer, with torch.cuda.synchronize() behind each. They go, but the last; the timer
    stays."""
    model = torch.nn.Sequential(*[Block(512, 8) for _ in range(3)]).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    x, target = weights(24, 512, 512), weights(24, 512, 512)
    phases = []

    def passed(phase):
        if not after:
            torch.cuda.synchronize()
        phases.append((phase, time.perf_counter()))

    def run():
        phases.clear()
        for _ in range(6):
            optimizer.zero_grad(set_to_none=True)
            loss = functional.mse_loss(model(x), target)
            passed("forward")
            loss.backward()
            passed("backward")
            optimizer.step()
            passed("optimizer")
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("four-bit-weights", "split:chunks=4,streams=2")
def four_bit_weights(after):
    """3 matrices of 128 MiB are quantised: a pinned copy in, elementwise kernels that make 4 bits of each number, 16
    MiB back on one stream, and a wait. A matrix becomes 4 chunks of rows in turn on 2 streams."""
    rows, width = 8192, 4096
    matrices = [torch.ones(rows, width, pin_memory=True) for _ in range(3)]
    answers = [torch.zeros(rows, width // 2, dtype=torch.uint8, pin_memory=True) for _ in matrices]
    x = torch.empty(rows, width, device=GPU)
    streams = [torch.cuda.Stream() for _ in range(2)]
    part = rows // (4 if after else 1)

    def quantised(values):
        numbers = (values * 4).round_().add_(8).clamp_(0, 15).to(torch.uint8)
        return numbers[:, 0::2] | (numbers[:, 1::2] << 4)

    def run():
        for matrix, answer in zip(matrices, answers):
            for chunk in range(rows // part):
                rows_of = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % 2]):
                    x[rows_of].copy_(matrix[rows_of], non_blocking=True)
                    answer[rows_of].copy_(quantised(x[rows_of]), non_blocking=True)
            torch.cuda.synchronize()

    def other_matrices():
        for matrix in matrices:
            matrix.copy_(torch.randn(rows, width, device=GPU))

    return with_result(run, lambda: answers, other_matrices)


class Tower:
    """Like Replay, but captured on a stream of its own: graphs of one stream can share the memory that cuBLAS works in,
    and then must not run at once."""

    def __init__(self, step):
        self._step = step  # has the tensors that the graph works on
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for _ in range(3):
                step()
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=stream):
            self._result = step()
        torch.cuda.synchronize()

    def __call__(self):
        self._graph.replay()
        return self._result


@pairs.add("two-towers", "move:kernel d2h range:item_tower,independent=yes")
def two_towers(after):
    """25 turns of retrieval on one stream: a graph of a network of 8 small layers for the queries and a pinned copy
    back of 512 KiB, the same with another network for the items, and a wait for the device. The items need nothing of
    the queries, and go to a stream of their own."""
    with torch.no_grad():
        query_tower, item_tower = [Tower(small_network(256, 1024, 8)) for _ in range(2)]
    queries, items = (on_host(256, 1024, pinned=True) for _ in range(2))
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()

    @torch.no_grad()
    def run():
        for _ in range(25):
            queries.copy_(query_tower(), non_blocking=True)
            with record_function("item_tower"), torch.cuda.stream(own if after else main):
                items.copy_(item_tower(), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [queries, items])


@pairs.add("metrics-loop", "prefetch:depth=1", expected="none")
def metrics_loop(after):
    """12 steps of a 12 MiB pinned copy in and three layers on one stream, and behind them 700 us of work of the host
    for metrics and logs. Each step issues the copy of the next one on a stream of its own, into the other of two
    buffers; the host is the limit."""
    host = [on_host(6144, 1024, pinned=True) for _ in range(12)]
    buffers = [torch.empty(6144, 1024, device=GPU, dtype=HALF) for _ in range(2)]
    matrices = [weights(1024, 1024) for _ in range(3)]
    total = torch.zeros((), device=GPU)
    side = torch.cuda.Stream()

    def load(step):
        buffers[step % 2].copy_(host[step], non_blocking=True)

    def load_ahead(step):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            load(step)

    @torch.no_grad()
    def run():
        total.zero_()
        if after:
            load_ahead(0)
        for step in range(len(host)):
            if after:
                torch.cuda.current_stream().wait_stream(side)
                if step + 1 < len(host):
                    load_ahead(step + 1)
            else:
                load(step)
            h = buffers[step % 2]
            for matrix in matrices:
                h = torch.relu(h @ matrix)
            total.add_(h.sum(dtype=torch.float32))
            work_on_host(700)
        torch.cuda.synchronize()

    def other_batches():
        for batch in host:
            batch.copy_(weights(6144, 1024))

    return with_result(run, lambda: [total], other_batches)


@pairs.add("denoise-graph", "graph", expected="none")
def denoise_graph(after):
    """5 steps of denoising, each three large convolutions with a norm and an activation before them, and a change of
    the image. The kernels of a step are one replay of a graph; they are long, and the limit."""
    layers = []
    for _ in range(3):
        layers += [torch.nn.GroupNorm(32, 512), torch.nn.SiLU(), torch.nn.Conv2d(512, 512, 3, padding=1)]
    model = torch.nn.Sequential(*layers).to(GPU, HALF, memory_format=torch.channels_last)
    noise = weights(16, 512, 64, 64).to(memory_format=torch.channels_last)
    image = noise.clone()

    def denoise():
        image.sub_(model(image), alpha=0.1)
        return image

    with torch.no_grad():
        step = Replay(denoise) if after else denoise

    @torch.no_grad()
    def run():
        image.copy_(noise)
        for _ in range(5):
            step()
        torch.cuda.synchronize()

    return with_result(run, lambda: [image])


@pairs.add("batches-in-lists", "order=depth-first")
def batches_in_lists(after):
    """2 times 9 batches in turn on 3 streams, written as lists: first all pinned copies in of 8 MiB, then two layers
    for all, then all copies back, and a wait. Each batch is issued from its copy in to its copy back before the
    next."""
    count = 9
    batches, answers = ([on_host(4096, 1024, pinned=True) for _ in range(count)] for _ in range(2))
    inputs, outputs = ([torch.zeros(4096, 1024, device=GPU, dtype=HALF) for _ in range(count)] for _ in range(2))
    up, down = weights(1024, 4096), weights(4096, 1024)
    streams = [torch.cuda.Stream() for _ in range(3)]

    def load(i):
        inputs[i].copy_(batches[i], non_blocking=True)

    def compute(i):
        torch.mm(functional.gelu(inputs[i] @ up), down, out=outputs[i])

    def save(i):
        answers[i].copy_(outputs[i], non_blocking=True)

    stages = load, compute, save
    if after:
        turns = [(stage, i) for i in range(count) for stage in stages]
    else:
        turns = [(stage, i) for stage in stages for i in range(count)]

    @torch.no_grad()
    def run():
        for _ in range(2):
            for stage, i in turns:
                with torch.cuda.stream(streams[i % 3]):
                    stage(i)
            torch.cuda.synchronize()

    def other_batches():
        for batch in batches:
            batch.copy_(weights(4096, 1024))

    return with_result(run, lambda: answers, other_batches)


@pairs.add("qkv-one-product", "merge:kernel range:qkv")
def qkv_one_product(after):
    """4 passes of 16 small layers with attention, whose queries, keys and values come from three products, one after
    the other. One product with the three matrices side by side makes all of them."""
    batch, length, width, heads = 4, 128, 512, 8
    x = weights(batch * length, width)
    layers = []
    for _ in range(16):
        qkv = weights(width, 3 * width)
        parts = [qkv] if after else [part.contiguous() for part in qkv.chunk(3, 1)]
        layers.append((parts, weights(width, width), weights(width, 4 * width), weights(4 * width, width)))
    answers = []

    def split_heads(part):
        return part.view(batch, length, heads, width // heads).transpose(1, 2)

    def layer(h, parts, out, up, down):
        normed = functional.layer_norm(h, (width,))
        with record_function("qkv"):
            products = [torch.mm(normed, part) for part in parts]
        q, k, v = products[0].chunk(3, 1) if after else products
        attended = functional.scaled_dot_product_attention(split_heads(q), split_heads(k), split_heads(v))
        h = h + torch.mm(attended.transpose(1, 2).reshape(batch * length, width), out)
        return h + torch.mm(functional.gelu(torch.mm(h, up)), down)

    @torch.no_grad()
    def run():
        for _ in range(4):
            h = x
            for matrices in layers:
                h = layer(h, *matrices)
            answers[:] = [h]
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("detector-pipeline", "host:host_work >150us,factor=0.5")
def detector_pipeline(after):
    """16 frames in turn in 2 buffers on one stream: a pinned copy in of 8 MiB, six layers, a pinned copy back of 1 MiB
    and an event. While the GPU has a frame the host waits for the answer to the one before and works on it for 500 us.
    The work takes 250 us, and the GPU becomes the limit."""
    frames = [on_host(2048, 2048, pinned=True) for _ in range(16)]
    inputs = [torch.zeros(2048, 2048, device=GPU, dtype=HALF) for _ in range(2)]
    answers = [on_host(256, 2048, pinned=True) for _ in range(2)]
    done = [torch.cuda.Event() for _ in range(2)]
    matrices = [weights(2048, 2048) for _ in range(6)]

    def look_at(slot):
        done[slot].synchronize()
        work_on_host(250 if after else 500)

    @torch.no_grad()
    def run():
        for turn, frame in enumerate(frames):
            slot = turn % 2
            inputs[slot].copy_(frame, non_blocking=True)
            h = inputs[slot]
            for matrix in matrices:
                h = torch.relu(h @ matrix)
            answers[slot].copy_(h[:256], non_blocking=True)
            done[slot].record()
            if turn > 0:
                look_at(1 - slot)
        look_at((len(frames) - 1) % 2)
        torch.cuda.synchronize()

    def other_frames():
        for frame in frames:
            frame.copy_(weights(2048, 2048))

    return with_result(run, lambda: answers, other_frames)


@pairs.add("watched-layers", "drop:d2h", expected="none")
def watched_layers(after):
    """3 passes of three large blocks of a transformer; what the first and the second of them leave, 32 MiB, is copied
    to pinned memory on a stream of its own, for somebody who watches. The copies go, the events stay; the blocks are
    the limit."""
    blocks = [Block(2048, 16).to(GPU, HALF) for _ in range(3)]
    x = weights(4, 2048, 2048)
    seen = [on_host(4, 2048, 2048, pinned=True) for _ in range(2)]
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    kept = []  # memory that is copied from must not be used again in the same run

    @torch.no_grad()
    def run():
        kept.clear()
        for _ in range(3):
            h = x
            for number, block in enumerate(blocks):
                h = block(h)
                kept.append(h)
                if number == len(seen):
                    continue
                own.wait_stream(main)
                if not after:
                    with torch.cuda.stream(own):
                        seen[number].copy_(h, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: kept[-1:])
