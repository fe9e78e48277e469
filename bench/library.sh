#!/bin/sh
# What a run costs that a Java program starts (docs/library.md), and what two thousand leave behind in the child JVM and in
# that of the engine that stays.
#
#   bench/library.sh [-n empty runs (2000)] [-c runs of cg, class A (100)] [-x: the executor only] [-f: calls in calls only] [-z: beside Hazelcast] [-i: beside Ignite] [-j: beside JPPF]
#
# Empty bags on one engine, in the child itself, and on two: bars are 5 ms a run, and that neither heap, metaspace, threads
# nor descriptors grow, and that the engine's process stays the same. Then cg on two: the last run no slower than the second.
# What submit takes for each class that it reads because of static fields: the bar is 5 ms, in a cold JVM.
# The executor: bars are 200,000 calls a second for a record with an int and 50,000 for a lambda, 30 us there and back for
# one alone, and submitting an empty call in one JVM at most twice what ForkJoinPool takes. Six minutes. With -z Hazelcast's
# executor does the same, with -i Ignite 2's, from a member to one in another JVM, and with -j JPPF's, from a client to a driver
# with a node in another JVM; Maven brings them. Calls in calls (-f): Fibonacci(42), sequential below 24; bars are half of
# ForkJoinPool's speed in one JVM, two engines 1.5 times one, 1 us for an empty nested call, 2 ms for a small reduction, 5 ms until
# an improvement of a best value is seen on another engine; and k-means of a shared table of 200,000 x 81: 0.85 of the same
# kernel's speed on threads.
set -u
runs=2000 cg=100 only='' hazelcast='' ignite='' jppf=''
while getopts n:c:xfzij option; do
    case $option in
        n) runs=$OPTARG ;;
        c) cg=$OPTARG ;;
        x) only=executor ;;
        f) only=nested ;;
        z) hazelcast=5.5.0 ;;
        i) ignite=2.16.0 ;;
        j) jppf=6.1.4 ;;
        *) echo "usage: bench/library.sh [-n empty runs] [-c runs of cg] [-x] [-f] [-z] [-i] [-j]" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

java=$(jdk_of "$root/moide")/bin/java || exit 1
build_bench
[ -x "$java" ] || java=java
classes=$root/bench/target/classes:$root/library/target/classes:$root/target/moide/moide.jar:$root/target/moide/moide-samples.jar
bench="$java -Duser.home=$work -cp $classes org.moide.bench.library.RunBench"

if [ "$only" != executor ]; then
    printf '\ncalls in calls\n\n'
    $java -Duser.home="$work" -cp "$classes" org.moide.bench.library.NestedBench 42 15 || exit 1
    $java -Duser.home="$work" -cp "$classes" org.moide.bench.library.KMeansBench 200000 10 || exit 1
fi
if [ "$only" = nested ]; then
    printf 'load %s\n' "$(load)"
    exit 0
fi
printf '\nstatic fields\n\n'
# shellcheck disable=SC2046
$java -cp "$classes" org.moide.bench.library.StaticRuleBench "$root/target/moide/moide-samples.jar" \
    $(unzip -l "$root/target/moide/moide-samples.jar" 'org/moide/samples/programs/*.class' \
        | sed -n 's|.* \(org/moide/samples/programs/[a-z]*/[A-Za-z]*\)\.class$|\1|p' | tr / .) || exit 1

printf '\nexecutor, two engines\n\n'
$java -Duser.home="$work" -cp "$classes" org.moide.bench.library.ExecutorBench 200000 20000 2 5 || exit 1

# jar <group with slashes> <artifact> <version>: brings it, and says where it is
jar() {
    mvn -q -B dependency:get -Dartifact="$(printf '%s' "$1" | tr / .):$2:$3" -Dtransitive=false </dev/null >&2 || exit 1
    find "${HOME:-/nonexistent}/.m2/repository/$1/$2" -name "$2-$3.jar" | head -n 1
}

# peer <name> <source> <jars> <java options> <calls in bulk> <calls alone>: its executor, from this JVM's member to one in another
peer() {
    printf '\n%s, two members\n\n' "$1"
    main=$(basename "$2" .java)
    rm -f "$work/until"
    mkfifo "$work/until" || exit 1
    "${java}c" -cp "$3" -d "$work/peer" "$2" "$root/bench/src/main/peers/ExecutorLoop.java" || exit 1
    # shellcheck disable=SC2086
    "$java" $4 -cp "$work/peer:$3" "$main" member <"$work/until" >"$work/member.log" 2>&1 &
    exec 4>"$work/until" # it ends when this is closed
    # shellcheck disable=SC2086
    "$java" $4 -cp "$work/peer:$3" "$main" "$5" "$6" 2>"$work/peer.log" || exit 1
    exec 4>&-
}

if [ -n "$hazelcast" ]; then
    peer "Hazelcast $hazelcast" "$root/bench/src/main/hazelcast/HazelcastExecutor.java" \
        "$(jar com/hazelcast hazelcast "$hazelcast")" '' 50000 20000
fi
if [ -n "$ignite" ]; then
    opens='-Djava.net.preferIPv4Stack=true -DIGNITE_UPDATE_NOTIFIER=false'
    # What Ignite's documentation asks for on JDKs from 17 on.
    for module in java.base/jdk.internal.access java.base/jdk.internal.misc java.base/sun.nio.ch java.base/sun.util.calendar \
        java.management/com.sun.jmx.mbeanserver jdk.internal.jvmstat/sun.jvmstat.monitor \
        java.base/sun.reflect.generics.reflectiveObjects jdk.management/com.sun.management.internal java.base/java.io \
        java.base/java.nio java.base/java.net java.base/java.util java.base/java.util.concurrent \
        java.base/java.util.concurrent.locks java.base/java.util.concurrent.atomic java.base/java.lang \
        java.base/java.lang.invoke java.base/java.math java.sql/java.sql java.base/java.time; do
        opens="$opens --add-opens=$module=ALL-UNNAMED"
    done
    peer "Ignite $ignite" "$root/bench/src/main/ignite/IgniteExecutor.java" \
        "$(jar org/apache/ignite ignite-core "$ignite"):$(jar javax/cache cache-api 1.0.0)" "$opens" 5000 3000
fi
if [ -n "$jppf" ]; then
    jars=''
    for artifact in common client server node jmxremote-nio; do
        jars=$jars:$(jar org/jppf "jppf-$artifact" "$jppf")
    done
    jars=${jars#:}:$(jar org/slf4j slf4j-api 1.7.25):$(jar org/lz4 lz4-java 1.6.0)
    peer "JPPF $jppf" "$root/bench/src/main/jppf/JppfExecutor.java" "$jars" '' 5000 1000
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
