# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Programs in PyTorch of `hospital` with the change that the advice names first, where it is not the one that was
recorded there. Before the change they are what they were; those after it draw their data in the same order."""
import torch
from torch.profiler import record_function

import hospital_torch_programs as hospital
from everyday_torch_programs import for_host
from pair import Pairs, on_two_threads, with_result, work_on_host
from torch_programs import GPU, HALF, Replay, on_host, weights

pairs = Pairs("pytorch", set="hospital-advised")


class Ahead:
    """Copies that are issued a step ahead, on a stream of their own, into two buffers in turn. Before copy n + 1 is
    issued, the host has waited for what has read the buffer that it fills: step n - 1."""

    def __init__(self, sources, buffers):
        self._sources, self._buffers = sources, buffers
        self._main, self._copies = torch.cuda.current_stream(), torch.cuda.Stream()
        self._copied = [torch.cuda.Event() for _ in buffers]
        torch.cuda.synchronize()  # the other stream writes what has just been made

    def load(self, step):
        with torch.cuda.stream(self._copies):
            self._buffers[step % 2].copy_(self._sources[step % 2], non_blocking=True)
            self._copied[step % 2].record()

    def wait(self, step):
        """The stream of the kernels waits, not the host."""
        self._main.wait_event(self._copied[step % 2])


@pairs.add("doubles-left-over-advised", "prefetch")
def doubles_left_over(after):
    """doubles-left-over: 10 frames: a pinned copy in of 16 MiB, kernels that make doubles of it and correct 64 MiB of
    them, one that adds up the rows, 4 KiB back, a wait for the device, and 50 us of work. The copy of the next frame is
    issued before the kernels of this one, on a stream of its own, into the other of two buffers."""
    if not after:
        return hospital.doubles_left_over(False)
    rows, columns, frames = 512, 16384, 10
    kind = torch.float64
    shape = rows, columns
    counted = [for_host(torch.randint(200, shape, dtype=torch.int16, device=GPU), True) for _ in range(2)]
    counts = [torch.zeros(shape, dtype=torch.int16, device=GPU) for _ in range(2)]
    events, corrected = (torch.zeros(shape, dtype=kind, device=GPU) for _ in range(2))
    randoms, seen, body, scattered = (torch.rand(shape, device=GPU).to(kind) for _ in range(4))
    sums = torch.zeros(frames, rows, dtype=kind).pin_memory()
    ahead = Ahead(counted, counts)

    @torch.no_grad()
    def run():
        ahead.load(0)
        for frame, answer in enumerate(sums):
            if frame + 1 < frames:
                ahead.load(frame + 1)
            ahead.wait(frame)
            events.copy_(counts[frame % 2])
            torch.sub(events, randoms, out=corrected)
            corrected.mul_(seen).mul_(body).sub_(scattered).clamp_(min=0)
            answer.copy_(corrected.sum(1), non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(50)

    return with_result(run, lambda: [sums], lambda: sums.zero_())


@pairs.add("organs-cumulated-advised", "prefetch")
def organs_cumulated(after):
    """organs-cumulated: 8 plans: a pinned copy in of 12 MiB, for each of 12 organs a kernel of few blocks, a kernel
    that divides, a pinned copy back of 192 KiB, a wait for the device, and 20 us of work. The copy of the next plan is
    issued before the kernels of this one, on a stream of its own, into the other of two buffers."""
    if not after:
        return hospital.organs_cumulated(False)
    organs, beams, doses, plans = 12, 8, 32768, 8
    shape = organs, beams, doses
    planned = [for_host(torch.rand(shape, device=GPU), True) for _ in range(2)]
    volumes = [torch.zeros(shape, device=GPU) for _ in range(2)]
    cumulated = torch.zeros(shape, device=GPU)
    pieces = [list(zip(one.unbind(), cumulated.unbind())) for one in volumes]
    curves = torch.zeros(plans, organs, beams, doses // 64).pin_memory()
    ahead = Ahead(planned, volumes)

    @torch.no_grad()
    def run():
        ahead.load(0)
        for plan, answer in enumerate(curves):
            if plan + 1 < plans:
                ahead.load(plan + 1)
            ahead.wait(plan)
            with record_function("cumulate"):
                for volume, sums in pieces[plan % 2]:
                    torch.cumsum(volume, 1, out=sums)
            answer.copy_(cumulated[..., ::64] / cumulated[..., -1:], non_blocking=True)
            torch.cuda.synchronize()
            work_on_host(20)

    return with_result(run, lambda: [curves], lambda: curves.zero_())


@pairs.add("chest-x-rays-advised", "pin:h2d pageable", "graph")
def chest_x_rays(after):
    """chest-x-rays: 10 studies: 8 MiB of X-rays in from pageable memory, a window of brightness, five convolutions, 14
    findings for each picture back to pageable memory with a blocking copy, and 60 us of work. The memory that is copied
    in is pinned, and the copy does not block; the launches of a study are one replay of a graph. The copies stay before
    and behind it, because each one has another place in memory of the host."""
    if not after:
        return hospital.chest_x_rays(False)
    views, side, findings, studies = 4, 1024, 14, 10
    model = hospital.smaller_and_smaller(1, (32, 64, 128, 256, 256), findings)
    shape = views, 1, side, side
    files = [for_host(torch.randint(4096, shape, dtype=torch.int16, device=GPU), True) for _ in range(studies)]
    reports = [on_host(views, findings, pinned=False) for _ in range(studies)]
    pictures = torch.zeros(shape, dtype=torch.int16, device=GPU)

    def read():
        x = ((pictures.to(HALF, memory_format=torch.channels_last) - 1024) / 2048).clamp_(0, 1)
        return torch.sigmoid(model(x))

    with torch.no_grad():
        found = Replay(read)

    @torch.no_grad()
    def run():
        for file, report in zip(files, reports):
            pictures.copy_(file, non_blocking=True)  # the blocking copy back has waited for what read it last
            report.copy_(found())
            work_on_host(60)

    return with_result(run, lambda: reports)


@pairs.add("wards-two-threads-advised", "graph")
def wards_two_threads(after):
    """wards-two-threads: two host threads with a stream each: 20 times 100 us of work, a pinned copy in of 512 KiB,
    four convolutions in one dimension with a softmax behind them, a pinned copy back of 512 bytes, and a wait for the
    stream. The kernels of a turn are one replay of a graph, of which each thread has its own; the copies stay before
    and behind it, because each one has another place in memory of the host."""
    if not after:
        return hospital.wards_two_threads(False)
    beds, leads, samples, width, kinds, turns = 64, 8, 512, 64, 4, 20
    layers, before = [], leads
    for _ in range(4):
        layers += [torch.nn.Conv1d(before, width, 7, stride=2, padding=3), torch.nn.ReLU(inplace=True)]
        before = width
    layers += [torch.nn.AdaptiveAvgPool1d(1), torch.nn.Flatten(), torch.nn.Linear(width, kinds)]
    model = torch.nn.Sequential(*layers).to(GPU, HALF)
    sent = [[for_host(weights(beds, leads, samples) * 50, True) for _ in range(4)] for _ in range(2)]
    signals = [torch.zeros(beds, leads, samples, dtype=HALF, device=GPU) for _ in range(2)]
    alarms = [on_host(turns, beds, kinds, pinned=True) for _ in range(2)]
    streams = [torch.cuda.Stream() for _ in range(2)]

    def watch(signal):
        return torch.softmax(model(signal), 1)

    with torch.no_grad():
        watches = [Replay(lambda own=own: watch(own), stream) for own, stream in zip(signals, streams)]

    @torch.no_grad()
    def ward(thread):
        with torch.cuda.stream(streams[thread]):
            for turn, alarm in enumerate(alarms[thread]):
                work_on_host(100)
                signals[thread].copy_(sent[thread][turn % 4], non_blocking=True)
                alarm.copy_(watches[thread](), non_blocking=True)
                streams[thread].synchronize()

    return with_result(lambda: on_two_threads(ward), lambda: alarms, lambda: [alarm.zero_() for alarm in alarms])
