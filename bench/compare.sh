#!/bin/sh
# Whether this checkout is slower than another, by turns in one session: starts, tasks, a tree search, messages between two JVMs and
# within one.
#
#   bench/compare.sh [-n pairs (15)] <the other checkout, built: mvn -q -Pquick package>
#
# Of each the median of the pairs' ratios, this one's time to the other's, and between which ratios it lies with 95% (sign test).
# Ends with 1 if one of these intervals lies wholly above 1.03. For a machine that does nothing else; a minute and a half a pair.
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
        timed "uts2.$who" "$command" run --no-progress --local-engines 2 --threads 1 --report "$work/run.json" \
            uts --tree T1L --warm-up 10
        awk -v rate="$(number "$work/run.json" nodesPerSecond)" 'BEGIN { print 1e9 / rate }' >>"$work/uts.$who.wall"
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
line 'uts T1L in two, warm: 1,000 nodes' uts us
line '8 bytes and back over the ring' ring us
line 'a null call over the ring' calls us
line '8 MB over the polled socket' bulk us
line 'barrier of two threads' barrier us
line 'exchange of 128 bytes, two threads' exchange us
line 'put and run an empty task' pool us
printf 'load %s\n' "$(load)"
exit "$slower"
