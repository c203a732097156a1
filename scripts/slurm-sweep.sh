#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# One sweep on many machines: a Slurm job array runs the shards, a last job joins them.
#   slurm-sweep.sh --shards N --csv F [--image F] [--sbatch OPTION]… [--program P] [--dry-run] -- TARGET --vary …
# What follows -- is the command line of 'streamscope sweep', without --csv, --image, --shard and --resume. The shards lie in
# F.shards beside F, with the job files and what each job said. The same command again submits only the shards that did not
# end; each goes on where it was. --sbatch goes to the array, as --sbatch=--gpus=1. --dry-run writes the job files only.
# Needs sbatch, a folder that all nodes see, and StreamScope on each node.
set -euo pipefail
usage="usage: ${0##*/} --shards N --csv F [--image F] [--sbatch OPTION]… [--program P] [--dry-run] -- TARGET --vary …"
wrong() { echo "${0##*/}: $1" >&2; exit 2; }

shards='' csv='' image='' program=streamscope dry=no options=()
while [[ $# -gt 0 && $1 != -- ]]; do
    case $1 in
    --shards=* | --csv=* | --image=* | --sbatch=* | --program=*) set -- "${1%%=*}" "${1#*=}" "${@:2}" ;;
    esac
    case $1 in
    --help) sed -n 's/^# \{0,1\}//p' "$0" | sed 1d && exit 0 ;;
    --dry-run) dry=yes && shift && continue ;;
    --shards | --csv | --image | --sbatch | --program) [[ $# -gt 1 ]] || wrong "$1 needs a value; $usage" ;;
    *) wrong "unknown option '$1'; $usage" ;;
    esac
    case $1 in
    --shards) shards=$2 ;;
    --csv) csv=$2 ;;
    --image) image=$2 ;;
    --sbatch) options+=("$2") ;;
    --program) program=$2 ;;
    esac
    shift 2
done
[[ $# -gt 1 ]] || wrong "no sweep after --; $usage"
shift
[[ $shards =~ ^[1-9][0-9]{0,3}$ ]] || wrong "--shards '$shards' is not a number from 1 to 9999"
[[ -n $csv ]] || wrong "--csv is missing; $usage"
for argument in "$@"; do
    [[ ! $argument =~ ^--(csv|image|shard|resume)(=|$) ]] || wrong "'$argument' belongs before --, or is set for each shard"
done
program=$(command -v -- "$program") || wrong "'$program' is not found; give the program with --program"
program=$(realpath "$program")
[[ $dry == yes ]] || command -v sbatch >/dev/null || wrong "no sbatch here: run it where jobs are submitted, or take --dry-run"
csv=$(realpath -m "$csv") folder=$csv.shards
[[ -z $image ]] || image=$(realpath -m "$image")
mkdir -p "$folder"

quoted() {
    local text
    printf -v text '%q ' "$@"
    printf '%s' "${text% }"
}
sweep=$(quoted "$program" sweep "$@")
shard=$(quoted "$folder")/\"\$SLURM_ARRAY_TASK_ID.csv\"
cat >"$folder/shard.sh" <<END
#!/bin/bash
# One shard of the sweep in $csv: its number is that of the array's task.
exec $sweep \\
    --shard "\$SLURM_ARRAY_TASK_ID/$shards" --csv $shard --resume $shard
END
parts=()
for ((i = 1; i <= shards; ++i)); do parts+=("$i.csv"); done
merge=("$program" merge "${parts[@]}" --csv "$csv")
[[ -z $image ]] || merge+=(--image "$image")
cat >"$folder/merge.sh" <<END
#!/bin/bash
# The shards of $csv as one file.
cd $(quoted "$folder") || exit 1
exec $(quoted "${merge[@]}")
END

missing=()
for ((i = 1; i <= shards; ++i)); do
    [[ -e $folder/$i.csv ]] || missing+=("$i")
done
if [[ $dry == yes ]]; then
    echo "$folder/shard.sh and merge.sh are written; ${#missing[@]} of $shards shards are to be run"
    exit 0
fi
after=()
if [[ ${#missing[@]} -gt 0 ]]; then
    tasks=$(IFS=,; echo "${missing[*]}")
    job=$(sbatch --parsable --job-name=sweep --array="$tasks" --output="$folder/%a.log" --open-mode=append --requeue \
        "${options[@]}" "$folder/shard.sh")
    job=${job%%;*}
    after=(--dependency="afterok:$job" --kill-on-invalid-dep=yes)
    echo "job $job: ${#missing[@]} of $shards shards"
fi
job=$(sbatch --parsable --job-name=sweep-merge --output="$folder/merge.log" "${after[@]}" "$folder/merge.sh")
echo "job ${job%%;*}: joins them in $csv. Where a shard fails, the same command again goes on with it; its words are in $folder"
