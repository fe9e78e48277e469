#!/bin/sh
# Data objects over a slow line: blockmatch on two engines of one thread, each pinned to a processor and in a network namespace of its
# own, with a line between them that is limited both ways. All frames lie on one engine at the start, or each engine reads its part.
#
#   bench/data-link.sh [-n rounds (5)] [-f frames (200)] [-r megabytes a second (20)] [limited] [free]       without a word: both
#
#   limited   a start on one engine against an even start (--start even), both with tdc. Bars: 90% of its efficiency, and 80% of the time
#             in which frames are on their way is hidden behind computing.
#   free      no limit: tdc against stealing, both from one engine. Bar: not slower.
#
# By turns; medians. The vectors are compared each time. Needs root, taskset, ip and tc (Debian: iproute2), two processors, and the bench
# module built (mvn -Pquick package). Some 30 s a round. Ends with 1 if a bar is missed or vectors differ.
set -u
rounds=5 frames=200 rate=20
while getopts n:f:r: option; do
    case $option in
        n) rounds=$OPTARG ;;
        f) frames=$OPTARG ;;
        r) rate=$OPTARG ;;
        *) echo "usage: bench/data-link.sh [-n rounds] [-f frames] [-r MB/s] [limited] [free]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
longest=300
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
command -v taskset >/dev/null || { echo "bench/data-link.sh: expected the command taskset, found none" >&2; exit 1; }
java=$(jdk_of "$moide")/bin/java || exit 1
[ -d "$root/bench/target/classes" ] || { echo "bench/data-link.sh: expected the bench module built, found no classes" >&2; exit 1; }
failed=0
end_all() {
    namespaces_gone
}

two_namespaces
"$java" -cp "$root/bench/target/classes" org.moide.bench.data.FilmMaker "$work/film.y4m" 720 576 "$frames" || exit 1

# In a process namespace of its own: engines on one kernel would find each other there, and use shared memory in place of the line.
# shellcheck disable=SC2086
serves daemon ip netns exec "$other" $apart taskset -c 1 "$moide" engine --bind "$there" --port 7100

# run <name> <options and words>: adds what it took to $work/<name>, and how much of the transfers was hidden to <name>.hidden
run() {
    name=$1
    shift
    rm -f "$work/run.json" "$work/vectors.csv"
    if ! ip netns exec "$one" timeout -k 5 "$longest" taskset -c 0 "$moide" run --no-progress --bind "$here" --threads 1 \
        --hosts "$there:7100" --report "$work/run.json" "$@" --input "$work/film.y4m" --vectors "$work/vectors.csv" \
        >"$work/out" 2>&1 </dev/null; then
        echo "data-link: $name failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2
        failed=1
        return
    fi
    [ -f "$work/expected.csv" ] || cp "$work/vectors.csv" "$work/expected.csv"
    cmp -s "$work/vectors.csv" "$work/expected.csv" || { echo "data-link: $name: expected the same vectors, found others" >&2; failed=1; }
    number "$work/run.json" seconds >>"$work/$name"
    number "$work/run.json" hiddenShare >>"$work/$name.hidden"
    number "$work/run.json" fetched >>"$work/$name.fetched"
}

# line <name>
line() {
    printf '| %s | %s | %s | %s | %s |\n' "$1" "$(sort -g "$work/$1" 2>/dev/null | tr '\n' ' ')" "$(median "$work/$1")" \
        "$(median "$work/$1.hidden")" "$(median "$work/$1.fetched")"
}

# bar <what> <number> <at least or at most> <bar>
bar() {
    awk -v what="$1" -v found="$2" -v which="$3" -v bar="$4" 'BEGIN {
        held = found != "nan" && (which == "least" ? found >= bar : found <= bar)
        printf "%s: %.3f (bar: at %s %s%s)\n", what, found, which, bar, held ? "" : ", MISSED"
        exit !held }' || failed=1
}

for wanted in ${*:-limited free}; do
    [ "$wanted" = limited ] || [ "$wanted" = free ] || { echo "bench/data-link.sh: expected limited or free, found $wanted" >&2; exit 2; }
    [ "$wanted" = free ] || line_limited $((8 * rate))
    round=0
    while [ "$round" -lt "$rounds" ]; do
        if [ "$wanted" = limited ]; then
            for start in $(turns "$round" one even); do run "$start" --strategy tdc blockmatch --start "$start"; done
        else
            for strategy in $(turns "$round" tdc stealing); do run "$strategy" --strategy "$strategy" blockmatch; done
        fi
        round=$((round + 1))
    done
    printf '\n| %s, %s frames | seconds | median | hidden | fetched |\n|---|---|---|---|---|\n' "$wanted" "$frames"
    if [ "$wanted" = limited ]; then
        line_free
        line one
        line even
        bar "efficiency of a start on one engine, against an even start" \
            "$(awk -v one="$(median "$work/one")" -v even="$(median "$work/even")" 'BEGIN { print even / one }')" least 0.9
        bar 'hidden behind computing' "$(median "$work/one.hidden")" least 0.8
    else
        line tdc
        line stealing
        bar "time of tdc against stealing" \
            "$(awk -v tdc="$(median "$work/tdc")" -v stealing="$(median "$work/stealing")" 'BEGIN { print tdc / stealing }')" most 1
        printf 'pair by pair: %s\n' "$(ratio "$work/tdc" "$work/stealing")"
    fi
done
printf 'load %s\n' "$(load)"
exit "$failed"
