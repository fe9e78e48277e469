#!/bin/sh
# What an engine at a twentieth of its speed costs a bag whose tasks take a twentieth of the run each (decision 233), with and without
# second copies of the last tasks.
#
#   bench/last-tasks.sh [-n runs of each (5)] [-m milliseconds of a task (1000)] [-e engines (4)]
#
# Engines of one thread, 20 tasks for each, so a task takes 5% of the run. Tasks sleep, so a machine with few processors does. The
# runs alternate:
#   without   no engine is slow
#   copies    one engine takes 20 times as long for tasks that it begins in the last fifth of the run. Bar: 1.15 times "without"
#   off       the same with --second-copies off
# The sum of the tasks is compared each time. Ends with 1 if the bar is missed or a sum is wrong. Some 8 minutes.
set -u
runs=5
millis=1000
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
tasks=$((20 * engines))
sum=$((tasks * (tasks + 1) / 2))

# run <name> <the slow engine> <options>: adds its seconds to $work/<name>
run() {
    name=$1 slow=$2
    shift 2
    rm -f "$work/run.json"
    if ! "$moide" run --no-progress --threads 1 --no-own-engine --local-engines "$engines" --report "$work/run.json" "$@" \
        --classpath "$samples" org.moide.samples.bench.LastTasks --tasks "$tasks" --millis "$millis" --slow "$slow" --from $((millis * 16)) \
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
            without) run without "$engines" ;; # there is none of this number
            copies) run copies $((engines - 1)) ;;
            off) run off $((engines - 1)) --second-copies off ;;
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
