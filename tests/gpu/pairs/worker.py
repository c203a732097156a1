# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""The process in which record.py runs pairs: it times each program, records it and leaves files."""
import json
import os
import statistics
import subprocess
import sys
import time
import traceback
from pathlib import Path

SIDES = ("before", "after")
REPETITIONS, WARM_UPS = 9, 3
SEED = 1
STARTED = float(os.environ.get("PAIRS_STARTED", time.time()))


def say(text):
    print(f"{time.time() - STARTED:6.1f} s  {text}", flush=True)


def write_json(path, value):
    new = path.with_suffix(".new")
    new.write_text(json.dumps(value, indent=1))
    new.rename(path)


def middle_of(walls):
    """The number of the round whose time is the median."""
    return sorted(range(len(walls)), key=lambda turn: walls[turn])[(len(walls) - 1) // 2]


class Worker:
    """Runs pairs and leaves NAME.times.json, NAME.SIDE.json.gz and NAME.done.json in a folder."""

    def __init__(self, folder, deadline, rounds, rank=-1, every_round=False):
        import torch

        self.torch, self.folder, self.deadline, self.rounds, self.rank = torch, folder, deadline, rounds, rank
        self.every_round = every_round
        self.device = max(rank, 0)
        torch.cuda.set_device(self.device)

    @property
    def writes(self):
        return self.rank <= 0

    def note(self, text):
        """The parent process watches this file, and knows by it which pair was at work when all stood still."""
        if self.writes:
            (self.folder / "state.txt").write_text(text)
            say(text)

    def late(self, deadline):
        """All ranks must decide alike."""
        answer = time.time() > deadline
        if self.rank >= 0:
            flag = self.torch.tensor([float(answer)], device="cuda")
            self.torch.distributed.all_reduce(flag)
            answer = flag.item() > 0
        return answer

    def ready(self):
        self.torch.cuda.synchronize()
        if self.rank >= 0:
            self.torch.distributed.barrier(device_ids=[self.rank])
            self.torch.cuda.synchronize()

    def warm_gpu(self, seconds):
        """Clocks rise with work."""
        a = self.torch.randn(4096, 4096, device="cuda", dtype=self.torch.bfloat16)
        until = time.time() + seconds
        while time.time() < until:
            for _ in range(20):
                a @ a
            self.torch.cuda.synchronize()

    def made(self, pair, side):
        """Both sides with the same weights."""
        self.torch.manual_seed(SEED)
        return pair.make(side == "after")

    def timed(self, run):
        """Microseconds by the clock of the host, with the GPU idle at both ends."""
        self.ready()
        begin = time.perf_counter_ns()
        run()
        self.torch.cuda.synchronize()
        return (time.perf_counter_ns() - begin) / 1000

    def time_pair(self, pair):
        """Without the profiler, which stays a little even after it was used: all pairs are timed before the first is
        recorded."""
        from pair import difference

        times, results = {}, {}
        for side in SIDES:
            self.note(f"time {pair.name} {side}")
            run = self.made(pair, side)
            for _ in range(WARM_UPS):
                self.timed(run)
            samples = [self.timed(run) for _ in range(REPETITIONS)]
            times[side] = {
                "median": round(statistics.median(samples), 3),
                "min": round(min(samples), 3),
                "max": round(max(samples), 3),
                "samples": [round(sample, 3) for sample in samples],
            }
            results[side] = self.result(run)
            del run
        if self.writes:
            write_json(self.folder / f"{pair.name}.times.json", times)
            say(f"     {pair.name}: {times['before']['median']:.0f} -> {times['after']['median']:.0f} us")
            off = difference(results["before"], results["after"])
            write_json(self.folder / f"{pair.name}.results.json", off)
            say(f"     {pair.name}: results differ by {off}")

    def result(self, run):
        """What the program leaves, or why that is not known: a pair without it is still a pair."""
        if not hasattr(run, "result"):
            return "not looked at"
        self.torch.manual_seed(SEED)
        try:
            result = run.result(run)
            self.torch.cuda.synchronize()
            return result
        except Exception as error:
            traceback.print_exc(file=sys.stdout)
            return f"{type(error).__name__}: {error}"

    def profiled(self, run, path):
        """One run in a range of its own, behind two that warm up under the profiler. Returns its wall time."""
        import trace_cut
        from pair import work_on_host

        profiler = self.torch.profiler
        activities = [profiler.ProfilerActivity.CPU, profiler.ProfilerActivity.CUDA]
        with profiler.profile(activities=activities) as profile:
            for _ in range(2):
                self.timed(run)
            self.ready()
            work_on_host(4 * trace_cut.MARGIN_US)
            with profiler.record_function(trace_cut.LABEL):
                begin = time.perf_counter_ns()
                run()
                self.torch.cuda.synchronize()
                wall = (time.perf_counter_ns() - begin) / 1000
            work_on_host(4 * trace_cut.MARGIN_US)
        if path is not None:
            profile.export_chrome_trace(str(path))
        return wall

    def profiled_rounds(self, pair):
        """By side: the wall times of all rounds, and the trace of the one in the middle. Both sides take turns, so that
        a host that gets slower or faster meanwhile does so for both. Late, one round is enough."""
        runs = {side: self.made(pair, side) for side in SIDES}
        for run in runs.values():
            self.timed(run)
        walls = {side: [] for side in SIDES}
        for turn in range(self.rounds):
            if turn > 0 and self.late(self.deadline):
                break
            for side, run in runs.items():
                self.note(f"record {pair.name} {side} {turn}")  # each round has its own time before it counts as hung
                raw = self.raw(side, turn)
                walls[side].append(self.profiled(run, raw if self.writes or self.every_round else None))
                if self.every_round:
                    self.keep_round(raw, f"{pair.name}.{side}.{turn}.rank{max(self.rank, 0)}.json.gz")
        return {side: (times, middle_of(times), self.raw(side, middle_of(times))) for side, times in walls.items()}

    def raw(self, side, turn):
        return self.folder / (f"raw.{side}.{turn}.json" if self.writes else "raw.rank1.json")

    def keep_round(self, raw, name):
        import trace_cut

        rounds = self.folder / "rounds"
        rounds.mkdir(exist_ok=True)
        trace = trace_cut.cut(trace_cut.read(raw))
        trace["traceName"] = name
        trace_cut.write(rounds / name, trace)

    def record_pair(self, pair):
        import trace_cut

        result = {}
        for side, (walls, middle, raw) in self.profiled_rounds(pair).items():
            if not self.writes:
                continue
            name = f"{pair.name}.{side}.json.gz"
            trace = trace_cut.read(raw)
            try:
                trace = trace_cut.cut(trace)
                result[side] = {}
            except ValueError as error:  # the whole trace is better than none
                result[side] = {"uncut": str(error)}
                say(f"     {pair.name} {side}: not cut, {error}")
            trace["traceName"] = name
            trace_cut.write(self.folder / name, trace)
            result[side].update(
                trace=name,
                profiled_wall_us=round(walls[middle], 3),
                profiled_wall_us_samples=[round(wall, 3) for wall in walls],
                events=trace_cut.counts(trace),
            )
            say(f"     {pair.name} {side}: {result[side]['events']}, {(self.folder / name).stat().st_size} bytes")
        if self.writes:
            write_json(self.folder / f"{pair.name}.done.json", result)

    def first_profile(self):
        """The profiler prepares itself once; that is no part of any pair."""
        a = self.torch.randn(256, 256, device="cuda")
        self.profiled(lambda: a @ a, None)

    def attempt(self, what, pair):
        """Returns whether CUDA still works."""
        try:
            what(pair)
        except Exception as error:  # the other pairs go on
            traceback.print_exc(file=sys.stdout)
            say(f"     {pair.name} failed: {error}")
            if self.writes:
                write_json(self.folder / f"{pair.name}.error.json", f"{type(error).__name__}: {error}")
            if self.rank >= 0:
                return False  # the other rank waits for this one
        try:
            self.torch.cuda.synchronize()
        except Exception as error:
            say(f"CUDA is broken: {error}")
            return False
        return True

    def has(self, pair, kind):
        return (self.folder / f"{pair.name}.{kind}.json").exists()

    def run(self, pairs):
        """Returns 0, or 3 where CUDA is broken. Of the time at most two fifths go to the times without the profiler."""
        self.warm_gpu(0.5)
        timing_ends = time.time() + 0.4 * (self.deadline - time.time())
        for pair in pairs:
            if self.has(pair, "times") or self.has(pair, "error"):
                continue
            if self.late(timing_ends):
                break
            if not self.attempt(self.time_pair, pair):
                return 3
        self.note("first profile")
        self.first_profile()
        for pair in pairs:
            if self.has(pair, "done") or self.has(pair, "error"):
                continue
            if self.late(self.deadline):
                break
            if not self.attempt(self.record_pair, pair):
                return 3
        return 0


def machine(torch):
    properties = torch.cuda.get_device_properties(0)
    result = {
        "gpu": properties.name,
        "gpus": torch.cuda.device_count(),
        "multiprocessors": properties.multi_processor_count,
        "torch": torch.__version__,
        "cuda": torch.version.cuda,
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
    }
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            result["processor"] = line.split(":", 1)[1].strip()
            break
    try:
        query = "driver_version,clocks.sm,clocks.max.sm,pcie.link.gen.current,pcie.link.width.current"
        command = ["nvidia-smi", "-i", "0", f"--query-gpu={query}", "--format=csv,noheader"]
        values = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
        result.update(zip(query.split(","), values.split(", ")))
    except (OSError, subprocess.SubprocessError) as error:
        result["driver_version"] = f"unknown: {error}"
    return result
