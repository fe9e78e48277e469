#!/bin/sh
# What part of the processor's multiply-adds the sample matmul does, by turns on this machine.
#
#   bench/multiply.sh [-n rounds (3)] [-s size (4000)]
#
# A C program of twelve chains of vector instructions, which need nothing from memory, says how many multiply-adds a second one
# thread can do. Then matmul multiplies two matrices of files, on one thread and on two, which the coordinator reads and sends (one),
# or which engines read by themselves (each): how many each thread does while it multiplies, and the run from the first task to the
# last row, with all that has to be loaded, compiled, read or sent, and verified.
# Needs gcc, and a processor with AVX2 and FMA; for a machine that does nothing else. Ends with 1 if a run failed.
set -u
rounds=3 size=4000
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
# A column of random numbers times a row of them: as many numbers as the matrices need, made without NumPy.
for side in "$size 1" "1 $size"; do
    awk -v size="$size" -v side="$side" 'BEGIN {
        print "%%MatrixMarket matrix array real general"; print side
        srand(1); for (i = 0; i < size; i++) printf "%.6f\n", rand() }' >"$work/${side% *}.mtx" || exit 1
done
"$moide" run --no-progress matmul --a "$work/$size.mtx" --b "$work/1.mtx" --out "$work/a.npy" >/dev/null || exit 1
failed=0

# rates <threads> <one|each>: thousand million multiply-adds a second: of a thread while it multiplies, and of the run
rates() {
    "$moide" run --no-progress --threads "$1" --report "$work/run.json" matmul --a "$work/a.npy" --b "$work/a.npy" \
        --read "$2" >/dev/null 2>"$work/errors" || {
        cat "$work/errors" >&2
        failed=1
    }
    echo "$(number "$work/run.json" multiplyAddsPerThreadSecond) $(number "$work/run.json" multiplyAddsPerSecond)" |
        awk '{ printf "%.1f %.1f", $1 / 1e9, $2 / 1e9 }'
}

echo "thousand million multiply-adds a second, matrices of $size x $size"
echo 'one thread can do | sent, 1 thread: it, the run | sent, 2 threads: each, the run | read by each, 1 thread | 2 threads'
count=0
while [ "$count" -lt "$rounds" ]; do
    echo "$("$work/peak") | $(rates 1 one) | $(rates 2 one) | $(rates 1 each) | $(rates 2 each)"
    count=$((count + 1))
done
exit "$failed"
