#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Writes an operations CSV of many rows: chains of a copy in, two kernels, a copy back and a synchronisation, in turn on
two streams, with work of the host between all calls. For docs/measurements/replay.md."""
import argparse
from pathlib import Path

COPY_NS, KERNEL_NS, GAP_NS, WAIT_NS = 22_000, 15_000, 4_000, 3_000
BYTES = 1 << 20


def us(ns):
    return f"{ns / 1e3:.3f}"


def chains(rows):
    steps = [("h2d", "in", "copy_h2d", BYTES, COPY_NS), ("kernel", "advect", "compute", 0, KERNEL_NS),
             ("kernel", "diffuse", "compute", 0, KERNEL_NS), ("d2h", "out", "copy_d2h", BYTES, COPY_NS)]
    now = row = 0
    while row < rows:
        stream = row // (len(steps) + 1) % 2
        free = now
        for kind, name, engine, size, length in steps:
            start = max(now + WAIT_NS, free + 1_000)
            free = start + length
            yield (f"{row},{kind},{name},0,{stream},{engine},0,,{size},{us(now)},{us(start - 500)},{us(start)},{us(free)},"
                   "imported")
            now += GAP_NS
            row += 1
        yield f"{row},sync,wait,0,{stream},none,0,,0,{us(now)},{us(now)},{us(now)},{us(free + WAIT_NS)},imported"
        now = free + WAIT_NS + GAP_NS
        row += 1


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("file", type=Path)
parser.add_argument("--rows", type=int, default=1_000_000)
arguments = parser.parse_args()
with arguments.file.open("w", newline="") as out:
    out.write("index,kind,name,device,stream,engine,priority,chunk,bytes,issue_us,ready_us,start_us,end_us,clock\r\n")
    out.writelines(line + "\r\n" for line in chains(arguments.rows))
