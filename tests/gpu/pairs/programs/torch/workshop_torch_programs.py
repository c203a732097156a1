# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Pairs in PyTorch of programs as a workshop would collect them from its guests: a loader thread, an event that is
asked again and again, small answers, volumes, a graph. Written without a look at what is predicted for them,
under the rules of torch_programs.py."""
import queue

import torch
from torch.nn import functional
from torch.profiler import record_function

from pair import Pairs, on_two_threads, with_result, work_on_host
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="workshop")


@pairs.add("loader-trainer-threads", "pin")
def loader_trainer_threads(after):
    """A thread loads 12 batches of 16 MiB from pageable memory with a blocking copy on a stream of its own, into three
    buffers in turn, records an event and hands the buffer over by a queue. Another thread lets the default stream wait
    for the event, issues two large layers, records an event and hands the buffer back. The host memory is pinned and
    the copy does not block."""
    batches = [on_host(8192, 1024, pinned=after) for _ in range(12)]
    buffers = [torch.zeros(8192, 1024, device=GPU, dtype=HALF) for _ in range(3)]
    layers = [(weights(1024, 8192), weights(8192, 1024)) for _ in range(2)]
    total = torch.zeros((), device=GPU)
    main, own = torch.cuda.current_stream(), torch.cuda.Stream()
    arrived, used = ([torch.cuda.Event() for _ in buffers] for _ in range(2))
    full, empty = queue.SimpleQueue(), queue.SimpleQueue()

    def load():
        for batch in batches:
            slot = empty.get(timeout=5)
            own.wait_event(used[slot])
            with torch.cuda.stream(own):
                buffers[slot].copy_(batch, non_blocking=after)
            arrived[slot].record(own)
            full.put(slot)

    def train():
        for _ in batches:
            slot = full.get(timeout=5)
            main.wait_event(arrived[slot])
            h = buffers[slot]
            for up, down in layers:
                h = torch.relu(h @ up) @ down
            total.add_(h.sum(dtype=torch.float32))
            used[slot].record(main)
            empty.put(slot)

    @torch.no_grad()
    def work(thread):
        if thread == 0:
            train()
        else:
            load()

    def run():
        total.zero_()
        for slots in (full, empty):
            while not slots.empty():
                slots.get()
        for slot in range(len(buffers)):
            used[slot].record(main)
            empty.put(slot)
        on_two_threads(work)
        torch.cuda.synchronize()

    def other_batches():
        for batch in batches:
            batch.copy_(weights(8192, 1024))

    return with_result(run, lambda: [total], other_batches)


@pairs.add("pinned-two-ahead", "pin", "prefetch:depth=2")
def pinned_two_ahead(after):
    """12 steps of a copy in of 12 MiB from pageable memory and one or seven layers in turn on one stream. The host
    memory is pinned, and the copies are issued two steps before, on a stream of their own, into three buffers."""
    host = [on_host(3072, 2048, pinned=after) for _ in range(12)]
    buffers = [torch.zeros(3072, 2048, device=GPU, dtype=HALF) for _ in range(3)]
    layers = [(weights(2048, 4096), weights(4096, 2048)) for _ in range(7)]
    total = torch.zeros((), device=GPU)
    side = torch.cuda.Stream()
    loaded = [torch.cuda.Event() for _ in host]

    def load(step):
        if step >= len(host):
            return
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            buffers[step % 3].copy_(host[step], non_blocking=True)
            loaded[step].record(side)

    def compute(h, count):
        for up, down in layers[:count]:
            h = torch.relu(h @ up) @ down
        total.add_(h.sum(dtype=torch.float32))

    @torch.no_grad()
    def run():
        total.zero_()
        if after:
            load(0)
            load(1)
        for step, source in enumerate(host):
            if after:
                load(step + 2)
                torch.cuda.current_stream().wait_event(loaded[step])
            else:
                buffers[step % 3].copy_(source)
            compute(buffers[step % 3], 7 if step % 2 else 1)
        torch.cuda.synchronize()

    def other_batches():
        for batch in host:
            batch.copy_(weights(3072, 2048))

    return with_result(run, lambda: [total], other_batches)


@pairs.add("layers-in-chunks", "split:chunks=4,streams=2")
def layers_in_chunks(after):
    """3 batches on one stream: a pinned copy in of 32 MiB, three large layers, a pinned copy back of 4 MiB and a wait.
    Each batch becomes 4 chunks of rows in turn on 2 streams. The layers take most of the time."""
    rows, width = 8192, 2048
    batch, answer = on_host(rows, width, pinned=True), on_host(rows, 256, pinned=True)
    x = torch.zeros(rows, width, device=GPU, dtype=HALF)
    layers = [(weights(width, 4 * width), weights(4 * width, width)) for _ in range(3)]
    head = weights(width, 256)
    streams = [torch.cuda.Stream() for _ in range(2)]
    part = rows // (4 if after else 1)

    @torch.no_grad()
    def run():
        for _ in range(3):
            for chunk in range(rows // part):
                rows_of = slice(chunk * part, (chunk + 1) * part)
                with torch.cuda.stream(streams[chunk % 2]):
                    x[rows_of].copy_(batch[rows_of], non_blocking=True)
                    h = x[rows_of]
                    for up, down in layers:
                        h = h + functional.gelu(h @ up) @ down
                    answer[rows_of].copy_(h @ head, non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [answer], lambda: batch.copy_(weights(rows, width)))


@pairs.add("stages-of-tiles", "order=breadth-first", expected="none")
def stages_of_tiles(after):
    """6 times 4 tiles, each with a stream of its own: a pinned copy in of 16 MiB, a product, a pinned copy back of 1
    MiB, one tile after the other, and a wait. First all copies in are issued, then the products, then the copies back.
    The copies in are the limit."""
    count = 4
    tiles, answers = [on_host(8192, 1024, pinned=True) for _ in range(count)], on_host(count, 512, 1024, pinned=True)
    inputs, outputs = ([torch.zeros(8192, 1024, device=GPU, dtype=HALF) for _ in range(count)] for _ in range(2))
    matrix = weights(1024, 1024)
    streams = [torch.cuda.Stream() for _ in range(count)]

    def load(i):
        inputs[i].copy_(tiles[i], non_blocking=True)

    def compute(i):
        torch.mm(inputs[i], matrix, out=outputs[i])

    def save(i):
        answers[i].copy_(outputs[i][:512], non_blocking=True)

    stages = load, compute, save
    if after:
        turns = [(stage, i) for stage in stages for i in range(count)]
    else:
        turns = [(stage, i) for i in range(count) for stage in stages]

    @torch.no_grad()
    def run():
        for _ in range(6):
            for stage, i in turns:
                with torch.cuda.stream(streams[i]):
                    stage(i)
            torch.cuda.synchronize()

    def other_tiles():
        for tile in tiles:
            tile.copy_(weights(8192, 1024))

    return with_result(run, lambda: [answers], other_tiles)


@pairs.add("many-small-answers", "merge:d2h")
def many_small_answers(after):
    """15 steps of a large product, a kernel that makes 32 answers of 256 bytes to 32 KiB of it, a pinned copy back of
    each, and a wait. The answers lie side by side at both ends, and are one copy."""
    counts = [128 << i % 8 for i in range(32)]
    x, matrix = weights(4096, 8192), weights(8192, 4096)
    y = torch.zeros(4096, 4096, device=GPU, dtype=HALF)
    made = torch.zeros(sum(counts), device=GPU, dtype=HALF)
    kept = on_host(sum(counts), pinned=True)
    sizes = [sum(counts)] if after else counts
    parts = list(zip(kept.split(sizes), made.split(sizes)))
    few = y.view(-1)[: sum(counts)]

    @torch.no_grad()
    def run():
        for _ in range(15):
            torch.mm(x, matrix, out=y)
            torch.mul(few, 0.5, out=made)
            for target, source in parts:
                target.copy_(source, non_blocking=True)
            torch.cuda.synchronize()

    return with_result(run, lambda: [kept], lambda: kept.zero_())


@pairs.add("sums-of-rows", "merge:kernel range:sums")
def sums_of_rows(after):
    """20 steps of a large product, and 24 sums for somebody who watches it, each of one row and in a kernel of its own.
    One kernel makes all sums of a step."""
    x, matrix = weights(4096, 8192), weights(8192, 4096)
    y = torch.zeros(4096, 4096, device=GPU, dtype=HALF)
    sums = torch.zeros(24, device=GPU)
    rows = y[: len(sums)]
    pieces = list(zip(rows.unbind(), sums.unbind()))

    @torch.no_grad()
    def run():
        for _ in range(20):
            torch.mm(x, matrix, out=y)
            with record_function("sums"):
                if after:
                    torch.sum(rows, dim=1, dtype=torch.float32, out=sums)
                else:
                    for row, total in pieces:
                        torch.sum(row, dim=0, dtype=torch.float32, out=total)
        torch.cuda.synchronize()

    return with_result(run, lambda: [sums], lambda: sums.zero_())


@pairs.add("chain-beside-passes", "priority:kernel operator:aten::cos,value=-1")
def chain_beside_passes(after):
    """8 passes over 2 GiB on one stream, and on another one a chain of 16 shorter kernels, each with a pinned copy back
    of 24 MiB that the next one waits for; all of it is issued at once. The stream of the chain gets a higher
    priority."""
    mib = 1024 * 1024
    bulk = torch.zeros(512 * mib, device=GPU)
    x, y = torch.randn(64 * mib, device=GPU), torch.zeros(64 * mib, device=GPU)
    kept = torch.zeros(6 * mib).pin_memory()
    slow, chain = torch.cuda.Stream(), torch.cuda.Stream(priority=-1 if after else 0)

    @torch.no_grad()
    def run():
        with torch.cuda.stream(slow):
            for _ in range(8):
                bulk.sin_()
        with torch.cuda.stream(chain):
            for _ in range(16):
                torch.cos(x, out=y)
                kept.copy_(y[: 6 * mib], non_blocking=True)
        torch.cuda.synchronize()

    return with_result(run, lambda: [kept], lambda: kept.zero_())


@pairs.add("polled-answers", "host:host_work >90us,factor=0.5")
def polled_answers(after):
    """30 steps of an 8 MiB pinned copy in, six layers, a pinned copy back of 256 KiB and an event. The host asks the
    event each 20 us whether it is done, and works on the answer for 120 us. That work takes 60 us."""
    frames = [on_host(2048, 2048, pinned=True) for _ in range(6)]
    x = torch.zeros(2048, 2048, device=GPU, dtype=HALF)
    answer = on_host(64, 2048, pinned=True)
    matrices = [weights(2048, 2048) for _ in range(6)]
    done = torch.cuda.Event()

    @torch.no_grad()
    def run():
        for step in range(30):
            x.copy_(frames[step % 6], non_blocking=True)
            h = x
            for matrix in matrices:
                h = torch.relu(h @ matrix)
            answer.copy_(h[:64], non_blocking=True)
            done.record()
            while not done.query():
                work_on_host(20)
            work_on_host(60 if after else 120)
        torch.cuda.synchronize()

    def other_frames():
        for frame in frames:
            frame.copy_(weights(2048, 2048))

    return with_result(run, lambda: [answer], other_frames)


@pairs.add("volumes-in-turn", "postpone", expected="none")
def volumes_in_turn(after):
    """6 requests in turn on 2 streams with a volume of 1 GiB each: a pinned copy in of 4 bytes, seven passes over the
    volume, a pinned copy back of 128 KiB and a wait for the stream. The host waits when it uses the stream again; the
    passes fill the GPU."""
    mib = 1024 * 1024
    volumes, results = ([torch.zeros(256 * mib, device=GPU) for _ in range(2)] for _ in range(2))
    for volume in volumes:
        volume.normal_()
    numbers = [torch.full((1,), 0.5 + 0.1 * turn).pin_memory() for turn in range(6)]
    gains = [torch.zeros(1, device=GPU) for _ in range(2)]
    answers = [torch.zeros(32 * 1024).pin_memory() for _ in range(6)]
    streams = [torch.cuda.Stream() for _ in range(2)]

    @torch.no_grad()
    def run():
        for turn, (number, answer) in enumerate(zip(numbers, answers)):
            slot = turn % 2
            if after and turn >= 2:
                streams[slot].synchronize()
            with torch.cuda.stream(streams[slot]):
                gains[slot].copy_(number, non_blocking=True)
                torch.mul(volumes[slot], gains[slot], out=results[slot])
                results[slot].sin_().add_(0.5).clamp_(0, 1).sqrt_().mul_(255).round_()
                answer.copy_(results[slot][: 32 * 1024], non_blocking=True)
            if not after:
                streams[slot].synchronize()
        torch.cuda.synchronize()

    return with_result(run, lambda: answers)


@pairs.add("graph-behind-copy", "graph", expected="none")
def graph_behind_copy(after):
    """14 steps of numbers set to zero, a pinned copy in of 40 MiB, some short kernels, a pinned copy back of 64 KiB and
    a wait. A step, with its copies, is one replay of a graph; the copy in is the limit, and the host issues the kernels
    while it runs."""
    frame, x = on_host(10240, 2048, pinned=True), torch.zeros(10240, 2048, device=GPU, dtype=HALF)
    scores, answer = torch.zeros(16384, device=GPU), torch.zeros(16384).pin_memory()
    up, down = weights(2048, 512), weights(512, 64)

    def one():
        scores.zero_()
        x.copy_(frame, non_blocking=True)
        h = functional.gelu(torch.relu(x[:256] @ up) @ down)
        scores.add_(h.float().view(-1))
        answer.copy_(scores, non_blocking=True)

    with torch.no_grad():
        step = Replay(one) if after else one

    @torch.no_grad()
    def run():
        for _ in range(14):
            step()
            torch.cuda.synchronize()

    return with_result(run, lambda: [answer], lambda: frame.copy_(weights(10240, 2048)))
