#!/bin/sh
# What a run costs that a Java program starts (docs/library.md), and what a thousand leave behind in the child JVM and in
# that of the engine that stays.
#
#   bench/library.sh [-n empty runs (1000)] [-c runs of cg, class A (100)] [-x: the executor only] [-z: beside Hazelcast]
#
# Empty bags on one engine, in the child itself, and on two: bars are 5 ms a run, and that neither heap, metaspace, threads
# nor descriptors grow, and that the engine's process stays the same. Then cg on two: the last run no slower than the second.
# The executor: bars are 200,000 calls a second for a record with an int and 50,000 for a lambda, 30 us there and back for
# one alone, and submitting an empty call in one JVM at most twice what ForkJoinPool takes. Six minutes. With -z Hazelcast's
# executor does the same, from a member to one in another JVM; Maven brings it.
set -u
runs=1000 cg=100 only='' hazelcast=''
while getopts n:c:xz option; do
    case $option in
        n) runs=$OPTARG ;;
        c) cg=$OPTARG ;;
        x) only=executor ;;
        z) hazelcast=5.5.0 ;;
        *) echo "usage: bench/library.sh [-n empty runs] [-c runs of cg] [-x] [-z]" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

"$root/moide" --version >"$work/version" || exit 1
if ! (cd "$root" && mvn -q -B -Pquick -DskipTests -pl bench -am package) >"$work/build.log" 2>&1 </dev/null; then
    echo "library: the bench module cannot be built:" >&2
    grep ERROR "$work/build.log" | head -n 3 >&2
    exit 1
fi
java=$(sed -n 's/^Java .*, \(.*\)$/\1/p' "$work/version")/bin/java
[ -x "$java" ] || java=java
classes=$root/bench/target/classes:$root/library/target/classes:$root/target/moide/moide.jar:$root/target/moide/moide-samples.jar
bench="$java -Duser.home=$work -cp $classes org.moide.bench.library.RunBench"

printf '\nexecutor, two engines\n\n'
$java -Duser.home="$work" -cp "$classes" org.moide.bench.library.ExecutorBench 200000 20000 2 || exit 1
if [ -n "$hazelcast" ]; then
    mvn -q -B dependency:get -Dartifact="com.hazelcast:hazelcast:$hazelcast" -Dtransitive=false </dev/null || exit 1
    jar=$(find "${HOME:-/nonexistent}/.m2/repository/com/hazelcast/hazelcast" -name "hazelcast-$hazelcast.jar" | head -n 1)
    peer=$root/bench/src/main/hazelcast/HazelcastExecutor.java
    printf '\nHazelcast %s, two members\n\n' "$hazelcast"
    mkfifo "$work/until" || exit 1
    "${java}c" -cp "$jar" -d "$work/peer" "$peer" || exit 1
    "$java" -cp "$work/peer:$jar" HazelcastExecutor member <"$work/until" >"$work/member.log" 2>&1 &
    exec 4>"$work/until" # it ends when this is closed
    "$java" -cp "$work/peer:$jar" HazelcastExecutor 50000 20000 2>"$work/hazelcast.log" || exit 1
    exec 4>&-
fi
if [ -n "$only" ]; then
    printf 'load %s\n' "$(load)"
    exit 0
fi
printf '\nempty bags, one engine\n\n'
$bench "$runs" 1 || exit 1
printf '\nempty bags, two engines\n\n'
$bench "$runs" 2 || exit 1
printf '\ncg, class A, two engines\n\n'
$bench "$cg" 2 org.moide.samples.programs.cg.Cg --class A || exit 1
printf 'load %s\n' "$(load)"
