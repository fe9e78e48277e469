#!/bin/sh
# Whether hosts are known as they are: their power, and what a run can count on from them.
#
#   bench/hosts.sh [-n runs of each (3)] [power] [selection]      without a word: both
#
#   power      the power that a daemon tells: idle; beside two loops that never rest (bar: within 15% of idle); bound to one of two
#              processors (bar: half, within 15%); in a control group of half a processor (bar: a quarter).
#   selection  three hosts that differ: this one idle, beside two loops, and in a control group of one processor. What each promises (its
#              performance) beside what it does, raytrace's tasks a second. Bars: the same order, and parts of the whole within 15%.
#              They are one machine at three times: daemons beside each other would see each other's load.
#
# Needs root, taskset, two processors and nothing else on the machine. A minute for power, two and a half for selection. Ends with 1
# if a bar is missed, or if a run does not end in a minute.
set -u
runs=3
longest=60
while getopts n: option; do
    case $option in
        n) runs=$OPTARG ;;
        *) echo "usage: bench/hosts.sh [-n runs] [power] [selection]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
loops=''
limited=''
end_all() {
    for pid in $(daemons) $loops; do kill "$pid" 2>/dev/null; done
    [ -z "$limited" ] || { sleep 1; rmdir "$limited" 2>/dev/null; }
}
"$moide" --version >/dev/null || exit 1
failed=0
export MOIDE_HOME="$work/home" # where a power that was measured is kept
"$moide" key create >/dev/null || exit 1

# group <processors>: makes a control group that may use so much
group() {
    if grep -qw cpu /sys/fs/cgroup/cgroup.controllers 2>/dev/null; then
        limited=/sys/fs/cgroup/moide-bench-$$
        echo +cpu >/sys/fs/cgroup/cgroup.subtree_control
        mkdir "$limited" && awk -v of="$1" 'BEGIN { print int(of * 100000), 100000 }' >"$limited/cpu.max" || exit 1
    else
        limited=/sys/fs/cgroup/cpu/moide-bench-$$
        mkdir "$limited" && awk -v of="$1" 'BEGIN { print int(of * 100000) }' >"$limited/cpu.cfs_quota_us" || exit 1
    fi
}

ungroup() {
    sleep 1
    rmdir "$limited" && limited=''
}

busy() {
    for loop in 1 2; do
        sh -c 'while :; do :; done' &
        loops="$loops $!"
    done
}

rest() {
    for pid in $loops; do kill "$pid" 2>/dev/null; done
    loops=''
}

stop() {
    kill "$(cat "$work/host.pid")" 2>/dev/null
    wait "$(cat "$work/host.pid")" 2>/dev/null
    rm -f "$work/host.pid" "$work/host.out" "$MOIDE_HOME/.moide/power.properties"
}

# told <key>: what the daemon says of its host, after a while in which it has seen what goes on there
told() {
    "$moide" hosts --hosts "$(cat "$work/host.address")" --json >"$work/hosts.json" || { cat "$work/hosts.json" "$work/host.out"; exit 1; } >&2
    number "$work/hosts.json" "$1"
}

# within <what> <found> <expected>
within() {
    awk -v what="$1" -v found="$2" -v expected="$3" 'BEGIN {
        off = found / expected - 1
        held = off <= 0.15 && off >= -0.15
        printf "%s: %.3f, expected %.3f: off by %.1f%%%s\n", what, found, expected, 100 * off, held ? "" : " MISSED"
        exit !held }' || failed=1
}

power() {
    daemon host env
    idle=$(told power)
    stop
    busy
    sleep 2
    daemon host env
    within 'power beside two loops' "$(told power)" "$idle"
    stop
    rest
    daemon host taskset -c 1
    within 'power on one of two processors' "$(told power)" "$(awk -v idle="$idle" 'BEGIN { print idle / 2 }')"
    stop
    group 0.5
    daemon host sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$limited"
    within 'power in a control group of half a processor' "$(told power)" "$(awk -v idle="$idle" 'BEGIN { print idle / 4 }')"
    stop
    ungroup
}

# does <name> <words before the daemon>: what this host promises, and what it does
does() {
    name=$1
    shift
    daemon host "$@"
    sleep 12 # a workload is that of the last ten seconds
    told performance >"$work/$name.promised"
    round=0
    while [ "$round" -lt "$runs" ]; do
        # Some five seconds of two idle processors: long beside a JVM's warming up, and short enough to be done nine times.
        timeout "$longest" "$moide" run --no-progress --no-own-engine --hosts "$(cat "$work/host.address")" \
            --report "$work/run.json" raytrace --width 720 --height 540 --output "$work/picture.png" >"$work/out" 2>&1 </dev/null
        ended=$?
        if [ "$ended" = 124 ]; then
            echo "hosts: $name: a run of raytrace did not end in $longest s MISSED; load $(load)"
            exit 1
        fi
        [ "$ended" = 0 ] || { echo "hosts: $name failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
        awk -v seconds="$(number "$work/run.json" wallSeconds)" 'BEGIN { print 1 / seconds }' >>"$work/$name.did"
        round=$((round + 1))
    done
    stop
}

selection() {
    does idle env
    busy
    does beside env
    rest
    group 1
    does limited sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$limited"
    ungroup
    for name in idle beside limited; do
        printf '%s %s %s\n' "$name" "$(cat "$work/$name.promised")" "$(median "$work/$name.did")"
    done >"$work/all"
    awk '{ name[NR] = $1; promised[NR] = $2; did[NR] = $3; promises += $2; sum += $3 }
        END {
            for (i = 1; i <= NR; i++) {
                off = (promised[i] / promises) / (did[i] / sum) - 1
                held = off <= 0.15 && off >= -0.15
                missed = missed || !held
                printf "%s: promised %.3f of all, did %.3f: off by %.1f%%%s\n", name[i], promised[i] / promises, did[i] / sum, 100 * off,
                    held ? "" : " MISSED"
                for (k = 1; k < i; k++)
                    if ((did[i] - did[k]) * (promised[i] - promised[k]) < 0 && (did[i] / did[k] > 1.15 || did[i] / did[k] < 0.87)) {
                        printf "%s and %s: in the other order MISSED\n", name[i], name[k]; missed = 1
                    }
            }
            exit missed }' "$work/all" || failed=1
}

for part in ${*:-power selection}; do
    case $part in
        power | selection) $part ;;
        *) echo "bench/hosts.sh: expected power or selection, found $part" >&2; exit 2 ;;
    esac
done
printf 'load %s\n' "$(load)"
exit "$failed"
