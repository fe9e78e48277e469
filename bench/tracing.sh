#!/bin/sh
# What times and traces cost: a primitive alone, by JMH, and runs of cg A and uts T1L with --trace beside others without, by turns.
#
#   bench/tracing.sh [-n pairs of runs (10)] [primitive] [cg] [uts]      without a word: all
#
# Bars: 2 ns a primitive if nobody traces, beyond what JMH takes; 10 ns for its times; 3% of cg A and of uts T1L with --trace. Runs
# are on this JVM alone, of as many threads as there are processors. Five minutes on two processors, which should do nothing else.
# Ends with 1 if a bar is missed.
set -u
pairs=10
while getopts n: option; do
    case $option in
        n) pairs=$OPTARG ;;
        *) echo "usage: bench/tracing.sh [-n pairs] [primitive] [cg] [uts]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
java=$(jdk_of "$moide")/bin || exit 1
export MOIDE_HISTORY=false
failed=0

# within <what> <found> <most> <unit>
within() {
    awk -v what="$1" -v found="$2" -v most="$3" -v unit="$4" 'BEGIN {
        printf "%s: %.2f%s, at most %s%s%s\n", what, found, unit, most, unit, found <= most ? "" : " MISSED"
        exit !(found <= most) }' || failed=1
}

# jar <group, artifact and version with slashes>: brings it, and says where it is
jar() {
    version=${1##*/} path=${1%/*}
    artifact=${path##*/} group=${path%/*}
    mvn -q -B -Dstyle.color=never dependency:get -Dartifact="$(printf '%s' "$group" | tr / .):$artifact:$version" -Dtransitive=false </dev/null >&2
    find "${HOME:-/nonexistent}/.m2/repository/$1" -name "$artifact-$version.jar" | head -n 1
}

primitive() {
    jars=$root/target/moide/moide.jar
    for jar in org/openjdk/jmh/jmh-core/1.37 org/openjdk/jmh/jmh-generator-annprocess/1.37 \
        net/sf/jopt-simple/jopt-simple/5.0.4 org/apache/commons/commons-math3/3.6.1; do
        jars=$jars:$(jar "$jar")
        [ "${jars%:}" = "$jars" ] || { echo "tracing: Maven does not bring $jar" >&2; exit 1; }
    done
    mkdir "$work/classes" &&
        "$java/javac" -nowarn -processor org.openjdk.jmh.generators.BenchmarkProcessor -d "$work/classes" -cp "$jars" "$root/bench/src/main/jmh/TracingCost.java" >&2 || exit 1
    "$java/java" -cp "$work/classes:$jars" org.openjdk.jmh.Main -rf csv -rff "$work/jmh.csv" TracingCost >"$work/jmh.out" 2>&1 ||
        { tail -n 20 "$work/jmh.out" >&2; exit 1; }
    nothing=$(score nothing)
    within 'tracing that is off, a primitive' "$(awk -v a="$(score tracingOff)" -v b="$nothing" 'BEGIN { print a - b }')" 2 ' ns'
    within 'times, a primitive' "$(awk -v a="$(score timesOnly)" -v b="$nothing" 'BEGIN { print a - b }')" 10 ' ns'
    printf 'tracing that is on, with encoding: %s ns; with times: %s ns\n' "$(score tracingOn)" "$(score timesAndTracing)"
}

# score <benchmark>: ns
score() {
    awk -F, -v name="\"org.moide.commlib.message.endpoint.TracingCost.$1\"" '$1 == name { print $5 }' "$work/jmh.csv"
}

# one <name> <traced|plain> <words>: the seconds of a run, added to $work/<name>.<traced|plain>
one() {
    name=$1 kind=$2
    shift 2
    [ "$kind" = plain ] || set -- --trace "$work/trace.json" "$@"
    "$moide" run --no-progress --report "$work/run.json" "$@" >"$work/out" 2>&1 </dev/null ||
        { echo "tracing: $* failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
    number "$work/run.json" wallSeconds >>"$work/$name.$kind"
}

# both <name> <words>
both() {
    name=$1
    shift
    pair=0
    while [ "$pair" -lt "$pairs" ]; do
        for kind in $(turns "$pair" traced plain); do one "$name" "$kind" "$@"; done
        pair=$((pair + 1))
    done
    echo "$name with a trace / without: $(ratio "$work/$name.traced" "$work/$name.plain"), of $pairs pairs"
    within "$name, more time" "$(ratio "$work/$name.traced" "$work/$name.plain" | awk '{ print 100 * ($1 - 1) }')" 3 %
}

cg() {
    both cg cg --class A
}

uts() {
    both uts uts --tree T1L
}

for part in ${*:-primitive cg uts}; do
    case $part in
        primitive | cg | uts) $part ;;
        *) echo "bench/tracing.sh: expected primitive, cg or uts, found $part" >&2; exit 2 ;;
    esac
done
printf 'load %s\n' "$(load)"
exit "$failed"
