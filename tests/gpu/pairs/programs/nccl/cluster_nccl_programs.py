# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs on two GPUs of programs as people train and serve with on a cluster: accumulated gradients, sharded weights,
tensors, experts and layers in parallel, losses that are logged, barriers. Written without a look at what is predicted
for them, under the rules of torch_programs.py. Both ranks issue the same collectives in the same order."""
import torch
import torch.distributed as dist
from torch.nn import functional
from torch.profiler import record_function

from pair import Pairs, with_result, work_on_host
from training_nccl_programs import HALF, weights

pairs = Pairs("pytorch", devices=2, set="cluster")
RANKS = 2


def of_rank(*shape):
    """Other values on each rank; weights() are the same on both."""
    return weights(*shape) * (1 + dist.get_rank())


def perceptron(width, layers):
    """Layers with a ReLU between, and all of their gradients side by side, where backward() adds to them."""
    parts = [torch.nn.Linear(width, width)]
    for _ in range(layers - 1):
        parts += [torch.nn.ReLU(), torch.nn.Linear(width, width)]
    model = torch.nn.Sequential(*parts).to("cuda", HALF)
    parameters = list(model.parameters())
    sizes = [parameter.numel() for parameter in parameters]
    flat = torch.zeros(sum(sizes), device="cuda", dtype=HALF)
    for parameter, part in zip(parameters, flat.split(sizes)):
        parameter.grad = part.view_as(parameter)
    return model, torch.optim.SGD(parameters, lr=1e-5), flat


class Graphed:
    """A graph of what `step` launches. The process group asks events of its own thread, so others may call CUDA."""

    def __init__(self, step):
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                step()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        self._step, self._graph = step, torch.cuda.CUDAGraph()
        with torch.cuda.graph(self._graph, capture_error_mode="thread_local"):
            step()
        torch.cuda.synchronize()

    def __call__(self):
        self._graph.replay()


@pairs.add("accumulate-reduce-once", "drop:kernel nccl range:accumulating")
def accumulate_reduce_once(after):
    """2 training steps of 4 micro-batches of 2048 rows each through 6 layers of 4096 x 4096. The gradients, 192 MiB in
    one buffer, add up, and an all-reduce averages them over the ranks behind the backward pass of each micro-batch. The
    all-reduces of the first three go: that behind the last one has the sum."""
    model, optimizer, flat = perceptron(4096, 6)
    batches = [of_rank(2048, 4096) for _ in range(4)]

    def run():
        for _ in range(2):
            flat.zero_()
            for micro, x in enumerate(batches):
                model(x).float().square().sum().backward()
                last = micro + 1 == len(batches)
                with record_function("last" if last else "accumulating"):
                    if last or not after:
                        dist.all_reduce(flat, op=dist.ReduceOp.AVG)
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: [flat])


@pairs.add("offloaded-shards", "prefetch:depth=1")
def offloaded_shards(after):
    """Inference with weights that live on the host, half of them on each rank: for each of 12 layers a pinned copy in
    of 16 MiB, an all-gather to 32 MiB, a product of 8192 rows and a ReLU, all on one stream. Each layer issues the copy
    of the next one on a stream of its own, into the other of two buffers."""
    host = [of_rank(2048, 4096).cpu().pin_memory() for _ in range(12)]
    shards = [torch.empty(2048, 4096, device="cuda", dtype=HALF) for _ in range(2)]
    full = torch.empty(4096, 4096, device="cuda", dtype=HALF)
    x, hidden = of_rank(8192, 4096), [torch.zeros(8192, 4096, device="cuda", dtype=HALF) for _ in range(2)]
    side = torch.cuda.Stream()

    def fetch(layer):
        shards[layer % 2].copy_(host[layer], non_blocking=True)

    def fetch_aside(layer):
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            fetch(layer)

    @torch.no_grad()
    def run():
        h = x
        if after:
            fetch_aside(0)
        for layer in range(len(host)):
            if not after:
                fetch(layer)
            else:
                torch.cuda.current_stream().wait_stream(side)
                if layer + 1 < len(host):
                    fetch_aside(layer + 1)
            dist.all_gather_into_tensor(full, shards[layer % 2])
            h = torch.mm(h, full, out=hidden[layer % 2]).relu_()
        torch.cuda.synchronize()

    return with_result(run, lambda: [hidden[(len(host) - 1) % 2]])


@pairs.add("log-each-step", "drop:kernel d2h sync range:logging")
def log_each_step(after):
    """12 training steps of 4096 rows through 6 layers of 1024 x 1024, each with one all-reduce of all gradients, 12
    MiB, and a step of SGD. Behind each step the loss is divided by the ranks, goes through an all-reduce and is read
    with .item(). Only that of the last step is left."""
    model, optimizer, flat = perceptron(1024, 6)
    x, target = of_rank(4096, 1024), of_rank(4096, 1024)
    logged = []

    def log(loss):
        value = loss.detach() / RANKS
        dist.all_reduce(value)
        logged.append(value.item())

    def run():
        logged.clear()
        for step in range(12):
            flat.zero_()
            loss = functional.mse_loss(model(x), target)
            loss.backward()
            dist.all_reduce(flat, op=dist.ReduceOp.AVG)
            optimizer.step()
            last = step == 11
            with record_function("last loss" if last else "logging"):
                if last or not after:
                    log(loss)
        torch.cuda.synchronize()

    return with_result(run, lambda: [flat, torch.tensor(logged[-1:])])


@pairs.add("barrier-each-step", "drop:kernel sync range:barrier", expected="none")
def barrier_each_step(after):
    """5 steps of 12 products of 8192 x 4096 with 4096 x 4096, an all-reduce of 64 MiB, and dist.barrier(), so that the
    ranks stay together. The barriers go. A step takes the GPU some 5 ms, and the host far less to issue it."""
    x, matrix, gradient = of_rank(8192, 4096), weights(4096, 4096), weights(8192, 4096)
    out = torch.zeros(8192, 4096, device="cuda", dtype=HALF)

    @torch.no_grad()
    def run():
        for _ in range(5):
            for _ in range(12):
                torch.mm(x, matrix, out=out)
            dist.all_reduce(gradient, op=dist.ReduceOp.AVG)
            if not after:
                with record_function("barrier"):
                    dist.barrier(device_ids=[torch.cuda.current_device()])
        torch.cuda.synchronize()

    return with_result(run, lambda: [out, gradient], lambda: gradient.fill_(1 + dist.get_rank()))


@pairs.add("tensor-parallel-decode", "graph")
def tensor_parallel_decode(after):
    """6 tokens of 8 sequences through 32 blocks that two ranks share: layer norm, a column-parallel product from 4096
    to 2048 or 6144 in turn, GELU, a row-parallel product back, an all-reduce of 64 KiB and the residual. A token, with
    its all-reduces, is one replay of a graph."""
    blocks = [(of_rank(4096, n), of_rank(n, 4096)) for _ in range(16) for n in (2048, 6144)]
    first = weights(8, 4096)
    x = first.clone()

    def token():
        h = x
        for up, down in blocks:
            part = functional.gelu(functional.layer_norm(h, (4096,)) @ up) @ down
            dist.all_reduce(part)
            h = h + part
        x.copy_(functional.layer_norm(h, (4096,)))

    with torch.no_grad():
        step = Graphed(token) if after else token

    @torch.no_grad()
    def run():
        for _ in range(6):
            step()
        torch.cuda.synchronize()

    return with_result(run, lambda: [x], lambda: x.copy_(first))


@pairs.add("half-precision-gradients", "scale:kernel AllReduce,factor=0.5", expected="none")
def half_precision_gradients(after):
    """A backward pass of 8 layers of 2048 x 4096 with 32768 rows: the product for the gradient, a kernel that writes it
    to its place in the buffer, its all-reduce beside what follows, the product for the layer before. The buffer holds
    32 MiB of float32 for each layer, and then 16 MiB of bfloat16; that kernel takes a little less, too. The products
    take far longer than the all-reduces."""
    flat = torch.zeros(8, 2048, 4096, device="cuda", dtype=HALF if after else torch.float32)
    x, out = weights(32768, 2048), torch.zeros(32768, 2048, device="cuda", dtype=HALF)
    dy, back = of_rank(32768, 4096), weights(4096, 2048)
    gradient = torch.zeros(2048, 4096, device="cuda", dtype=HALF)

    @torch.no_grad()
    def run():
        works = []
        for part in flat:
            torch.mm(x.t(), dy, out=gradient)
            part.copy_(gradient)
            works.append(dist.all_reduce(part, async_op=True))
            torch.mm(dy, back, out=out)
        for work in works:
            work.wait()
        torch.cuda.synchronize()

    return with_result(run, lambda: [flat])


@pairs.add("shared-expert-beside", "move:kernel range:shared_expert,independent=yes")
def shared_expert_beside(after):
    """10 layers with experts on both ranks: an all-to-all of 64 MiB sends 16384 tokens of 2048 to their experts, two
    products of 2048 x 2048 with a ReLU between are the expert, an all-to-all brings the tokens back. A shared expert,
    half as wide, works on the rank's own tokens between the first all-to-all and the routed expert, and both are added
    at the end of the layer. The shared expert goes to a stream of its own, where it runs beside all of that."""
    rows, width = 16384, 2048
    routed = weights(width, width), weights(width, width)
    shared = weights(width, width // 2), weights(width // 2, width)
    x = of_rank(rows, width)
    h, sent, done, returned, own = (torch.zeros(rows, width, device="cuda", dtype=HALF) for _ in range(5))
    inner, own_inner = (torch.zeros(rows, n, device="cuda", dtype=HALF) for n in (width, width // 2))
    main = torch.cuda.current_stream()
    aside = torch.cuda.Stream() if after else main

    def expert(tokens, layers, between, out):
        torch.mm(tokens, layers[0], out=between).relu_()
        torch.mm(between, layers[1], out=out)

    @torch.no_grad()
    def run():
        h.copy_(x)
        for _ in range(10):
            if after:
                aside.wait_stream(main)
            dist.all_to_all_single(sent, h)
            with torch.cuda.stream(aside), record_function("shared_expert"):
                expert(h, shared, own_inner, own)
            expert(sent, routed, inner, done)
            dist.all_to_all_single(returned, done)
            if after:
                main.wait_stream(aside)
            torch.add(returned, own, out=h)
        torch.cuda.synchronize()

    return with_result(run, lambda: [h])


@pairs.add("pipeline-micro-batches", "unsync")
def pipeline_micro_batches(after):
    """Two stages of a network, one on each rank, and 12 micro-batches of 4096 x 2048: for each one 300 us of work on
    the host, 12 layers of 2048 x 2048 with a ReLU, and 16 MiB from rank 0 to rank 1 with dist.send() and dist.recv().
    At the end rank 1 sends the answers back. The torch.cuda.synchronize() behind each micro-batch goes; that at the
    end stays."""
    stage = [weights(2048, 2048) * 1.5 for _ in range(12)]
    batches = [weights(4096, 2048) for _ in range(12)]
    arrived = torch.zeros(4096, 2048, device="cuda", dtype=HALF)
    answers = torch.zeros(len(batches), 64, 2048, device="cuda", dtype=HALF)
    first = dist.get_rank() == 0

    def layers(h):
        for matrix in stage:
            h = torch.relu_(h @ matrix)
        return h

    def micro_batch(batch, answer):
        if first:
            dist.send(layers(batch), 1)
        else:
            dist.recv(arrived, 0)
            answer.copy_(layers(arrived)[:64])

    @torch.no_grad()
    def run():
        for batch, answer in zip(batches, answers):
            work_on_host(300)
            micro_batch(batch, answer)
            if not after:
                torch.cuda.synchronize()
        if first:
            dist.recv(answers, 1)
        else:
            dist.send(answers, 0)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers], lambda: answers.zero_())


@pairs.add("broadcast-batches", "pin")
def broadcast_batches(after):
    """8 steps with one loader for both ranks: rank 0 copies 16 MiB from pageable memory to its GPU and broadcasts them;
    each rank puts its half of the rows through three pairs of layers, 2048 to 8192 and back, and an all-reduce sums a
    gradient of 8 MiB. The host memory is pinned and the copy does not block. Rank 1 copies nothing."""
    first = dist.get_rank() == 0
    batches = [weights(4096, 2048).cpu() for _ in range(8)]
    if after:
        batches = [batch.pin_memory() for batch in batches]
    batch = torch.zeros(4096, 2048, device="cuda", dtype=HALF)
    mine = batch.chunk(RANKS)[dist.get_rank()]
    layers = [(weights(2048, 8192), weights(8192, 2048)) for _ in range(3)]
    gradient = torch.zeros(2048, 2048, device="cuda", dtype=HALF)

    @torch.no_grad()
    def run():
        for source in batches:
            if first:
                batch.copy_(source, non_blocking=after)
            dist.broadcast(batch, 0)
            h = mine
            for up, down in layers:
                h = torch.relu_(h @ up) @ down
            torch.mm(mine.t(), h, out=gradient)
            dist.all_reduce(gradient)
        torch.cuda.synchronize()

    return with_result(run, lambda: [gradient])


@pairs.add("scatter-at-once", "bucket:bytes=256MiB", expected="none")
def scatter_at_once(after):
    """A backward pass of 8 layers of 4096 x 4096 with 16384 rows, two products each; then reduce-scatters of their
    gradients, 32 MiB each and side by side in memory, one after the other, and one kernel that adds the rank's half of
    all to its weights. One reduce-scatter takes all 256 MiB. The link is as busy as before, and the products take most
    of the time."""
    flat = torch.zeros(8, 4096, 4096, device="cuda", dtype=HALF)
    shard, master = (torch.zeros(flat.numel() // RANKS, device="cuda", dtype=HALF) for _ in range(2))
    count = 1 if after else len(flat)
    parts = list(zip(flat.view(-1).chunk(count), shard.chunk(count)))
    x, matrix, dy = weights(16384, 4096), weights(4096, 4096), of_rank(16384, 4096)
    out = torch.zeros(16384, 4096, device="cuda", dtype=HALF)

    @torch.no_grad()
    def run():
        for gradient in flat:
            torch.mm(x.t(), dy, out=gradient)
            torch.mm(dy, matrix, out=out)
        for part, mine in parts:
            dist.reduce_scatter_tensor(mine, part)
        master.add_(shard, alpha=-1e-3)
        torch.cuda.synchronize()

    def all_gradients():
        """Which half of them a rank has differs: compared is the whole."""
        whole = torch.zeros_like(flat)
        for part, (_, mine) in zip(whole.view(-1).chunk(count), parts):
            dist.all_gather_into_tensor(part, mine)
        return [whole]

    return with_result(run, all_gradients)
