# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as scientists and engineers write them: adapters, speculative decoding, a cache that
goes to the host, particles, tomography, registration of volumes, spikes, magnetic resonance, neighbours in a graph.
Written without a look at what is predicted for them, under the rules of torch_programs.py."""
import math

import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="laboratory")


@pairs.add("adapters-per-request", "merge:h2d")
def adapters_per_request(after):
    """10 requests for a network of 12 layers, each with adapters of its own (LoRA): 24 pinned copies in of 32 KiB, then
    for each layer the product with the weights and the two with the adapters, 128 KiB back and a wait. The adapters of
    a request lie side by side at both ends, and are one copy."""
    count, layers, rows, width, rank = 10, 12, 64, 1024, 16
    x, base = weights(rows, width), [weights(width, width) for _ in range(layers)]
    buffer = torch.zeros(2 * layers, width * rank, device=GPU, dtype=HALF)
    pieces = buffer.unbind()
    downs = [piece.view(width, rank) for piece in pieces[0::2]]
    ups = [piece.view(rank, width) for piece in pieces[1::2]]
    targets = [buffer] if after else pieces
    requests = []
    for _ in range(count):
        adapters = weights(2 * layers, width * rank)
        requests.append([for_host(part.contiguous(), True) for part in ([adapters] if after else adapters.unbind())])
    answers = on_host(count, rows, width, pinned=True)

    @torch.no_grad()
    def run():
        for request, answer in zip(requests, answers):
            for target, source in zip(targets, request):
                target.copy_(source, non_blocking=True)
            h = x
            for matrix, down, up in zip(base, downs, ups):
                h = h + torch.relu(torch.addmm(h @ matrix, h @ down, up))
            answer.copy_(h, non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


def window_model(window, words, width, layers):
    """A function that makes numbers for each word that could follow, at so many of the last places of the window."""
    table = weights(words, width)
    blocks = torch.nn.Sequential(*[Block(width, width // 64) for _ in range(layers)]).to(GPU, HALF)

    def logits(count):
        return blocks(functional.embedding(window, table))[0, -count:] @ table.T

    return logits


@pairs.add("speculative-decoding", "graph:range:draft")
def speculative_decoding(after):
    """8 rounds of speculative decoding with windows of 64 words: a small model of 2 blocks proposes four words one
    after the other, some 130 launches; a large one of 6 blocks, which is a graph, says what it would have taken; the
    host asks for both, 64 bytes, keeps the words on which they agree and one more, and copies the new window in. The
    proposal becomes one replay of a graph."""
    words, length, ahead = 8192, 64, 4
    start = [[(37 * place) % words for place in range(length)]]
    text = torch.tensor(start, device=GPU)
    guess = text.clone()
    small, large = window_model(guess, words, 256, 2), window_model(guess, words, 1024, 6)
    found = []

    def propose():
        guess.copy_(text)
        for _ in range(ahead):
            word = small(1).argmax(-1)
            guess.copy_(torch.cat((guess[:, 1:], word.view(1, 1)), 1))

    def verify():
        return torch.stack((guess[0, -ahead:], large(ahead + 1)[:-1].argmax(-1)))

    with torch.no_grad():
        draft = Replay(propose) if after else propose
        check = Replay(verify)

    @torch.no_grad()
    def run():
        window = list(start[0])
        text.copy_(torch.tensor([window]))
        for _ in range(8):
            with record_function("draft"):
                draft()
            proposed, wanted = check().tolist()
            agreed = 0
            while agreed + 1 < ahead and proposed[agreed] == wanted[agreed]:
                agreed += 1
            window = (window + wanted[: agreed + 1])[-length:]
            text.copy_(torch.tensor([window]))
        found[:] = [torch.tensor(window)]
        torch.cuda.synchronize()

    return with_result(run, lambda: found)


@pairs.add("cache-to-host", "move:d2h")
def cache_to_host(after):
    """24 tokens for 128 rows through 8 layers with keys and values in a cache; a token is one replay of a graph. Behind
    each fourth token what the layers have kept for these four, 8 times 2 MiB, goes to pinned memory, in case that the
    rows have to make room. These copies go to a stream of their own."""
    rows, layers, width, heads, room, prompt, count, every = 128, 8, 1024, 16, 96, 64, 24, 4
    table, places = weights(4096, width), torch.arange(room, device=GPU)
    caches = [weights(room, 2, rows, width) for _ in range(layers)]
    shapes = (width, 3 * width), (width, width), (width, 4 * width), (4 * width, width)
    matrices = [[weights(*shape) for shape in shapes] for _ in range(layers)]
    kept = [on_host(count, 2, rows, width, pinned=True) for _ in range(layers)]
    first = torch.arange(rows, device=GPU)
    word = first.clone()
    place = torch.zeros(1, dtype=torch.int64, device=GPU)
    main, side = torch.cuda.current_stream(), torch.cuda.Stream()

    def split_heads(part):
        """Rows, heads, tokens, numbers."""
        return part.view(-1, rows, heads, width // heads).permute(1, 2, 0, 3)

    def layer(h, cache, seen, qkv, out, up, down):
        parts = (functional.layer_norm(h, (width,)) @ qkv).view(rows, 3, width).transpose(0, 1)
        cache.index_copy_(0, place, parts[1:].unsqueeze(0))
        q = split_heads(parts[0].contiguous())
        attended = functional.scaled_dot_product_attention(
            q, split_heads(cache[:, 0]), split_heads(cache[:, 1]), attn_mask=seen
        )
        h = h + attended.permute(2, 0, 1, 3).reshape(rows, width) @ out
        return h + functional.gelu(functional.layer_norm(h, (width,)) @ up) @ down

    def token():
        h, seen = functional.embedding(word, table), (places <= place).view(1, 1, 1, room)
        for cache, parts in zip(caches, matrices):
            h = layer(h, cache, seen, *parts)
        word.copy_((functional.layer_norm(h, (width,)) @ table.T).argmax(-1))
        place.add_(1)

    def offload(begin):
        for cache, host in zip(caches, kept):
            host[begin : begin + every].copy_(cache[prompt + begin : prompt + begin + every], non_blocking=True)

    with torch.no_grad():
        step = Replay(token)

    @torch.no_grad()
    def run():
        word.copy_(first)
        place.fill_(prompt)
        for turn in range(count):
            step()
            if turn % every < every - 1:
                continue
            if after:
                side.wait_stream(main)
            with torch.cuda.stream(side if after else main):
                offload(turn + 1 - every)
        torch.cuda.synchronize()

    return with_result(run, lambda: [word, kept[-1]])


@pairs.add("resampling-on-host", "pin")
def resampling_on_host(after):
    """24 steps of a particle filter: 32768 particles move and are weighed on the GPU, 128 KiB of weights go back, the
    host adds them up and looks up which particles go on, and copies 256 KiB of their numbers in, from and to pageable
    memory. The memory is pinned, and the copy in does not block."""
    count, steps, marks = 32768, 24, 8
    first, noises = torch.randn(count, 4, device=GPU), torch.randn(steps, count, 4, device=GPU) * 0.05
    motion = torch.eye(4, device=GPU)
    motion[0, 2] = motion[1, 3] = 0.1
    landmarks, distances = torch.randn(marks, 2, device=GPU), torch.rand(steps, marks, device=GPU) * 2
    state, chosen = first.clone(), torch.zeros(count, dtype=torch.int64, device=GPU)
    shares = for_host(torch.zeros(count, device=GPU), after)
    numbers = for_host(torch.zeros(count, dtype=torch.int64, device=GPU), after)
    sums, places = torch.zeros(count), (torch.arange(count) + 0.5) / count

    @torch.no_grad()
    def run():
        state.copy_(first)
        for noise, measured in zip(noises, distances):
            moved = torch.addmm(noise, state, motion)
            apart = torch.cdist(moved[:, :2], landmarks) - measured
            shares.copy_(torch.softmax(-2 * apart.square().sum(1), 0))
            torch.cumsum(shares, 0, out=sums)
            torch.searchsorted(sums, places, out=numbers).clamp_(max=count - 1)
            chosen.copy_(numbers, non_blocking=after)
            torch.index_select(moved, 0, chosen, out=state)
        torch.cuda.synchronize()

    return with_result(run, lambda: [state])


@pairs.add("projections-one-by-one", "merge:kernel range:filter")
def projections_one_by_one(after):
    """Tomography: 10 subsets of 24 projections, each filtered by itself with a Fourier transform, a product with a ramp
    and the transform back, then added to the picture of 1024 x 1024 points by one grid_sample(). All projections of a
    subset are filtered at once."""
    subsets, angles, width, side = 10, 24, 1024, 1024
    sinograms = torch.zeros(subsets, angles, 2 * width, dtype=torch.complex64, device=GPU)  # the second half is zeros
    sinograms[..., :width].real.normal_()
    ramp = torch.fft.fftfreq(2 * width, device=GPU).abs().to(torch.complex64)
    filtered = torch.zeros(angles, 1, 1, width, device=GPU)
    picture = torch.zeros(side, side, device=GPU)
    turns = torch.arange(angles, device=GPU).view(angles, 1, 1) * (math.pi / angles)
    line = torch.linspace(-0.7, 0.7, side, device=GPU)
    along = line * torch.cos(turns) + line.view(side, 1) * torch.sin(turns)
    grid = torch.stack((along, torch.zeros_like(along)), -1)
    rows = filtered.view(angles, width)
    groups = [(slice(0, angles), rows)] if after else list(zip(range(angles), rows.unbind()))

    @torch.no_grad()
    def run():
        picture.zero_()
        for sinogram in sinograms:
            with record_function("filter"):
                for which, target in groups:
                    back = torch.fft.ifft(torch.fft.fft(sinogram[which]) * ramp)
                    torch.mul(back.real[..., :width], math.pi / angles, out=target)
            picture.add_(functional.grid_sample(filtered, grid, align_corners=False).sum((0, 1)))
        torch.cuda.synchronize()

    return with_result(run, lambda: [picture])


@pairs.add("line-search-start", "drop:kernel range:start_loss")
def line_search_start(after):
    """4 iterations that register two volumes of 128 x 256 x 256 points: the loss and its gradient, the loss of the
    place where the search begins, and the losses of four steps along the gradient; the host asks for each loss with
    .item() and takes the best step. The loss of the begin is not computed again: it came with the gradient."""
    size = 128, 256, 256
    fixed, moving = (functional.avg_pool3d(torch.randn(1, 1, *size, device=GPU), 5, 1, 2) for _ in range(2))
    lines = [torch.linspace(-1, 1, count, device=GPU) for count in reversed(size)]
    x, y, z = lines[0].view(1, 1, -1), lines[1].view(1, -1, 1), lines[2].view(-1, 1, 1)
    places = torch.stack([line.expand(size) for line in (x, y, z)], -1).unsqueeze(0)
    shift = torch.zeros_like(places).requires_grad_()
    lengths = 0.001, 0.002, 0.004, 0.008

    def loss_of(moved):
        warped = functional.grid_sample(moving, places + moved, align_corners=True)
        return (warped - fixed).square().mean()

    def run():
        with torch.no_grad():
            shift.zero_()
        for _ in range(4):
            loss = loss_of(shift)
            (gradient,) = torch.autograd.grad(loss, shift)
            with torch.no_grad():
                direction = gradient / gradient.abs().max()
                with record_function("start_loss"):
                    start = loss.detach() if after else loss_of(shift)
                best = start.item(), 0.0
                for length in lengths:
                    best = min(best, (loss_of(shift - length * direction).item(), length))
                shift.sub_(direction, alpha=best[1])
        torch.cuda.synchronize()

    return with_result(run, lambda: [shift])


@pairs.add("spikes-in-chunks", "join:chunks=4")
def spikes_in_chunks(after):
    """8 recordings of 256 electrodes, 16 MiB of 16 bits each, in 16 chunks in turn on 4 streams: a pinned copy in of 1
    MiB, four kernels that take away the mean of all electrodes and look for values below a threshold, and a pinned copy
    back of 512 KiB; behind a recording a wait. It has 4 chunks of 4 MiB."""
    samples, electrodes = 32768, 256
    shape = samples, electrodes
    recordings = [for_host((torch.randn(shape, device=GPU) * 100).to(torch.int16), True) for _ in range(2)]
    spikes = [torch.zeros(shape, dtype=torch.bool).pin_memory() for _ in recordings]
    x = torch.zeros(shape, dtype=torch.int16, device=GPU)
    streams = [torch.cuda.Stream() for _ in range(4)]
    part = samples // (4 if after else 16)
    chunks = [slice(begin, begin + part) for begin in range(0, samples, part)]
    torch.cuda.synchronize()  # the streams use what has just been made

    @torch.no_grad()
    def run():
        for turn in range(8):
            recording, found = recordings[turn % 2], spikes[turn % 2]
            for number, chunk in enumerate(chunks):
                with torch.cuda.stream(streams[number % 4]):
                    x[chunk].copy_(recording[chunk], non_blocking=True)
                    values = x[chunk].float()
                    values -= values.mean(1, keepdim=True)
                    found[chunk].copy_(values < -250, non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: spikes)


@pairs.add("resonance-residual", "drop:d2h sync bytes<=64", expected="none")
def resonance_residual(after):
    """8 iterations that reconstruct a picture of 768 x 768 points from magnetic resonance with 64 coils: transforms of
    all coils and back, a step, shrinking, and .item() of the residual for the log. The host does not ask for it; the
    kernels of an iteration take more than a millisecond, and the wait is short."""
    coils, side = 64, 768
    maps = torch.randn(coils, side, side, dtype=torch.complex64, device=GPU) / math.sqrt(coils)
    turned = maps.conj().resolve_conj()
    mask = (torch.rand(side, 1, device=GPU) < 0.3).float()
    measured = torch.randn(coils, side, side, dtype=torch.complex64, device=GPU) * mask
    picture = torch.zeros(side, side, dtype=torch.complex64, device=GPU)
    parts, log = torch.view_as_real(picture), []

    @torch.no_grad()
    def run():
        picture.zero_()
        log.clear()
        for _ in range(8):
            seen = torch.fft.fft2(maps * picture, norm="ortho")
            residual = seen.mul_(mask).sub_(measured)
            norm = torch.linalg.vector_norm(residual)
            picture.sub_((turned * torch.fft.ifft2(residual, norm="ortho")).sum(0), alpha=0.5)
            picture.mul_((1 - 0.01 / picture.abs().clamp_(min=1e-6)).clamp_(min=0))
            if not after:
                log.append(norm.item())
        torch.cuda.synchronize()

    return with_result(run, lambda: [parts])


@pairs.add("neighbours-on-host", "move:h2d", expected="none")
def neighbours_on_host(after):
    """6 batches of a graph neural network of two layers: before each layer the host looks for neighbours for 500 us;
    a pinned copy in of 256 KiB of their numbers, their vectors from a table on the GPU, the mean of each 8 of them, and
    two products. The copies in go to a stream of their own, with two buffers; the host is the limit."""
    nodes, width, rows, each = 200_000, 256, 4096, 8
    table = weights(nodes, width)
    numbers = [for_host(torch.randint(nodes, (rows * each,), device=GPU), True) for _ in range(12)]
    buffers = [torch.zeros(rows * each, dtype=torch.int64, device=GPU) for _ in range(2)]
    own, other = ([weights(width, width) for _ in range(2)] for _ in range(2))
    answers = torch.zeros(6, rows, width, device=GPU, dtype=HALF)
    main, side = torch.cuda.current_stream(), torch.cuda.Stream()
    arrived, used = ([torch.cuda.Event() for _ in range(2)] for _ in range(2))

    def load(layer, source):
        if not after:
            buffers[layer].copy_(source, non_blocking=True)
            return
        side.wait_event(used[layer])
        with torch.cuda.stream(side):
            buffers[layer].copy_(source, non_blocking=True)
        arrived[layer].record(side)
        main.wait_event(arrived[layer])

    @torch.no_grad()
    def run():
        for batch in range(6):
            h = table[:rows]
            for layer in range(2):
                work_on_host(500)
                load(layer, numbers[2 * batch + layer])
                vectors = torch.index_select(table, 0, buffers[layer])
                if after:
                    used[layer].record(main)
                h = torch.relu(h @ own[layer] + vectors.view(rows, each, width).mean(1) @ other[layer])
            answers[batch].copy_(h)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])
