# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as forums and issue trackers discuss them: copies that do not overlap, a hidden wait,
a timer, an average of weights, checkpoints of activations, memory that is given back, a beam search. Written without a
look at what is predicted for them, under the rules of torch_programs.py; empty-cache-loop allocates anew on purpose."""
import torch
from torch.nn import functional
from torch.profiler import record_function
from torch.utils.checkpoint import checkpoint

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="forum")


@pairs.add("bags-not-pinned", "pin")
def bags_not_pinned(after):
    """10 batches for a ranking model with .to(non_blocking=True) from memory that is not pinned: 8 MiB of indices, 512
    KiB of offsets and 4 MiB of weights for embedding bags; then two layers. The host memory is pinned."""
    bags, each, width = 65536, 16, 64
    table = torch.randn(500000, width, device=GPU)
    up, down = weights(width, 1024), weights(1024, 1)
    batches = []
    for _ in range(10):
        indices = torch.randint(len(table), (bags * each,), device=GPU)
        offsets = torch.arange(0, bags * each, each, device=GPU)
        importance = torch.rand(bags * each, device=GPU)
        batches.append([for_host(tensor, after) for tensor in (indices, offsets, importance)])
    scores = []

    @torch.no_grad()
    def run():
        scores.clear()
        for batch in batches:
            indices, offsets, importance = [tensor.to(GPU, non_blocking=True) for tensor in batch]
            h = functional.embedding_bag(indices, table, offsets, mode="sum", per_sample_weights=importance)
            scores.append((torch.relu(h.to(HALF) @ up) @ down).float().mean())
        torch.cuda.synchronize()

    return with_result(run, lambda: [torch.stack(scores)])


@pairs.add(
    "repeats-without-size",
    "drop:d2h sync range:expand",
    "drop:kernel operator:aten::ge range:expand",  # that no count is negative
    "drop:kernel operator:aten::all range:expand",
)
def repeats_without_size(after):
    """20 passes over 2048 sequences of 8 to 24 tokens, side by side without padding: the vector of each sequence is
    repeated for each of its tokens with torch.repeat_interleave, and two layers follow. It has to ask for the number of
    all tokens, and whether a count is negative. It is told by output_size=, and asks for neither."""
    sequences, width = 2048, 512
    lengths = [8 + 7 * i % 17 for i in range(sequences)]
    total = sum(lengths)
    counts = torch.tensor(lengths, device=GPU)
    vectors, tokens = weights(sequences, width), weights(total, width)
    up, down = weights(width, 4 * width), weights(4 * width, width)
    answers = []

    @torch.no_grad()
    def run():
        for _ in range(20):
            with record_function("expand"):
                size = total if after else None
                context = torch.repeat_interleave(vectors, counts, dim=0, output_size=size)
            h = tokens + context
            answers[:] = [h + torch.relu(h @ up) @ down]
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("kmeans-on-host-data", "split:chunks=8,streams=2")
def kmeans_on_host_data(after):
    """Nearest of 256 centres for 5 blocks of 262,144 points, which are in memory of the host: 64 MiB in, the product
    and the smallest distance, 1 MiB of distances and 2 MiB of labels back, pinned, on one stream, and a wait. A block
    becomes 8 chunks in turn on 2 streams."""
    count, width, centres = 262144, 64, 256
    points = torch.ones(count, width, pin_memory=True)
    distances = torch.zeros(count, pin_memory=True)
    labels = torch.zeros(count, dtype=torch.int64, pin_memory=True)
    x = torch.zeros(count, width, device=GPU)
    means = torch.randn(centres, width, device=GPU)
    norms, turned = means.square().sum(1), means.T.contiguous()
    streams = [torch.cuda.Stream() for _ in range(2)]
    part = count // (8 if after else 1)
    torch.cuda.synchronize()  # the streams use what has just been made

    @torch.no_grad()
    def run():
        for _ in range(5):
            for chunk in range(count // part):
                rows = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % 2]):
                    x[rows].copy_(points[rows], non_blocking=True)
                    nearest = torch.addmm(norms, x[rows], turned, alpha=-2).min(1)
                    distances[rows].copy_(nearest.values, non_blocking=True)
                    labels[rows].copy_(nearest.indices, non_blocking=True)
            torch.cuda.synchronize()

    # two centres can be as near as each other, so that the labels are not compared
    return with_result(run, lambda: [distances], lambda: points.copy_(torch.randn(count, width, device=GPU)))


@pairs.add("timer-behind-item", "unsync", expected="none")
def timer_behind_item(after):
    """20 training steps of a tiny network with Adam, each with loss.item() for the log, and behind it
    torch.cuda.synchronize() for a timer. That goes, but the last: .item() has already waited."""
    linear, relu = torch.nn.Linear, torch.nn.ReLU
    model = torch.nn.Sequential(linear(784, 256), relu(), linear(256, 256), relu(), linear(256, 10)).to(GPU)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
    images, labels = torch.rand(128, 784, device=GPU), torch.randint(10, (128,), device=GPU)
    log = []

    def run():
        log.clear()
        for step in range(20):
            optimizer.zero_grad()
            loss = functional.cross_entropy(model(images), labels)
            loss.backward()
            optimizer.step()
            log.append(f"step {step}: loss {loss.item():.4f}")
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("average-in-graph", "graph:kernel range:average")
def average_in_graph(after):
    """8 training steps of four small blocks of a transformer, and behind each the moving average of the weights (EMA):
    for each of 48 parameters one kernel that scales the average and one that adds the parameter. The average is one
    replay of a graph."""
    model = torch.nn.Sequential(*[Block(256, 4) for _ in range(4)]).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    x, target = weights(16, 128, 256), weights(16, 128, 256)
    averages = [parameter.detach().float() for parameter in model.parameters()]
    first = [average.clone() for average in averages]

    @torch.no_grad()
    def average():
        for value, parameter in zip(averages, model.parameters()):
            value.mul_(0.99).add_(parameter, alpha=0.01)

    update = Replay(average) if after else average
    back = back_to_start(model, optimizer)

    def run():
        for _ in range(8):
            optimizer.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            optimizer.step()
            with record_function("average"):
                update()
        torch.cuda.synchronize()

    def prepare():
        back()
        for value, start in zip(averages, first):
            value.copy_(start)

    return with_result(run, lambda: averages, prepare)


@pairs.add("recomputed-blocks", "drop:kernel range:block_forward operator:CheckpointFunctionBackward")
def recomputed_blocks(after):
    """4 training steps of three blocks of a transformer, whose activations are not kept: torch.utils.checkpoint
    computes each block again in the backward pass. They are kept, and nothing is computed again."""
    stem = torch.nn.Linear(256, 1024)
    model = torch.nn.Sequential(stem, *[Block(1024, 16) for _ in range(3)]).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    x, target = weights(8, 1024, 256), weights(8, 1024, 1024)

    def forward(block, h):
        with record_function("block_forward"):
            return block(h)

    def run():
        for _ in range(4):
            optimizer.zero_grad(set_to_none=True)
            h = model[0](x)
            for block in model[1:]:
                if after:
                    h = forward(block, h)
                else:
                    h = checkpoint(forward, block, h, use_reentrant=True, preserve_rng_state=False)
            functional.mse_loss(h, target).backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("cache-emptied-each-batch", "drop:alloc free")
def cache_emptied_each_batch(after):
    """6 batches of an evaluation through three large layers, with torch.cuda.empty_cache() behind each, because the
    memory was once too small. It goes, and PyTorch keeps its memory."""
    x = weights(4096, 2048)
    layers = [(weights(2048, 8192), weights(8192, 2048)) for _ in range(3)]
    total = torch.zeros((), device=GPU)

    @torch.no_grad()
    def run():
        total.zero_()
        for _ in range(6):
            h = x
            for up, down in layers:
                h = h + functional.gelu(h @ up) @ down
            total.add_(h.square().mean(dtype=torch.float32))
            del h
            if not after:
                torch.cuda.empty_cache()
        torch.cuda.synchronize()

    return with_result(run, lambda: [total])


@pairs.add("beam-reorder", "scale:kernel d2d range:reorder,factor=0.5")
def beam_reorder(after):
    """10 tokens of a beam search with 8 beams for each of 8 texts, in a model of 4 layers with a cache of keys and
    values for 2048 tokens, of which 1024 are used: behind each token the caches, 256 MiB for each layer, are put in the
    order of the beams with index_select() and copy_(). Only the used half of them is."""
    texts, beams, layers, width, heads, words = 8, 8, 4, 512, 8, 8192
    rows, room, used, prompt = texts * beams, 2048, 1024, 1000
    table = weights(words, width)
    caches = [weights(room, 2, rows, width) for _ in range(layers)]
    shapes = (width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)
    matrices = [[weights(*shape) for shape in shapes] for _ in range(layers)]
    first_of_text = torch.arange(0, rows, beams, device=GPU).unsqueeze(1)
    start = torch.arange(rows, device=GPU) * 7
    token, scores = start.clone(), torch.zeros(rows, device=GPU)
    reordered = [cache[: used if after else room] for cache in caches]

    def split_heads(part):
        """Rows, heads, tokens, numbers."""
        return part.view(-1, rows, heads, width // heads).permute(1, 2, 0, 3)

    def layer(h, cache, place, qkv, out, up, down):
        q, k, v = (functional.layer_norm(h, (width,)) @ qkv).chunk(3, 1)
        cache[place, 0].copy_(k)
        cache[place, 1].copy_(v)
        keys, values = (split_heads(cache[: place + 1, part]) for part in range(2))
        attended = functional.scaled_dot_product_attention(split_heads(q.contiguous()), keys, values)
        h = h + attended.permute(2, 0, 1, 3).reshape(rows, width) @ out
        return h + torch.relu(functional.layer_norm(h, (width,)) @ up) @ down

    @torch.no_grad()
    def run():
        token.copy_(start)
        scores.zero_()
        for place in range(prompt, prompt + 10):
            h = functional.embedding(token, table)
            for cache, parts in zip(caches, matrices):
                h = layer(h, cache, place, *parts)
            likely = scores.unsqueeze(1) + functional.log_softmax((h @ table.T).float(), 1)
            best = likely.view(texts, beams * words).topk(beams, 1)
            beam = (best.indices // words + first_of_text).view(-1)
            scores.copy_(best.values.view(-1))
            token.copy_((best.indices % words).view(-1))
            with record_function("reorder"):
                for part in reordered:
                    part.copy_(part.index_select(2, beam))
        torch.cuda.synchronize()

    def other_prompts():
        for cache in caches:
            cache.normal_(0, 0.02)

    return with_result(run, lambda: [scores, token], other_prompts)


@pairs.add("recurrent-ahead", "prefetch:depth=1", expected="none")
def recurrent_ahead(after):
    """6 sequences of 50 steps through a GRU cell in a loop: a pinned copy in of 1.6 MB, small kernels one by one, and a
    layer. Each sequence issues the copy of the next one on a stream of its own, into the other of two buffers; the
    host, which launches the kernels, is the limit."""
    steps, batch, width, inner = 50, 32, 256, 512
    cell, head = torch.nn.GRUCell(width, inner).to(GPU), torch.nn.Linear(inner, 16).to(GPU)
    sequences = [for_host(torch.randn(steps, batch, width, device=GPU), True) for _ in range(6)]
    buffers = [torch.zeros(steps, batch, width, device=GPU) for _ in range(2)]
    zeros, total = torch.zeros(batch, inner, device=GPU), torch.zeros(batch, 16, device=GPU)
    side = torch.cuda.Stream()

    def load(number):
        buffers[number % 2].copy_(sequences[number], non_blocking=True)

    def load_ahead(number):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            load(number)

    @torch.no_grad()
    def run():
        total.zero_()
        if after:
            load_ahead(0)
        for number in range(len(sequences)):
            if after:
                torch.cuda.current_stream().wait_stream(side)
                if number + 1 < len(sequences):
                    load_ahead(number + 1)
            else:
                load(number)
            h = zeros
            for x in buffers[number % 2].unbind():
                h = cell(x, h)
            total.add_(head(h))
        torch.cuda.synchronize()

    return with_result(run, lambda: [total])


@pairs.add("faster-augmentation", "host:host_work >250us,factor=0.5", expected="none")
def faster_augmentation(after):
    """8 training steps of four large layers, each with 400 us of work of the host to augment the batch, and a pinned
    copy in of 16 MiB on the same stream. The work takes 200 us; nothing waits in the loop, and the GPU is the limit."""
    linear, relu = torch.nn.Linear, torch.nn.ReLU
    layers = [linear(2048, 8192), relu(), linear(8192, 2048), relu(), linear(2048, 8192), relu(), linear(8192, 2048)]
    model = torch.nn.Sequential(*layers).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    batches = [on_host(4096, 2048, pinned=True) for _ in range(8)]
    target = weights(4096, 2048)
    back = back_to_start(model, optimizer)

    def run():
        for batch in batches:
            work_on_host(200 if after else 400)
            x = batch.to(GPU, non_blocking=True)
            optimizer.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            optimizer.step()
        torch.cuda.synchronize()

    def prepare():
        back()
        for batch in batches:
            batch.copy_(weights(4096, 2048))

    return with_result(run, lambda: learned(model), prepare)
