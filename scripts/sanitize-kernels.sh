#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# Every kernel of the lab under compute-sanitizer's four tools, on a machine with a GPU and the CUDA Toolkit:
#   scripts/sanitize-kernels.sh PROGRAM [DEVICE]     PROGRAM is bin/streamscope of an installation or a bundle
# One line for each run; exit code 1 where a tool reports something. Logs stay in the folder that the last line names.
set -euo pipefail
[[ $# -ge 1 && $# -le 2 && -x ${1:-} ]] || {
    echo "usage: sanitize-kernels.sh PROGRAM [DEVICE]" >&2
    exit 2
}
program=$1 device=${2:-cuda:0}
tool_of_cuda=$(command -v compute-sanitizer || true)
[[ -n $tool_of_cuda ]] || tool_of_cuda=${CUDA_HOME:-/usr/local/cuda}/bin/compute-sanitizer
[[ -x $tool_of_cuda ]] || {
    echo "sanitize-kernels: no compute-sanitizer: install the CUDA Toolkit, or set CUDA_HOME" >&2
    exit 2
}

# All kernels of kernels/: arithmetic with and without a gate and a graph, watched memory, spinning, tensor cores of both
# kinds, memory. CUPTI takes no part: only one tool can look at a process.
cases=(
    "copy-compute-pipeline --clock events --set bytes=1MiB --set chunks=4 --set streams=2 --set kernel_work=8"
    "copy-compute-pipeline --clock watch --set bytes=1MiB --set chunks=4 --set streams=2 --set kernel_work=8"
    "copy-compute-pipeline --clock events --set bytes=64KiB --set chunks=1 --set kernel_work=8 --set submission=gated"
    "copy-compute-pipeline --clock events --set bytes=1MiB --set chunks=4 --set kernel_work=8 --set submission=graph"
    "concurrent-kernels --clock events --set duration_us=50 --set kernels=4"
    "tensor-and-cuda-cores --clock events --set blocks=64 --set tensor_work=16 --set kernel_work=4"
    "tensor-and-cuda-cores --clock events --set blocks=64 --set tensor_work=16 --set kernel_work=4 --set precision=tf32"
    "event-pipeline --clock events --set bytes=256KiB --set batches=2"
    "multi-stage --clock events --set bytes=256KiB --set version=mended"
    "swimming-in-streams --clock events --set products=2 --set copies=2 --set side=64"
    "prefetch --clock events --set steps=2 --set bytes=256KiB --set loader_ms=1"
    "hardware-queues --clock watch --set streams=4 --set kernels=2 --set duration_us=50"
)

logs=$(mktemp -d)
status=0
for tool in memcheck initcheck synccheck racecheck; do
    for i in "${!cases[@]}"; do
        log=$logs/$tool-$i.txt
        read -ra arguments <<<"${cases[$i]}"
        timeout 300 "$tool_of_cuda" --tool "$tool" --target-processes all "$program" run "${arguments[@]}" \
            --device "$device" --repeat 2 --set warmup=1 >"$log" 2>&1 || true
        said=$(grep -h 'SUMMARY' "$log" | tail -n 1 || true)
        [[ $said == *" 0 errors"* || $said == *"(0 errors, 0 warnings)"* ]] || status=1
        echo "$tool, ${cases[$i]%% *}: ${said#========= }"
    done
done
echo "sanitize-kernels: $([[ $status -eq 0 ]] && echo "nothing found" || echo "FAILED"); logs: $logs"
exit "$status"
