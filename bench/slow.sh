#!/bin/sh
# What a slow engine costs a bag of tasks (uts), and what an assistant mends. Engines of one thread, each pinned to one of two
# processors by taskset; an engine is slowed by stopping it (SIGSTOP) and letting it go on (SIGCONT) by turns.
#
#   bench/slow.sh [-n runs of each (5)] [-t depth of the tree (14)] [-p milliseconds of a turn (40)] [quarter] [twentieth]
#                                                                                              without a word: both
#
#   quarter    two engines, the second of which does a quarter of its time's work, without and with --assist-from (a daemon on the
#              processor that this leaves idle), against the same two left alone. Bar: 1.3 times their time, with an assistant.
#   twentieth  the second does a twentieth, against the first one alone. Bar: 1.3 times its time. Turns of 200 ms.
#
# A turn of 40 ms, 30 of them stopped, is what an engine is given on a host that three others share; one of 200 ms is harder, since
# each message to it waits for 75 ms in the mean.
#
# The tree is of T1L's family (geometric, fixed, b0 4, seed 29): depth 13 is T1L, which is counted in some 5 s; the policy looks for 1.5 s before
# it starts a JVM, so the tree is one level deeper by default, with four times the nodes. Runs alternate. The count is compared each time.
# For a machine with two processors that does nothing else. Some 10 minutes. Ends with 1 if a bar is missed or a count is wrong.
set -u
runs=5
depth=14
turn=40
longest=300
while getopts n:t:p: option; do
    case $option in
        n) runs=$OPTARG ;;
        t) depth=$OPTARG ;;
        p) turn=$OPTARG ;;
        *) echo "usage: bench/slow.sh [-n runs] [-t depth] [-p milliseconds] [quarter] [twentieth]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
for word in taskset pgrep; do
    command -v $word >/dev/null || { echo "bench/slow.sh: expected the command $word, found none" >&2; exit 1; }
done
failed=0
nodes=''

# Nothing stays behind, and nothing stays stopped.
end_all() {
    for pid in $(daemons); do
        for child in $(pgrep -P "$pid"); do kill -CONT "$child" 2>/dev/null; done
        kill "$pid" 2>/dev/null
    done
}

# ticks <pid>: the processor time that it has used, in hundredths of a second
ticks() {
    awk '{ sub(/.*\) /, ""); print $12 + $13 }' "/proc/$1/stat" 2>/dev/null
}

# slow <seconds stopped> <seconds going on>: the engine of the daemon "usual", once its threads compute, until it ends
slow() {
    while :; do
        child=$(pgrep -P "$(cat "$work/usual.pid")" | head -n 1)
        [ -n "$child" ] && cat "/proc/$child/task/"*/comm 2>/dev/null | grep -q '^engine-1-comput' && break
        sleep 0.02
    done
    before=$(ticks "$child")
    from=$(date +%s)
    while kill -STOP "$child" 2>/dev/null; do
        sleep "$1"
        now=$(ticks "$child")
        kill -CONT "$child" 2>/dev/null
        sleep "$2"
        [ -n "$now" ] && echo "$before $now $from $(date +%s)" >"$work/share"
    done
}

# run <name> <options and words>: adds its seconds to $work/<name>
run() {
    name=$1
    shift
    rm -f "$work/run.json"
    if ! timeout -k 5 "$longest" taskset -c 0 "$moide" run --no-progress --threads 1 --report "$work/run.json" "$@" \
        uts --type geo --shape fixed --depth "$depth" --b0 4 --seed 29 >"$work/out" 2>&1 </dev/null; then
        echo "slow: $name failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2
        failed=1
        return
    fi
    found=$(sed -n 's/^ *"nodes": *\([0-9]*\).*/\1/p' "$work/run.json" | head -n 1)
    nodes=${nodes:-$found}
    if [ "$found" != "$nodes" ] || { [ "$depth" = 13 ] && [ "$found" != 102181082 ]; }; then
        echo "slow: $name: expected $nodes nodes, found $found" >&2
        failed=1
    fi
    sed -n 's/^ *"wallSeconds": *\([0-9.eE+-]*\),\{0,1\}$/\1/p' "$work/run.json" | head -n 1 >>"$work/$name"
    [ -z "${VERBOSE:-}" ] || { echo "--- $name"; cat "$work/out"; } >&2
}

# slowed <name> <seconds stopped> <seconds going on> <options>
slowed() {
    name=$1 stopped=$2 going=$3
    shift 3
    slow "$stopped" "$going" &
    slower=$!
    run "$name" "$@"
    kill "$slower" 2>/dev/null
    wait "$slower" 2>/dev/null
    for child in $(pgrep -P "$(cat "$work/usual.pid")"); do kill -CONT "$child" 2>/dev/null; done
    awk -v name="$name" '{ if ($4 > $3) printf "%s: the slowed engine had %.2f of a processor\n", name, ($2 - $1) / 100 / ($4 - $3) }' \
        "$work/share" >>"$work/shares" 2>/dev/null
    grep -h -o 'engine-[0-9]* on .* has joined .*' "$work/out" >>"$work/shares"
}

# line <name> <against> <bar>: a line of the table; without a bar for what is only shown
line() {
    printf '| %s | %s | %s |' "$1" "$(sort -g "$work/$1" 2>/dev/null | tr '\n' ' ')" "$(median "$work/$1")"
    awk -v one="$(median "$work/$1")" -v other="$(median "$work/$2")" -v bar="$3" 'BEGIN {
        printf " %.2f%s |\n", one / other, bar == "" ? "" : (one / other <= bar ? " (bar " bar ")" : " (bar " bar " MISSED)")
        exit bar != "" && !(one / other <= bar) }' || failed=1
}

daemon usual taskset -c 1
usual=$(cat "$work/usual.address")
for wanted in ${*:-quarter twentieth}; do
    count=0
    case $wanted in
        quarter)
            daemon spare taskset -c 1
            spare=$(cat "$work/spare.address")
            stopped=$(awk -v turn="$turn" 'BEGIN { print 0.75 * turn / 1000 }')
            going=$(awk -v turn="$turn" 'BEGIN { print 0.25 * turn / 1000 }')
            while [ "$count" -lt "$runs" ]; do
                run undisturbed --hosts "$usual"
                slowed assisted "$stopped" "$going" --hosts "$usual" --assist-from "$spare"
                slowed unassisted "$stopped" "$going" --hosts "$usual"
                count=$((count + 1))
            done
            ;;
        twentieth)
            while [ "$count" -lt "$runs" ]; do
                run alone
                slowed withSlow 0.19 0.01 --hosts "$usual"
                count=$((count + 1))
            done
            ;;
        *) echo "bench/slow.sh: expected quarter or twentieth, found $wanted" >&2; exit 2 ;;
    esac
    printf '\n| %s, %s nodes | seconds | median | ratio |\n|---|---|---|---|\n' "$wanted" "$nodes"
    if [ "$wanted" = quarter ]; then
        line undisturbed undisturbed ''
        line assisted undisturbed 1.3
        line unassisted undisturbed ''
    else
        line alone alone ''
        line withSlow alone 1.3
    fi
done
printf '\n'
cat "$work/shares"
printf 'load %s\n' "$(load)"
exit "$failed"
