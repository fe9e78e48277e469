#!/bin/sh
# Counts UTS's trees T1, T3 and T5 with every strategy that moves tasks which tasks put, on 1 engine of 2 threads, 2 of 1 and 4 of 1,
# and T1L and T3L once each on 2 of 1, and compares nodes, depth and leaves with the published ones.
#
#   bench/uts-strategies.sh [runs of each (5)] [strategy ...]      (2 runs of each: a quarter of an hour on two busy cores)
#
# The table has the runs that were right and the median of their nodes per second in millions, JVM's warming up included.
# The numbers are those of the reports and not of the exit codes: both have to be right. Ends with 1 if any is wrong.
set -u
runs=${1:-5}
[ $# -eq 0 ] || shift
case $runs in '' | 0* | *[!0-9]*) echo "bench/uts-strategies.sh: expected a number of runs from 1 on, found '$runs'" >&2; exit 2 ;; esac
strategies=${*:-collective central demand guided mig0 mig1 mig2 most-loaded neighbours partitioned rated rated-partitioned stealing}
# One that hangs is wrong, and must not hold up the others.
longest=180
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
wrong=0

# what is published: nodes depth leaves
published() {
    case $1 in
        T1) echo 4130071 10 3305118 ;;
        T3) echo 4112897 1572 3599034 ;;
        T5) echo 4147582 20 2181318 ;;
        T1L) echo 102181082 13 81746377 ;;
        T3L) echo 111345631 17844 89076904 ;;
    esac
}

# figure <key>: the first number of that name in the report, which is the result's
figure() {
    number "$work/run.json" "$1"
}

# count <strategy> <tree> <engines> <threads>: adds a line to $work/rates, or says what is wrong
count() {
    rm -f "$work/run.json"
    if ! timeout -k 5 "$longest" "$moide" run --local-engines "$3" --threads "$4" --strategy "$1" --report "$work/run.json" \
        uts --tree "$2" >"$work/out" 2>&1 </dev/null; then
        echo "uts-strategies: $1, $2 on $3 x $4 failed: $(head -n 3 "$work/out" | tr '\n' ' ')" >&2
        wrong=$((wrong + 1))
        return
    fi
    found="$(figure nodes) $(figure depth) $(figure leaves)"
    # Tasks counted once are those that were put and those that tasks put.
    if [ "$found" != "$(published "$2")" ] || [ "$(($(figure put) + $(figure created)))" != "$(figure counted)" ]; then
        echo "uts-strategies: $1, $2 on $3 x $4: expected $(published "$2"), found $found; tasks put $(figure put)," \
            "created $(figure created), counted $(figure counted)" >&2
        wrong=$((wrong + 1))
        return
    fi
    figure nodesPerSecond >>"$work/rates"
}

# cell <strategy> <tree> <engines> <threads> <runs>
cell() {
    : >"$work/rates"
    done=0
    while [ "$done" -lt "$5" ]; do
        count "$1" "$2" "$3" "$4"
        done=$((done + 1))
    done
    sort -g "$work/rates" | awk -v runs="$5" '{ rate[NR] = $1 / 1e6 }
        END { if (NR) printf " %d/%d, %.1f |", NR, runs, rate[int((NR + 1) / 2)]; else printf " 0/%d |", runs }'
}

echo "Right of $runs runs, and millions of nodes a second; load $(load)"
printf '\n| |'
for tree in T1 T3 T5; do printf ' %s, 1 × 2 | 2 × 1 | 4 × 1 |' $tree; done
printf '\n|---|---|---|---|---|---|---|---|---|---|\n'
for strategy in $strategies; do
    printf '| `%s` |' "$strategy"
    for tree in T1 T3 T5; do
        cell "$strategy" $tree 1 2 "$runs"
        cell "$strategy" $tree 2 1 "$runs"
        cell "$strategy" $tree 4 1 "$runs"
    done
    printf '\n'
done
printf '\n| once each | T1L, 2 × 1 | T3L, 2 × 1 |\n|---|---|---|\n'
for strategy in $strategies; do
    printf '| `%s` |' "$strategy"
    cell "$strategy" T1L 2 1 1
    cell "$strategy" T3L 2 1 1
    printf '\n'
done
printf '\nload %s; wrong: %d\n' "$(load)" "$wrong"
[ "$wrong" -eq 0 ]
