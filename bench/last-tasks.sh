#!/bin/sh
# What an engine at a twentieth of its speed costs a bag whose tasks take a twentieth of the run each (decision 233), with and without
# second copies of the last tasks.
#
#   bench/last-tasks.sh [-n runs of each (5)] [-m milliseconds of a task (500)] [-e engines (4)]
#
# Engines of one thread, 20 tasks for each of the usual ones, so a task takes 5% of the run. Tasks sleep, so a machine with few
# processors does. The runs alternate:
#   without   the usual engines alone
#   copies    one engine more, which takes 20 times as long for each task. Bar: 1.15 times the time of "without"
#   off       the same with --second-copies off
# The sum of the tasks is compared each time. Ends with 1 if the bar is missed or a sum is wrong. Some 4 minutes.
set -u
runs=5
millis=500
engines=4
while getopts n:m:e: option; do
    case $option in
        n) runs=$OPTARG ;;
        m) millis=$OPTARG ;;
        e) engines=$OPTARG ;;
        *) echo "usage: bench/last-tasks.sh [-n runs] [-m milliseconds] [-e engines]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
failed=0
tasks=$((20 * (engines - 1)))
sum=$((tasks * (tasks + 1) / 2))

# run <name> <engines> <options and words>: adds its seconds to $work/<name>
run() {
    name=$1 count=$2
    shift 2
    rm -f "$work/run.json"
    if ! "$moide" run --no-progress --threads 1 --no-own-engine --local-engines "$count" --report "$work/run.json" "$@" \
        --classpath "$samples" org.moide.samples.bench.LastTasks --tasks "$tasks" --millis "$millis" --slow $((engines - 1)) \
        >"$work/out" 2>&1 </dev/null; then
        echo "last-tasks: $name failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2
        failed=1
        return
    fi
    found=$(number "$work/run.json" sum)
    [ "$found" = "$sum" ] || { echo "last-tasks: $name: expected the sum $sum, found $found" >&2; failed=1; }
    number "$work/run.json" seconds >>"$work/$name"
    number "$work/run.json" begun >>"$work/$name.copies"
}

pair=0
while [ "$pair" -lt "$runs" ]; do
    for name in $(turns "$pair" without copies) off; do
        case $name in
            without) run without $((engines - 1)) ;;
            copies) run copies "$engines" ;;
            off) run off "$engines" --second-copies off ;;
        esac
    done
    pair=$((pair + 1))
done
echo "load $(load); $tasks tasks of $millis ms; seconds from all tasks there to the result"
echo
echo "| run | seconds | median | to without |"
echo "|---|---|---|---|"
for name in without copies off; do
    printf '| %s | %s | %s |' "$name" "$(sort -g "$work/$name" 2>/dev/null | tr '\n' ' ')" "$(median "$work/$name")"
    awk -v one="$(median "$work/$name")" -v other="$(median "$work/without")" -v bar="$([ "$name" = copies ] && echo 1.15)" 'BEGIN {
        printf " %.2f%s |\n", one / other, bar == "" ? "" : (one / other <= bar ? " (bar " bar ")" : " (bar " bar " MISSED)")
        exit bar != "" && !(one / other <= bar) }' || failed=1
done
echo
echo "copies begun: $(tr '\n' ' ' <"$work/copies.copies")"
exit "$failed"
