#!/bin/sh
# TDC's block matching in the simulator (its Fig. 4 and 5): efficiency, idle threads and frames brought, for tdc, what the text compares
# with, and other strategies, beside a balancer that knows all, over the same lines and over lines of its own. A quarter of a frame's 1,620 blocks for each member, room for 3 frames.
# The last columns have the efficiency of tdc beside that of the best other strategy, and beside that of the balancer that knows all.
#
#   bench/tdc.sh [-m "members ..."] [-b MB/s | -t "tasks ..."] [-w file] [-s seeds] [-o folder]
#
# -m: default 8 16 32 64 128.
# -b: default 125, Gigabit Ethernet: a frame takes as long as 3 drawn tasks, which have 1 ms.
# -t: that a frame takes as long as so many tasks in the mean, in place of -b; a table for each of these numbers.
# -w: the frames and tasks of a recorded run, as many of its first frames as the members need, in place of drawn ones. For more
#     members than it has frames for, all of it again and again:
#     moide run --local-engines 1 --threads 1 --record-workload film.json blockmatch --frames 33
# -s: medians of so many seeds; default 5, since a message that comes a little later may turn a strategy's decision round. At most 3
#     from 256 members on, whose runs take minutes.
# -o: charts as SVG too, of the last seed: who computed when: <folder>/tdc-<members>.svg.
#
# All of docs/papers/tdc.md, in hours: bench/tdc.sh -w bench/recordings/blockmatch.json -s 15 -t '3 30 300' -m '8 16 32 64 128 256 512 1024'
set -eu
sizes='8 16 32 64 128' megabytes=125 tasks= recorded= seeds=5 folder=
while getopts m:b:t:w:s:o: option; do
    case $option in
        m) sizes=$OPTARG ;;
        b) megabytes=$OPTARG ;;
        t) tasks=$OPTARG ;;
        w) recorded=$OPTARG ;;
        s) seeds=$OPTARG ;;
        o) folder=$OPTARG ;;
        *) echo "usage: bench/tdc.sh [-m members] [-b MB/s | -t \"tasks ...\"] [-w file] [-s seeds] [-o folder]" >&2; exit 2 ;;
    esac
done
frame=414720 nanos=1000000 recorded_frames=0

# mean <name>: of the numbers of this name in the recorded run
mean() {
    sed -n "s/.*\"$1\":\\[\\([^]]*\\)\\].*/\\1/p" "$recorded" | tr , '\n' | awk '{ sum += $1 } END { printf "%.0f", NR ? sum / NR : 0 }'
}

if [ -n "$recorded" ]; then
    [ -r "$recorded" ] || { echo "bench/tdc.sh: -w: expected a file that can be read, found $recorded" >&2; exit 2; }
    frame=$(mean objectBytes) nanos=$(mean nanos)
    recorded_frames=$(sed -n 's/.*"objectBytes":\[\([^]]*\)\].*/\1/p' "$recorded" | tr , '\n' | wc -l)
    [ "$frame" -gt 0 ] || { echo "bench/tdc.sh: -w: expected a recorded run whose tasks read objects, found none in $recorded" >&2; exit 2; }
fi
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
strategies='tdc tdc-passive stealing guided'

# simulated <members> <strategy> <options...>: the lines of moide simulate
simulated() {
    members=$1 strategy=$2
    shift 2
    frames=$((members / 4 + 1))
    workload=frames:frames=$frames,place=members
    if [ -n "$recorded" ]; then
        workload=$recorded:objects=$frames,place=members
        [ "$frames" -le "$recorded_frames" ] ||
            workload=$recorded:place=members,repeat=$(((members + 4 * recorded_frames - 5) / (4 * recorded_frames - 4)))
    fi
    said simulate --members "$members" --strategy "$strategy" --bandwidth "$megabytes" --data-memory $((3 * frame)) \
        --workload "$workload" "$@"
}

# middle <column>: the median of the seeds' figures
middle() {
    cut -d' ' -f"$1" "$work/figures" >"$work/column"
    median "$work/column"
}

# table <tasks>: the table in which a frame takes as long as so many tasks, or with -b
table() {
    [ -z "$1" ] || megabytes=$(awk "BEGIN { printf \"%.4g\", $frame / ($1 * $nanos) * 1000 }")
    printf 'tasks of %s µs, frames of %s bytes, %s MB/s\n\n| members |' "$((nanos / 1000))" "$frame" "$megabytes"
    for strategy in $strategies; do printf ' %s |' "$strategy"; done
    printf ' all-knowing | own lines | tdc / best other | tdc / all-knowing |\n|---|---|---|---|---|---|---|---|---|\n'
    for members in $sizes; do line "$members"; done
}

# line <members>: the table's line
line() {
    members=$1 runs=$seeds tdc= best=0
    [ "$members" -lt 256 ] || [ "$runs" -le 3 ] || runs=3
    printf '| %s |' "$members"
    for strategy in $strategies; do
        chart=
        [ -z "$folder" ] || [ "$strategy" != tdc ] || chart="--plot $folder/tdc-$members.svg"
        : >"$work/figures"
        seed=1
        while [ "$seed" -le "$runs" ]; do
            # shellcheck disable=SC2086
            simulated "$members" "$strategy" --seed "$seed" $chart >"$work/out"
            awk '$1 == "efficiency" { e = $2; i = $NF } $1 == "data" { d = $2 }
                END { figures = e " " i " " d; gsub(/[%,]/, "", figures); print figures }' "$work/out" >>"$work/figures"
            seed=$((seed + 1))
        done
        printf ' %s%%, idle %s%%, %s |' "$(middle 1)" "$(middle 2)" "$(middle 3)"
        if [ "$strategy" = tdc ]; then
            tdc=$(middle 1)
        else
            best=$(awk "BEGIN { one = $(middle 1); print (one > $best ? one : $best) }")
        fi
    done
    awk -v tdc="$tdc" -v best="$best" '$1 == "all-knowing" || $1 " " $2 == "own lines" {
            sub(/.*efficiency /, "")
            split($0, part, ", ")
            sub(/ object.*/, "", part[2])
            printf " %s, %s |", part[1], part[2]
            known = known == "" ? part[1] + 0 : known
        }
        END { printf " %.3f | %.3f |\n", tdc / best, tdc / known }' "$work/out"
}

if [ -z "$tasks" ]; then
    table ''
else
    for each in $tasks; do
        table "$each"
        echo
    done
fi
