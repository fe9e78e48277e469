#!/bin/sh
# What a bound on an engine's young generation does: the samples that make most garbage, with each bound in turn.
#
#   bench/memory.sh [-n runs of each (5)] [-b "bounds, in MB (128 256 512 4096)"]
#
# Alternating; medians of wall seconds, of processor seconds and of those that the system takes, children included.
set -u
runs=5
bounds='128 256 512 4096'
while getopts n:b: option; do
    case $option in
        n) runs=$OPTARG ;;
        b) bounds=$OPTARG ;;
        *) echo "usage: bench/memory.sh [-n runs] [-b 'bounds in MB']" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
cd "$work" || exit 1

# timed <name> <bound> <words of a run>
timed() {
    name=$1.$2 young=-XX:MaxNewSize=$2m
    shift 2
    LC_ALL=C MOIDE_JAVA_OPTS=$young sh -c 'time -p sh -c '\''said=$1; shift; exec "$@" >"$said" 2>&1'\'' quiet "$@"' timed \
        "$work/said" "$moide" run --no-progress "--jvm-arg=$young" "$@" 2>"$work/time" </dev/null ||
        { echo "memory: $* failed" >&2; cat "$work/said" >&2; exit 1; }
    awk '$1 == "real" { print $2 }' "$work/time" >>"$work/$name.wall"
    awk '$1 == "user" || $1 == "sys" { sum += $2 } END { print sum }' "$work/time" >>"$work/$name.cpu"
    awk '$1 == "sys" { print $2 }' "$work/time" >>"$work/$name.sys"
}

count=0
while [ "$count" -lt "$runs" ]; do
    for bound in $bounds; do
        timed raytrace "$bound" --local-engines 4 --threads 1 raytrace
        timed uts "$bound" --local-engines 2 --threads 1 uts --tree T1L
        timed nbody "$bound" --local-engines 2 --threads 1 nbody --bodies 20000 --steps 20 --picture none
        timed cg "$bound" --threads 2 cg --class A
    done
    count=$((count + 1))
done
printf '| %s runs | young MB | wall s | processor s | system s |\n|---|---|---|---|---|\n' "$runs"
for what in raytrace uts nbody cg; do
    for bound in $bounds; do
        printf '| %s | %s | %s | %s | %s |\n' $what "$bound" "$(median "$work/$what.$bound.wall")" \
            "$(median "$work/$what.$bound.cpu")" "$(median "$work/$what.$bound.sys")"
    done
done
printf 'load %s\n' "$(load)"
