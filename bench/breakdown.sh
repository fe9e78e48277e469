#!/bin/sh
# The pictures of Figs. 7 to 9 of the MOIDE paper: where the time of threads goes in nbody, raytrace and cg, on one engine of one
# thread, one of two threads, and two of one thread each.
#
#   bench/breakdown.sh [-o folder (docs/papers)] [nbody] [raytrace] [cg]      without a word: all
#
# Writes moide-nbody.svg and so on there, and prints the same as tables. Two minutes on two processors that do nothing else.
set -u
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
folder=$root/docs/papers
while getopts o: option; do
    case $option in
        o) folder=$OPTARG ;;
        *) echo "usage: bench/breakdown.sh [-o folder] [nbody] [raytrace] [cg]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
[ -d "$folder" ] || { echo "breakdown: expected a folder that exists, found $folder" >&2; exit 2; }
export MOIDE_HISTORY=false
"$moide" --version >/dev/null || exit 1

# shapes <name> <words of the application>: runs it on each shape; the reports are $work/<name>-1.json and so on
shapes() {
    name=$1
    shift
    shape=0
    for engines in '--threads 1' '--threads 2' '--local-engines 2 --threads 1'; do
        shape=$((shape + 1))
        # shellcheck disable=SC2086 # an option and its value each
        "$moide" run --no-progress --report "$work/$name-$shape.json" $engines "$@" >"$work/out" 2>&1 </dev/null ||
            { echo "breakdown: $* on $engines failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
    done
}

nbody() {
    for bodies in 10000 20000 40000; do
        shapes "nbody-$bodies" nbody --steps 10 --picture none --bodies "$bodies"
    done
    "$moide" compare --breakdown "$folder/moide-nbody.svg" "$work"/nbody-*.json
}

raytrace() {
    cd "$work" && shapes raytrace raytrace --samples 2 --output picture.png
    "$moide" compare --breakdown "$folder/moide-raytrace.svg" --per thread "$work"/raytrace-*.json
}

cg() {
    for class in S W A; do
        shapes "cg-$(printf '%s' "$class" | tr SWA 123)" cg --class "$class"
    done
    "$moide" compare --breakdown "$folder/moide-cg.svg" "$work"/cg-*.json
}

for part in ${*:-nbody raytrace cg}; do
    case $part in
        nbody | raytrace | cg) $part || exit 1 ;;
        *) echo "bench/breakdown.sh: expected nbody, raytrace or cg, found $part" >&2; exit 2 ;;
    esac
done
printf 'load %s\n' "$(load)"
