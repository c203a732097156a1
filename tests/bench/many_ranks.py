#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
"""Writes the traces of a large job in PyTorch's format: one gzip file per rank, with steps of compute, copies and
all-reduces that all ranks share. One rank is slow. For docs/measurements/ranks.md."""
import argparse
import gzip
import random
from pathlib import Path


def event(category, name, start_ns, length_ns, thread, arguments):
    return (f'{{"ph":"X","cat":"{category}","name":"{name}","pid":0,"tid":{thread},"ts":{start_ns / 1e3:.3f},'
            f'"dur":{length_ns / 1e3:.3f},"args":{{{arguments}}}}}')


def rank_json(rank, world, operations, steps, slow):
    rng = random.Random(rank)
    per_step = operations // steps
    reduces = max(1, per_step // 20)
    events, correlation = [], 0
    now = 1_000_000
    for step in range(steps):
        begin, compute, stretch = now, now, 1.3 if rank == slow else 1.0
        for i in range(per_step - reduces):
            correlation += 1
            length = int(rng.uniform(8e3, 12e3) * stretch)
            events.append(event("cuda_runtime", "cudaLaunchKernel", compute - 20_000, 4_000, 100,
                                f'"correlation":{correlation}'))
            events.append(event("kernel", f"gemm_{i % 12}", compute, length, 7,
                                f'"device":0,"context":1,"stream":7,"correlation":{correlation},"grid":[64,1,1],'
                                '"block":[256,1,1],"registers per thread":64,"shared memory":0'))
            compute += length + 1_000
        # The longest a rank can take decides when a collective begins to move data.
        ready = begin + int((per_step - reduces) * 12.2e3 * 1.3)
        for i in range(reduces):
            correlation += 1
            start = compute if i == 0 else ready + i * 60_000 - rng.randrange(0, 3_000)
            end = ready + i * 60_000 + 50_000 + rng.randrange(0, 3_000)
            events.append(event("kernel", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", start, end - start, 17,
                                f'"device":0,"context":1,"stream":17,"correlation":{correlation},'
                                '"Collective name":"allreduce","dtype":"Float","In msg nelems":1048576,'
                                f'"Group size":{world},"Process Group Name":"0"'))
        now = ready + reduces * 60_000 + 100_000
        events.append(event("user_annotation", f"ProfilerStep#{step}", begin - 30_000, now - begin - 40_000, 100, ""))
        events.append(event("gpu_user_annotation", f"ProfilerStep#{step}", begin, now - begin - 50_000, 7, ""))
    head = (f'{{"schemaVersion":1,"baseTimeNanoseconds":1790857026000000000,"distributedInfo":{{"backend":"nccl",'
            f'"rank":{rank},"world_size":{world}}},"deviceProperties":[{{"id":0,"name":"NVIDIA H200"}}],'
            '"traceEvents":[')
    return head + ",\n".join(events) + "]}"


parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("folder", type=Path)
parser.add_argument("--ranks", type=int, default=1024)
parser.add_argument("--operations", type=int, default=20_000, help="of each rank")
parser.add_argument("--steps", type=int, default=20)
arguments = parser.parse_args()
arguments.folder.mkdir(parents=True, exist_ok=True)
for number in range(arguments.ranks):
    text = rank_json(number, arguments.ranks, arguments.operations, arguments.steps, arguments.ranks * 5 // 8)
    with gzip.open(arguments.folder / f"job.rank{number}.json.gz", "wb", compresslevel=1) as file:
        file.write(text.encode())
