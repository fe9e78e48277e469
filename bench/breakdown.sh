#!/bin/sh
# The pictures of Figs. 7 to 10 of the MOIDE paper: where the time of threads goes in nbody, raytrace and cg, on one engine of one
# thread, one of two threads, and two of one thread each; master/slave beside autonomous fetching; and the speed-ups of cg.
#
#   bench/breakdown.sh [-n rounds (3)] [-o folder (docs/papers)] [nbody] [raytrace] [fetching] [cg] [speed]     without a word: all
#
#   nbody      Fig. 7
#   fetching   Fig. 8(a): seconds of raytrace, real on two processors, and simulated on 4 to 16 from a recorded run
#              (bench/recordings/raytrace.json; `moide run --record-workload` writes such a file)
#   raytrace   Fig. 8(b)
#   cg         Figs. 9(a) and 10(a)
#   speed      Figs. 9(b) and 10(b): speed-ups of cg on threads of one engine, and on engines of one thread
#
# Writes moide-nbody.svg and so on there, and prints the same as tables. -n: of fetching and speed, whose medians are shown. Five
# minutes on two processors that do nothing else. Started by bench/papers.sh, too.
set -u
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
folder=$root/docs/papers rounds=3
while getopts n:o: option; do
    case $option in
        n) rounds=$OPTARG ;;
        o) folder=$OPTARG ;;
        *) echo "usage: bench/breakdown.sh [-n rounds] [-o folder] [nbody] [raytrace] [fetching] [cg] [speed]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
case $rounds in '' | *[!0-9]* | 0*) echo "breakdown: -n: expected a number of rounds from 1 on, found '$rounds'" >&2; exit 2 ;; esac
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

# parts: what moide compare --breakdown says of some runs, $work/compared, as a table
parts() {
    awk '
        { line[NR] = $0 }
        END {
            for (i = 1; i <= NR; i++) {
                if (line[i + 1] ~ /^ +all /) { title = line[i]; continue }
                text = line[i]
                isHead = text ~ /^ +all /
                sub(/^ +/, "", text)
                if (text == "" || (isHead && headed++)) continue
                gsub(/  +/, " | ", text)
                cells = split(text, cell, " [|] ")
                if (isHead) { heads = cells; head = text; continue }
                if (!rows++) {
                    printf "| |"; for (c = 0; c < cells - heads; c++) printf " |"; print " " head " |"
                    printf "|"; for (c = 0; c < cells + 1; c++) printf "---|"; print ""
                }
                print "| " title " | " text " |"
                title = ""
            }
        }' "$work/compared"
}

nbody() {
    place=0
    for bodies in 10000 40000 100000; do
        place=$((place + 1))
        shapes "nbody-$place" nbody --steps 10 --picture none --bodies "$bodies"
    done
    "$moide" compare --breakdown "$folder/moide-nbody.svg" "$work"/nbody-*.json >"$work/compared"
    printf '\n## Fig. 7: nbody\n\n'
    parts
}

raytrace() {
    cd "$work" && shapes raytrace raytrace --samples 2 --output picture.png
    "$moide" compare --breakdown "$folder/moide-raytrace.svg" --per thread "$work"/raytrace-*.json >"$work/compared"
    printf '\n## Fig. 8(b): raytrace, thread by thread\n\n'
    parts
}

cg() {
    for class in S W A; do
        shapes "cg-$(printf '%s' "$class" | tr SWA 123)" cg --class "$class"
    done
    "$moide" compare --breakdown "$folder/moide-cg.svg" "$work"/cg-*.json >"$work/compared"
    printf '\n## Figs. 9(a) and 10(a): cg\n\n'
    parts
}

