#!/bin/sh
# Four GiB of data objects (blockmatch, frames of 16 MiB) through stores of 64 MiB, on two engines of one thread with a heap of 768 MiB
# each: what the stores drop goes to disk and comes back from there (--data-spill), or is made again (--start even).
#
#   bench/data-spill.sh [-f frames (257)] [spill] [recompute]      without a word: both
#
# Says how long each takes, and the highest resident memory of each JVM (Linux). What the JVMs map of files counts there too. A run whose
# JVM needs more heap ends with an error. Needs 5 GB in TMPDIR. Ends with 1 if a run fails, or the two find other vectors.
set -u
frames=257
while getopts f: option; do
    case $option in
        f) frames=$OPTARG ;;
        *) echo "usage: bench/data-spill.sh [-f frames] [spill] [recompute]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
longest=600
heap=768m
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
command -v pgrep >/dev/null || { echo "bench/data-spill.sh: expected the command pgrep, found none" >&2; exit 1; }
failed=0
mkdir "$work/film" "$work/spill" || exit 1

# Eight pictures of noise, and names for as many frames as are wanted: the film takes 128 MiB on disk.
for picture in 0 1 2 3 4 5 6 7; do
    { printf 'P5\n4096 4096\n255\n'; head -c 16777216 /dev/urandom; } >"$work/picture-$picture" || exit 1
done
frame=0
while [ "$frame" -lt "$frames" ]; do
    ln -s "$work/picture-$((frame % 8))" "$(printf '%s/film/%04d.pgm' "$work" "$frame")" || exit 1
    frame=$((frame + 1))
done

# watch <pid>: notes down the highest resident memory of this process and its children, as long as it is there
watch() {
    while kill -0 "$1" 2>/dev/null; do
        for pid in "$1" $(pgrep -P "$1"); do
            awk -v pid="$pid" '$1 == "VmHWM:" { print pid, $2 }' "/proc/$pid/status" >>"$work/memory" 2>/dev/null
        done
        sleep 0.2
    done
}

for wanted in ${*:-spill recompute}; do
    case $wanted in
        spill) start=one spill="--data-spill $work/spill" ;;
        recompute) start=even spill= ;;
        *) echo "bench/data-spill.sh: expected spill or recompute, found $wanted" >&2; exit 2 ;;
    esac
    : >"$work/memory"
    rm -f "$work/run.json"
    # The words of $spill are meant to be split.
    # shellcheck disable=SC2086
    MOIDE_JAVA_OPTS=-Xmx$heap timeout -k 5 "$longest" "$moide" run --no-progress --local-engines 2 --threads 1 --engine-memory "$heap" --data-memory 64m \
        --strategy tdc $spill --report "$work/run.json" blockmatch --input "$work/film/%04d.pgm" --block 512 --range 0 --start "$start" \
        --vectors "$work/$wanted.csv" >"$work/out" 2>&1 </dev/null &
    waiting=$!
    sleep 1
    watch "$(pgrep -P "$waiting" | head -n 1)"
    wait "$waiting" || { echo "data-spill: $wanted failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2; failed=1; continue; }
    printf '%s: %s s, %s objects fetched, %s dropped; highest resident memory of each JVM:%s\n' "$wanted" \
        "$(number "$work/run.json" seconds)" "$(number "$work/run.json" fetched)" "$(number "$work/run.json" dropped)" \
        "$(sort -k1,1n -k2,2n "$work/memory" | awk '{ most[$1] = $2 } END { for (pid in most) printf " %d MiB", most[pid] / 1024 }')"
    [ -f "$work/expected.csv" ] || cp "$work/$wanted.csv" "$work/expected.csv"
    cmp -s "$work/$wanted.csv" "$work/expected.csv" || { echo "data-spill: $wanted: expected the same vectors, found others" >&2; failed=1; }
done
printf 'load %s\n' "$(load)"
exit "$failed"
