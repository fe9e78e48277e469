#!/bin/sh
# Whether a run's times are true: a program computes for a second, sends a GiB, and waits for a second for its neighbour, with a
# stopwatch of its own: two threads of one engine, then two engines over a ring of shared memory, over TCP and over TLS.
#
#   bench/parts.sh [-m MiB that are sent (1024)] [way ...]      local ring tcp tls, without a word all of them
#
# Bars: each part within 5% of the stopwatch, and all parts together within 1% of the thread's time. For TCP and TLS the second
# engine's daemon is in a process namespace of its own, so that no ring can be had: needs root and unshare. One minute. Ends with 1 if
# a bar is missed.
set -u
megabytes=1024
while getopts m: option; do
    case $option in
        m) megabytes=$OPTARG ;;
        *) echo "usage: bench/parts.sh [-m MiB] [way ...]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
end_all() {
    for pid in $(daemons); do kill -9 "$pid" 2>/dev/null; done
}
[ -f "$samples" ] || "$moide" samples >/dev/null # which builds it
java=$(jdk_of "$moide")/bin/java || exit 1
[ -d "$root/bench/target/classes" ] || { echo "bench/parts.sh: expected the bench module built, found no classes" >&2; exit 1; }

# run <way> <options>
run() {
    way=$1
    shift
    if ! "$moide" run --no-progress --report "$work/$way.json" "$@" --classpath "$samples" org.moide.samples.bench.PartsBench \
        --megabytes "$megabytes" >"$work/out" 2>&1 </dev/null; then
        echo "parts: $way failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2
        exit 1
    fi
}

reports=''
for way in ${*:-local ring tcp tls}; do
    case $way in
        local) run local --threads 2 ;;
        ring) run ring --local-engines 2 --threads 1 ;;
        tcp | tls)
            plain=false
            [ $way = tls ] || plain=true
            # shellcheck disable=SC2086
            daemon $way env MOIDE_PLAIN=$plain $apart
            run $way --plain=$plain --bind 127.0.0.1 --hosts "$(cat "$work/$way.address")" --threads 1
            ;;
        *) echo "bench/parts.sh: expected local, ring, tcp or tls, found $way" >&2; exit 2 ;;
    esac
    reports="$reports $way $work/$way.json"
done
# shellcheck disable=SC2086
"$java" -cp "$root/bench/target/classes:$root/target/moide/moide.jar" org.moide.bench.parts.PartsTable $reports
failed=$?
printf 'load %s\n' "$(load)"
exit $failed
