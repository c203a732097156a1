#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Measures what kernels, copies and all-reduces cost each other when they run at once.

    scripts/measure_contention.py build/release/bin/streamscope cuda:0 [all-reduce]

Writes one program file with every pair alone and at once, in both orders, runs it and prints a table in microseconds.
`all-reduce` does the same for kernels beside an all-reduce over two devices. docs/measurements/concurrent-kernels.md
has the results.
"""
import csv
import json
import os
import subprocess
import sys
import tempfile

MI = 1 << 20


def fma(elements, grid=0, block=256, work=4096):
    return {"op": "kernel", "kernel": "fma", "elements": elements * MI, "kernel_work": work, "block": block, "grid": grid}


def stream(elements, grid=0):
    return {"op": "kernel", "kernel": "stream", "elements": elements * MI, "grid": grid}


def copy(op, mebibytes):
    return {"op": op, "bytes": mebibytes * MI} | ({} if op in ("d2d", "memset") else {"host_memory": "pinned"})


def spin(microseconds, grid):
    return {"op": "kernel", "kernel": "spin", "duration_us": microseconds, "grid": grid}


PAIRS = {
    "memory, H2D": (stream(256), copy("h2d", 64)),
    "memory, D2H": (stream(256), copy("d2h", 64)),
    "multiply-adds, H2D": (fma(16), copy("h2d", 64)),
    "copy inside the device, H2D": (copy("d2d", 1024), copy("h2d", 64)),
    "memory, memory (4 blocks on each SM)": (stream(128, 528), stream(128, 528)),
    "multiply-adds, multiply-adds (4, 4)": (fma(8, 528), fma(8, 528)),
    "multiply-adds, multiply-adds (1, 1)": (fma(4, 132), fma(4, 132)),
    "multiply-adds, multiply-adds (1, 4)": (fma(2, 132), fma(8, 528)),
    "multiply-adds, multiply-adds (1/2, 1/2)": (fma(1, 66), fma(1, 66)),
    "memory, multiply-adds (4, 4)": (stream(128, 528), fma(8, 528)),
    "memory, multiply-adds (1, 7)": (stream(32, 132), fma(16, 924)),
    "spin, memory (1, 7)": (spin(2000, 132), stream(128, 924)),
    "memset, memory (4)": (copy("memset", 1024), stream(128, 528)),
}
BESIDE = {
    "multiply-adds": fma(32),
    "multiply-adds, 7 blocks on each SM": fma(32, 924),
    "memory": stream(256),
}
SYNC = {"op": "sync", "what": "device"}


def pair_program():
    operations = []
    for name, (first, second) in PAIRS.items():
        for order in ((first, None), (None, second), (first, second)) * 2:  # the second round counts
            for lane, operation in zip("AB", order):
                if operation:
                    kind = "together" if None not in order else "alone"
                    operations.append(operation | {"stream": lane, "name": f"{name}/{kind} {lane}"})
            operations.append(SYNC)
    streams = [{"id": lane, "flags": "non-blocking"} for lane in "AB"]
    return {"streams": streams, "operations": operations}


def all_reduce_program():
    mebibytes, group, operations = 512, 0, []

    def reduce(name):
        nonlocal group
        for device in (0, 1):
            ranges = [{"buffer": f"{side}{device}", "offset": 0, "bytes": mebibytes * MI} for side in "gr"]
            operations.append({"op": "collective", "stream": f"reduce {device}", "group": group, "name": name,
                               "bytes": mebibytes * MI, "reads": ranges[:1], "writes": ranges[1:]})
        group += 1

    def kernel(operation, name):
        operations.extend(operation | {"stream": f"kernel {device}", "name": name} for device in (0, 1))

    def wait():
        operations.extend({"op": "sync", "what": "stream", "stream": f"{lane} {device}"}
                          for lane in ("reduce", "kernel") for device in (0, 1))

    for _ in range(2):
        for name, operation in BESIDE.items():
            reduce(f"{name}/alone A"), wait()
            kernel(operation, f"{name}/alone B"), wait()
            reduce(f"{name}/together A"), kernel(operation, f"{name}/together B"), wait()
    streams = [{"id": f"{lane} {device}", "device": device, "flags": "non-blocking"}
               for lane in ("reduce", "kernel") for device in (0, 1)]
    buffers = [{"id": f"{side}{device}", "place": "device", "device": device, "bytes": mebibytes * MI}
               for side in "gr" for device in (0, 1)]
    return {"streams": streams, "buffers": buffers, "operations": operations}


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[3:] not in ([], ["all-reduce"]):
        sys.exit(__doc__)
    program = all_reduce_program() if sys.argv[3:] else pair_program()
    with tempfile.TemporaryDirectory() as folder:
        path, table = os.path.join(folder, "contention.json"), os.path.join(folder, "contention.csv")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"format": "streamscope-program", "version": 1, "title": "Contention"} | program, file)
        subprocess.run([sys.argv[1], "run", path, "--device", sys.argv[2], "--csv", table], check=True,
                       stdout=subprocess.DEVNULL)
        times = {}
        with open(table, encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                if "/" in row["name"]:
                    name, place = row["name"].rsplit("/", 1)
                    times.setdefault(name, {})[place] = float(row["end_us"]) - float(row["start_us"])
    print("pair | alone | at once")
    for name, lanes in times.items():
        print(f"{name} | {lanes['alone A']:.0f}, {lanes['alone B']:.0f} | "
              f"{lanes['together A']:.0f}, {lanes['together B']:.0f}")


main()
