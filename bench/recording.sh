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

# ratio <what> <wall|cpu>: the median of the pairs' ratios and its interval
ratio() {
    paste "$work/$1.with.$2" "$work/$1.without.$2" | awk '{ print $1 / $2 }' | sort -n | awk '
        { ratio[NR] = $1 }
        END {
            # the largest k for which fewer than k - 1 of NR tosses have a chance of at most 2.5%
            chance = 1; for (i = 0; i < NR; i++) chance /= 2
            sum = 0; term = chance; k = 0
            while (sum + term <= 0.025) { sum += term; k++; term = term * (NR - k + 1) / k }
            if (k < 1) k = 1
            middle = NR % 2 ? ratio[(NR + 1) / 2] : (ratio[NR / 2] + ratio[NR / 2 + 1]) / 2
            printf "%.3f (%.3f to %.3f)", middle, ratio[k], ratio[NR - k + 1]
        }'
}

count=0
while [ "$count" -lt "$pairs" ]; do
    # who comes first changes: a processor that is warm, or throttled, would favour one of them
    order="with without"
    [ $((count % 2)) = 0 ] || order="without with"
    for how in $order; do
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
    printf '| %s | %s | %s |\n' $what "$(ratio $what wall)" "$(ratio $what cpu)"
done
printf 'load %s\n' "$(cut -d' ' -f1 /proc/loadavg 2>/dev/null)"
