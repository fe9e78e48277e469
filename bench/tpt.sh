#!/bin/sh
# Task Pool Teams' Figs. 4, 5, 7 and 8: radiosity and tsp on task pools and with migration. As tables, and as pictures.
#
#   bench/tpt.sh [-w file] [-n rounds (3)] [-o folder (docs/papers)] [4] [5] [7] [8]       without a word: all; four minutes
#
#   4   real runs: speed-ups of radiosity on one and two threads, and on two engines
#   5   real runs: seconds of tsp, and subproblems a second, with each pool on 1, 2 and 4 threads of one engine
#   7   simulated: seconds of tsp on 1 to 16 engines of two threads, without migration and with mig0, mig1 and mig2
#   8   simulated: tasks that moved in 7; and seconds on 1 to 3 engines of eight threads
#
#   -w   the tasks of 7 and 8: what `moide run --record-workload` wrote of the sample tsp (bench/recordings/tsp.json)
#   -n   how many rounds of real runs; the median is shown
#
# Real runs are for a machine that does nothing else. Started by bench/papers.sh, too.
set -eu
recording='' rounds=3 folder=''
while getopts w:n:o: option; do
    case $option in
        w) recording=$OPTARG ;;
        n) rounds=$OPTARG ;;
        o) folder=$OPTARG ;;
        *) echo 'usage: bench/tpt.sh [-w file] [-n rounds] [-o folder] [4] [5] [7] [8]' >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
case $rounds in '' | *[!0-9]* | 0*) echo "bench/tpt.sh: -n: expected a number of rounds from 1 on, found '$rounds'" >&2; exit 2 ;; esac

# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
recording=${recording:-$root/bench/recordings/tsp.json} folder=${folder:-$root/docs/papers}
[ -d "$folder" ] || { echo "bench/tpt.sh: -o: expected a folder that is there, found $folder" >&2; exit 2; }
[ -r "$recording" ] || { echo "bench/tpt.sh: -w: expected a file that can be read, found $recording" >&2; exit 2; }
export MOIDE_HISTORY=false
figures_built

# The tasks of the first levels are there at the start, as each pool of the paper gets its part of the search space then.
levels=6
# spread: the recorded tree with that many levels of tasks at the start
spread() {
    awk -v levels=$levels '
        {
            from = index($0, "\"parents\":[")
            if (!from) { print; next }
            from += length("\"parents\":[")
            rest = substr($0, from)
            to = index(rest, "]")
            count = split(substr(rest, 1, to - 1), parent, ",")
            printf "%s", substr($0, 1, from - 1)
            for (i = 1; i <= count; i++) {
                depth[i] = parent[i] < 0 ? 1 : depth[parent[i] + 1] + 1
                printf "%s%d", i == 1 ? "" : ",", depth[i] <= levels ? -1 : parent[i]
            }
            print substr(rest, to)
        }' "$recording" >"$work/spread.json"
}

