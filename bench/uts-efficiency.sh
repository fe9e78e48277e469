#!/bin/sh
# How much of a machine with two processors a tree search (uts) uses, warm: one engine of two threads and two engines of one, beside
# one thread alone and beside two runs of one thread at the same time that know nothing of each other, which is all that
# the machine can give.
#
#   bench/uts-efficiency.sh [-n rounds (3)] [-w seconds of warm-up (45)] [tree ...]      without a tree: T1L T3L
#
# Everything is run once in each round, by turns; the table has the medians. All counts are compared with the published ones by
# uts itself. For a machine that does nothing else; some 200 s a round and tree. Ends with 1 if anything failed.
set -u
rounds=3
warm=45
while getopts n:w: option; do
    case $option in
        n) rounds=$OPTARG ;;
        w) warm=$OPTARG ;;
        *) echo "usage: bench/uts-efficiency.sh [-n rounds] [-w seconds] [tree ...]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
longest=300
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
failed=0

# run <file> <engines> <threads> <words of uts>: the report in that file
run() {
    report=$1 engines=$2 threads=$3
    shift 3
    rm -f "$report"
    if ! timeout -k 5 "$longest" "$moide" run --no-progress --local-engines "$engines" --threads "$threads" --report "$report" \
        uts "$@" >"$report.out" 2>&1 </dev/null; then
        echo "uts-efficiency: $engines x $threads, $* failed: $(head -n 3 "$report.out" | tr '\n' ' ')" >&2
        failed=1
    fi
}

# line <name> <file of rates> <rate of one thread> <rate of two runs apart>
line() {
    printf '| %s | ' "$1"
    sort -g "$2" 2>/dev/null | awk '{ printf "%.1f ", $1 / 1e6 }'
    awk -v rate="$(median "$2")" -v one="$3" -v apart="$4" 'BEGIN {
        printf "| %.1f | %.2f | %.0f%% | %.0f%% |\n", rate / 1e6, rate / one, 50 * rate / one, 100 * rate / apart }'
}

for tree in ${*:-T1L T3L}; do
    rm -f "$work"/*
    round=0
    while [ "$round" -lt "$rounds" ]; do
        run "$work/run.json" 1 1 --tree "$tree" --warm-up 5 --compare
        awk -v s="$(number "$work/run.json" sequentialSeconds)" -v n="$(number "$work/run.json" nodes)" \
            'BEGIN { if (s > 0) print n / s }' >>"$work/one"
        run "$work/left.json" 1 1 --tree "$tree" --warm-up "$warm" &
        run "$work/right.json" 1 1 --tree "$tree" --warm-up "$warm"
        wait
        [ -s "$work/left.json" ] || failed=1
        awk -v a="$(number "$work/left.json" nodesPerSecond)" -v b="$(number "$work/right.json" nodesPerSecond)" \
            'BEGIN { if (a > 0 && b > 0) print a + b }' >>"$work/apart"
        for shape in '1 2' '2 1'; do
            # The words of $shape are meant to be split.
            # shellcheck disable=SC2086
            run "$work/run.json" $shape --tree "$tree" --warm-up "$warm"
            number "$work/run.json" nodesPerSecond >>"$work/${shape% *}x${shape#* }"
        done
        round=$((round + 1))
    done
    one=$(median "$work/one")
    apart=$(median "$work/apart")
    printf '\n| %s | million nodes/s | median | times one thread | of twice one | of two apart |\n|---|---|---|---|---|---|\n' "$tree"
    line 'one thread alone' "$work/one" "$one" "$apart"
    line 'two runs of one thread, apart' "$work/apart" "$one" "$apart"
    line '1 engine × 2 threads' "$work/1x2" "$one" "$apart"
    line '2 engines × 1 thread' "$work/2x1" "$one" "$apart"
done
printf '\nload %s\n' "$(load)"
exit "$failed"
