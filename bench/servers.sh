#!/bin/sh
# What moving workers is worth when an engine is slow: servers, a store in partitions with clients on each engine. Two engines of one
# thread, each pinned to one of two processors by taskset. What moves cost is measured by bench/workers.sh.
#
#   bench/servers.sh [-n runs of each (2)] [-a accesses (200000)] [-s "strategies"]
#
# The second engine does a quarter of its time's work, since three other processes compute on its processor. Accesses a
# second with each strategy, over what both engines can do: what an engine alone on the first processor does, and one alone
# on the second. Bar: 0.85. With none, which is measured once, partitions stay where they were dealt by power, which is alike.
# Each is run with a quarter of the accesses as well, and their times are subtracted: what is left is of a store that has been in use for
# a while. On processors that are this slow, JVMs are warm after 10 s, and one that ends waits for what the slow engine still has.
# Runs alternate. Each compares the store with that of one thread that makes the same accesses. For a machine with two processors that
# does nothing else. Some 12 minutes. Ends with 1 if a bar is missed or a run fails.
set -u
runs=2
accesses=200000
strategies='greedy gossip'
longest=400
while getopts n:a:s: option; do
    case $option in
        n) runs=$OPTARG ;;
        a) accesses=$OPTARG ;;
        s) strategies=$OPTARG ;;
        *) echo "usage: bench/servers.sh [-n runs] [-a accesses] [-s \"strategies\"]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ $# = 0 ] || { echo "bench/servers.sh: expected options only, found $1" >&2; exit 2; }
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
command -v taskset >/dev/null || { echo "bench/servers.sh: expected the command taskset, found none" >&2; exit 1; }
failed=0

# Nothing stays behind.
end_all() {
    for pid in $(daemons) $busy; do kill "$pid" 2>/dev/null; done
}

processor=0
# run <name> <accesses> <options>: servers makes so many
run() {
    name=$1 number=$2
    shift 2
    rm -f "$work/run.json"
    if ! timeout -k 5 "$longest" taskset -c "$processor" "$moide" run --no-progress --threads 1 --report "$work/run.json" "$@" servers \
        --asynchronous --accesses "$number" --clients 4 --window 256 >"$work/out" 2>&1 </dev/null ||
        ! grep -q 'verification: successful' "$work/out"; then
        echo "servers: $name failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2
        failed=1
        return
    fi
    [ -z "${VERBOSE:-}" ] || { echo "--- $name"; cat "$work/out"; } >&2
}

# both <name> <accesses> <options>: so many and a quarter of them; adds the rate between them to $work/<name>
both() {
    name=$1 most=$2
    shift 2
    run "$name" $((most / 4)) "$@"
    short=$(number "$work/run.json" wallSeconds)
    run "$name" "$most" "$@"
    number "$work/run.json" moves >>"$work/$name.moves"
    awk -v more="$((most - most / 4))" -v long="$(number "$work/run.json" wallSeconds)" -v short="$short" \
        'BEGIN { if (long > short && short > 0) printf "%.0f\n", more / (long - short) }' >>"$work/$name"
}

busy=''
daemon usual taskset -c 1
usual=$(cat "$work/usual.address")

slowed() {
    count=0
    for name in 1 2 3; do
        taskset -c 1 sh -c 'while :; do :; done' &
        busy="$busy $!"
    done
    while [ "$count" -lt "$runs" ]; do
        both first "$accesses"
        processor=1
        both second $((accesses / 4))
        processor=0
        for strategy in $strategies; do
            both "$strategy" "$accesses" --hosts "$usual" --strategy "$strategy"
        done
        count=$((count + 1))
    done
    both none "$accesses" --hosts "$usual" --strategy none
    printf '\n| servers, one engine at a quarter | accesses a second | median | of what both can do | moves |\n|---|---|---|---|---|\n'
    for strategy in first second none $strategies; do
        awk -v name="$strategy" -v all="$(tr '\n' ' ' <"$work/$strategy")" -v one="$(median "$work/$strategy")" \
            -v first="$(median "$work/first")" -v second="$(median "$work/second")" -v moves="$(median "$work/$strategy.moves")" 'BEGIN {
            part = one / (first + second)
            barred = name != "first" && name != "second" && name != "none"
            printf "| %s | %s | %.0f | %.2f%s | %s |\n", name, all, one, part,
                (barred ? (part >= 0.85 ? " (bar 0.85)" : " (bar 0.85 MISSED)") : ""), moves
            exit (barred && !(part >= 0.85)) }' || failed=1
    done
}

slowed
printf 'load %s\n' "$(load)"
exit "$failed"
