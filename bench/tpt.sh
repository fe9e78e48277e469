#!/bin/sh
# Task Pool Teams' Figs. 4 to 8: radiosity and tsp on task pools and with migration. As tables, and as pictures.
#
#   bench/tpt.sh [-w file] [-r] [-s] [-n rounds (5)] [-o folder (docs/papers)] [4] [5] [6] [7] [8] [lock]   without a word: all
#
#   4   real runs: radiosity with each pool on 2 and 4 engines of one thread, and on 2 of two. Simulated: its speed-ups on 1 to 16
#       engines of two threads, without migration, with whole trees that move between passes, and with single tasks; and as the
#       paper's text has them, on engines of eight threads and of one
#   5   real runs: radiosity with each pool on 1, 2 and 4 threads of one engine. Simulated: its speed-ups on as many processors as
#       threads, up to 8
#   6   real runs: radiosity with each pool on two engines of two and of five threads, by phases. Simulated: its speed-ups on two
#       engines of two threads, with a processor for each
#   7   simulated: seconds of tsp on 1 to 16 engines of two threads, without migration and with mig0, mig1 and mig2
#   8   simulated: tasks that moved in 7; and seconds on 1 to 3 engines of eight threads
#   lock   what it costs a thread that another used the pool's queue last: the figure that 4, 5 and 6 are simulated with
#
#   -r   record radiosity anew, for 4 and 6: into bench/recordings, or the folder that -o names; times are the processor's
#   -s   only what is simulated of 4, 5 and 6
#   -w   the tasks of 7 and 8: what `moide run --record-workload` wrote of the sample tsp (bench/recordings/tsp.json)
#   -n   how many rounds of real runs; in a round each shape is run with all pools, one after the other. The median is shown, and
#        the least and the most
#
# Real runs are for a machine that does nothing else. Started by bench/papers.sh, too.
set -eu
recording='' rounds=5 folder='' anew=no real=yes
while getopts w:n:o:rs option; do
    case $option in
        w) recording=$OPTARG ;;
        n) rounds=$OPTARG ;;
        r) anew=yes ;;
        s) real=no ;;
        o) folder=$OPTARG ;;
        *) echo 'usage: bench/tpt.sh [-w file] [-r] [-s] [-n rounds] [-o folder] [4] [5] [6] [7] [8] [lock]' >&2; exit 2 ;;
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
export MOIDE_BUILD=no # it has been built

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

# rooms: the room that the sample has, and a hall of columns, benches and lamps with about as many surfaces as the paper's hall
# (1,157); with small pictures, since the paper's third phase has none to write
rooms() {
    [ ! -s "$work/hall.room" ] || return 0
    sed 's/^image .*/image 320 240/; s/^samples .*/samples 1/' \
        "$root/samples/src/main/resources/org/moide/samples/programs/radiosity/study.room" >"$work/study.room"
    awk 'BEGIN {
        print "image 320 240\nsamples 1\ncamera from 3 2.2 1  at 14 2 22  fov 70"
        print "material stone reflect 0.7 0.68 0.62\nmaterial wood reflect 0.45 0.3 0.18\nmaterial lamp reflect 0.3 emit 14 12.5 10"
        print "room 0 0 0  32 6 48  material stone  floor wood"
        for (i = 0; i < 4; i++) for (j = 0; j < 12; j++) {
            x = 4 + 8 * i; z = 2 + 4 * j
            printf "box %g 0 %g  %g 6 %g  material stone\n", x - 0.3, z - 0.3, x + 0.3, z + 0.3
        }
        for (i = 0; i < 3; i++) for (j = 0; j < 8; j++) {
            x = 8 + 8 * i; z = 3 + 6 * j
            printf "box %g 4.6 %g  %g 4.75 %g  material lamp\n", x - 0.5, z - 0.5, x + 0.5, z + 0.5
        }
        for (i = 0; i < 6; i++) for (j = 0; j < 20; j++) {
            x = 2 + 5.5 * i; z = 2 + 2.3 * j
            printf "box %g 0.4 %g  %g 0.5 %g  material wood\n", x - 0.9, z - 0.2, x + 0.9, z + 0.2
        }
    }' >"$work/hall.room"
}

