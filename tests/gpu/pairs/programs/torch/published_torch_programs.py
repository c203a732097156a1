# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of kinds that public tutorials and recipes show: profiling a module, pinned memory, graphs of whole
networks, the tuning guide, data prefetchers, a loop of reinforcement learning. Written without a look at what is
predicted for them, under the rules of torch_programs.py."""
import torch
from torch.nn import functional
from torch.profiler import record_function

from everyday_torch_programs import for_host
from pair import Pairs, with_result, work_on_host
from second_torch_programs import Block
from torch_programs import GPU, HALF, Replay, back_to_start, learned, on_host, small_network, weights

pairs = Pairs("pytorch", set="published")


class MaskedLayers(torch.nn.Module):
    """Two layers, and of their result what a mask leaves that is compared with a threshold."""

    def __init__(self, width, on_device):
        super().__init__()
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)
        self.on_device = on_device
        self.seen = None

    def forward(self, x, mask):
        out = self.down(functional.gelu(self.up(x)))
        threshold = out.mean()
        if not self.on_device:
            threshold = threshold.item()
            self.seen = mask.cpu()  # for somebody who wants to look at it
        return out * (mask > threshold)


@pairs.add("mask-to-host", "drop:d2h sync")
def mask_to_host(after):
    """15 passes of a module with two layers, which asks for a threshold with .item() and takes its 2 MiB mask to
    pageable memory with .cpu(). The threshold and the mask stay on the device."""
    model = MaskedLayers(1024, on_device=after).to(GPU, HALF)
    x, mask = weights(4, 1024, 1024), weights(1024, 1024)
    answers = []

    @torch.no_grad()
    def run():
        for _ in range(15):
            answers[:] = [model(x, mask)]
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("dictionary-pinned", "pin")
def dictionary_pinned(after):
    """Twice a dictionary of 20 tensors of 4 MB goes from pageable memory to the device, each with a blocking .to(), and
    nothing else is done. The host memory is pinned and .to() does not block."""
    host = {f"tensor {i}": for_host(torch.randn(1000, 1000, device=GPU), after) for i in range(20)}
    device = {}

    def run():
        for _ in range(2):
            for name, tensor in host.items():
                device[name] = tensor.to(GPU, non_blocking=after)
            torch.cuda.synchronize()

    return with_result(run, lambda: list(device.values()))


@pairs.add("whole-network-graph", "graph")
def whole_network_graph(after):
    """10 training steps of a small network with dropout and SGD, whose batches lie on the device and are copied to the
    input first. Forward and backward pass and the optimizer of a step are one replay of a graph; the copies stay
    before it."""
    linear, dropout = torch.nn.Linear, torch.nn.Dropout
    model = torch.nn.Sequential(linear(1024, 512), dropout(0.2), linear(512, 256), dropout(0.1)).to(GPU)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    batches = [(torch.randn(160, 1024, device=GPU), torch.randn(160, 256, device=GPU)) for _ in range(10)]
    x, target = torch.zeros(160, 1024, device=GPU), torch.zeros(160, 256, device=GPU)

    def step():
        optimizer.zero_grad(set_to_none=True)
        loss = functional.mse_loss(model(x), target)
        loss.backward()
        optimizer.step()
        return loss.detach()

    back = back_to_start(model, optimizer)
    train = Replay(step) if after else step

    def run():
        for features, wanted in batches:
            x.copy_(features)
            target.copy_(wanted)
            train()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back)


@pairs.add(
    "zero-grad-none",
    "drop:kernel memset range:Optimizer.zero_grad",  # whichever of them fills with zeros
    "drop:kernel operator:torch::autograd::AccumulateGrad",
)
def zero_grad_none(after):
    """8 training steps of 6 layers with 32 MiB of weights each, whose gradients zero_grad fills with zeros and the
    backward pass adds to. zero_grad(set_to_none=True) fills nothing, and nothing is added."""
    layers = [layer for _ in range(6) for layer in (torch.nn.Linear(4096, 4096, bias=False), torch.nn.ReLU())]
    model = torch.nn.Sequential(*layers).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    x, target = weights(512, 4096), weights(512, 4096)

    def run():
        for _ in range(8):
            optimizer.zero_grad(set_to_none=after)
            functional.mse_loss(model(x), target).backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("clip-norm-item", "drop:d2h sync bytes<=64")
def clip_norm_item(after):
    """8 training steps of three blocks of a transformer with gradients clipped to a norm, for which the host asks with
    .item() in each step. It does not ask."""
    model = torch.nn.Sequential(*[Block(512, 8) for _ in range(3)]).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    x, target = weights(16, 512, 512), weights(16, 512, 512)

    def run():
        for _ in range(8):
            optimizer.zero_grad(set_to_none=True)
            functional.mse_loss(model(x), target).backward()
            norm = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
            if not after:
                norm.item()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


class Prefetcher:
    """Gives batches on the device; the copies of the next one are already issued, on a stream of their own."""

    def __init__(self, batches, stream):
        self.batches, self.stream = iter(batches), stream
        self.load()

    def load(self):
        self.next = next(self.batches, None)
        if self.next is not None:
            with torch.cuda.stream(self.stream):
                self.next = [tensor.to(GPU, non_blocking=True) for tensor in self.next]

    def __iter__(self):
        current = torch.cuda.current_stream()
        while self.next is not None:
            current.wait_stream(self.stream)
            batch = self.next
            for tensor in batch:
                tensor.record_stream(current)  # else its memory could be used again too early
            self.load()
            yield batch


@pairs.add("prefetcher-class", "prefetch:h2d,depth=1")
def prefetcher_class(after):
    """10 training steps of a small CNN on 18 MiB of images of bytes and their labels, copied in from pinned memory and
    normalised on one stream. A class issues the copies of the next batch before the work on this one, on a stream of
    their own."""
    conv, relu = torch.nn.Conv2d, torch.nn.ReLU
    layers = [conv(3, 32, 3, stride=2), relu(), conv(32, 64, 3, stride=2), relu(), torch.nn.AdaptiveAvgPool2d(1)]
    model = torch.nn.Sequential(*layers, torch.nn.Flatten(), torch.nn.Linear(64, 100)).to(GPU, HALF)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    mean, deviation = weights(1, 3, 1, 1) + 120, weights(1, 3, 1, 1) + 60
    batches = []
    for _ in range(10):
        images = torch.randint(256, (128, 3, 224, 224), dtype=torch.uint8, device=GPU)
        batches.append((for_host(images, True), for_host(torch.randint(100, (128,), device=GPU), True)))
    side = torch.cuda.Stream()

    def loaded():
        if after:
            yield from Prefetcher(batches, side)
        else:
            for batch in batches:
                yield [tensor.to(GPU, non_blocking=True) for tensor in batch]

    def run():
        for images, labels in loaded():
            optimizer.zero_grad(set_to_none=True)
            x = (images.to(HALF) - mean) / deviation
            functional.cross_entropy(model(x).float(), labels).backward()
            optimizer.step()
        torch.cuda.synchronize()

    return with_result(run, lambda: learned(model), back_to_start(model, optimizer))


@pairs.add("padded-requests", "postpone")
def padded_requests(after):
    """12 requests in turn on 2 streams, padded to 128, 256 or 512 tokens: 100 us of work, a pinned copy in, three
    blocks of a transformer, a pinned copy back and a wait for the stream. The host waits when it uses the stream
    again."""
    model = torch.nn.Sequential(*[Block(512, 8) for _ in range(3)]).to(GPU, HALF)
    lengths = (256, 512, 128, 512, 256, 512, 512, 128, 256, 512, 256, 512)
    requests = [on_host(32, length, 512, pinned=True) for length in lengths]
    inputs = [torch.zeros(request.shape, dtype=HALF, device=GPU) for request in requests]
    answers = [on_host(32, length, 512, pinned=True) for length in lengths]
    streams = [torch.cuda.Stream() for _ in range(2)]

    @torch.no_grad()
    def run():
        for turn, (request, x, answer) in enumerate(zip(requests, inputs, answers)):
            stream = streams[turn % 2]
            work_on_host(100)
            if after and turn >= 2:
                stream.synchronize()
            with torch.cuda.stream(stream):
                x.copy_(request, non_blocking=True)
                answer.copy_(model(x), non_blocking=True)
            if not after:
                stream.synchronize()
        torch.cuda.synchronize()

    def other_requests():
        for request in requests:
            request.copy_(weights(*request.shape))

    return with_result(run, lambda: answers, other_requests)


@pairs.add("lstm-cells-graph", "graph:kernel")
def lstm_cells_graph(after):
    """5 sequences of 40 steps through two LSTM cells: a 1.3 MB pinned copy in, a loop of small kernels, 64 KiB back and
    a wait. The kernels of a sequence are one replay of a graph; the copies stay as they are."""
    first, second = torch.nn.LSTMCell(256, 512).to(GPU), torch.nn.LSTMCell(512, 512).to(GPU)
    sequences = [for_host(torch.randn(40, 32, 256, device=GPU), True) for _ in range(5)]
    x = torch.zeros(40, 32, 256, device=GPU)
    zeros = torch.zeros(32, 512, device=GPU)
    answer = for_host(zeros, True)

    def loop():
        one, two = (zeros, zeros), (zeros, zeros)
        for step in range(40):
            one = first(x[step], one)
            two = second(one[0], two)
        return two[0]

    with torch.no_grad():
        forward = Replay(loop) if after else loop

    @torch.no_grad()
    def run():
        for sequence in sequences:
            x.copy_(sequence, non_blocking=True)
            answer.copy_(forward(), non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [answer])


@pairs.add("experts-batched", "merge:kernel operator:aten::mm")
def experts_batched(after):
    """30 passes of a layer of 16 experts with room for 128 tokens each: a product for each expert, an activation, again
    a product for each. The products of all experts are one batched product."""
    experts, room, width, inner = 16, 128, 512, 2048
    tokens, hidden = weights(experts, room, width), weights(experts, room, inner)
    up, down = weights(experts, width, inner), weights(experts, inner, width)
    answers = torch.empty_like(tokens)

    def products(x, matrices, out):
        if after:
            torch.bmm(x, matrices, out=out)
        else:
            for expert in range(experts):
                torch.mm(x[expert], matrices[expert], out=out[expert])

    @torch.no_grad()
    def run():
        for _ in range(30):
            products(tokens, up, hidden)
            products(functional.gelu(hidden), down, answers)
        torch.cuda.synchronize()

    return with_result(run, lambda: [answers])


@pairs.add("policy-loop", "host:host_work >150us,factor=0.5")
def policy_loop(after):
    """60 steps of reinforcement learning: a pinned copy of the state in, a tiny policy network, the action with
    .item(), and 200 us of work for the environment. The work takes 100 us."""
    policy = torch.nn.Sequential(torch.nn.Linear(8, 128), torch.nn.ReLU(), torch.nn.Linear(128, 4)).to(GPU)
    states = [for_host(torch.randn(1, 8, device=GPU), True) for _ in range(60)]
    actions = []

    @torch.no_grad()
    def run():
        actions.clear()
        for state in states:
            actions.append(policy(state.to(GPU, non_blocking=True)).argmax(-1).item())
            work_on_host(100 if after else 200)
        torch.cuda.synchronize()

    return with_result(run, lambda: [torch.tensor(actions)])


@pairs.add("ensemble-two-streams", "move:kernel range:second_model,independent=yes", expected="none")
def ensemble_two_streams(after):
    """10 turns of an ensemble of two networks of 12 small layers, one after the other on one stream. The second network
    goes to a stream of its own; the host, which launches the kernels, is the limit."""
    first, second = small_network(64, 512, 12), small_network(64, 512, 12)
    main = torch.cuda.current_stream()
    stream = torch.cuda.Stream() if after else main
    answers = []

    @torch.no_grad()
    def run():
        for _ in range(10):
            one = first()
            with record_function("second_model"), torch.cuda.stream(stream):
                answers[:] = [one, second()]
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)
