# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as people bring them to a performance clinic: sampling, weights that lie on the host, a
rollout, lookups, a cache that is emptied, checkpoints, stages with a thread each. Written without a look at what is
predicted for them, under the rules of torch_programs.py."""
import queue

import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from field_torch_programs import Tower
from pair import Pairs, on_two_threads, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="clinic")


def language_model(rows, layers, width, heads, room, words):
    """A step that makes numbers for each word that could be the next of each row, with keys and values in a cache; the
    words that are the last ones, and their place."""
    blocks = [Block(width, heads).to(GPU, HALF) for _ in range(layers)]
    table = weights(words, width)
    caches = [weights(2, rows, heads, room, width // heads) for _ in range(layers)]
    word = torch.zeros(rows, dtype=torch.int64, device=GPU)
    place = torch.zeros(1, dtype=torch.int64, device=GPU)
    places = torch.arange(room, device=GPU)

    def step():
        h = functional.embedding(word, table).unsqueeze(1)
        seen = (places <= place).view(1, 1, 1, room)
        for block, cache in zip(blocks, caches):
            parts = block.qkv(block.first_norm(h)).view(rows, 1, 3, heads, -1).permute(2, 0, 3, 1, 4)
            cache.index_copy_(3, place, parts[1:])
            attended = functional.scaled_dot_product_attention(parts[0], cache[0], cache[1], attn_mask=seen)
            h = h + block.out(attended.transpose(1, 2).reshape(rows, 1, width))
            h = h + block.down(functional.gelu(block.up(block.second_norm(h))))
        place.add_(1)
        return functional.layer_norm(h[:, 0], (width,)) @ table.T

    return step, word, place


@pairs.add("sampling-loop", "drop:d2h sync bytes<=64")
def sampling_loop(after):
    """A language model makes 24 words for 4 rows. Its 6 layers are a graph; the word is drawn from the 50 likeliest by
    some launches behind it, the host asks for it with .tolist(), 32 bytes, in case that it is the end, and works 80 us
    for the scheduler. It does not ask; all words, 768 bytes, come at the end, as before."""
    words, count, rows = 16384, 24, 4
    step, word, place = language_model(rows, layers=6, width=1024, heads=16, room=64, words=words)
    text = torch.zeros(count, rows, dtype=torch.int64, device=GPU)
    noise = torch.zeros(rows, 50, device=GPU)
    answers = []
    with torch.no_grad():
        forward = Replay(step)

    def draw(logits):
        likely, index = torch.topk(logits.float(), noise.shape[1])
        shares = torch.softmax(likely / 0.8, dim=-1)
        choice = torch.argmax(shares / noise.exponential_(), dim=-1, keepdim=True)
        return index.gather(-1, choice).view(-1)

    @torch.no_grad()
    def run():
        word.zero_()
        place.zero_()
        for turn in range(count):
            word.copy_(draw(forward()))
            text[turn].copy_(word)
            if not after and -1 in word.tolist():  # it never is
                break
            work_on_host(80)
        answers[:] = [torch.tensor(text.tolist())]
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("layers-on-host", "pin", "prefetch:depth=1")
def layers_on_host(after):
    """A model that is larger than the GPU's memory: the weights of each of 12 layers, 16 MiB, lie in pageable memory of
    the host, are copied in with a blocking copy when it is the layer's turn, and work on 16384 tokens. The memory is
    pinned, and the weights of the next layer are copied on a stream of their own before the work of this one, into the
    other of two buffers."""
    width, tokens = 1024, 16384
    host = [for_host(weights(8 * width, width), after) for _ in range(12)]
    buffers = [torch.zeros(8 * width, width, device=GPU, dtype=HALF) for _ in range(2)]
    x = weights(tokens, width)
    side, main = torch.cuda.Stream(), torch.cuda.current_stream()
    loaded = [torch.cuda.Event() for _ in host]
    answers = []

    def load_ahead(layer):
        if layer >= len(host):
            return
        side.wait_stream(main)
        with torch.cuda.stream(side):
            buffers[layer % 2].copy_(host[layer], non_blocking=True)
            loaded[layer].record(side)

    def compute(h, matrices):
        up, down = matrices[: 4 * width], matrices[4 * width :]
        return h + functional.gelu(functional.layer_norm(h, (width,)) @ up.T) @ down

    @torch.no_grad()
    def run():
        h = x
        if after:
            load_ahead(0)
        for layer, source in enumerate(host):
            if after:
                load_ahead(layer + 1)
                main.wait_event(loaded[layer])
            else:
                buffers[layer % 2].copy_(source)
            h = compute(h, buffers[layer % 2])
        answers[:] = [h]
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("rollout-on-gpu", "graph")
def rollout_on_gpu(after):
    """32 steps of reinforcement learning whose 4096 environments, poles on carts, are on the GPU: a small network
    chooses, some dozens of short kernels move carts and poles, begin again where one fell, and write states and rewards
    into buffers. A step is one replay of a graph."""
    count, steps = 4096, 32
    linear, tanh = torch.nn.Linear, torch.nn.Tanh
    policy = torch.nn.Sequential(linear(4, 256), tanh(), linear(256, 256), tanh(), linear(256, 2)).to(GPU)
    first = torch.randn(count, 4, device=GPU) * 0.05
    state = first.clone()
    place = torch.zeros(1, dtype=torch.int64, device=GPU)
    states, rewards = torch.zeros(steps, count, 4, device=GPU), torch.zeros(steps, count, device=GPU)

    def one():
        x, speed, angle, spin = state.unbind(1)
        force = policy(state).argmax(-1).float().mul_(20).sub_(10)
        sine, cosine = torch.sin(angle), torch.cos(angle)
        push = (force + 0.05 * spin * spin * sine) / 1.1
        spin_rate = (9.8 * sine - cosine * push) / (0.5 * (4 / 3 - 0.1 * cosine * cosine / 1.1))
        rate = push - 0.05 * spin_rate * cosine / 1.1
        moved = torch.stack((x + 0.02 * speed, speed + 0.02 * rate, angle + 0.02 * spin, spin + 0.02 * spin_rate), 1)
        fell = (moved[:, 0].abs() > 2.4) | (moved[:, 2].abs() > 0.21)
        states.index_copy_(0, place, state.unsqueeze(0))
        rewards.index_copy_(0, place, (~fell).float().unsqueeze(0))
        state.copy_(torch.where(fell.unsqueeze(1), first, moved))
        place.add_(1)

    with torch.no_grad():
        step = Replay(one) if after else one

    @torch.no_grad()
    def run():
        state.copy_(first)
        place.zero_()
        for _ in range(steps):
            step()
        torch.cuda.synchronize()

    return with_result(run, lambda: [states, rewards])


@pairs.add("lookups-of-fields", "merge:kernel operator:aten::index_select")
def lookups_of_fields(after):
    """25 batches of 16384 rows for a recommender: 26 fields with a table of 50,000 vectors of 64 numbers each, looked
    up one by one, and three layers on what was found. The tables lie side by side, and one kernel looks up all."""
    fields, size, width, rows = 26, 50_000, 64, 16384
    table = weights(fields * size, width)
    tables = table.split(size)
    batches = [torch.randint(size, (fields, rows), device=GPU) for _ in range(5)]
    begins = torch.arange(fields, device=GPU).view(fields, 1) * size
    in_all = [(batch + begins).view(-1) for batch in batches]
    found = torch.zeros(fields, rows, width, device=GPU, dtype=HALF)
    each = found.unbind()
    layers = [weights(fields * width, 512), weights(512, 256), weights(256, 1)]
    answers = torch.zeros(rows, 1, device=GPU, dtype=HALF)

    @torch.no_grad()
    def run():
        for turn in range(25):
            if after:
                torch.index_select(table, 0, in_all[turn % 5], out=found.view(-1, width))
            else:
                for vectors, indices, target in zip(tables, batches[turn % 5].unbind(), each):
                    torch.index_select(vectors, 0, indices, out=target)
            h = found.transpose(0, 1).reshape(rows, fields * width)
            for matrix in layers[:-1]:
                h = torch.relu(h @ matrix)
            torch.sigmoid(h @ layers[-1], out=answers)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


@pairs.add("empty-cache-loop", "drop:alloc free")
def empty_cache_loop(after):
    """8 batches of 16 images of 256 x 256 points through four convolutions: a pinned copy in of 6 MiB, the answers to
    pinned memory, a wait, and torch.cuda.empty_cache(), which somebody wrote when memory was short: each batch
    allocates anew. The cache is not emptied."""
    layers = []
    for inputs, outputs, stride in ((3, 32, 1), (32, 64, 2), (64, 64, 1), (64, 128, 2)):
        layers += [torch.nn.Conv2d(inputs, outputs, 3, stride=stride, padding=1), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers, torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten()).to(GPU, HALF)
    batches = [for_host(weights(16, 3, 256, 256), True) for _ in range(8)]
    answers = on_host(8, 16, 128, pinned=True)

    @torch.no_grad()
    def run():
        for batch, answer in zip(batches, answers):
            answer.copy_(model(batch.to(GPU, non_blocking=True)), non_blocking=True)
            torch.cuda.synchronize()
            if not after:
                torch.cuda.empty_cache()
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


class CoarseKeys(Block):
    """Looks at each `every`-th key and value."""

    def __init__(self, width, heads, every):
        super().__init__(width, heads)
        self.every = every

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.qkv(self.first_norm(x)).view(batch, length, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(q, k[:, :, :: self.every], v[:, :, :: self.every])
        x = x + self.out(attended.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(functional.gelu(self.up(self.second_norm(x))))


@pairs.add("half-the-keys", "scale:kernel operator:scaled_dot_product,factor=0.5")
def half_the_keys(after):
    """3 steps of diffusion with guidance: twice 4096 tokens through three blocks of a transformer of width 1024, and a
    change of the image by the difference of the two answers. The attention looks at each second key and value, and has
    half of its work."""
    model = torch.nn.Sequential(*[CoarseKeys(1024, 16, 2 if after else 1) for _ in range(3)]).to(GPU, HALF)
    noise, image = weights(1, 4096, 1024), torch.zeros(1, 4096, 1024, device=GPU, dtype=HALF)
    prompt = weights(2, 1, 1024)

    @torch.no_grad()
    def run():
        image.copy_(noise)
        for _ in range(3):
            free, wanted = model(image + prompt).chunk(2)
            image.sub_(free + 5 * (wanted - free), alpha=0.1)
        torch.cuda.synchronize()

    return run


@pairs.add("checkpoints-cpu", "pin:d2h,asynchronous=both")
def checkpoints_cpu(after):
    """6 training steps of 12 layers, with norms and SGD; behind the third and the last a checkpoint is taken: 12
    tensors of 512 KiB and 12 of 1 KiB, each with .cpu(). They go to pinned memory that was allocated before, and the
    host waits once, at the end."""
    layers = []
    for _ in range(6):
        layers += [torch.nn.Linear(512, 512), torch.nn.LayerNorm(512), torch.nn.GELU(), torch.nn.Linear(512, 512)]
    for layer in layers:
        if isinstance(layer, torch.nn.LayerNorm):
            layer.requires_grad_(False)  # and not in the checkpoint
    model = torch.nn.Sequential(*layers).to(GPU, HALF)
    trained = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimizer = torch.optim.SGD(trained, lr=1e-3, momentum=0.9)
    x, target = weights(8192, 512), weights(8192, 512)
    pinned = [[for_host(torch.zeros_like(parameter), True) for parameter in trained] for _ in range(2)]
    saved = [[], []]

    def save(number):
        if after:
            for kept, parameter in zip(pinned[number], trained):
                kept.copy_(parameter.detach(), non_blocking=True)
            saved[number] = pinned[number]
        else:
            saved[number] = [parameter.detach().cpu() for parameter in trained]

    def run():
        for step in range(6):
            optimizer.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            optimizer.step()
            if step % 3 == 2:
                save(step // 3)
        torch.cuda.synchronize()

    return with_result(run, lambda: [*saved[0], *saved[1]], back_to_start(model, optimizer))


@pairs.add("two-stages-two-threads", "graph:kernel range:classifier")
def two_stages_two_threads(after):
    """24 batches through two stages with a thread and a stream each. The first copies 6 MiB of bytes in, normalises
    them, makes two convolutions, and hands one of three buffers over by an event and a queue. The second lets its
    stream wait for the event, classifies with 12 small layers, which are 36 launches, copies 256 KiB back, waits, and
    hands the buffer back. These launches are one replay of a graph. Both threads share Python's lock."""
    count, slots = 24, 3
    frames = [for_host(torch.randint(256, (8, 3, 512, 512), dtype=torch.uint8, device=GPU), True) for _ in range(4)]
    convolutions = [torch.nn.Conv2d(3, 32, 5, stride=4), torch.nn.ReLU(), torch.nn.Conv2d(32, 64, 3, stride=4)]
    detector = torch.nn.Sequential(*convolutions, torch.nn.AdaptiveAvgPool2d(16)).to(GPU, HALF)
    features = [torch.zeros(256, 512, device=GPU, dtype=HALF) for _ in range(slots)]
    x, bias = torch.zeros(256, 512, device=GPU, dtype=HALF), weights(512)
    matrices = [weights(512, 512) for _ in range(12)]
    answers = on_host(count, 256, 512, pinned=True)
    streams = [torch.cuda.Stream() for _ in range(2)]
    ready = [torch.cuda.Event() for _ in range(slots)]
    full, empty = queue.SimpleQueue(), queue.SimpleQueue()

    def layers():
        h = x
        for matrix in matrices:
            h = functional.gelu(torch.addmm(bias, h, matrix)) + h
        return h

    def detect(frame, slot):
        pixels = frame.to(GPU, non_blocking=True).to(HALF) / 255 - 0.5
        features[slot].copy_(detector(pixels).reshape(256, 512))
        ready[slot].record()

    def answer_to(slot, answer):
        torch.cuda.current_stream().wait_event(ready[slot])
        x.copy_(features[slot])
        with record_function("classifier"):
            h = classify()
        answer.copy_(h, non_blocking=True)
        torch.cuda.current_stream().synchronize()

    with torch.no_grad():
        classify = Tower(layers) if after else layers

    @torch.no_grad()
    def first_calls(thread):
        with torch.cuda.stream(streams[thread]):
            detect(frames[0], thread)
            layers()

    torch.cuda.synchronize()
    on_two_threads(first_calls)  # either of the threads may get either stage later
    torch.cuda.synchronize()

    @torch.no_grad()
    def work(thread):
        with torch.cuda.stream(streams[thread]):
            for turn in range(count):
                if thread == 0:
                    slot = empty.get(timeout=5)
                    detect(frames[turn % len(frames)], slot)
                    full.put(slot)
                else:
                    slot = full.get(timeout=5)
                    answer_to(slot, answers[turn])
                    empty.put(slot)

    def run():
        for slots_of in (full, empty):
            while not slots_of.empty():
                slots_of.get()
        for slot in range(slots):
            empty.put(slot)
        on_two_threads(work)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


@pairs.add("tokens-of-long-steps", "pin", expected="none")
def tokens_of_long_steps(after):
    """3 training steps of a language model with autocast and AdamW: 8 x 1024 tokens and as many labels, 64 KiB each,
    from pageable memory with a blocking .to(), six blocks of width 1024. The host memory is pinned and .to() does not
    block; the GPU works for milliseconds and is the limit."""
    words, width = 8192, 1024
    table, head = torch.nn.Embedding(words, width), torch.nn.Linear(width, words, bias=False)
    model = torch.nn.Sequential(table, *[Block(width, 16) for _ in range(6)], head).to(GPU)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)
    batches = []
    for _ in range(3):
        tokens = torch.randint(words, (8, 1025), device=GPU)
        batches.append([for_host(part.contiguous(), after) for part in (tokens[:, :-1], tokens[:, 1:])])

    def run():
        for host in batches:
            tokens, labels = (part.to(GPU, non_blocking=after) for part in host)
            optimizer.zero_grad(set_to_none=True)
            with torch.autocast("cuda", dtype=HALF):
                logits = model(tokens)
                loss = functional.cross_entropy(logits.view(-1, words), labels.view(-1))
            loss.backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))