# The rule for the end is SPLASH's, which the paper's radiosity begins from.
# words <room>: of the sample
words() {
    case $1 in
        study) echo "--scene $work/study.room --rest 0.05 --warm-up 4" ;;
        *) echo "--scene $work/hall.room --rest 0.05 --accuracy 1e-5 --smallest 0.1 --warm-up 2" ;;
    esac
}

# recorded <room>: the file; recorded anew if that is wanted, once
recorded() {
    into=$root/bench/recordings
    [ "$anew" = no ] || [ "$folder" = "$root/docs/papers" ] || into=$folder
    if [ "$anew" = yes ] && [ ! -e "$work/anew-$1" ]; then
        # shellcheck disable=SC2046 # an option and its value each
        real --threads 1 radiosity --shading vertices --output "$work/picture.png" --task-log "$into/radiosity-$1.txt" $(words "$1") \
            >"$work/anew-$1"
    fi
    echo "$into/radiosity-$1.txt"
}

# Nanoseconds for which a thread waits for a queue that another thread used last: what the part lock measures.
handover=50

# played <room> <engines,...> <threads> <pools> <stay,trees,tasks>: lines of pool, placement, engines, seconds of the passes, of these
# between tasks, seconds of all, trees and tasks that moved; over the network of `moide simulate`
played() {
    "$java" -cp "$root/bench/target/classes:$root/target/moide/moide.jar:$samples" org.moide.bench.papers.trees.TreesOverEngines \
        "$(recorded "$1")" "$2" "$3" "$4" "$5" 100 125 10 $handover || exit 1
}

# gain <seconds of one> <seconds>
gain() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

speed_ups() {
    rooms
    if [ $real = yes ]; then
        real_table "Fig. 4: radiosity, real: seconds of the passes, and the speed-up" "$work/real-four" \
            1x1 2x1 4x1 2x2
        figure_drawn bars "Task Pool Teams' Fig. 4: radiosity, real" 'speed-up of the passes' pools "$work/real-four" \
            "$folder/tpt-4-real.svg"
    fi
    : >"$work/four"
    for room in hall study; do
        played $room 1 1 fifo_cen stay >"$work/one"
        read -r _ _ _ passes _ whole _ <"$work/one"
        printf '\n## Fig. 4: radiosity, %s, engines of two threads: one thread %.2f s of passes, %.2f s in all\n\n' $room "$passes" "$whole"
        printf '| engines of two threads | trees stay | trees move | of the passes between tasks, trees that moved | single tasks move | how many |\n'
        printf '|---|---|---|---|---|---|\n'
        played $room 1,2,3,4,6,8,12,16 2 fifo_cen stay,trees,tasks >"$work/played"
        for engines in 1 2 3 4 6 8 12 16; do
            awk -v engines=$engines -v passes="$passes" -v whole="$whole" -v room=$room '
                $3 == engines {
                    gain[$2] = sprintf("%.1f, %.1f", passes / $4, whole / $6)
                    if ($2 == "trees") between = sprintf("%.0f%%, %d", 100 * $5 / $4, $7)
                    if ($2 == "tasks") moved = $8
                    label = $2 == "stay" ? "trees stay" : $2 == "trees" ? "trees move" : "tasks move"
                    printf "%s: passes;%s;%d;%.2f\n", room, label, engines, passes / $4 >>"'"$work/four"'"
                    if ($2 == "trees") printf "%s: passes;trees move: all;%d;%.2f\n", room, engines, whole / $6 >>"'"$work/four"'"
                }
                END { printf "| %d | %s | %s | %s | %s | %s |\n", engines, gain["stay"], gain["trees"], between, gain["tasks"], moved }
            ' "$work/played"
        done
    done
    printf '\n| beside the text of the paper | trees move: passes | all | single tasks |\n|---|---|---|---|\n'
    for place in '2 8 10.4' '3 8 11.8' '2 1 -' '20 1 -'; do
        # shellcheck disable=SC2086 # three words
        set -- $place
        for room in hall study; do
            played $room 1 1 fifo_st1 stay >"$work/one"
            read -r _ _ _ passes _ whole _ <"$work/one"
            played $room "$1" "$2" fifo_st1 trees,tasks >"$work/played"
            awk -v engines="$1" -v threads="$2" -v paper="$3" -v room=$room -v passes="$passes" -v whole="$whole" '
                $2 == "trees" { trees = passes / $4; all = whole / $6 }
                $2 == "tasks" { tasks = passes / $4 }
                END {
                    printf "| %s, %d engines of %d%s | %.1f | %.1f | %.1f |\n", room, engines, threads,
                        room == "hall" && paper != "-" ? ": " paper : "", trees, all, tasks
                }' "$work/played"
        done
    done
    figure_drawn doubling "Task Pool Teams' Fig. 4: radiosity" 'speed-up' engines "$work/four" "$folder/tpt-4.svg"
}