# real <options of moide run> -- <words of the application>: seconds; the report is $work/run.json
real() {
    rm -f "$work/run.json"
    "$moide" run --no-progress --report "$work/run.json" "$@" >"$work/out" 2>&1 </dev/null ||
        { echo "bench/tpt.sh: moide run $* failed: $(head -n 3 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
    number "$work/run.json" wallSeconds
}

speed_ups() {
    : >"$work/four"
    printf '\n## Fig. 4: radiosity\n\n| | seconds | speed-up |\n|---|---|---|\n'
    round=0
    while [ "$round" -lt "$rounds" ]; do
        real --threads 1 radiosity --output "$work/picture.png" >>"$work/radiosity-1"
        real --threads 2 radiosity --output "$work/picture.png" >>"$work/radiosity-2"
        real --local-engines 2 --threads 1 radiosity --output "$work/picture.png" >>"$work/radiosity-3"
        round=$((round + 1))
    done
    one=$(median "$work/radiosity-1")
    for shape in '1 1 thread' '2 2 threads' '3 2 engines'; do
        seconds=$(median "$work/radiosity-${shape%% *}")
        speed=$(awk "BEGIN { printf \"%.2f\", $one / $seconds }")
        printf '| %s | %.2f | %s |\n' "${shape#* }" "$seconds" "$speed"
        echo "radiosity;measured;${shape#* };$speed" >>"$work/four"
    done
    figure_drawn bars "Task Pool Teams' Fig. 4" 'speed-up' '' "$work/four" "$folder/tpt-4.svg"
}

pools='fifo_cen fifo_dis fifo_st1 fifo_st2 lifo_cen lifo_dis lifo_st1 lifo_st2 deques'
within() {
    round=0
    while [ "$round" -lt "$rounds" ]; do
        for threads in 1 2 4; do
            for pool in $pools; do
                real --threads "$threads" --pool "$pool" tsp >>"$work/$pool-$threads"
                number "$work/run.json" subproblems | awk -v s="$(number "$work/run.json" wallSeconds)" '{ print $1 / s / 1000 }' \
                    >>"$work/$pool-$threads-rate"
            done
        done
        round=$((round + 1))
    done
    : >"$work/five"
    printf '\n## Fig. 5: tsp on one engine of two processors: seconds, and thousands of subproblems a second\n\n| |'
    for pool in $pools; do printf ' %s |' "$pool"; done
    printf '\n|---|'
    for pool in $pools; do printf -- '---|'; done
    for threads in 1 2 4; do
        printf '\n| %s |' "$threads"
        for pool in $pools; do
            seconds=$(median "$work/$pool-$threads") rate=$(median "$work/$pool-$threads-rate")
            printf ' %.2f, %.0f |' "$seconds" "$rate"
            echo "seconds;$pool;$threads;$seconds" >>"$work/five"
            echo "thousands of subproblems a second;$pool;$threads;$rate" >>"$work/rates"
        done
    done
    printf '\n'
    cat "$work/rates" >>"$work/five"
    figure_drawn bars "Task Pool Teams' Fig. 5, with tsp" 'tsp' threads "$work/five" "$folder/tpt-5.svg"
}

# simulated <members> <threads> <strategy>: "seconds tasks-moved"
simulated() {
    "$moide" simulate --members "$1" --member-threads "$2" --strategy "$3" --workload "$work/spread.json" | awk '
        $1 == "predicted" { seconds = $3 == "ms" ? $2 / 1000 : $2 }
        $1 == "transfers" { gsub(",", ""); moved = $4 }
        END { printf "%.3f %d\n", seconds, moved }'
}

# over <figure> <threads> <members...>: a table of the strategies, in $work/<figure>-seconds and -moved as lines for a picture
over() {
    figure=$1 threads=$2
    shift 2
    : >"$work/$figure-seconds"
    : >"$work/$figure-moved"
    printf '| engines | static | mig0 | mig1 | mig2 |\n|---|---|---|---|---|\n'
    for members in "$@"; do
        printf '| %s |' "$members"
        dealt=0
        for strategy in static mig0 mig1 mig2; do
            # shellcheck disable=SC2046 # two figures
            set -- $(simulated "$members" "$threads" $strategy)
            # What static moves is what all have at the start.
            [ $strategy != static ] || dealt=$2
            printf ' %s s, %s |' "$1" "$(($2 - dealt))"
            echo "seconds, engines of $threads threads;$strategy;$members;$1" >>"$work/$figure-seconds"
            [ $strategy = static ] ||
                echo "tasks that moved, engines of $threads threads;$strategy;$members;$(($2 - dealt))" >>"$work/$figure-moved"
        done
        printf '\n'
    done
}

migration() {
    spread
    printf '\n## Fig. 7 and 8, left: engines of two threads: seconds, and tasks that moved\n\n'
    over 7 2 1 2 3 4 6 8 10 12 14 16
    figure_drawn doubling "Task Pool Teams' Fig. 7" 'seconds' engines "$work/7-seconds" "$folder/tpt-7.svg"
}

moved() {
    [ -s "$work/7-moved" ] || migration
    printf '\n## Fig. 8, right: engines of eight threads: seconds, and tasks that moved\n\n'
    over 8 8 1 2 3
    cat "$work/7-moved" "$work/8-seconds" >"$work/8"
    figure_drawn bars "Task Pool Teams' Fig. 8" 'as above' engines "$work/8" "$folder/tpt-8.svg"
}

for wanted in ${*:-4 5 7 8}; do
    case $wanted in
        4) speed_ups ;;
        5) within ;;
        7) migration ;;
        8) moved ;;
        *) echo "bench/tpt.sh: there is no figure $wanted here: 4, 5, 7, 8" >&2; exit 2 ;;
    esac
done
printf '\nload %s\n' "$(load)"
