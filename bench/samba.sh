#!/bin/sh
# SAMBA's Tables I to IV in the simulator, on a scale of a hundredth: predicted seconds for each strategy on 4, 8, 16 and 32 engines of one thread.
#
#   bench/samba.sh [I] [II] [III] [IV]       without a word: all
set -eu
sizes='4 8 16 32'

# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

# parameters <name[:key=value]>: the name of a file with them
parameters() {
    case $1 in *:*) echo "${1#*:}" ;; esac >"$work/parameters"
    echo "$work/parameters"
}

# seconds <members> <name[:key=value]> <options...>: what moide simulate predicts
seconds() {
    members=$1 name=$2
    shift 2
    "$moide" simulate --members "$members" --strategy-file "$(parameters "$name")" --strategy "${name%%:*}" "$@" |
        awk '$1 == "predicted" {
            if ($3 == "min") { split($2, part, ":"); printf "%.2f", 60 * part[1] + part[2] }
            else printf "%.2f", $3 == "ms" ? $2 / 1000 : $2
        }'
}

# table <title> <strategies> <options...>
table() {
    title=$1 strategies=$2
    shift 2
    printf '\n%s\n\n| |' "$title"
    for strategy in $strategies; do printf ' %s |' "$strategy"; done
    printf '\n|---|'
    for strategy in $strategies; do printf -- '---|'; done
    for members in $sizes; do
        printf '\n| %s |' "$members"
        for strategy in $strategies; do printf ' %s |' "$(seconds "$members" "$strategy" "$@")"; done
    done
    printf '\n'
}

# network <latency, µs> <bandwidth, MB/s> <handling, µs>: Table III over such a network, as "seconds (transfers)"
network() {
    printf '\nlatency %s µs, %s MB/s, %s µs for each message\n\n' "$1" "$2" "$3"
    printf '| | S3 | S8 | S6:groups=4 | S9:groups=4 |\n|---|---|---|---|---|\n'
    for members in $sizes; do
        printf '| %s |' "$members"
        for strategy in S3 S8 S6:groups=4 S9:groups=4; do
            "$moide" simulate --members "$members" --strategy-file "$(parameters "$strategy")" --strategy "${strategy%%:*}" \
                --powers 1,0.5,0.333333,0.25 --unknown-powers --workload 'uniform:tasks=2000,millis=5,spread=0' \
                --latency "$1" --bandwidth "$2" --handling "$3" |
                awk '$1 == "predicted" { seconds = $3 == "ms" ? $2 / 1000 : $2 }
                     $1 == "transfers" { gsub(",", "", $2); printf " %.3f (%d) |", seconds, $2 }'
        done
        printf '\n'
    done
}

all='S1 S2 S3 S4 S5 S6:groups=4 S7:neighbours=ring S7:neighbours=hypercube'
for wanted in ${*:-I II III IV}; do
    case $wanted in
        I) table '## Table I: 64 intervals, halved until they are small enough' "$all stealing" \
            --workload 'tree:roots=64,kind=binomial,b0=2,m=2,q=0.497,millis=0.2' ;;
        II) table '## Table II: 2,000 rows, hosts with 0, 1, 2 and 3 other programs' \
            "$all S8 S9:groups=4 guided stealing" --powers 1,0.5,0.333333,0.25 --unknown-powers \
            --workload 'uniform:tasks=2000,millis=5,spread=0' ;;
        III)
            printf '\n## Table III: as II\n'
            network 100 125 10
            network 1000 10 100
            network 1000 1 500
            network 10000 10 100
            ;;
        IV) table '## Table IV: 1,000 individuals of 1 to 5 s' "$all guided stealing" \
            --workload 'uniform:tasks=1000,millis=30,spread=0.6667' ;;
        *) echo "bench/samba.sh: there is no table $wanted here: I, II, III, IV" >&2; exit 2 ;;
    esac
done
