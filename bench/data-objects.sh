#!/bin/sh
# What data objects cost where nothing has to be brought far: tasks that read objects which are there, and many small objects.
#
#   bench/data-objects.sh [-n pairs (5)] [resident] [small]      without a word: both
#
#   resident  TaskBench --local, ten million tasks of one thread, which read two objects or none, by turns. Bar: 150 ns more a task, of
#             the processor's time.
#   small     ObjectBench: 1,000, 10,000 and 100,000 objects of 100 bytes, each written, read by a task of its own and released, on one
#             engine and on two. Bar: 100,000 cost no more each than 1.5 times what 10,000 do.
#
# For a machine that does nothing else; half a minute a pair, and two minutes. Ends with 1 if a bar is missed.
set -u
pairs=5
while getopts n: option; do
    case $option in
        n) pairs=$OPTARG ;;
        *) echo "usage: bench/data-objects.sh [-n pairs] [resident] [small]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
tasks=10000000
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
failed=0

resident() {
    count=0
    while [ "$count" -lt "$pairs" ]; do
        for reads in $(turns "$count" 0 2); do
            timed "reads.$reads" "$moide" run --no-progress --threads 1 --classpath "$samples" --report "$work/run.json" \
                org.moide.samples.bench.TaskBench --local --tasks "$tasks" --reads "$reads"
            number "$work/run.json" nanosEach >>"$work/reads.$reads.each"
        done
        count=$((count + 1))
    done
    printf '\n| tasks that read | ns each | processor s of a run |\n|---|---|---|\n'
    for reads in 0 2; do
        printf '| %s objects | %.0f | %s |\n' "$reads" "$(median "$work/reads.$reads.each")" "$(median "$work/reads.$reads.cpu")"
    done
    awk -v none="$(median "$work/reads.0.cpu")" -v two="$(median "$work/reads.2.cpu")" -v tasks="$tasks" 'BEGIN {
        more = (two - none) * 1e9 / tasks
        printf "more: %.0f ns of the processor each (bar: 150%s)\n", more, more <= 150 ? "" : ", MISSED"
        exit !(more <= 150) }' || failed=1
}

small() {
    printf '\n| microseconds an object | what | 1,000 | 10,000 | 100,000 |\n|---|---|---|---|---|\n'
    for engines in 1 2; do
        for writer in createTasks tasks; do
            rm -f "$work/run.json"
            "$moide" run --no-progress --threads 1 --local-engines "$engines" --classpath "$samples" --report "$work/run.json" \
                org.moide.samples.bench.ObjectBench --writer "$writer" >"$work/out" 2>&1 </dev/null ||
                { echo "data-objects: $engines engines, $writer: $(head -n 3 "$work/out")" >&2; failed=1; continue; }
            for what in writeNanos runNanos releaseNanos; do
                [ "$what" != writeNanos ] || [ "$writer" = createTasks ] || continue
                awk -v engines="$engines" -v writer="$writer" -v what="${what%Nanos}" -v a="$(number "$work/run.json" "${what}1000")" \
                    -v b="$(number "$work/run.json" "${what}10000")" -v c="$(number "$work/run.json" "${what}100000")" 'BEGIN {
                    missed = !(c <= 1.5 * b)
                    printf "| %s engines, written by %s | %s | %.1f | %.1f | %.1f%s |\n", engines, writer, what, a / 1e3, b / 1e3,
                        c / 1e3, missed ? " MISSED" : ""
                    exit missed }' || failed=1
            done
        done
    done
}

for wanted in ${*:-resident small}; do
    case $wanted in
        resident | small) $wanted ;;
        *) echo "bench/data-objects.sh: expected resident or small, found $wanted" >&2; exit 2 ;;
    esac
done
printf 'load %s\n' "$(load)"
exit "$failed"
