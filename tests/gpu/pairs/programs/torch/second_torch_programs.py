# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The second set of pairs in PyTorch, under the rules of torch_programs.py."""
import torch
from torch.nn import functional

from pair import Pairs, with_result, work_on_host
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, weights

pairs = Pairs("pytorch", set="second")


class Block(torch.nn.Module):
    """A block of a transformer: attention and two layers, each behind a norm."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.first_norm, self.second_norm = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.qkv, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.qkv(self.first_norm(x)).view(batch, length, 3, self.heads, width // self.heads)
        q, k, v = parts.permute(2, 0, 3, 1, 4)
        attended = functional.scaled_dot_product_attention(q, k, v)
        x = x + self.out(attended.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(functional.gelu(self.up(self.second_norm(x))))


@pairs.add("graph-transformer", "graph:kernel")
def graph_transformer(after, answer_in_graph=False):
    """5 requests of 1 MiB in, three blocks of a transformer and 1 MiB back, and a wait for the answer. The kernels of a
    request are one replay of a graph; the copies stay as they are."""
    model = torch.nn.Sequential(*[Block(512, 8) for _ in range(3)]).to(GPU, HALF)
    x = weights(8, 128, 512)
    requests = [on_host(8, 128, 512, pinned=True) for _ in range(5)]
    answer = on_host(8, 128, 512, pinned=True)

    def answered():
        answer.copy_(model(x), non_blocking=True)

    with torch.no_grad():
        forward = Replay(lambda: model(x)) if after else lambda: model(x)
        all_in_one = Replay(answered) if answer_in_graph else None

    @torch.no_grad()
    def run():
        for request in requests:
            x.copy_(request, non_blocking=True)
            if answer_in_graph:
                all_in_one()
            else:
                answer.copy_(forward(), non_blocking=True)
            torch.cuda.synchronize()

    def other_requests():
        for request in requests:
            request.copy_(weights(8, 128, 512))

    return with_result(run, lambda: [answer], other_requests)


@pairs.add("optimizer-foreach", "merge:kernel elementwise")
def optimizer_foreach(after, graph=False):
    """10 steps of a product and of SGD over 48 parameters of 512 KiB, one kernel each. The optimizer takes all
    parameters in one kernel (foreach)."""
    parameters = [torch.nn.Parameter(weights(512, 512)) for _ in range(48)]
    for parameter in parameters:
        parameter.grad = torch.ones_like(parameter)
    optimizer = torch.optim.SGD(parameters, lr=1e-5, foreach=after)
    x, matrix = weights(2048, 2048), weights(2048, 2048)
    first = [parameter.detach().clone() for parameter in parameters]

    def one():
        torch.mm(x, matrix)
        optimizer.step()

    with torch.no_grad():
        step = Replay(one) if graph else one

    @torch.no_grad()
    def run():
        for _ in range(10):
            step()
        torch.cuda.synchronize()

    @torch.no_grad()
    def back_to_first():
        for index, (parameter, value) in enumerate(zip(parameters, first)):
            parameter.copy_(value)
            parameter.grad.fill_(1000 + index)  # ones change no parameter of this type

    return with_result(run, lambda: parameters, back_to_first)


@pairs.add("pin-results", "pin:d2h,asynchronous=both")
def pin_results(after, asynchronous=True):
    """10 steps of three layers and an 8 MiB result that the host gets in pageable memory. It gets it in pinned memory
    and waits once, at the end."""
    x = weights(2048, 2048)
    matrices = [weights(2048, 2048) for _ in range(3)]
    results = [on_host(2048, 2048, pinned=after) for _ in range(10)]

    @torch.no_grad()
    def run():
        for result in results:
            h = x
            for matrix in matrices:
                h = torch.relu(h @ matrix)
            result.copy_(h, non_blocking=after and asynchronous)
        torch.cuda.synchronize()

    return with_result(run, lambda: results)


@pairs.add("prefetch-deep", "prefetch:depth=2")
def prefetch_deep(after):
    """12 steps of a 16 MiB pinned copy in and of two or eight layers in turn on one stream. The copies are issued two
    steps before, on a stream of their own, into three buffers."""
    host = [on_host(4096, 2048, pinned=True) for _ in range(12)]
    buffers = [torch.empty(4096, 2048, device=GPU, dtype=HALF) for _ in range(3)]
    matrices = [weights(2048, 2048) for _ in range(8)]
    side = torch.cuda.Stream()
    loaded = [torch.cuda.Event() for _ in host]

    def compute(x, layers):
        for matrix in matrices[:layers]:
            x = torch.relu(x @ matrix)

    def load(step):
        if step >= len(host):
            return
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            buffers[step % 3].copy_(host[step], non_blocking=True)
            loaded[step].record(side)

    @torch.no_grad()
    def run():
        if after:
            load(0)
            load(1)
        for step, source in enumerate(host):
            if after:
                load(step + 2)
                torch.cuda.current_stream().wait_event(loaded[step])
            else:
                buffers[step % 3].copy_(source, non_blocking=True)
            compute(buffers[step % 3], 8 if step % 2 else 2)
        torch.cuda.synchronize()

    return run


@pairs.add("gemm-beside-copy", "scale:kernel,factor=0.5", expected="none")
def gemm_beside_copy(after):
    """10 steps of a product of 4096 rows with a 4096 x 4096 matrix, and behind it, on a second stream, a 48 MiB copy
    back that the next product does not wait for. The product has half the rows; the copies are the limit."""
    x, matrix = weights(2048 if after else 4096, 4096), weights(4096, 4096)
    y = torch.empty(x.shape[0], 4096, device=GPU, dtype=HALF)
    source, target = weights(6144, 4096), on_host(6144, 4096, pinned=True)
    side = torch.cuda.Stream()

    @torch.no_grad()
    def run():
        for _ in range(10):
            torch.mm(x, matrix, out=y)
            side.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(side):
                target.copy_(source, non_blocking=True)
        torch.cuda.synchronize()

    return run


@pairs.add("host-loader", "host:host_work >250us,factor=0.5")
def host_loader(after, graph=False):
    """12 steps of 400 us of work, a 4 MiB pinned copy in, four layers and a sum; the host asks for the sum at the end.
    The work takes 200 us."""
    batches = [on_host(1024, 2048, pinned=True) for _ in range(12)]
    matrices = [weights(2048, 2048) for _ in range(4)]
    answers = []

    def add_mean(total, h):
        for matrix in matrices:
            h = torch.relu(h @ matrix)
        total += h.float().mean()

    @torch.no_grad()
    def run():
        total = torch.zeros((), device=GPU)
        for batch in batches:
            work_on_host(200 if after else 400)
            add_mean(total, batch.to(GPU, non_blocking=True))
        answers[:] = [total.item()]

    if graph:
        x, total = torch.zeros(1024, 2048, device=GPU, dtype=HALF), torch.zeros((), device=GPU)
        with torch.no_grad():
            replay = Replay(lambda: add_mean(total, x))

    @torch.no_grad()
    def run_graph():
        total.zero_()
        for batch in batches:
            work_on_host(400)
            x.copy_(batch, non_blocking=True)
            replay()
        answers[:] = [total.item()]

    def other_batches():
        for batch in batches:
            batch.copy_(weights(1024, 2048))

    return with_result(run_graph if graph else run, lambda: [torch.tensor(answers)], other_batches)


@pairs.add("item-every-fifth", "unsync")
def item_every_fifth(after, graph=False):
    """15 training steps of three layers with a norm, SGD with momentum; the host asks for the loss with .item() in each
    fifth step. The torch.cuda.synchronize() after each step goes, but the last."""
    model = torch.nn.Sequential(
        torch.nn.Linear(1024, 2048),
        torch.nn.LayerNorm(2048),
        torch.nn.GELU(),
        torch.nn.Linear(2048, 1024),
    ).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-5, momentum=0.9)
    x, target = weights(16384, 1024), weights(16384, 1024)

    def one():
        optimizer.zero_grad(set_to_none=True)
        loss = functional.mse_loss(model(x), target)
        loss.backward()
        optimizer.step()
        return loss

    back = back_to_start(model, optimizer)
    train = Replay(one) if graph else one

    def run():
        for step in range(15):
            loss = train()
            if step % 5 == 4:
                loss.item()
            if not after:
                torch.cuda.synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back)
