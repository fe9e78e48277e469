#!/bin/sh
# TDC's block matching in the simulator (its Fig. 4 and 5): efficiency, idle threads and frames brought, for tdc, what the text compares
# with, and other strategies, beside a balancer that knows all. A quarter of a frame's 1,620 blocks for each member, room for 3 frames.
#
#   bench/tdc.sh [-m "members ..."] [-b MB/s] [-o folder]
#
# -m: default 8 16 32 64 128; -b: default 125, Gigabit Ethernet: a frame takes as long as 3 tasks of 1 ms; 14 is 30, 1.4 is 300.
# -o: charts as SVG too, who computed when: <folder>/tdc-<members>.svg.
set -eu
sizes='8 16 32 64 128' megabytes=125 folder=
while getopts m:b:o: option; do
    case $option in
        m) sizes=$OPTARG ;;
        b) megabytes=$OPTARG ;;
        o) folder=$OPTARG ;;
        *) echo "usage: bench/tdc.sh [-m members] [-b MB/s] [-o folder]" >&2; exit 2 ;;
    esac
done

# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
strategies='tdc tdc-passive stealing guided'

# simulated <members> <strategy> <options...>: the lines of moide simulate
simulated() {
    members=$1 strategy=$2
    shift 2
    "$moide" simulate --members "$members" --strategy "$strategy" --bandwidth "$megabytes" --data-memory 1244160 \
        --workload "frames:frames=$((members / 4 + 1)),place=members" "$@"
}

printf '| members |'
for strategy in $strategies; do printf ' %s |' "$strategy"; done
printf ' all-knowing |\n|---|---|---|---|---|---|\n'
for members in $sizes; do
    printf '| %s |' "$members"
    for strategy in $strategies; do
        chart=
        [ -z "$folder" ] || [ "$strategy" != tdc ] || chart="--plot $folder/tdc-$members.svg"
        # shellcheck disable=SC2086
        simulated "$members" "$strategy" $chart >"$work/out"
        awk '$1 == "efficiency" { e = $2; i = $NF } $1 == "data" { d = $2 } END { printf " %s, idle %s, %s |", e, i, d }' "$work/out"
    done
    awk '$1 == "all-knowing" { sub(/.*efficiency /, ""); split($0, part, ", "); sub(/ object.*/, "", part[2]); printf " %s, %s |\n", part[1], part[2] }' "$work/out"
done
