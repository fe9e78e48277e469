#!/bin/sh
# What engines get to do that come to a bag of tasks in mid-run: a run on one engine of one thread is expanded by two, on two
# daemons of this machine, 'moide expand' being told 2 s after it began to compute.
#
#   bench/expand.sh [-n runs of each (5)] [-t depth of the tree (14)] [computing] [waiting]      without a word: both
#
#   computing  uts, on a tree of T1L's family with four times its nodes (-t 13 is T1L). With two processors the three engines share them, so
#              what is compared is tasks: a newcomer's part of all that were executed since it was ready, with its part of the power.
#   waiting    tasks that sleep (org.moide.samples.bench.WaitBench): three engines, and no processor to share.
#
# Read from run.json, "joined" of each newcomer: how long after it was ready its first task began, by the engine's own clock (the JVM's
# start comes before), and the two shares. Bars, of the medians of all newcomers: 1 s, and 25% of the power's share.
# For a machine with two processors that does nothing else. Some 4 minutes. Ends with 1 if a bar is missed or a result is wrong.
set -u
runs=5
depth=14
longest=300
while getopts n:t: option; do
    case $option in
        n) runs=$OPTARG ;;
        t) depth=$OPTARG ;;
        *) echo "usage: bench/expand.sh [-n runs] [-t depth] [computing] [waiting]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
running=''
failed=0
nodes=''

# Runs of its own: 'moide expand' finds no other.
mkdir "$work/home" || exit 1
MOIDE_JAVA_OPTS="${MOIDE_JAVA_OPTS:-} -Duser.home=$work/home"
export MOIDE_JAVA_OPTS

# Nothing stays behind.
end_all() {
    for pid in $running $(daemons); do kill "$pid" 2>/dev/null; done
}

# run <name> <words>: a line in $work/<name> for each newcomer: seconds to its first task, share of tasks, share of power
run() {
    name=$1
    shift
    rm -f "$work/run.json"
    timeout -k 5 "$longest" "$moide" run --no-progress --threads 1 --hosts "$(cat "$work/one.address")" --engines 1 --report "$work/run.json" "$@" \
        >"$work/out" 2>&1 </dev/null &
    running=$!
    tries=0
    until "$moide" status 2>/dev/null | grep -q '^computing'; do
        tries=$((tries + 1))
        [ "$tries" -lt 60 ] || break
        sleep 0.2
    done
    sleep 2
    if ! "$moide" expand --hosts "$(cat "$work/one.address"),$(cat "$work/two.address")" >"$work/expanded" 2>&1; then
        echo "expand: $name: $(head -n 3 "$work/expanded" | tr '\n' ' ')" >&2
        failed=1
    fi
    wait "$running"
    exit=$?
    running=''
    if [ "$exit" -ne 0 ]; then
        echo "expand: $name failed: $(head -n 5 "$work/out" | tr '\n' ' ')" >&2
        failed=1
        return
    fi
    [ -z "${VERBOSE:-}" ] || { echo "--- $name"; cat "$work/out"; } >&2
    awk '{ gsub(/[",]/, "") }
        $1 == "firstTaskSeconds:" { first = $2 }
        $1 == "taskShare:" { tasks = $2 }
        $1 == "powerShare:" { print first, tasks, $2 }' "$work/run.json" >"$work/found"
    [ "$(wc -l <"$work/found")" -eq 2 ] || { echo "expand: $name: expected 2 newcomers in the report" >&2; failed=1; }
    cat "$work/found" >>"$work/$name"
    found=$(sed -n 's/^ *"nodes": *\([0-9]*\).*/\1/p' "$work/run.json" | head -n 1)
    [ -n "$found" ] || return
    nodes=${nodes:-$found}
    if [ "$found" != "$nodes" ] || { [ "$depth" = 13 ] && [ "$found" != 102181082 ]; }; then
        echo "expand: $name: expected $nodes nodes, found $found" >&2
        failed=1
    fi
}

# line <name> <column of what is judged, as awk has it> <bar> <what>
line() {
    awk "{ print ($2) }" "$work/$1" | sort -g | awk -v name="$1" -v bar="$3" -v what="$4" '
        { value[NR] = $1 }
        END {
            median = NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
            ok = NR > 0 && median <= bar
            printf "| %s: %s | %.3f | %.3f | %.3f | %s%s |\n", name, what, value[1], median, value[NR], bar, ok ? "" : " MISSED"
            exit !ok
        }' || failed=1
}

daemon one
daemon two
for wanted in ${*:-computing waiting}; do
    count=0
    while [ "$count" -lt "$runs" ]; do
        case $wanted in
            computing) run computing uts --type geo --shape fixed --depth "$depth" --b0 4 --seed 29 ;;
            waiting) run waiting --classpath "$samples" org.moide.samples.bench.WaitBench --no-meeting --tasks 3000 --spread 0.5 ;;
            *) echo "bench/expand.sh: expected computing or waiting, found $wanted" >&2; exit 2 ;;
        esac
        count=$((count + 1))
    done
    printf '\n| %s, %s runs, 2 newcomers each | least | median | most | bar |\n|---|---|---|---|---|\n' "$wanted" "$runs"
    line "$wanted" '$1' 1 'seconds from ready to the first task'
    line "$wanted" '$2 > $3 ? $2 / $3 - 1 : 1 - $2 / $3' 0.25 'distance of the share of tasks from that of power, as a part of it'
    awk -v name="$wanted" '{ tasks = tasks sprintf(" %.2f/%.2f", $2, $3) } END { print "\nshares of tasks and power:" tasks }' "$work/$wanted"
done
printf 'load %s\n' "$(load)"
exit "$failed"
