#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# tst_slurm_sweep.sh ROOT PROGRAM: scripts/slurm-sweep.sh, and record under srun, on a real Slurm of one node, which this test starts as the user
# that runs it and ends. Skipped (77) where Debian's slurm-wlm is not installed.
set -euo pipefail
root=$1 program=$2
for need in slurmctld slurmd sbatch squeue; do
    command -v "$need" >/dev/null || { echo "no $need: install slurm-wlm to run this test" && exit 77; }
done
try=$(mktemp -d)
daemons=()
cleanup() {
    kill "${daemons[@]}" 2>/dev/null || true
    wait
    rm -rf "$try"
}
trap cleanup EXIT
fail() {
    echo "$1"
    tail -n 20 "$try"/*.log "$try"/sweep.csv.shards/*.log 2>/dev/null || true
    exit 1
}
host=$(hostname -s)
port=$((20000 + RANDOM % 20000))
mkdir "$try/state" "$try/spool"
cat >"$try/slurm.conf" <<END
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$try/state
SlurmdSpoolDir=$try/spool
SlurmctldPidFile=$try/slurmctld.pid
SlurmdPidFile=$try/slurmd.pid
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
END
export SLURM_CONF=$try/slurm.conf
slurmctld -D -f "$SLURM_CONF" >"$try/slurmctld.log" 2>&1 & daemons+=($!)
slurmd -D -f "$SLURM_CONF" -N "$host" >"$try/slurmd.log" 2>&1 & daemons+=($!)
for ((i = 0; i < 120; ++i)); do
    [[ $(sinfo -h -o %t 2>/dev/null) == idle ]] && break
    sleep 0.5
done
# Without the right to start daemons as this user there is nothing to test.
[[ $(sinfo -h -o %t 2>/dev/null) == idle ]] || { echo "Slurm does not start here:" && tail -n 3 "$try"/slurm*.log && exit 77; }
ended() {
    for ((i = 0; i < 240; ++i)); do
        [[ -z $(squeue -h) ]] && return
        sleep 0.5
    done
    fail "the jobs do not end: $(squeue)"
}

cd "$try"
sweep=(two-stream-exercise --vary "chunks=1,2,4" --vary "streams=1,2")
submit() { "$root/scripts/slurm-sweep.sh" --shards 3 --csv sweep.csv --image sweep.png --program "$program" -- "${sweep[@]}"; }
"$program" sweep "${sweep[@]}" --csv whole.csv 2>/dev/null

# A shard that fails leaves no whole file, and is all that the same command runs again.
mkdir sweep.csv.shards
echo "not a sweep" >sweep.csv.shards/2.csv.partial
submit >out.txt || fail "the jobs were not taken"
grep -q '3 of 3 shards' out.txt || fail "it says: $(<out.txt)"
ended
[[ ! -e sweep.csv ]] || fail "a sweep without its second shard was joined"
[[ -e sweep.csv.shards/1.csv && -e sweep.csv.shards/3.csv && ! -e sweep.csv.shards/2.csv ]] || fail "the shards: $(ls sweep.csv.shards)"
rm sweep.csv.shards/2.csv.partial
submit >out.txt || fail "the jobs were not taken again"
grep -q '1 of 3 shards' out.txt || fail "it says: $(<out.txt)"
ended
cmp whole.csv sweep.csv || fail "the joined file is not that of the whole sweep"
[[ -s sweep.png ]] || fail "no picture"

# The ranks of a step are recorded into one folder.
srun --ntasks 2 --overcommit "$program" record --output ranks -- true >record.txt 2>&1 || fail "record: $(<record.txt)"
[[ -n $(find ranks -name '.slurm-*.0') ]] || fail "no folder of the step: $(ls -A ranks) $(<record.txt)"
srun --ntasks 2 --overcommit "$program" record --output ranks -- true >record.txt 2>&1 && fail "another step got the folder"

for wrong in '--shards 0' '--shards 3' '--shards 3 --csv x --csv' '--shards 3 --csv x --program no-such-program -- a b'; do
    # shellcheck disable=SC2086 # words
    message=$("$root/scripts/slurm-sweep.sh" $wrong 2>&1) && fail "'$wrong' was taken"
    [[ $(wc -l <<<"$message") -eq 1 ]] || fail "'$wrong' says: $message"
done
echo "a sweep of three shards, one of which failed first; two ranks in one folder"