# seconds <file> <key> <options and words of moide run>: adds that figure of the run's report to the file
seconds() {
    file=$1 key=$2
    shift 2
    "$moide" run --no-progress --report "$work/run.json" "$@" >"$work/out" 2>&1 </dev/null ||
        { echo "breakdown: moide run $* failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
    number "$work/run.json" "$key" >>"$file"
}

# simulated <engines of one thread> <strategy>
simulated() {
    said simulate --members "$1" --member-threads 1 --strategy "$2" --workload "$root/bench/recordings/raytrace.json" |
        awk '$1 == "predicted" { printf "%.3f", $3 == "ms" ? $2 / 1000 : $2 }'
}

# fetched <panel> <scheduling> <processors> <seconds>
fetched() {
    printf '| %s%s | %s | %s |\n' "$3" "$([ "$1" = simulated ] || echo ", $1")" "$2" "$4"
    echo "$1;$2;$3;$4" >>"$work/fetching"
}

fetching() {
    figures_built
    cd "$work" || exit 1
    round=0
    while [ "$round" -lt "$rounds" ]; do
        seconds "$work/autonomous" wallSeconds --local-engines 2 --threads 1 raytrace --samples 2 --output picture.png
        seconds "$work/slaves" wallSeconds --local-engines 2 --threads 1 --no-own-engine --strategy master-slave \
            raytrace --samples 2 --output picture.png
        round=$((round + 1))
    done
    printf '\n## Fig. 8(a): raytrace\n\n| processors | | seconds |\n|---|---|---|\n'
    fetched 'real' 'autonomous' 2 "$(median "$work/autonomous" | awk '{ printf "%.2f", $1 }')"
    fetched 'real' 'master beside them' 2 "$(median "$work/slaves" | awk '{ printf "%.2f", $1 }')"
    for processors in 4 8 12 16; do
        fetched 'simulated' 'autonomous' $processors "$(simulated $processors stealing)"
        fetched 'simulated' 'one processor for the master' $processors "$(simulated $((processors - 1)) master-slave)"
        fetched 'simulated' 'master beside them' $processors "$(simulated $processors master-slave)"
    done
    figure_drawn bars 'Fig. 8(a): autonomous fetching and master/slave' seconds processors "$work/fetching" "$folder/moide-fetching.svg"
}

speed() {
    figures_built
    for class in S W A; do
        round=0
        while [ "$round" -lt "$rounds" ]; do
            for shape in '1 1' '1 2' '1 4' '2 1' '4 1'; do
                seconds "$work/speed-$class-$shape" seconds --local-engines "${shape% *}" --threads "${shape#* }" \
                    cg --class $class --warm-up
            done
            round=$((round + 1))
        done
    done
    printf '\n## Figs. 9(b) and 10(b): speed-ups of cg, warmed up, seconds by the rule of NPB\n\n'
    printf '| class | 1 thread | 2 threads | 4 threads | 2 engines | 4 engines |\n|---|---|---|---|---|---|\n'
    for class in S W A; do
        printf '| %s |' $class
        for shape in '1 1' '1 2' '1 4' '2 1' '4 1'; do
            figure=$(median "$work/speed-$class-$shape")
            [ "$shape" != '1 1' ] || one=$figure
            gain=$(awk "BEGIN { printf \"%.3f\", $one / $figure }")
            printf ' %.3f s, %.2f |' "$figure" "$gain"
            [ "${shape% *}" != 1 ] || echo "9(b): threads of one engine;class $class;${shape#* };$gain" >>"$work/unified"
            [ "${shape#* }" != 1 ] || echo "10(b): engines of one thread;class $class;${shape% *};$gain" >>"$work/remote"
        done
        printf '\n'
    done
    cat "$work/unified" "$work/remote" >"$work/both"
    figure_drawn lines 'Figs. 9(b) and 10(b): cg' 'speed-up' 'threads or engines' "$work/both" "$folder/moide-speed.svg"
}

for part in ${*:-nbody fetching raytrace cg speed}; do
    case $part in
        nbody | raytrace | fetching | cg | speed) ($part) || exit 1 ;;
        *) echo "bench/breakdown.sh: expected nbody, raytrace, fetching, cg or speed, found $part" >&2; exit 2 ;;
    esac
done
printf 'load %s\n' "$(load)"
