#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Measures how near `tune` comes to the best combination of an exhaustive grid, on a real GPU.

    scripts/measure_tuning.py build/release/bin/streamscope cuda:0 [--budget 20] [--only NAME]

For each workload: every combination of streams, chunks, issue order and memory by `sweep` (210), then `tune` with the
knobs that the experiment declares. The winners of both then run in turn, because the least of 210 medians is too low.
About a minute each.
"""
import argparse
import csv
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

GRID = ["streams=1,2,4,8,16", "chunks=1,2,4,8,16,32,64", "issue_order=serial,depth-first,breadth-first",
        "host_memory=pageable,pinned"]
WORKLOADS = {
    "large copies": ["bytes=24MiB", "kernel_work=64", "chunks=2", "streams=1", "host_memory=pageable"],
    "small copies": ["bytes=1MiB", "kernel_work=256", "chunks=16", "streams=4", "issue_order=serial"],
    "long kernels": ["bytes=16MiB", "kernel_work=4096", "chunks=1", "streams=1", "data=in-and-out"],
}
EXPERIMENT = "copy-compute-pipeline"
ROUNDS = 5


def settings(values):
    return [part for value in values for part in ("--set", value)]


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.strip()}")
    return done.stdout


def sweep_best(program, device, workload, folder):
    """The number of combinations, the values of the best one, and its time in microseconds."""
    path = os.path.join(folder, "sweep.csv")
    vary = [part for axis in GRID for part in ("--vary", axis)]
    run([program, "sweep", EXPERIMENT, "--device", device, "--repeat", "5", *settings(workload), *vary, "--csv", path])
    with open(path, newline="", encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["status"] == "ok"]
    best = min(rows, key=lambda row: float(row["makespan_us"]))
    names = [axis.split("=")[0] for axis in GRID]
    return len(rows), [f"{name}={best[name]}" for name in names], float(best["makespan_us"])


def tuned(program, device, workload, budget):
    return json.loads(run([program, "tune", EXPERIMENT, "--device", device, "--repeat", "5", *settings(workload),
                           "--budget", str(budget), "--json"]))


def makespan(program, device, values, folder):
    path = os.path.join(folder, "report.json")
    run([program, "run", EXPERIMENT, "--device", device, "--repeat", "20", *settings(values), "--report", path])
    with open(path, encoding="utf-8") as file:
        return json.load(file)["makespan_us"]["plain"]["median"]


def compare(program, device, name, budget, folder):
    workload = WORKLOADS[name]
    begin = time.monotonic()
    count, grid_values, grid_us = sweep_best(program, device, workload, folder)
    swept = time.monotonic()
    result = tuned(program, device, workload, budget)
    seconds = swept - begin, time.monotonic() - swept
    tuned_values = [f"{knob}={value}" for knob, value in result["best"]["values"].items()]
    times = [(makespan(program, device, workload + grid_values, folder),
              makespan(program, device, workload + tuned_values, folder)) for _ in range(ROUNDS)]
    grid_again, tuned_again = (statistics.median(column) for column in zip(*times))
    print(f"{name}: {' '.join(workload)}")
    print(f"  grid of {count}: {grid_us:.1f} us, again {grid_again:.1f} us: {' '.join(grid_values)} ({seconds[0]:.0f} s)")
    print(f"  tune, {len(result['runs'])} runs of {result['combinations']}: {result['best']['measured_us']:.1f} us, "
          f"again {tuned_again:.1f} us: {' '.join(tuned_values)} ({seconds[1]:.0f} s)")
    print(f"  tuned against the grid's best: {100 * (tuned_again / grid_again - 1):+.2f} %; gain over the start "
          f"{result['gain_percent']} % ({result['gain_range_percent'][0]} to {result['gain_range_percent'][1]} %), "
          f"confidence {result['confidence_percent']} %", flush=True)
    for run_ in result["runs"]:
        print(f"    {run_['predicted_us']:9.1f} predicted {run_['expected_us']:9.1f} expected {run_['measured_us']} measured: "
              + " ".join(f"{knob}={value}" for knob, value in run_["values"].items()), flush=True)
    return tuned_again / grid_again


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("device")
    parser.add_argument("--budget", type=int, default=20)
    parser.add_argument("--only", choices=WORKLOADS)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        ratios = [compare(arguments.program, arguments.device, name, arguments.budget, folder)
                  for name in WORKLOADS if arguments.only in (None, name)]
    worst = 100 * (max(ratios) - 1)
    print(f"worst of {len(ratios)}: {worst:+.2f} % over the best of the grid; wanted: at most 3 %")
    return 0 if worst <= 3 else 1


if __name__ == "__main__":
    sys.exit(main())
