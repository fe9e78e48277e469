#!/bin/sh
# SAMBA's Tables I, II and IV on real engines of one thread.
#
#   bench/samba-real.sh [-n "4 8 16 32"] [-e "2 4"] [-r 3] [-p] [I] [II] [IV] [grain]      without a word: all; some 20 minutes, -r times that
#
#   I, IV   tasks wait instead of computing (org.moide.samples.bench.WaitBench), so that there can be more engines than processors;
#           with what moide simulate predicts for the same tasks: "measured (predicted)" in seconds. The tasks are recorded in a first
#           run on 4 engines and simulated from that
#   II      the product of whole numbers (matmul), computed, beside other processes that compute: two engines with a processor each, and
#           four with half of one, on hosts of their own (host in bench/common.sh), with 0, 1, 2 and 3 loops on them. Needs root
#   grain   the integral of Table I on two engines, in tasks of at most 20,000, 1,000 and 50 intervals
#
#   -n   on how many engines I and IV run
#   -e   on how many engines II runs: 2, 4 or both
#   -r   how many runs of each; the median is shown (default: 1)
#   -p   of I and IV: the machine's processors in use while each run went on, in percent of all, as a third figure
#
# A waiting task's time grows with the number of engines, so that runs are as long on all sizes: 4 to 10 s, since a loan that is 10 s old
# is returned and lent again, and S1 would not be static. So many JVMs are for a machine that does little else: tasks only wait, but
# control threads and compilers need processors, and what is recorded while others have them is too long.
set -u
application=org.moide.samples.bench.WaitBench
sizes='4 8 16 32'
own_hosts='2 4'
repetitions=1
busy=no
while getopts n:e:r:p option; do
    case $option in
        n) sizes=$OPTARG ;;
        e) own_hosts=$OPTARG ;;
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
end_all() { hosts_gone; }

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

# predicted <engines> <strategy[:key=value]>
predicted() {
    engines=$1 strategy=$2
    said simulate --members "$engines" --member-threads 1 --strategy "${strategy%%:*}" \
        --strategy-file "$work/parameters" --workload "$work/tasks.json" |
        awk '$1 == "predicted" { printf "%.2f", $3 == "ms" ? $2 / 1000 : $2 }'
}

# rest <strategy> <engines>: the shares of S1 lie there from the start, and would be 10 s old before they are done
rest() {
    if [ "$1" = S1 ]; then echo 0; else echo $((($2 + 3) / 4)); fi
}

# table <title> <strategies> <ms a task and engine> <words of the application>
table() {
    title=$1 strategies=$2 millis=$3
    shift 3
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
            if seconds=$(median_run "$members" "$strategy" "$application" "$@" --millis "$long" \
                --rest "$(rest "$strategy" "$members")"); then
                printf ' %.2f (%s)%s |' "${seconds% *}" "$(predicted "$members" "$strategy")" \
                    "$([ $busy = no ] || echo " ${seconds#* }%")"
            else
                failed=1
                printf ' failed |'
            fi
        done
    done
    printf '\n'
}

# computed <strategy[:key=value]> <file> <options and words of moide run>: adds "seconds of computing, loans of tasks" to it
computed() {
    strategy=$1 file=$2
    shift 2
    : >"$work/parameters"
    case $strategy in *:*) echo "${strategy#*:}" >"$work/parameters" ;; esac
    rm -f "$work/run.json"
    if ! timeout -k 5 "$longest" "$moide" run --no-progress --no-history --threads 1 --strategy "${strategy%%:*}" --strategy-file "$work/parameters" \
        --report "$work/run.json" "$@" >"$work/out" 2>&1 </dev/null; then
        echo "samba-real: $strategy with $* failed: $(head -n 3 "$work/out" | tr '\n' ' ')" >&2
        failed=1
        return
    fi
    seconds=$(number "$work/run.json" seconds)
    sed -n '/^  "loans": {/,/}/p' "$work/run.json" >"$work/loans.json"
    echo "${seconds:-$(number "$work/run.json" wallSeconds)} $(number "$work/loans.json" made)" >>"$file"
}

