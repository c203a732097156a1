# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs on two GPUs of the size of real training: the GPUs work for milliseconds, and the host is ahead of them."""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

from nccl_programs import MIB, buckets, gradients, numbered
from pair import Pairs, with_result

pairs = Pairs("pytorch", devices=2, set="training")
HALF = torch.bfloat16


def weights(*shape):
    return torch.randn(shape, device="cuda", dtype=HALF) * 0.02


class Backward:
    """Products of a backward pass from the last layer to the first, each followed by the gradients of its layer."""

    def __init__(self, layers, rows, width, large, most=1):
        self.rows, self.layers = rows, layers
        sizes = gradients(layers, large, 4096)
        self.flat = torch.zeros(sum(sizes), device="cuda")
        self.parts = {last: self.flat[b:e] for b, e, last in buckets(sizes, most)}
        self.x, self.matrix = weights(rows, width), weights(width, width)
        self.out = weights(rows, width)

    def product(self):
        torch.mm(self.x, self.matrix, out=self.out)

    def reduce(self, layer):
        """The all-reduces that can begin when the gradients of this layer are there."""
        last = (2 * layer, 2 * layer + 1)
        return [dist.all_reduce(self.parts[g], async_op=True) for g in last if g in self.parts]

    def issue(self, behind_layer=lambda: None):
        """The whole pass, and waits for it."""
        works = []
        for layer in range(self.layers):
            self.product()
            works += self.reduce(layer)
            behind_layer()
        for done in works:
            done.wait()
        torch.cuda.synchronize()

    def with_flat(self, run):
        return with_result(torch.no_grad()(run), lambda: [self.flat], lambda: numbered(self.flat))


@pairs.add("large-buckets", "bucket:bytes=64MiB")
def large_buckets(after):
    """A backward pass of 24 large products; behind each one the all-reduces of a 16 MiB and a 16 KiB gradient. They go
    in buckets of 64 MiB."""
    work = Backward(24, 8192, 4096, 16 * MIB, 64 * MIB if after else 1)

    return work.with_flat(work.issue)


@pairs.add("reduce-at-once", "unsync")
def reduce_at_once(after):
    """The same backward pass with 32 MiB gradients, where the host waits for the device behind each layer. It waits at
    the end alone."""
    work = Backward(12, 8192, 4096, 32 * MIB)

    return work.with_flat(lambda: work.issue(behind_layer=(lambda: None) if after else torch.cuda.synchronize))


@pairs.add("halve-products-beside", "scale:kernel nvjet,factor=0.5", expected="none")
def halve_products_beside(after):
    """Six products beside one all-reduce of 1 GiB, which takes longer than all of them. The products work on half of
    the rows."""
    flat = torch.zeros(1024 * MIB, device="cuda")
    x, matrix = weights(4096 if after else 8192, 4096), weights(4096, 4096)
    out = torch.empty_like(x)

    @torch.no_grad()
    def run():
        done = dist.all_reduce(flat, async_op=True)
        for _ in range(6):
            torch.mm(x, matrix, out=out)
        done.wait()
        torch.cuda.synchronize()

    return run


@pairs.add("halve-products", "scale:kernel nvjet,factor=0.5")
def halve_products(after):
    """A backward pass of 16 large products with 16 MiB gradients, whose all-reduces take less time than the products.
    The products add up half as many terms. They last some milliseconds in all: after ten the clocks fall, and half of
    the work takes less than half of the time."""
    work = Backward(16, 8192, 4096, 16 * MIB)
    if after:
        work.x, work.matrix = weights(8192, 2048), weights(2048, 4096)

    return work.with_flat(work.issue)


@pairs.add("no-reduce", "drop:kernel nccl")
def no_reduce(after):
    """Four small products of each step, then an all-reduce of 128 MiB that the next step waits for. It is left out, as
    in the steps that only accumulate gradients."""
    flat = torch.zeros(128 * MIB, device="cuda")
    work = Backward(1, 8192, 4096, 1024)

    @torch.no_grad()
    def run():
        for _ in range(4):
            for _ in range(4):
                work.product()
            if not after:
                dist.all_reduce(flat)
        torch.cuda.synchronize()

    return run


