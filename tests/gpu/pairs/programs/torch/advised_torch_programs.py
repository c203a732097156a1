# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Programs in PyTorch of the first two sets, and two of `whatif`, with the change that the advice names first for them.
Before the change they are what they were."""
import torch

import second_torch_programs as second
import torch_programs as first
from pair import Pairs, with_result

pairs = Pairs("pytorch", set="advised")
GPU, HALF = first.GPU, first.HALF


@pairs.add("advised-chunk-8", "split:chunks=32")
def chunk_8(after):
    """chunk-8: 256 MiB in, a sine, 256 MiB back on one stream become 32 chunks in turn on 4 streams."""
    count, chunks = 64 * 1024 * 1024, 32 if after else 1
    source, result = torch.ones(count, pin_memory=True), torch.ones(count, pin_memory=True)
    x = torch.empty(count, device=GPU)
    streams = [torch.cuda.Stream() for _ in range(4)]
    part = count // chunks

    def run():
        for chunk in range(chunks):
            of = slice(chunk * part, (chunk + 1) * part)
            with torch.cuda.stream(streams[chunk % 4]):
                data = x[of]
                data.copy_(source[of], non_blocking=True)
                data.sin_()
                result[of].copy_(data, non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [result], lambda: source.copy_(torch.rand(count, device=GPU)))


@pairs.add("advised-small-graph", "graph")
def small_graph(after):
    """small-graph: 2000 additions to 128 numbers, one by one, become 16 replays of a graph of 125 of them."""
    x = torch.zeros(128, device=GPU)
    add_up = lambda times: [x.add_(1) for _ in range(times)]
    replay = first.Replay(lambda: add_up(125)) if after else None

    def run():
        if after:
            for _ in range(16):
                replay()
        else:
            for _ in range(2000):
                x.add_(1)
        torch.cuda.synchronize()

    return with_result(run, lambda: [x], x.zero_)


@pairs.add("advised-split-rows", "split:chunks=16")
def split_rows(after):
    """split-rows: 128 MiB in, a product with a 4096 x 4096 matrix, relu, 128 MiB back on one stream become 16 chunks of
    rows in turn on 4 streams."""
    return first.split_rows(after, chunks=16)


@pairs.add("packed-tensors", "merge:gather=yes", expected="none")
def packed_tensors(after):
    """merge-tensors: 10 steps of 24 pinned tensors of 16 KiB in, one by one, and a product. The tensors of a step are
    packed into one pinned tensor in that step, and are one copy."""
    return first.merge_tensors(False, pack=after)


@pairs.add("advised-merge-tensors", "merge")
def merge_tensors(after):
    """10 steps of 24 pinned tensors of 16 KiB that the host fills and copies in, one by one, and a product; each step
    has tensors of its own. As the advice writes it, the host fills views of one pinned tensor, which is one copy."""
    tensors, count, steps = 24, 8192, 10
    pinned = lambda size: torch.empty(size, dtype=HALF, pin_memory=True)
    packed = [pinned(tensors * count) for _ in range(steps)]
    parts = [one.split(count) if after else [pinned(count) for _ in range(tensors)] for one in packed]
    arrived = torch.empty(tensors * count, dtype=HALF, device=GPU)
    sources = [[one] for one in packed] if after else parts
    targets = [arrived] if after else arrived.split(count)
    x, matrix = first.weights(1024, 1024), first.weights(1024, 1024)

    @torch.no_grad()
    def run():
        for step in range(steps):
            for part in parts[step]:
                part.fill_(step)
            for target, source in zip(targets, sources[step]):
                target.copy_(source, non_blocking=True)
            torch.mm(x, matrix)
        torch.cuda.synchronize()

    return with_result(run, lambda: [arrived])


@pairs.add("advised-drop-item", "drop:d2h sync bytes<=64")
def drop_item(after):
    """drop-item: 20 steps of 60 us of work, three layers and a loss, of which the host asks with .item(). The losses
    are added up on the GPU, and the host asks once, for the sum."""
    return first.drop_item(False, add_up=after)


@pairs.add("advised-unsync-training", "graph")
def unsync_training(after):
    """unsync-training: 8 training steps of three layers with 300 us of work before each and a torch.cuda.synchronize()
    behind it. Forward and backward pass and the optimizer of a step are one replay of a graph."""
    return first.unsync_training(False, graph=after)


@pairs.add("advised-graph-transformer", "graph")
def graph_transformer(after):
    """graph-transformer: 5 requests of 1 MiB in, three blocks of a transformer and 1 MiB back, and a wait for the
    answer. The kernels and the copy back are one replay of a graph; the copy in stays before it, because each request
    lies elsewhere."""
    return second.graph_transformer(False, answer_in_graph=after)


@pairs.add("advised-pin-results", "pin")
def pin_results(after):
    """pin-results: 10 steps of three layers and an 8 MiB result that the host gets in pageable memory. It gets it in
    pinned memory and still waits for each."""
    return second.pin_results(after, asynchronous=False)


@pairs.add("advised-optimizer-foreach", "graph")
def optimizer_foreach(after):
    """optimizer-foreach: 10 steps of a product and of SGD over 48 parameters of 512 KiB, one kernel each. Each step is
    one replay of a graph."""
    return second.optimizer_foreach(False, graph=after)


@pairs.add("advised-host-loader", "graph")
def host_loader(after):
    """host-loader: 12 steps of 400 us of work, a 4 MiB pinned copy in, four layers and a sum; the host asks for the sum
    at the end. The layers and the sum are one replay of a graph; the copy fills the graph's input before it, because
    each step copies from other memory."""
    return second.host_loader(False, graph=after)


@pairs.add("advised-item-every-fifth", "graph")
def item_every_fifth(after):
    """item-every-fifth: 15 training steps of three layers with a norm, SGD with momentum, the loss asked for with
    .item() in each fifth step, a torch.cuda.synchronize() behind each. A step is one replay of a graph; the host asks
    for its loss as before."""
    return second.item_every_fifth(False, graph=after)
