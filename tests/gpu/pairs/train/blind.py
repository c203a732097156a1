# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Four training programs before and after one change, timed and traced. Needs a GPU and PyTorch."""
import json, statistics, sys, time
import torch
from torch.profiler import ProfilerActivity, profile, record_function

dev = torch.device("cuda:0")
torch.backends.cuda.matmul.allow_tf32 = True
STEPS = 8

def make(width, depth):
    layers = []
    for _ in range(depth):
        layers += [torch.nn.Linear(width, width), torch.nn.ReLU()]
    model = torch.nn.Sequential(*layers).to(dev)
    return model, torch.optim.SGD(model.parameters(), lr=1e-3)

def timed(run):
    torch.cuda.synchronize(); t = time.perf_counter(); run(); torch.cuda.synchronize()
    return 1e3 * (time.perf_counter() - t)

def measure(name, side, run):
    for _ in range(3): timed(run)
    plain = [timed(run) for _ in range(9)]
    with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], with_stack=False) as prof:
        profiled = timed(run)
    prof.export_chrome_trace(f"{name}.{side}.json.gz")
    print(f"{name} {side}: plain median {statistics.median(plain):.2f} ms, profiled {profiled:.2f} ms", flush=True)

def step(model, opt, x, y, item=True):
    with record_function("forward"):
        loss = torch.nn.functional.mse_loss(model(x), y)
    with record_function("backward"):
        opt.zero_grad(); loss.backward()
    with record_function("optimizer"):
        opt.step()
    return loss.item() if item else None

# 1: pinned, non-blocking; wide layers
model, opt = make(2048, 4); host = [torch.randn(8192, 2048) for _ in range(3)]; y = torch.zeros(8192, 2048, device=dev)
def a(data, nb):
    for i in range(STEPS): step(model, opt, data[i % 3].to(dev, non_blocking=nb), y)
measure("t-pin", "before", lambda: a(host, False))
pinned = [h.pin_memory() for h in host]
measure("t-pin", "after", lambda: a(pinned, True))
# 2: prefetch one step ahead on a stream of its own
side = torch.cuda.Stream()
def c():
    def fetch(i):
        with torch.cuda.stream(side): return pinned[i % 3].to(dev, non_blocking=True)
    nxt = fetch(0)
    for i in range(STEPS):
        torch.cuda.current_stream().wait_stream(side); x = nxt; x.record_stream(torch.cuda.current_stream())
        if i + 1 < STEPS: nxt = fetch(i + 1)
        step(model, opt, x, y)
measure("t-prefetch", "before", lambda: a(pinned, True))
measure("t-prefetch", "after", c)
# 3: no .item() in a host-bound step
small, sopt = make(512, 12); xs = torch.randn(256, 512, device=dev); ys = torch.zeros(256, 512, device=dev)
def d(item):
    for i in range(STEPS): step(small, sopt, xs, ys, item)
measure("t-unsync", "before", lambda: d(True))
measure("t-unsync", "after", lambda: d(False))
# 4: the whole step as one graph
g = torch.cuda.CUDAGraph(); s = torch.cuda.Stream(); s.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(s):
    for _ in range(3): step(small, sopt, xs, ys, False)
torch.cuda.current_stream().wait_stream(s)
sopt.zero_grad(set_to_none=True)
with torch.cuda.graph(g):
    loss = torch.nn.functional.mse_loss(small(xs), ys); loss.backward(); sopt.step()
def e():
    for i in range(STEPS): g.replay()
measure("t-graph", "before", lambda: d(False))
measure("t-graph", "after", e)
