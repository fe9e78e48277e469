#!/bin/sh
# Whether this checkout is slower than another, by turns in one session: starts, tasks, a tree search, an SPMD program, tasks of
# workers, the library's executor, messages between two JVMs and within one.
#
#   bench/compare.sh [-n pairs (15)] <the other checkout, built: mvn -q -Pquick package && ./moide --version>
#
# Of each the median of the pairs' ratios, this one's time to the other's, and between which ratios it lies with 95% (sign test).
# Ends with 1 if one of these intervals lies wholly above 1.03. For a machine that does nothing else; three minutes a pair.
set -u
pairs=15
while getopts n: option; do
    case $option in
        n) pairs=$OPTARG ;;
        *) echo "usage: bench/compare.sh [-n pairs] <another checkout>" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
there=${1:-}
[ -x "$there/moide" ] && [ -f "$there/target/moide/moide.jar" ] && [ -d "$there/bench/target/classes" ] ||
    { echo "bench/compare.sh: expected another checkout that is built, found '$there'" >&2; exit 2; }
java=$(jdk_of "$moide")/bin/java
[ -x "$java" ] || { echo "bench/compare.sh: expected the JDK's folder in what 'moide --version' says, found none" >&2; exit 1; }

# in_us <file> <line of the output that begins so> <main class> <words>: adds the median that the line tells
in_us() {
    file=$1 begin=$2
    shift 2
    "$java" -cp "$checkout/bench/target/classes:$checkout/target/moide/moide.jar" "$@" >"$work/out" 2>&1 </dev/null ||
        { echo "bench/compare.sh: $* failed: $(head -n 3 "$work/out")" >&2; exit 1; }
    awk -v begin="$begin" 'index($0, begin) { sub(/.*p50/, ""); sub(begin, ""); print $1 + 0; exit }' "$work/out" >>"$work/$file.wall"
}

# per_unit <file> <key> <command and words>: adds the nanoseconds of one, of which a run's report says how many there are a second
per_unit() {
    file=$1 key=$2
    shift 2
    rm -f "$work/run.json"
    timed whole "$@"
    awk -v rate="$(number "$work/run.json" "$key")" 'BEGIN { print 1e9 / rate }' >>"$work/$file.wall"
}

# executor_us <calls in bulk> <calls alone> <rounds>: adds microseconds for one of a bulk and for one alone, the medians of the later
# half of the rounds. Both checkouts are timed by this one's bench.
executor_us() {
    "$java" -Duser.home="$work" \
        -cp "$root/bench/target/classes:$checkout/library/target/classes:$checkout/target/moide/moide.jar:$checkout/target/moide/moide-samples.jar" \
        org.moide.bench.library.ExecutorBench "$1" "$2" 2 "$3" >"$work/out" 2>&1 </dev/null ||
        { echo "bench/compare.sh: ExecutorBench failed: $(head -n 3 "$work/out")" >&2; exit 1; }
    awk -F '|' '/records/ { gsub(",", "", $4); print 1e6 / $4 }' "$work/out" | tail -n "$((($3 + 1) / 2))" >"$work/rounds"
    median "$work/rounds" >>"$work/submitted.$who.wall"
    awk -F '|' '/one call alone/ { print $3 + 0 }' "$work/out" | tail -n "$((($3 + 1) / 2))" >"$work/rounds"
    median "$work/rounds" >>"$work/call.$who.wall"
}

count=0
while [ "$count" -lt "$pairs" ]; do
    for who in $(turns $count here there); do
        checkout=$root
        [ "$who" = here ] || checkout=$there
        command=$checkout/moide
        timed "start.$who" "$command" run --no-progress --local-engines 1 --threads 1 uts --depth 5
        timed "start2.$who" "$command" run --no-progress --local-engines 2 --threads 1 uts --depth 5
        timed "tasks.$who" "$command" run --no-progress --no-own-engine --local-engines 2 --threads 1 \
            --classpath "$checkout/target/moide/moide-samples.jar" org.moide.samples.bench.TaskBench --tasks 2000000
        per_unit "uts.$who" nodesPerSecond "$command" run --no-progress --local-engines 2 --threads 1 --report "$work/run.json" \
            uts --tree T1L --warm-up 10
        per_unit "spmd.$who" updatesPerSecond "$command" run --no-progress --local-engines 2 --threads 1 --report "$work/run.json" \
            stencil --size 1000 --steps 2000 --picture none
        per_unit "workers.$who" tasksPerSecond "$command" run --no-progress --local-engines 2 --threads 1 --report "$work/run.json" \
            --classpath "$checkout/target/moide/moide-samples.jar" org.moide.samples.bench.WorkerBench --tasks 3000000 --there
        executor_us 100000 3000 9
        in_us "ring.$who" 'RING CommLib 8 bytes  ' org.moide.bench.rmi.CarrierBench 'RING CommLib 8 bytes' 100
        in_us "calls.$who" 'RING null call  ' org.moide.bench.rmi.CarrierBench 'RING null call' 100
        in_us "bulk.$who" 'POLLING CommLib 8 MB  ' org.moide.bench.rmi.CarrierBench 'POLLING CommLib 8 MB' 100
        in_us "barrier.$who" 'MOIDE barrier' org.moide.bench.local.LocalPath --pin 60 4 'barrier, 2 threads'
        in_us "exchange.$who" 'MOIDE exchange' org.moide.bench.local.LocalPath --pin 60 4 'exchange of 128 bytes'
        in_us "pool.$who" 'MOIDE pool' org.moide.bench.local.LocalPath --pin 60 4 'put and run'
    done
    count=$((count + 1))
done

printf '| %s pairs | the other | this one | ratio |\n|---|---|---|---|\n' "$pairs"
slower=0
line() { # line <what> <file> <unit>
    ratio=$(ratio "$work/$2.here.wall" "$work/$2.there.wall")
    printf '| %s | %s %s | %s %s | %s |\n' "$1" "$(median "$work/$2.there.wall")" "$3" "$(median "$work/$2.here.wall")" "$3" "$ratio"
    echo "$ratio" | awk -F '[( ]+' '{ exit !($2 > 1.03) }' && slower=1
}
line 'a run of nothing in one JVM' start s
line 'a run of nothing in two' start2 s
line 'TaskBench, 2 million empty tasks in two' tasks s
line 'uts T1L in two, warm: a node' uts ns
line 'stencil 1,000 x 1,000 in two: an update' spmd ns
line 'a task from a worker to one in the other JVM' workers ns
line 'the executor, two engines: one of 100,000 calls' submitted us
line 'the executor: one call alone' call us
line '8 bytes and back over the ring' ring us
line 'a null call over the ring' calls us
line '8 MB over the polled socket' bulk us
line 'barrier of two threads' barrier us
line 'exchange of 128 bytes, two threads' exchange us
line 'put and run an empty task' pool us
printf 'load %s\n' "$(load)"
exit "$slower"
