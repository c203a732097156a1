# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of kinds that people write every day: training, decoding, serving, evaluation. Written without a
look at what is predicted for them, under the rules of torch_programs.py."""
import math

import torch
from torch.nn import functional

from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, small_network, weights

pairs = Pairs("pytorch", set="everyday")


def for_host(tensor, pinned):
    """The tensor in memory of the host."""
    tensor = tensor.cpu()
    return tensor.pin_memory() if pinned else tensor


@pairs.add("cnn-mixed-precision", "pin")
def cnn_mixed_precision(after):
    """6 training steps of a small CNN with autocast and GradScaler, which waits for its answer in each step as .item()
    of the loss does; 7 MiB of images and the labels from pageable memory. The host memory is pinned and .to() does not
    block."""
    layers = []
    for inputs, outputs in ((3, 64), (64, 128), (128, 256)):
        layers.append(torch.nn.Conv2d(inputs, outputs, 3, stride=2, padding=1))
        layers += [torch.nn.BatchNorm2d(outputs), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(256, 100))
    model.to(GPU)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    scaler = torch.amp.GradScaler("cuda", init_scale=1024.0)  # small, so that no step is left out
    batches = []
    for _ in range(6):
        images, labels = torch.rand(64, 3, 96, 96, device=GPU), torch.randint(100, (64,), device=GPU)
        batches.append((for_host(images, after), for_host(labels, after)))

    def run():
        for images, labels in batches:
            images, labels = images.to(GPU, non_blocking=after), labels.to(GPU, non_blocking=after)
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast("cuda", dtype=torch.float16):
                loss = functional.cross_entropy(model(images), labels)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()
            loss.item()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


def decoder(batch, layers, width, heads, room):
    """A step that makes the next token of each row, with keys and values in a cache; the tokens and their place."""
    blocks = [Block(width, heads).to(GPU, HALF) for _ in range(layers)]
    table = weights(8192, width)
    caches = [weights(2, batch, heads, room, width // heads) for _ in range(layers)]
    token = torch.zeros(batch, dtype=torch.int64, device=GPU)
    place = torch.zeros(1, dtype=torch.int64, device=GPU)
    places = torch.arange(room, device=GPU)

    def step():
        h = functional.embedding(token, table).unsqueeze(1)
        seen = (places <= place).view(1, 1, 1, room)
        for block, cache in zip(blocks, caches):
            parts = block.qkv(block.first_norm(h)).view(batch, 1, 3, heads, -1).permute(2, 0, 3, 1, 4)
            cache.index_copy_(3, place, parts[1:])
            attended = functional.scaled_dot_product_attention(parts[0], cache[0], cache[1], attn_mask=seen)
            h = h + block.out(attended.transpose(1, 2).reshape(batch, 1, width))
            h = h + block.down(functional.gelu(block.up(block.second_norm(h))))
        torch.argmax(h[:, 0] @ table.T, dim=-1, out=token)
        place.add_(1)
        return token

    return step, token, place


@pairs.add("decode-tokens", "graph")
def decode_tokens(after):
    """A small language model with a cache of keys and values makes 16 tokens for 8 rows; the host gets each one with
    .tolist(), as it must look for the end. The kernels of a token are one replay of a graph; the host still
    asks for each."""
    step, token, place = decoder(batch=8, layers=4, width=512, heads=8, room=64)
    text = []
    with torch.no_grad():
        forward = Replay(step) if after else step

    @torch.no_grad()
    def run():
        text.clear()
        token.zero_()
        place.zero_()
        for _ in range(16):
            text.append(forward().tolist())
        torch.cuda.synchronize()

    return with_result(run, lambda: [torch.tensor(text)])


@pairs.add("images-in-chunks", "split:chunks=4,streams=2")
def images_in_chunks(after):
    """3 batches of 512 images of bytes: pinned copy in, normalised and resized, a convolution and a layer, the answers
    back on one stream, and a wait for them. A batch becomes 4 chunks in turn on 2 streams."""
    count = 512
    source = for_host(torch.randint(256, (count, 3, 224, 224), dtype=torch.uint8, device=GPU), True)
    images = torch.empty(source.shape, dtype=torch.uint8, device=GPU)
    answers = on_host(count, 1000, pinned=True)
    mean, deviation = weights(1, 3, 1, 1) + 120, weights(1, 3, 1, 1) + 60
    layers = [torch.nn.Conv2d(3, 64, 7, stride=4), torch.nn.ReLU(), torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten()]
    model = torch.nn.Sequential(*layers, torch.nn.Linear(64, 1000)).to(GPU, HALF)
    streams = [torch.cuda.Stream() for _ in range(2)]
    part = count // (4 if after else 1)

    @torch.no_grad()
    def run():
        for _ in range(3):
            for chunk in range(count // part):
                rows = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % 2]):
                    images[rows].copy_(source[rows], non_blocking=True)
                    x = (images[rows].to(HALF) - mean) / deviation
                    x = functional.interpolate(x, size=(128, 128), mode="bilinear", align_corners=False)
                    answers[rows].copy_(model(x), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


@pairs.add("evaluate-logits", "pin:d2h")
def evaluate_logits(after):
    """Evaluation of 8 batches: a pinned copy in, two layers, 8 MB of logits to the host with .cpu(), 200 us of work for
    the metrics. The logits go to one pinned buffer, and the host still waits for them."""
    batches = [on_host(2048, 1024, pinned=True) for _ in range(8)]
    first, second = weights(1024, 4096), weights(4096, 1000)
    kept = torch.ones(2048, 1000).pin_memory()
    last = [kept]

    @torch.no_grad()
    def run():
        for batch in batches:
            x = batch.to(GPU, non_blocking=True)
            logits = (functional.gelu(x @ first) @ second).float()
            last[0] = kept.copy_(logits) if after else logits.cpu()
            work_on_host(200)
        torch.cuda.synchronize()

    def other_batches():
        for batch in batches:
            batch.copy_(weights(2048, 1024))

    return with_result(run, lambda: last, other_batches)


FIELDS = {"ids": (torch.int64, (64, 128)), "places": (torch.int64, (64, 128)), "mask": (torch.bool, (64, 128))}
FIELDS |= {"labels": (torch.int64, (64,)), "weights": (torch.float32, (64,))}
FIELDS |= {f"number {i}": (torch.float32, (64, 8)) for i in range(10)}


BYTES = {name: math.prod(shape) * dtype.itemsize for name, (dtype, shape) in FIELDS.items()}  # multiples of 256


def fields(flat):
    """The tensors of a batch, side by side in one buffer of bytes."""
    parts = zip(FIELDS.items(), flat.split(list(BYTES.values())))
    return {name: part.view(dtype).view(shape) for (name, (dtype, shape)), part in parts}


@pairs.add("dictionary-batch", "merge:h2d")
def dictionary_batch(after):
    """10 batches for a small transformer, each a dictionary of 15 pinned tensors of 256 bytes to 64 KiB that are copied
    in one by one. They lie side by side in one buffer and are one copy."""
    size = sum(BYTES.values())
    host = [torch.zeros(size, dtype=torch.uint8).pin_memory() for _ in range(10)]
    parts = [fields(flat) for flat in host]
    device = torch.zeros(size, dtype=torch.uint8, device=GPU)
    batch = fields(device)
    words, places, numbers, head = weights(10000, 512), weights(128, 512), weights(80, 512), weights(512, 16)
    blocks = torch.nn.Sequential(Block(512, 8), Block(512, 8)).to(GPU, HALF)
    total = torch.zeros((), device=GPU)

    @torch.no_grad()
    def run():
        total.zero_()
        for flat, part in zip(host, parts):
            if after:
                device.copy_(flat, non_blocking=True)
            else:
                for name, tensor in part.items():
                    batch[name].copy_(tensor, non_blocking=True)
            x = functional.embedding(batch["ids"], words) + functional.embedding(batch["places"], places)
            h = blocks(x * batch["mask"].unsqueeze(-1)).mean(1)
            h = h + torch.cat([batch[f"number {i}"] for i in range(10)], 1).to(HALF) @ numbers
            loss = functional.cross_entropy((h @ head).float(), batch["labels"], reduction="none")
            total.add_((loss * batch["weights"]).sum())
        torch.cuda.synchronize()

    for part in parts:
        part["ids"].random_(0, 10000)
        part["labels"].random_(0, 16)
        for name in ("mask", "weights", *(f"number {i}" for i in range(10))):
            part[name].fill_(1)
    return with_result(run, lambda: [total])


@pairs.add("offload-optimizer", "pin")
def offload_optimizer(after):
    """3 training steps whose optimizer is on the host: of each of 4 layers the 4 MiB gradient goes to pageable memory,
    the host changes its copy of the weights, and these go back. The host memory is pinned; the host still waits for
    gradients, but not for weights."""
    layers = [layer for _ in range(4) for layer in (torch.nn.Linear(1024, 1024, bias=False), torch.nn.ReLU())]
    model = torch.nn.Sequential(*layers).to(GPU)
    parameters = list(model.parameters())
    first = [parameter.detach().clone() for parameter in parameters]
    masters = [for_host(value, after) for value in first]
    gradients = [for_host(torch.zeros_like(value), after) for value in first]
    x, target = torch.randn(4096, 1024, device=GPU), torch.randn(4096, 1024, device=GPU)

    def run():
        for _ in range(3):
            model.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            with torch.no_grad():
                for parameter, master, gradient in zip(parameters, masters, gradients):
                    gradient.copy_(parameter.grad)
                    master.add_(gradient, alpha=-1.0)
                    parameter.copy_(master, non_blocking=after)
        torch.cuda.synchronize()

    @torch.no_grad()
    def back():
        for parameter, master, value in zip(parameters, masters, first):
            parameter.copy_(value)
            master.copy_(value)

    return with_result(run, lambda: masters, back)


@pairs.add("urgent-requests", "priority:kernel operator:aten::gelu,value=-1")
def urgent_requests(after):
    """12 passes over 1 GiB on one stream, issued at once; on another stream 12 requests in turn to a small model, each
    with an answer that the host waits for and works on for 200 us. The stream of the requests gets a higher
    priority."""
    bulk = torch.zeros(256 * 1024 * 1024, device=GPU)
    model = small_network(16, 512, 3)
    answer = on_host(16, 512, pinned=True)
    slow, urgent = torch.cuda.Stream(), torch.cuda.Stream(priority=-1 if after else 0)

    @torch.no_grad()
    def run():
        with torch.cuda.stream(slow):
            for _ in range(12):
                bulk.sin_()
        with torch.cuda.stream(urgent):
            for _ in range(12):
                answer.copy_(model(), non_blocking=True)
                urgent.synchronize()
                work_on_host(200)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answer])


@pairs.add("adam-fused", "merge:kernel range:Optimizer.step")
def adam_fused(after):
    """5 training steps of 16 layers with Adam, which launches seven kernels for each parameter. Adam is fused: it takes
    all parameters in one kernel."""
    layers = [layer for _ in range(16) for layer in (torch.nn.Linear(512, 512, bias=False), torch.nn.ReLU())]
    model = torch.nn.Sequential(*layers).to(GPU)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-5, foreach=False, fused=after)
    x, target = torch.randn(512, 512, device=GPU), torch.randn(512, 512, device=GPU)

    def run():
        for _ in range(5):
            optimizer.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("training-step-graph", "graph")
def training_step_graph(after):
    """8 training steps of a small transformer with AdamW on pinned batches, one launch after the other. Forward and
    backward pass and the optimizer of a step are one replay of a graph; the copies in stay before it, because each
    batch lies elsewhere."""
    model = torch.nn.Sequential(Block(256, 4), Block(256, 4), torch.nn.Linear(256, 64)).to(GPU)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, capturable=True)
    batches = [for_host(torch.randn(16, 64, 256, device=GPU), True) for _ in range(8)]
    x, labels = torch.zeros(16, 64, 256, device=GPU), torch.randint(64, (16 * 64,), device=GPU)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = functional.cross_entropy(model(x).flatten(0, 1), labels)
        loss.backward()
        optimizer.step()
        return loss.detach()

    back = back_to_start(model, optimizer)
    train = Replay(step) if after else step

    def run():
        for batch in batches:
            x.copy_(batch, non_blocking=True)
            train()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back)


@pairs.add("recommender-ahead", "prefetch:depth=1")
def recommender_ahead(after):
    """10 batches for a recommender: 13 MiB of indices and 2 MiB of numbers from pinned memory, an embedding and two
    layers on one stream. Each step issues the copies of the next one on a stream of their own, into the other of two
    buffers."""
    rows, columns, width = 65536, 26, 32
    table, first, second = weights(1000000, width), weights(columns * width + 16, 1024), weights(1024, 8)
    indices = [for_host(torch.randint(1000000, (rows, columns), device=GPU), True) for _ in range(10)]
    host = [(index, on_host(rows, 16, pinned=True)) for index in indices]
    buffers = [[torch.zeros_like(tensor, device=GPU) for tensor in host[0]] for _ in range(2)]
    answers = torch.empty(rows, 8, dtype=HALF, device=GPU)
    side = torch.cuda.Stream()

    def load(step):
        for buffer, tensor in zip(buffers[step % 2], host[step]):
            buffer.copy_(tensor, non_blocking=True)

    def load_ahead(step):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            load(step)

    @torch.no_grad()
    def run():
        if after:
            load_ahead(0)
        for step in range(len(host)):
            if after:
                torch.cuda.current_stream().wait_stream(side)
                if step + 1 < len(host):
                    load_ahead(step + 1)
            else:
                load(step)
            index, numbers = buffers[step % 2]
            x = torch.cat([functional.embedding(index, table).flatten(1), numbers], 1)
            torch.mm(torch.relu(x @ first), second, out=answers)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


@pairs.add("adversaries-items", "drop:d2h sync bytes<=64")
def adversaries_items(after):
    """5 steps of two networks against each other (a GAN) with Adam each; the host asks for both losses with .item() in
    each step. It does not ask."""
    linear, relu = torch.nn.Linear, torch.nn.ReLU
    maker = torch.nn.Sequential(linear(256, 2048), relu(), linear(2048, 1024)).to(GPU, HALF)
    judge = torch.nn.Sequential(linear(1024, 2048), relu(), linear(2048, 1)).to(GPU, HALF)
    optimizers = [torch.optim.Adam(model.parameters(), lr=1e-5) for model in (maker, judge)]
    backs = [back_to_start(model, optimizer) for model, optimizer in zip((maker, judge), optimizers)]
    real, noise = weights(16384, 1024), weights(16384, 256)
    yes, no = torch.ones(16384, 1, device=GPU), torch.zeros(16384, 1, device=GPU)

    def loss_of(x, wanted):
        return functional.binary_cross_entropy_with_logits(judge(x).float(), wanted)

    def learn(optimizer, loss):
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        if not after:
            loss.item()

    def run():
        for _ in range(5):
            made = maker(noise)
            learn(optimizers[1], loss_of(real, yes) + loss_of(made.detach(), no))
            learn(optimizers[0], loss_of(made, yes))
        torch.cuda.synchronize()

    return with_result(run, lambda: [*learned(maker), *judge.parameters()], lambda: [back() for back in backs])


@pairs.add("checkpoint-stream", "move:d2h")
def checkpoint_stream(after):
    """6 training steps of 8 layers; behind the second and the fourth the weights are copied on the GPU, and 64 MiB go
    from there to pinned memory on the same stream. These copies back go to a stream of their own."""
    layers = [layer for _ in range(8) for layer in (torch.nn.Linear(2048, 2048, bias=False), torch.nn.ReLU())]
    model = torch.nn.Sequential(*layers).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    parameters = [parameter.detach() for parameter in model.parameters()]
    snapshot = [torch.empty_like(parameter) for parameter in parameters]
    saved = [on_host(2048, 2048, pinned=True) for _ in parameters]
    x, target = weights(4096, 2048), weights(4096, 2048)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()

    def run():
        for step in range(6):
            optimizer.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            optimizer.step()
            if step not in (1, 3):
                continue
            if after:
                main.wait_stream(own)  # the last checkpoint has left the snapshot
            torch._foreach_copy_(snapshot, parameters)
            if after:
                own.wait_stream(main)
            with torch.cuda.stream(own if after else main):
                for result, source in zip(saved, snapshot):
                    result.copy_(source, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: saved, back_to_start(model, optimizer))


@pairs.add("prompts-unsync", "unsync", expected="none")
def prompts_unsync(after):
    """4 prompts of 8192 tokens through three large blocks of a transformer, with torch.cuda.synchronize() behind each.
    It goes, but the last; the GPU works for milliseconds and is the limit."""
    model = torch.nn.Sequential(*[Block(2048, 16) for _ in range(3)]).to(GPU, HALF)
    x = weights(4, 2048, 2048)
    answers = []

    @torch.no_grad()
    def run():
        for _ in range(4):
            answers[:] = [model(x)]
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("half-the-features", "scale:kernel operator:aten::mm,factor=0.5")
def half_the_features(after):
    """15 steps of 250 us of work, a 4096 x 8192 by 8192 x 4096 product, an activation and a loss; the host asks for the
    loss in each fifth step. The product has half the inner dimension, and the host becomes the limit."""
    features = 4096 if after else 8192
    x, matrix = weights(4096, features), weights(features, 4096)
    target = weights(4096, 4096)

    @torch.no_grad()
    def run():
        for step in range(15):
            work_on_host(250)
            loss = functional.mse_loss(functional.gelu(torch.mm(x, matrix)), target)
            if step % 5 == 4:
                loss.item()
        torch.cuda.synchronize()

    return run
