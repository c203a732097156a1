# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Times eight training steps of train.py as they are and with pinned batches, without the profiler; then traces the
pinned ones. Needs a GPU and PyTorch."""
import statistics
import time

import torch
from torch.profiler import ProfilerActivity, profile

from train import loader, train_step


def timed():
    torch.cuda.synchronize()
    begin = time.perf_counter()
    for step in range(8):
        train_step(step)
    torch.cuda.synchronize()
    return 1e3 * (time.perf_counter() - begin)


def report(name):
    for _ in range(3):
        timed()
    times = [timed() for _ in range(9)]
    print(f"{name}: median {statistics.median(times):.2f} ms, {min(times):.2f} to {max(times):.2f}")


report("pageable")
loader.data = [batch.pin_memory() for batch in loader.data]
loader.batch = lambda step, device: loader.data[step % len(loader.data)].to(device, non_blocking=True)
report("pinned")
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], with_stack=True, record_shapes=True) as prof:
    profiled = timed()
print(f"pinned, under the profiler: {profiled:.2f} ms")
prof.export_chrome_trace("train_step_pinned.json.gz")
