# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The pairs in PyTorch. Nothing is allocated anew in a measured part but what PyTorch's allocator keeps anyway."""
import torch
from torch.nn import functional

from pair import Pairs, on_two_threads, with_result, work_on_host

pairs = Pairs("pytorch")
GPU = torch.device("cuda", 0)
HALF = torch.bfloat16


def weights(*shape):
    return torch.randn(shape, device=GPU, dtype=HALF) * 0.02


def on_host(*shape, pinned):
    """Written once, so that its pages exist."""
    return torch.ones(shape, dtype=HALF, pin_memory=pinned)


class Replay:
    """A graph of what `step` launches; it keeps the tensors that the graph works on alive. Graphs that run at once need
    a `stream` each: libraries have their work space by the stream of the capture."""

    def __init__(self, step, stream=None):
        self._step = step
        side = stream or torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self._graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, stream=stream):
            self._result = step()
        torch.cuda.synchronize()

    def __call__(self):
        self._graph.replay()
        return self._result


def small_network(batch, width, layers):
    """Three launches for each layer, on buffers that stay."""
    x = weights(batch, width)
    matrices = [weights(width, width) for _ in range(layers)]
    bias = weights(width)

    def step():
        h = x
        for matrix in matrices:
            h = functional.gelu(torch.addmm(bias, h, matrix)) + h
        return h

    return step


def back_to_start(model, optimizer):
    """A function that sets weights and momentum to what they are now."""
    first = [parameter.detach().clone() for parameter in model.parameters()]

    @torch.no_grad()
    def back():
        for parameter, value in zip(model.parameters(), first):
            parameter.copy_(value)
        for state in optimizer.state.values():
            for value in state.values():
                if torch.is_tensor(value):
                    value.zero_()  # momentum: the first step then has its gradient alone

    return back


def learned(model):
    return [tensor for parameter in model.parameters() for tensor in (parameter, parameter.grad)]


@pairs.add("pin-loader", "pin")
def pin_loader(after):
    """10 steps of a classifier: 16 MiB of features and 32 KiB of labels from pageable memory with a blocking .to(), two
    layers, a loss. The host memory is pinned and .to() does not block."""
    batches = []
    for _ in range(10):
        labels = torch.zeros(4096, dtype=torch.int64)
        batches.append((on_host(4096, 2048, pinned=after), labels.pin_memory() if after else labels))
    first, second = weights(2048, 2048), weights(2048, 1000)

    @torch.no_grad()
    def run():
        total = torch.zeros((), device=GPU)
        for features, labels in batches:
            x = features.to(GPU, non_blocking=after)
            y = labels.to(GPU, non_blocking=after)
            logits = torch.relu(x @ first) @ second
            total += functional.cross_entropy(logits.float(), y)
        return total.item()

    return run


@pairs.add("unsync-training", "unsync")
def unsync_training(after, graph=False):
    """8 training steps of three layers with 300 us of work before each, backward pass on PyTorch's own thread. The
    torch.cuda.synchronize() after each step goes, but the last."""
    model = torch.nn.Sequential(
        torch.nn.Linear(1024, 2048),
        torch.nn.ReLU(),
        torch.nn.Linear(2048, 2048),
        torch.nn.ReLU(),
        torch.nn.Linear(2048, 256),
    ).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-5)
    x, target = weights(8192, 1024), weights(8192, 256)

    def step():
        optimizer.zero_grad(set_to_none=True)
        functional.mse_loss(model(x), target).backward()
        optimizer.step()

    back = back_to_start(model, optimizer)
    train = Replay(step) if graph else step

    def run():
        for _ in range(8):
            work_on_host(300)
            train()
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back)


@pairs.add("prefetch-loader", "prefetch:depth=1")
def prefetch_loader(after):
    """12 steps of a 24 MiB pinned copy in and five layers on one stream. Each step issues the copy of the next one on a
    stream of its own, into the other of two buffers."""
    host = [on_host(6144, 2048, pinned=True) for _ in range(12)]
    buffers = [torch.empty(6144, 2048, device=GPU, dtype=HALF) for _ in range(2)]
    matrices = [weights(2048, 2048) for _ in range(5)]
    side = torch.cuda.Stream()

    def compute(x):
        for matrix in matrices:
            x = torch.relu(x @ matrix)

    def load(step):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            buffers[step % 2].copy_(host[step], non_blocking=True)

    @torch.no_grad()
    def run():
        if after:
            load(0)
        for step in range(len(host)):
            if after:
                torch.cuda.current_stream().wait_stream(side)
                if step + 1 < len(host):
                    load(step + 1)
            else:
                buffers[step % 2].copy_(host[step], non_blocking=True)
            compute(buffers[step % 2])
        torch.cuda.synchronize()

    return run


