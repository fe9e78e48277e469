#!/bin/sh
# What recording costs: the same runs with it, as they are, and with --no-recording, by turns: uts T1L, cg of class A and 4
# million empty tasks in two engines, and the start of a run in one JVM.
#
#   bench/recording.sh [-n pairs (15)]
#
# Of each the median ratio of a pair's wall and processor seconds, and between which ratios it lies with 95% (sign test). Some
# ten minutes.
set -u
pairs=15
while getopts n: option; do
    case $option in
        n) pairs=$OPTARG ;;
        *) echo "usage: bench/recording.sh [-n pairs]" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

"$moide" --version

run() { # run <what> <with|without> <words>
    what=$1
    option=--recording
    [ "$2" = with ] || option=--no-recording
    file=$what.$2
    shift 2
    timed "$file" "$moide" run --no-progress $option "$@"
}

count=0
while [ "$count" -lt "$pairs" ]; do
    for how in $(turns $count with without); do
        run start "$how" --local-engines 1 --threads 1 uts --depth 5
        run uts "$how" --local-engines 2 --threads 1 uts --tree T1L
        run cg "$how" --local-engines 2 --threads 1 cg --class A
        run tasks "$how" --no-own-engine --local-engines 2 --threads 1 --classpath "$samples" \
            org.moide.samples.bench.TaskBench --tasks 4000000
    done
    count=$((count + 1))
done
printf '| %s pairs | wall, with / without | processor |\n|---|---|---|\n' "$pairs"
for what in start uts cg tasks; do
    printf '| %s | %s | %s |\n' $what "$(ratio "$work/$what.with.wall" "$work/$what.without.wall")" \
        "$(ratio "$work/$what.with.cpu" "$work/$what.without.cpu")"
done
printf 'load %s\n' "$(load)"