pools='fifo_cen fifo_cenII fifo_dis fifo_st1 fifo_st2 lifo_cen lifo_cenII lifo_dis lifo_st1 lifo_st2 deques'
# The default's thieves draw whom to ask, so it is not among those that are simulated; cenII is cen while all threads have a processor.
teams='fifo_cen fifo_dis fifo_st1 fifo_st2 lifo_cen lifo_dis lifo_st1 lifo_st2'

# shapes <figure>: the engines and threads of its real runs
shapes() {
    case $1 in
        4) echo 1x1 2x1 4x1 2x2 ;;
        5) echo 1x1 1x2 1x4 ;;
        6) echo 1x1 2x2 2x5 ;;
    esac
}

# measured: real runs for all figures that are wanted, once. Seconds are in $work/<passes|picture|all>-<pool>-<shape>, a run a line:
# the passes (phase II), the picture (phase III), and both. JVMs stay from round to round, but each run has its classes anew: so all
# passes are made three times before they are measured
measured() {
    [ ! -e "$work/measured" ] || return 0
    before=$(load)
    sed 's/^image .*/image 96 72/; s/^samples .*/samples 1/' \
        "$root/samples/src/main/resources/org/moide/samples/programs/radiosity/study.room" >"$work/small.room"
    all=$(for figure in $wanted; do shapes "$figure"; done | tr ' ' '\n' | awk 'NF && !seen[$0]++' | tr '\n' ',')
    "$java" -Duser.home="$work" -cp "$root/bench/target/classes:$root/library/target/classes:$root/target/moide/moide.jar:$samples" \
        org.moide.bench.papers.RadiosityPools "$rounds" "${all%,}" "$(echo "$pools" | tr ' ' ,)" --scene "$work/small.room" --rest 0.05 \
        --accuracy 1e-4 --warm-up 3 --shading vertices --output "$work/picture.png" >"$work/runs" || exit 1
    while read -r shape pool passes picture; do
        echo "$passes" >>"$work/passes-$pool-$shape"
        echo "$picture" >>"$work/picture-$pool-$shape"
        awk -v a="$passes" -v b="$picture" 'BEGIN { print a + b }' >>"$work/all-$pool-$shape"
    done <"$work/runs"
    conditions="on $(nproc) processors, rounds: $rounds, load before and after: $before, $(load)"
    : >"$work/measured"
}

# between <file>: the median of the numbers in it, and the least and the most
between() {
    sort -g "$1" | awk '
        { value[NR] = $1 }
        END { printf (NR > 1 ? "%.2f (%.2f to %.2f)" : "%.2f"), value[int((NR + 1) / 2)], value[1], value[NR] }'
}

# real_table <title> <file for the picture> <shapes>: seconds of the passes with each pool, and speed-ups
# beside one thread with the default
real_table() {
    title=$1 file=$2
    shift 2
    measured
    printf '\n## %s, %s\n\n| |' "$title" "$conditions"
    for shape in "$@"; do printf ' %s |' "$shape"; done
    printf '\n|---|'
    for shape in "$@"; do printf -- '---|'; done
    one=$(median "$work/passes-deques-1x1")
    for pool in $pools; do
        printf '\n| %s |' "$pool"
        for shape in "$@"; do
            gain=$(gain "$one" "$(median "$work/passes-$pool-$shape")")
            printf ' %s: %s |' "$(between "$work/passes-$pool-$shape")" "$gain"
            echo "real;$shape;$pool;$gain" >>"$file"
        done
    done
    printf '\n'
}