@pairs.add("graph-network", "graph")
def graph_network(after):
    """8 turns of a network of 12 small layers, three launches each, one by one. Each turn is one replay of a graph."""
    step = small_network(64, 512, 12)

    @torch.no_grad()
    def eager():
        for _ in range(8):
            step()
        torch.cuda.synchronize()

    if not after:
        return eager
    with torch.no_grad():
        replay = Replay(step)

    def run():
        for _ in range(8):
            replay()
        torch.cuda.synchronize()

    return run


@pairs.add("split-rows", "split:chunks=8,streams=4")
def split_rows(after, chunks=8):
    """128 MiB in, a product with a 4096 x 4096 matrix, relu, 128 MiB back on one stream become 8 chunks of rows in turn
    on 4 streams."""
    rows, width = 16384, 4096
    source, result = on_host(rows, width, pinned=True), on_host(rows, width, pinned=True)
    x = torch.empty(rows, width, device=GPU, dtype=HALF)
    y = torch.empty(rows, width, device=GPU, dtype=HALF)
    matrix = weights(width, width)
    streams = [torch.cuda.Stream() for _ in range(4)]
    part = rows // (chunks if after else 1)

    @torch.no_grad()
    def run():
        for chunk in range(rows // part):
            rows_of = slice(chunk * part, (chunk + 1) * part)
            with torch.cuda.stream(streams[chunk % 4]):
                x[rows_of].copy_(source[rows_of], non_blocking=True)
                torch.mm(x[rows_of], matrix, out=y[rows_of])
                y[rows_of].relu_()
                result[rows_of].copy_(y[rows_of], non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [result], lambda: source.copy_(weights(rows, width)))


@pairs.add("pin-two-threads", "pin")
def pin_two_threads(after):
    """Two threads with a stream each serve 8 requests: 8 MiB in with a blocking .to(), two products, 8 MiB back that
    the host needs. The host memory is pinned and the copy in does not block."""
    requests = [[on_host(2048, 2048, pinned=after) for _ in range(8)] for _ in range(2)]
    answers = [on_host(2048, 2048, pinned=after) for _ in range(2)]
    first, second = weights(2048, 2048), weights(2048, 2048)
    streams = [torch.cuda.Stream() for _ in range(2)]

    @torch.no_grad()
    def serve(thread):
        with torch.cuda.stream(streams[thread]):
            for request in requests[thread]:
                x = request.to(GPU, non_blocking=after)
                answers[thread].copy_(torch.relu(x @ first) @ second)

    return lambda: on_two_threads(serve)


@pairs.add("unsync-graph", "unsync")
def unsync_graph(after):
    """20 steps of 40 us of work and one replay of a graph of 18 launches. The torch.cuda.synchronize() after each step
    goes, but the last."""
    with torch.no_grad():
        replay = Replay(small_network(512, 1024, 6))

    def run():
        for _ in range(20):
            work_on_host(40)
            replay()
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    return run


@pairs.add("drop-item", "drop:d2h sync")
def drop_item(after, add_up=False):
    """20 steps of 60 us of work, three layers and a loss, of which the host asks with .item(). It does not ask."""
    x, target = weights(2048, 2048), weights(2048, 2048)
    matrices = [weights(2048, 2048) for _ in range(3)]

    @torch.no_grad()
    def run():
        total = torch.zeros((), device=GPU) if add_up else None
        for _ in range(20):
            work_on_host(60)
            h = x
            for matrix in matrices:
                h = torch.relu(h @ matrix)
            loss = functional.mse_loss(h, target)
            if add_up:
                total += loss
            elif not after:
                loss.item()
        if add_up:
            total.item()
        torch.cuda.synchronize()

    return run


@pairs.add("merge-tensors", "merge")
def merge_tensors(after, pack=False):
    """10 steps of 24 pinned tensors of 16 KiB in, one by one, and a product. The tensors of a step lie side by side in
    one buffer and are one copy."""
    tensors, count = 24, 8192
    host = [torch.ones(tensors * count, dtype=HALF, pin_memory=True) for _ in range(10)]
    device = torch.empty(tensors * count, device=GPU, dtype=HALF)
    sources = [h.chunk(1 if after else tensors) for h in host]
    targets = device.chunk(1 if after else tensors)
    x, matrix = weights(1024, 1024), weights(1024, 1024)
    arrived = [device]

    @torch.no_grad()
    def run():
        for source in sources:
            if pack:
                arrived[:] = torch.cat(source).pin_memory().to(GPU, non_blocking=True).chunk(tensors)
            else:
                for target, part in zip(targets, source):
                    target.copy_(part, non_blocking=True)
            torch.mm(x, matrix)
        torch.cuda.synchronize()

    def other_tensors():
        for buffer in host:
            buffer.copy_(weights(tensors * count))

    return with_result(run, lambda: [torch.cat(list(arrived))], other_tensors)
