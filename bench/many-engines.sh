#!/bin/sh
# Very many engines of one thread, really on this machine: how long a run with them takes beside what their JVMs' starts take of the
# processors, whether it is right, and how many threads and sockets the coordinator has for them.
#
#   bench/many-engines.sh [-e engines (64)] [-n runs of each (1)]
#
# A child's own start is what a run with one child takes of the processors more than a run without. Some minutes.
set -u
engines=64
runs=1
while getopts e:n: option; do
    case $option in
        e) engines=$OPTARG ;;
        n) runs=$OPTARG ;;
        *) echo "usage: bench/many-engines.sh [-e engines] [-n runs]" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

# crowd <name> <application and its words>: a run with all engines; its times are in $work/<name>.*, what it says in <name>.out
crowd() {
    name=$1
    shift
    LC_ALL=C sh -c 'time -p "$@"' crowd "$moide" run --no-progress --no-history --local-engines "$engines" --threads 1 \
        --report "$work/$name.json" "$@" >"$work/$name.out" 2>"$work/$name.err" </dev/null &
    crowd=$!
    most_threads=0
    most_sockets=0
    while kill -0 "$crowd" 2>/dev/null; do
        sleep 1
        coordinator=$(pgrep -P "$(pgrep -P "$crowd" | head -n 1)" 2>/dev/null | head -n 1)
        # The command is a child of the shell that takes the time, or of that one's own.
        for process in $(pgrep -P "$crowd") $coordinator; do
            [ "$(pgrep -P "$process" | wc -l)" -gt 1 ] || continue
            threads=$(ls "/proc/$process/task" 2>/dev/null | wc -l)
            sockets=$(ls -l "/proc/$process/fd" 2>/dev/null | grep -c socket:)
            [ "$threads" -le "$most_threads" ] || most_threads=$threads
            [ "$sockets" -le "$most_sockets" ] || most_sockets=$sockets
        done
    done
    wait "$crowd" || { echo "bench/many-engines.sh: $* failed" >&2; cat "$work/$name.out" "$work/$name.err" >&2; exit 1; }
    awk '$1 == "real" { print $2 }' "$work/$name.err" >>"$work/$name.wall"
    awk '$1 == "user" || $1 == "sys" { sum += $2 } END { print sum }' "$work/$name.err" >>"$work/$name.cpu"
}

processors=$(nproc)
count=0
while [ "$count" -lt "$runs" ]; do
    timed without "$moide" run --no-progress --no-history --local-engines 1 --threads 1 hello
    timed with "$moide" run --no-progress --no-history --local-engines 2 --threads 1 hello
    crowd hello hello
    hello_threads=$most_threads hello_sockets=$most_sockets
    crowd uts uts --tree T1
    crowd all --classpath "$samples" org.moide.samples.bench.AllToAllBench
    count=$((count + 1))
done

child=$(awk -v with="$(median "$work/with.cpu")" -v without="$(median "$work/without.cpu")" 'BEGIN { print with - without }')
echo "| $engines engines of one thread, $processors processors | |"
echo '|---|---|'
printf "| processor time of a child's own life | %s s |\n" "$child"
awk -v child="$child" -v n="$engines" -v p="$processors" -v wall="$(median "$work/hello.wall")" \
    'BEGIN { ideal = (n - 1) * child / p; printf "| hello, all of it | %s s: %.2f of %.1f s |\n", wall, wall / ideal, ideal }'
printf '| hello: lines | %s |\n' "$(grep -c 'engine' "$work/hello.out")"
printf '| uts T1, all of it | %s s, %s nodes |\n' "$(median "$work/uts.wall")" "$(number "$work/uts.json" nodes)"
printf '| all to all: first time, then a round | %s s, %s µs |\n' "$(number "$work/all.json" firstSeconds)" \
    "$(number "$work/all.json" roundMicros)"
printf '| coordinator in hello: threads, sockets | %s, %s |\n' "$hello_threads" "$hello_sockets"
printf '| coordinator in all to all: threads, sockets | %s, %s |\n' "$most_threads" "$most_sockets"
printf 'load %s\n' "$(load)"
