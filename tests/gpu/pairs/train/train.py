# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Eight training steps under PyTorch's profiler: the program of docs/pytorch-trace.md and of the pair train-pin."""
import torch
from torch.profiler import ProfilerActivity, profile, record_function

from loader import Loader

device = torch.device("cuda:0")
model = torch.nn.Sequential(
    torch.nn.Linear(3072, 4096), torch.nn.ReLU(), torch.nn.Linear(4096, 4096), torch.nn.ReLU(),
    torch.nn.Linear(4096, 1000),
).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
target = torch.randint(0, 1000, (4096,), device=device)
loader = Loader(4096, 3072)


def train_step(step):
    with record_function(f"step {step}"):
        with record_function("load"):
            batch = loader.batch(step, device)
        with record_function("forward"):
            loss = torch.nn.functional.cross_entropy(model(batch), target)
        with record_function("backward"):
            optimizer.zero_grad()
            loss.backward()
        with record_function("optimizer"):
            optimizer.step()
    return loss.item()


torch.backends.cuda.matmul.allow_tf32 = True
for step in range(3):
    train_step(step)
torch.cuda.synchronize()
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA], with_stack=True, record_shapes=True) as prof:
    for step in range(8):
        train_step(step)
    torch.cuda.synchronize()
prof.export_chrome_trace("train_step.json.gz")