# cell <file>: of its runs that with the median of seconds
cell() {
    if [ -s "$1" ]; then
        sort -g "$1" | sed -n "$((($(wc -l <"$1") + 1) / 2))p" | awk '{ printf " %.1f, %d |", $1, $2 }'
    else
        printf ' failed |'
    fi
}

# loaded_hosts <how many>: with a processor each, or half of one, and 0, 1, 2 and 3 loops; their addresses are in $addresses
loaded_hosts() {
    addresses='' number=0
    while [ "$number" -lt "$1" ]; do
        host "h$1-$number" $((number % 2)) "$(awk -v all="$1" 'BEGIN { print 2 / all }')"
        addresses="$addresses${addresses:+,}$(cat "$work/h$1-$number.address")"
        number=$((number + 1))
    done
    number=0
    while [ "$number" -lt "$1" ]; do
        loaded "h$1-$number" $((number % 2)) "$number"
        number=$((number + 1))
    done
    sleep 20 # a workload is that of the last ten seconds, and daemons have been starting
}

product='matmul --size 2500 --rows 2'
strategies_of_two='S1 S2 S3 S5 S8 guided stealing'
beside_load() {
    printf '\n## Table II, real: the product, hosts with 0, 1, 2 and 3 loops: s, loans of tasks\n\n'
    for engines in $own_hosts; do
        loaded_hosts $engines
        "$moide" hosts --hosts "$addresses" --json >"$work/hosts.json" || failed=1
        sed -n 's/^ *"workload": *\([0-9.]*\),*$/\1/p' "$work/hosts.json" | sort -g | awk '{ printf "%.2f ", $1 }' >"$work/workloads-$engines"
        repetition=0
        while [ "$repetition" -lt "$repetitions" ]; do
            for strategy in $strategies_of_two; do
                # shellcheck disable=SC2086 # words
                computed "$strategy" "$work/beside-$engines-$strategy" --no-own-engine --hosts "$addresses" --engines $engines $product
            done
            repetition=$((repetition + 1))
        done
        hosts_gone
        rm -f "$work"/*.pid "$work"/*.loops "$work"/*.group
    done
    printf '| engines | workloads that daemons saw |'
    for strategy in $strategies_of_two; do printf ' %s |' "$strategy"; done
    printf '\n|---|---|'
    for strategy in $strategies_of_two; do printf -- '---|'; done
    for engines in $own_hosts; do
        printf '\n| %s | %s|' $engines "$(cat "$work/workloads-$engines")"
        for strategy in $strategies_of_two; do cell "$work/beside-$engines-$strategy"; done
    done
    printf '\n'
}

of_grain='S1 S2 S3 S4 S5 S7:neighbours=ring stealing'
grain() {
    printf '\n## Table I with smaller tasks, two real engines: s, loans of tasks\n\n| at most intervals in a task |'
    for strategy in $of_grain; do printf ' %s |' "$strategy"; done
    printf '\n|---|'
    for strategy in $of_grain; do printf -- '---|'; done
    for bundle in 20000 1000 50; do
        repetition=0
        while [ "$repetition" -lt "$repetitions" ]; do
            for strategy in $of_grain; do
                computed "$strategy" "$work/grain-$bundle-$strategy" --local-engines 2 quadrature --bundle $bundle
            done
            repetition=$((repetition + 1))
        done
        printf '\n| %s |' $bundle
        for strategy in $of_grain; do cell "$work/grain-$bundle-$strategy"; done
    done
    printf '\n'
}

for wanted in ${*:-I II IV grain}; do
    case $wanted in
        I) table '## Table I, waiting: 64 tasks, each of which puts two others with a chance of 0.47, as they do' \
            'S1 S2 S3 S6:groups=4 S7:neighbours=ring stealing' 3.75 --tasks 64 --tree 0.47 ;;
        II) beside_load ;;
        IV) table '## Table IV, waiting: 640 individuals, the longest five times as long as the shortest, 12.5 ms for each engine in the mean' \
            'S1 S2 S3 S6:groups=4 stealing' 12.5 --tasks 640 --spread 0.6667 ;;
        grain) grain ;;
        *) echo "bench/samba-real.sh: there is no table $wanted here: I, II, IV, grain" >&2; exit 2 ;;
    esac
done
printf 'load %s\n' "$(load)"
[ "$failed" -eq 0 ]