@pairs.add("pin-parallel-loader", "pin")
def pin_parallel_loader(after):
    """Data-parallel steps: 32 MiB from pageable memory with a blocking .to(), four products, an all-reduce of 32 MiB.
    The host memory is pinned and .to() does not block."""
    batches = [torch.ones(8192, 2048, dtype=HALF, pin_memory=after) for _ in range(6)]
    matrix = weights(2048, 2048)
    flat = torch.zeros(32 * MIB, device="cuda")

    @torch.no_grad()
    def run():
        for batch in batches:
            x = batch.to("cuda", non_blocking=after)
            for _ in range(4):
                x = x @ matrix
            dist.all_reduce(flat)
        torch.cuda.synchronize()

    return run


@pairs.add("prefetch-parallel-loader", "prefetch:depth=1")
def prefetch_parallel_loader(after):
    """Data-parallel steps on one stream: a 64 MiB pinned copy, eight products, an all-reduce of 64 MiB. Each step
    issues the copy of the next one on a stream of its own, into the other of two buffers."""
    host = [torch.ones(8192, 4096, dtype=HALF, pin_memory=True) for _ in range(6)]
    buffers = [torch.empty(8192, 4096, device="cuda", dtype=HALF) for _ in range(2)]
    matrix, out = weights(4096, 2048), weights(8192, 2048)
    flat = torch.zeros(64 * MIB, device="cuda")
    side = torch.cuda.Stream()

    def fetch(step):
        buffers[step % 2].copy_(host[step], non_blocking=True)

    @torch.no_grad()
    def run():
        main = torch.cuda.current_stream()
        if after:
            side.wait_stream(main)
            with torch.cuda.stream(side):
                fetch(0)
        for step in range(len(host)):
            if after:
                main.wait_stream(side)
                if step + 1 < len(host):
                    side.wait_stream(main)
                    with torch.cuda.stream(side):
                        fetch(step + 1)
            else:
                fetch(step)
            for _ in range(8):
                torch.mm(buffers[step % 2], matrix, out=out)
            dist.all_reduce(flat)
        torch.cuda.synchronize()

    return run


@pairs.add("keep-weights", "drop:kernel AllGather")
def keep_weights(after):
    """Sharded weights: an all-gather of 32 MiB before each of twelve layers of two products, one layer ahead, and a
    reduce-scatter of 64 MiB behind it. The weights stay on both GPUs, so that the all-gathers go."""
    shards = [torch.ones(2048, 4096, device="cuda", dtype=HALF) for _ in range(12)]
    full = [torch.empty(4096, 4096, device="cuda", dtype=HALF) for _ in range(2)]
    gradient, part = weights(8192, 4096), weights(4096, 4096)
    x, out = weights(8192, 4096), weights(8192, 4096)

    @torch.no_grad()
    def run():
        def gather(layer):
            return dist.all_gather_into_tensor(full[layer % 2], shards[layer], async_op=True)

        works, ahead = [], None if after else gather(0)
        for layer in range(12):
            if not after:
                ahead.wait()
                if layer + 1 < 12:
                    ahead = gather(layer + 1)
            for _ in range(2):
                torch.mm(x, full[layer % 2], out=out)
            works.append(dist.reduce_scatter_tensor(part, gradient, async_op=True))
        for done in works:
            done.wait()
        torch.cuda.synchronize()

    return run


def trained(steps, most):
    """Forward, backward and optimiser of ten layers under DistributedDataParallel with buckets of so many MiB."""
    model = torch.nn.Sequential(*[torch.nn.Linear(2048, 2048) for _ in range(10)]).to("cuda", HALF)
    model = DistributedDataParallel(model, bucket_cap_mb=most, gradient_as_bucket_view=True)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)
    x = weights(16384, 2048)

    def run():
        for _ in range(steps):
            optimizer.zero_grad(set_to_none=True)
            model(x).float().square().mean().backward()
            optimizer.step()
        torch.cuda.synchronize()

    return run


@pairs.add("parallel-buckets", "bucket:bytes=32MiB")
def parallel_buckets(after):
    """Three training steps of ten layers under DistributedDataParallel, whose gradients of 8 MiB go one by one. They go
    in buckets of 32 MiB."""
    return trained(3, 32 if after else 1)
