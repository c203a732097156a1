# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The pairs on two GPUs, one process each: all-reduces of many gradients, and of buckets of them."""
import torch
import torch.distributed as dist

from pair import Pairs, with_result

pairs = Pairs("pytorch", devices=2)
MIB = 256 * 1024  # elements of four bytes


def gradients(layers, large, small):
    """Sizes in elements: a matrix and a bias for each layer."""
    return [size for _ in range(layers) for size in (large, small)]


def buckets(sizes, most):
    """As the change `bucket` joins them: one more while the bucket is not full. Returns (begin, end, index of the last
    gradient) in elements of one flat buffer."""
    result, begin, end = [], 0, 0
    for index, size in enumerate(sizes):
        end += size
        if end - begin >= most or index + 1 == len(sizes):
            result.append((begin, end, index))
            begin = end
    return result


def numbered(flat):
    """Other values in each place and on each rank."""
    flat.copy_(torch.arange(flat.numel(), device="cuda").remainder_(1000).add_(dist.get_rank()))


@pairs.add("bucket-gradients", "bucket:bytes=8MiB")
def bucket_gradients(after, most=8 * MIB):
    """30 gradients of 2 MiB and of 8 KiB in turn, each with an all-reduce of its own, issued one after the other. They
    go in buckets of 8 MiB."""
    sizes = gradients(15, 512 * 1024, 2048)
    flat = torch.zeros(sum(sizes), device="cuda")
    parts = [flat[b:e] for b, e, _ in buckets(sizes, most if after else 1)]

    def run():
        for work in [dist.all_reduce(part, async_op=True) for part in parts]:
            work.wait()
        torch.cuda.synchronize()

    return with_result(run, lambda: [flat], lambda: numbered(flat))


@pairs.add("bucket-backward", "bucket:bytes=16MiB")
def bucket_backward(after, most=16 * MIB):
    """A backward pass of 20 products; behind each one the all-reduces of a 4 MiB and an 8 KiB gradient run beside what
    follows. They go in buckets of 16 MiB."""
    sizes = gradients(20, 1024 * 1024, 2048)
    flat = torch.zeros(sum(sizes), device="cuda")
    parts = {last: flat[b:e] for b, e, last in buckets(sizes, most if after else 1)}
    x = torch.randn(4096, 2048, device="cuda", dtype=torch.bfloat16)
    matrix = torch.randn(2048, 2048, device="cuda", dtype=torch.bfloat16) * 0.02

    @torch.no_grad()
    def run():
        works = []
        for layer in range(20):
            torch.mm(x, matrix)
            for gradient in (2 * layer, 2 * layer + 1):
                if gradient in parts:
                    works.append(dist.all_reduce(parts[gradient], async_op=True))
        for work in works:
            work.wait()
        torch.cuda.synchronize()

    return with_result(run, lambda: [flat], lambda: numbered(flat))