# played_table <title> <file for the picture> <engines> <threads,...> <placement> [series]: speed-ups of hall and study with each pool,
# in the picture under the name of the series, or the number of threads
played_table() {
    title=$1 file=$2 engines=$3 many=$4 placement=$5 series=${6:-}
    rooms
    printf '\n## %s\n\n| room, threads |' "$title"
    for pool in $teams; do printf ' %s |' "$pool"; done
    printf '\n|---|'
    for pool in $teams; do printf -- '---|'; done
    for room in hall study; do
        played $room 1 1 fifo_cen stay >"$work/one"
        read -r _ _ _ passes _ <"$work/one"
        for threads in $(echo "$many" | tr , ' '); do
            played $room "$engines" "$threads" "$(echo "$teams" | tr ' ' ,)" "$placement" >"$work/played"
            printf '\n| %s, %s |' $room "$threads"
            for pool in $teams; do
                gain=$(gain "$passes" "$(awk -v pool="$pool" '$1 == pool { print $4 }' "$work/played")")
                printf ' %s |' "$gain"
                echo "simulated: $room;${series:-$threads};$pool;$gain" >>"$file"
            done
        done
    done
    printf '\n'
}

within() {
    [ $real = no ] || real_table "Fig. 5: radiosity, real: seconds of the passes on one engine, and the speed-up" \
        "$work/five" 1x1 1x2 1x4
    played_table "Fig. 5: radiosity, simulated, as many processors as threads: speed-ups of the passes" "$work/five" 1 1,2,4,6,8 stay
    figure_drawn bars "Task Pool Teams' Fig. 5: radiosity on one engine" 'speed-up of the passes' pools "$work/five" "$folder/tpt-5.svg"
}

phases() {
    measured
    printf '\n## Fig. 6: radiosity, real: seconds of the phases on two engines, %s\n\n' "$conditions"
    printf '| | two threads: II | III | both | five threads: II | III | both |\n|---|---|---|---|---|---|---|\n'
    for pool in $pools; do
        printf '| %s |' "$pool"
        for shape in 2x2 2x5; do
            for phase in passes picture all; do
                printf ' %s |' "$(between "$work/$phase-$pool-$shape")"
                gain=$(gain "$(median "$work/$phase-deques-1x1")" "$(median "$work/$phase-$pool-$shape")")
                case $phase in
                    passes) title=II ;;
                    picture) title=III ;;
                    *) title='II and III' ;;
                esac
                echo "real, $shape;$title;$pool;$gain" >>"$work/six"
            done
        done
        printf '\n'
    done
}

teams() {
    [ $real = no ] || phases
    for placement in trees tasks; do
        played_table "Fig. 6: radiosity, simulated, $placement move: speed-ups of the passes on two engines" "$work/six" 2 2 $placement \
            "$placement move"
    done
    figure_drawn bars "Task Pool Teams' Fig. 6: radiosity on two engines" 'speed-up' pools "$work/six" "$folder/tpt-6.svg"
}

lock() {
    printf '\n## Lock: what a queue costs that another thread used last, in nanoseconds\n\n'
    "$java" -cp "$root/bench/target/classes:$root/target/moide/moide.jar" org.moide.bench.local.LocalPath 20 50 'beside computing' \
        >"$work/lock" || exit 1
    awk '
        /a central queue each/ { apart = $5 }
        /one central queue/ { one = $4 }
        END { printf "%.0f for each put or take; simulated with '$handover'\n", 1000 * (one - apart) / 2 }' "$work/lock"
}

# simulated <members> <threads> <strategy>: "seconds tasks-moved"
simulated() {
    said simulate --members "$1" --member-threads "$2" --strategy "$3" --workload "$work/spread.json" | awk '
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

wanted=${*:-4 5 6 7 8 lock}
for figure in $wanted; do
    case $figure in
        4) speed_ups ;;
        5) within ;;
        6) teams ;;
        7) migration ;;
        8) moved ;;
        lock) lock ;;
        *) echo "bench/tpt.sh: there is no figure $figure here: 4, 5, 6, 7, 8, lock" >&2; exit 2 ;;
    esac
done
printf '\nload %s\n' "$(load)"
