#!/bin/sh
# SAMBA's Tables I, II and IV on real engines of one thread whose tasks wait instead of computing, and what moide simulate predicts
# for the same tasks: "measured (predicted)" in seconds. The tasks are recorded in a first run on 4 engines and simulated from that.
#
#   bench/samba-real.sh [-n "4 8 16 32"] [-r 3] [-p] [I] [II] [IV]      without a word: all; some 17 minutes, -r times that
#
#   -n   on how many engines
#   -r   how many runs of each; the median is shown (default: 1)
#   -p   the machine's processors in use while each run went on, in percent of all, as a third figure
#
# A task's time grows with the number of engines, so that runs are as long on all sizes: 4 to 10 s, since a loan that is 10 s old
# is returned and lent again, and S1 would not be static. So many JVMs are for a machine that does little else: tasks only wait, but
# control threads and compilers need processors, and what is recorded while others have them is too long.
set -u
application=org.moide.samples.bench.WaitBench
sizes='4 8 16 32'
repetitions=1
busy=no
while getopts n:r:p option; do
    case $option in
        n) sizes=$OPTARG ;;
        r) repetitions=$OPTARG ;;
        p) busy=yes ;;
        *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# Engines that live for seconds: the second compiler would only begin to pay.
quick='-XX:TieredStopAtLevel=1'
longest=120
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
"$moide" --version >/dev/null || exit 1
failed=0

# processors: user and system time of all processors so far, and all time, in ticks
processors() {
    awk '$1 == "cpu" { print $2 + $3 + $4 + $7 + $8, $2 + $3 + $4 + $5 + $6 + $7 + $8; exit }' /proc/stat
}

# run <engines> <strategy[:key=value]> <options of moide run> -- <words of the application>: its seconds, and what was in use
run() {
    engines=$1 strategy=$2
    shift 2
    : >"$work/parameters"
    case $strategy in *:*) echo "${strategy#*:}" >"$work/parameters" ;; esac
    rm -f "$work/run.json"
    before=$(processors)
    if ! MOIDE_JAVA_OPTS="$quick" timeout -k 5 "$longest" "$moide" run --classpath "$samples" --local-engines "$engines" \
        --threads 1 --engine-memory 128m --jvm-arg=$quick --jvm-arg=-XX:+UseSerialGC \
        --strategy "${strategy%%:*}" --strategy-file "$work/parameters" --report "$work/run.json" \
        "$@" >"$work/out" 2>&1 </dev/null; then
        echo "samba-real: $strategy on $engines failed: $(head -n 3 "$work/out" | tr '\n' ' ')" >&2
        return 1
    fi
    share=$(echo "$before $(processors)" | awk '{ printf "%.0f", 100 * ($3 - $1) / ($4 - $2) }')
    echo "$(number "$work/run.json" seconds) $share"
}

# median_run <engines> <strategy> <words>: of as many runs as wanted: its seconds, and what was in use
median_run() {
    : >"$work/runs"
    repetition=0
    while [ "$repetition" -lt "$repetitions" ]; do
        repetition=$((repetition + 1))
        run "$@" >>"$work/runs" || return 1
    done
    sort -n "$work/runs" | sed -n "$(((repetitions + 1) / 2))p"
}

# predicted <engines> <strategy[:key=value]> <options>
predicted() {
    engines=$1 strategy=$2
    shift 2
    "$moide" simulate --members "$engines" --member-threads 1 --strategy "${strategy%%:*}" \
        --strategy-file "$work/parameters" --workload "$work/tasks.json" "$@" |
        awk '$1 == "predicted" { printf "%.2f", $3 == "ms" ? $2 / 1000 : $2 }'
}

# rest <strategy> <engines>: the shares of S1 lie there from the start, and would be 10 s old before they are done
rest() {
    if [ "$1" = S1 ]; then echo 0; else echo $((($2 + 3) / 4)); fi
}

# table <title> <strategies> <slowness of engines> <options of simulate that say the same> <ms a task and engine> <words of the application>
table() {
    title=$1 strategies=$2 slow=$3 powers=$4 millis=$5
    shift 5
    printf '\n%s\n\n' "$title"
    printf '| |'
    for strategy in $strategies; do printf ' %s |' "$strategy"; done
    printf '\n|---|'
    for strategy in $strategies; do printf -- '---|'; done
    for members in $sizes; do
        printf '\n| %s |' "$members"
        long=$(awk "BEGIN { print $millis * $members }")
        if ! run 4 stealing --record-workload "$work/tasks.json" "$application" "$@" --millis "$long" --rest 2 >/dev/null; then
            failed=1
            continue
        fi
        for strategy in $strategies; do
            if seconds=$(median_run "$members" "$strategy" "$application" "$@" --millis "$long" --slow "$slow" \
                --rest "$(rest "$strategy" "$members")"); then
                # The words of $powers are meant to be split.
                # shellcheck disable=SC2086
                printf ' %.2f (%s)%s |' "${seconds% *}" "$(predicted "$members" "$strategy" $powers)" \
                    "$([ $busy = no ] || echo " ${seconds#* }%")"
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
            'S1 S2 S3 S6:groups=4 S7:neighbours=ring stealing' 1 '' 3.75 --tasks 64 --tree 0.47 ;;
        II) table '## Table II and III: 640 tasks of 3.75 ms for each engine, hosts with 0, 1, 2 and 3 other programs' \
            'S1 S2 S3 S5 S8 guided stealing' 1,2,3,4 '--powers 1,0.5,0.333333,0.25 --unknown-powers' 3.75 --tasks 640 ;;
        IV) table '## Table IV: 640 individuals, the longest five times as long as the shortest, 12.5 ms for each engine in the mean' \
            'S1 S2 S3 S6:groups=4 stealing' 1 '' 12.5 --tasks 640 --spread 0.6667 ;;
        *) echo "bench/samba-real.sh: there is no table $wanted here: I, II, IV" >&2; exit 2 ;;
    esac
done
[ "$failed" -eq 0 ]
