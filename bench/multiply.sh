#!/bin/sh
# What part of the processor's multiply-adds the sample matmul does, by turns on this machine.
#
#   bench/multiply.sh [-n rounds (3)] [-s size (2000)]
#
# A C program of twelve chains of vector instructions, which need nothing from memory, says how many multiply-adds a second one thread can
# do. Then matmul multiplies two matrices of files, on one thread and on two: its seconds are those from the first task to the last row,
# verification included. Needs gcc, and a processor with AVX2 and FMA; for a machine that does nothing else. Ends with 1 if a run failed.
set -u
rounds=3 size=2000
while getopts n:s: option; do
    case $option in
        n) rounds=$OPTARG ;;
        s) size=$OPTARG ;;
        *) echo 'usage: bench/multiply.sh [-n rounds] [-s size]' >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

gcc -O2 -march=native -o "$work/peak" "$root/bench/src/main/c/multiply-adds.c" || exit 1
"$moide" --version || exit 1
awk -v n="$size" 'BEGIN {
    print "%%MatrixMarket matrix array real general"; print n, n
    srand(1); for (i = 0; i < n * n; i++) printf "%.6f\n", rand() }' >"$work/a.mtx" || exit 1
failed=0

# rate <threads>: thousand million multiply-adds a second
rate() {
    "$moide" run --no-progress --threads "$1" --report "$work/run.json" matmul --a "$work/a.mtx" --b "$work/a.mtx" \
        >/dev/null 2>"$work/errors" || {
        cat "$work/errors" >&2
        failed=1
    }
    number "$work/run.json" multiplyAddsPerSecond | awk '{ printf "%.1f", $1 / 1e9 }'
}

echo "thousand million multiply-adds a second, matrices of $size x $size"
echo 'one thread can do | matmul on 1 thread | on 2'
count=0
while [ "$count" -lt "$rounds" ]; do
    echo "$("$work/peak") | $(rate 1) | $(rate 2)"
    count=$((count + 1))
done
exit "$failed"
