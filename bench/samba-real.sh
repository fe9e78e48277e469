#!/bin/sh
# SAMBA's Tables I, II and IV on real engines of one thread whose tasks wait instead of computing, and what moide simulate predicts
# for the same tasks: "measured (predicted)" in seconds. The tasks are recorded in a first run on 4 engines and simulated from that.
#
#   bench/samba-real.sh [-n "4 8 16"] [I] [II] [IV]      without a word: all; some 12 minutes on two cores
#
# For a machine that does nothing else: tasks only wait, but the engines' control threads and compilers need processors, and what is
# recorded while others have them is too long. On two busy cores only the runs on 4 engines were of any use (docs/papers/samba.md).
set -u
here=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd) || exit 1
moide=${MOIDE:-$here/../moide}
samples=${MOIDE_SAMPLES:-$here/../target/moide/moide-samples.jar}
application=org.moide.samples.bench.WaitBench
sizes='4 8 16'
if [ "${1:-}" = -n ]; then
    sizes=$2
    shift 2
fi
longest=120
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
"$moide" --version >/dev/null || exit 1
failed=0

# run <engines> <strategy[:key=value]> <options of moide run> -- <words of the application>: its seconds
run() {
    engines=$1 strategy=$2
    shift 2
    : >"$work/parameters"
    case $strategy in *:*) echo "${strategy#*:}" >"$work/parameters" ;; esac
    rm -f "$work/run.json"
    if ! timeout -k 5 "$longest" "$moide" run --classpath "$samples" --local-engines "$engines" --threads 1 --engine-memory 256m \
        --strategy "${strategy%%:*}" --strategy-file "$work/parameters" --report "$work/run.json" \
        "$@" >"$work/out" 2>&1 </dev/null; then
        echo "samba-real: $strategy on $engines failed: $(head -n 3 "$work/out" | tr '\n' ' ')" >&2
        return 1
    fi
    sed -n 's/^ *"seconds": *\([0-9.eE+-]*\),\{0,1\}$/\1/p' "$work/run.json" | head -n 1
}

# predicted <engines> <strategy[:key=value]> <options>
predicted() {
    engines=$1 strategy=$2
    shift 2
    "$moide" simulate --members "$engines" --member-threads 1 --strategy "${strategy%%:*}" \
        --strategy-file "$work/parameters" --workload "$work/tasks.json" "$@" |
        awk '$1 == "predicted" { printf "%.2f", $3 == "ms" ? $2 / 1000 : $2 }'
}

# table <title> <strategies> <slowness of engines> <options of simulate that say the same> <words of the application>
table() {
    title=$1 strategies=$2 slow=$3 powers=$4
    shift 4
    printf '\n%s\n\n' "$title"
    if ! run 4 stealing --record-workload "$work/tasks.json" "$application" "$@" >/dev/null; then
        failed=1
        return
    fi
    grep 'of work' "$work/out"
    printf '\n| |'
    for strategy in $strategies; do printf ' %s |' "$strategy"; done
    printf '\n|---|'
    for strategy in $strategies; do printf -- '---|'; done
    for members in $sizes; do
        printf '\n| %s |' "$members"
        for strategy in $strategies; do
            if seconds=$(run "$members" "$strategy" "$application" "$@" --slow "$slow"); then
                # The words of $powers are meant to be split.
                # shellcheck disable=SC2086
                printf ' %.2f (%s) |' "$seconds" "$(predicted "$members" "$strategy" $powers)"
            else
                failed=1
                printf ' failed |'
            fi
        done
    done
    printf '\n'
}

for wanted in ${*:-I II IV}; do
    case $wanted in
        I) table '## Table I: 64 tasks, each of which puts two others with a chance of 0.47, as they do' \
            'S1 S2 S3 S6:groups=4 S7:neighbours=ring stealing' 1 '' --tasks 64 --tree 0.47 --millis 10 ;;
        II) table '## Table II and III: 320 tasks of 30 ms, hosts with 0, 1, 2 and 3 other programs' \
            'S1 S2 S3 S5 S8 guided stealing' 1,2,3,4 '--powers 1,0.5,0.333333,0.25 --unknown-powers' --tasks 320 --millis 30 ;;
        IV) table '## Table IV: 400 individuals of 10 to 50 ms' \
            'S1 S2 S3 S6:groups=4 stealing' 1 '' --tasks 400 --millis 30 --spread 0.6667 ;;
        *) echo "bench/samba-real.sh: there is no table $wanted here: I, II, IV" >&2; exit 2 ;;
    esac
done
[ "$failed" -eq 0 ]
