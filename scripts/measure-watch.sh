#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later WITH AdditionRef-StreamScope-CUDA-exception
# What watching the memory costs a pipeline on a real GPU, and how near its times come to CUPTI's, beside events and
# CUPTI: one line per run on stdout and one report per run in OUT_DIR. Some two minutes for all.
#   scripts/measure-watch.sh STREAMSCOPE OUT_DIR
# STREAMSCOPE_DEVICE: cuda:0 where it is not set. CLOCKS: which clocks, "watch events cupti" where it is not set.
# REPEAT: plain runs each, 7 where it is not set.
set -euo pipefail
[[ $# -eq 2 && -x $1 ]] || { echo "usage: ${0##*/} STREAMSCOPE OUT_DIR" >&2; exit 2; }
program=$1 out=$2
device=${STREAMSCOPE_DEVICE:-cuda:0}
mkdir -p "$out"

configurations() { # bytes chunks streams order submission
    local submission order chunks streams
    for submission in live gated; do
        for order in depth-first breadth-first; do
            for streams in 1 4 8; do echo "4MiB 64 $streams $order $submission"; done
            for chunks in 4 16 64; do echo "256MiB $chunks 4 $order $submission"; done
        done
    done
}

# The number behind a key of a report, in nanoseconds; the first one, from LINE PATTERN on. Reports have microseconds
# with three decimals at most.
nanoseconds() { # REPORT SECTION KEY
    local text
    text=$(sed -n "/\"$2\": {/,\$p" "$1" | grep -m1 -oE "\"$3\": [0-9.]+" || true)
    text=${text##* }
    [[ -n $text ]] || { echo 0; return; }
    [[ $text == *.* ]] || text+=.
    local fraction=${text#*.}000
    echo $((10#${text%.*} * 1000 + 10#${fraction:0:3}))
}
percent() { # NANOSECONDS PLAIN: difference with one decimal
    local tenths sign=+
    if (($1 == 0 || $2 == 0)); then echo -; return; fi
    tenths=$((($1 - $2) * 1000 / $2))
    if ((tenths < 0)); then sign=- tenths=$((-tenths)); fi
    printf '%s%d.%d%%' "$sign" $((tenths / 10)) $((tenths % 10))
}
# Start and end errors of one kind from the text of a clock check: median/p99 in us.
errors() { # TEXT KIND
    local kind count medianStart p99Start maxStart medianEnd p99End maxEnd
    while read -r kind count medianStart p99Start maxStart medianEnd p99End maxEnd; do
        if [[ $kind == "$2" && $count =~ ^[0-9]+$ && -n $maxEnd && -n $maxStart ]]; then
            echo "$2 start $medianStart/$p99Start end $medianEnd/$p99End"
            return
        fi
    done <"$1"
}
middle() { # the median of the numbers on stdin
    local numbers
    mapfile -t numbers < <(sort -n)
    echo "${numbers[$(((${#numbers[@]} - 1) / 2))]:-0}"
}
samples() { # REPORT: the makespans of all runs that could have been the picture, nanoseconds
    local text fraction
    while read -r text; do
        [[ $text == *.* ]] || text+=.
        fraction=${text#*.}000
        echo $((10#${text%.*} * 1000 + 10#${fraction:0:3}))
    done < <(sed -n '/"instrumented_samples": \[/,/\]/p' "$1" | grep -oE '[0-9]+(\.[0-9]+)?')
}

describe() { # CLOCK NAME
    local report=$out/$2.$1.json text=$out/$2.$1.txt plain instrumented note checked=""
    plain=$(nanoseconds "$report" plain median)
    instrumented=$(samples "$report" | middle)
    if grep -q '"watch":' "$report"; then
        local same
        same=$(nanoseconds "$report" clock_check plain)
        checked="same process: watch $(percent "$(nanoseconds "$report" clock_check watch)" "$same")"
        checked+=" events $(percent "$(nanoseconds "$report" clock_check events)" "$same")"
        checked+=" cupti $(percent "$(nanoseconds "$report" clock_check cupti)" "$same")"
    fi
    note=$(grep -m1 -oE 'Copies are not (watched|timed by watching)[^"]*' "$report" || true)
    printf '%-44s %-6s plain %10d ns, instrumented %10d ns %7s | %s | %s | %s %s\n' "$2" "$1" "$plain" \
        "$instrumented" "$(percent "$instrumented" "$plain")" "$(errors "$text" h2d)" "$(errors "$text" d2h)" \
        "$checked" "$note"
}

begin=$SECONDS
while read -r bytes chunks streams order submission; do
    name=$bytes-$chunks-chunks-$streams-streams-$order-$submission
    for clock in ${CLOCKS:-watch events cupti}; do
        check=(--check-clocks) # holds the copies' times against CUPTI's; of CUPTI's own there is nothing to hold
        [[ $clock != cupti ]] || check=()
        if "$program" run copy-compute-pipeline --device "$device" --repeat "${REPEAT:-7}" --clock "$clock" \
            --set "bytes=$bytes" --set "chunks=$chunks" --set "streams=$streams" --set "issue_order=$order" \
            --set "submission=$submission" "${check[@]}" --report "$out/$name.$clock.json" \
            >"$out/$name.$clock.txt" 2>"$out/log"; then
            describe "$clock" "$name"
        else
            echo "$name $clock failed: $(head -n 3 "$out/log")"
        fi
    done
done < <(configurations)
rm -f "$out/log"
echo "$((SECONDS - begin)) s in all"
