#!/bin/sh
# What moving workers costs, and that nothing of what is said to them is lost.
#
#   bench/workers.sh [-n runs of each (3)] [-v] [part ...]
#
# The parts, without a word all of them:
#
#   moving     servers, a store in 100 partitions with 4 clients, on two engines of one thread, each pinned to one of
#              two processors by taskset: the 99th percentile of a request while 50 partitions move to the other engine
#              at once, and back, each fifth of a second, over that of a quiet run. Bar: 5.
#   moves      100 workers with states of 64 KiB send to each other at random while 1,000 are moved at random, on 2 and
#              on 4 engines: each task has its effect once, and those of a sender come in their order.
#   forwarded  the same on 4 engines, with states of 100 bytes, 1,000 and 200 tasks for each move: fewer than 2% of the
#              tasks come where their worker is not, none does so more than four times, and a task that goes to another
#              engine makes 1.05 hops in the mean.
#   million    10,000, 100,000 and 1,000,000 workers with states of 100 bytes on two engines, all with a task: resident
#              memory of both JVMs, the time from their declaration until the last one's first task is done (bar: 5 s),
#              and the control thread's part of a processor while 200 of them go on (bar: not more with a million).
#   strips     a plate in 100 strips that move all the time (--strategy rotate), on 4 engines, 50 steps: the bits of
#              stencil.
#   join       3 workers that handle one task of 100 µs after the other on an engine of one thread, pinned to one of two
#              processors; an engine on the other comes by 'moide expand', or leaves by 'moide drain'. The longest time
#              that one which stays stood still, beside that of a run to which none comes. No bar.
#   kills      servers and strips, an engine's JVM killed (kill -9) in the midst, five times each: one of the same host,
#              or a daemon's. The same bits as undisturbed.
#   examples   the three examples of ALDY's text on two engines of one thread, each pinned to a processor; on the second
#              three other processes compute, so that it does a quarter: a farm of 100 function calls, 100 partitions
#              with 10,000 accesses, 100 strips with 100 iterations. Seconds with balancing and without. No bar.
#   simulated  the same three in the simulator, on the text's ten processes, one of which does a quarter of what the
#              others do, which no strategy is told; tasks of 10 ms. Seconds of simulated time: the same on any machine.
#
# -v shows what runs say. For a machine with two processors that does nothing else. Some 15 minutes. Ends with 1 if a
# bar is missed or a run fails.
set -u
runs=3
show=''
while getopts n:v option; do
    case $option in
        n) runs=$OPTARG ;;
        v) show=yes ;;
        *) echo "usage: bench/workers.sh [-n runs] [-v] [part ...]; its head says which there are" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
[ -f "$samples" ] || "$moide" samples >/dev/null # which builds it
cd "$work" || exit 1
failed=0
running=''
bench=org.moide.samples.bench

# Nothing stays behind.
end_all() {
    for pid in $(daemons) $running; do kill "$pid" 2>/dev/null; done
}

# bar <text> <awk condition of one number x> <number>: tells it and whether it holds. Called in a shell of its own, so
# that what it finds is kept in a file
bar() {
    if awk -v x="$3" "BEGIN { exit !(x != \"\" && ($2)) }"; then
        printf '%s' "$1"
    else
        printf '%s MISSED' "$1"
        : >missed
    fi
}

# said <name>: what to do when a run is over
said() {
    [ -z "$show" ] || { echo "--- $1"; cat out; } >&2
}

# run <name> <words before the command> -- <options and words of moide run>: 1 if it fails. What it says is in out, its
# report in run.json
run() {
    title=$1
    shift
    before=''
    while [ "$1" != -- ]; do
        before="$before $1"
        shift
    done
    shift
    rm -f run.json
    # shellcheck disable=SC2086
    if ! timeout -k 5 300 $before "$moide" run --no-progress --report run.json --classpath "$samples" "$@" \
        >out 2>&1 </dev/null; then
        echo "workers: $title failed: $(head -n 5 out | tr '\n' ' ')" >&2
        failed=1
        return 1
    fi
    said "$title"
    sed -n '/^  "workers": {/,$p' run.json >workers.json
}

# workers <key>: of all engines' workers in the report, which come before those of each
workers() {
    number workers.json "$1"
}

# text <key>: a text in the report
text() {
    sed -n "s/^ *\"$1\": *\"\\(.*\\)\",\\{0,1\\}\$/\\1/p" run.json | head -n 1
}

moving() {
    command -v taskset >/dev/null || { echo "workers: expected the command taskset, found none" >&2; exit 1; }
    # Without the second compiler, which takes a third of the processors in such a run: its slices would be measured.
    plain=-XX:TieredStopAtLevel=1
    daemon other taskset -c 1
    other=$(cat other.address)
    printf 'count = 50\nevery = 0.2\n' >fro.properties
    count=0
    while [ "$count" -lt "$runs" ]; do
        for name in $(turns "$count" quiet moved); do
            strategy=none file=''
            [ "$name" = quiet ] || { strategy=$bench.MoveToAndFro file='--strategy-file fro.properties'; }
            # shellcheck disable=SC2086
            run "$name" env MOIDE_JAVA_OPTS=$plain taskset -c 0 -- --jvm-arg=$plain --threads 1 --hosts "$other" \
                --strategy $strategy $file servers --asynchronous --accesses 200000 --clients 4 --window 4 --cost 50 ||
                continue
            number run.json p50Micros >>"$name.p50"
            number run.json p99Micros >>"$name.p99"
            workers moves >>"$name.moves"
        done
        count=$((count + 1))
    done
    printf '\n| servers | 50th percentile, µs | 99th, µs | each | moves |\n|---|---|---|---|---|\n'
    for name in quiet moved; do
        printf '| %s | %s | %s | %s | %s |\n' $name "$(median $name.p50)" "$(median $name.p99)" \
            "$(tr '\n' ' ' <$name.p99)" "$(median $name.moves)"
    done
    times=$(awk -v moved="$(median moved.p99)" -v quiet="$(median quiet.p99)" 'BEGIN { printf "%.2f", moved / quiet }')
    printf '\n%s times the quiet 99th percentile (%s)\n' "$times" "$(bar 'bar 5' 'x <= 5' "$times")"
}

# Runs of its own: 'moide expand' finds no other.
join() {
    command -v taskset >/dev/null || { echo "workers: expected the command taskset, found none" >&2; exit 1; }
    mkdir -p home
    before=${MOIDE_JAVA_OPTS:-}
    MOIDE_JAVA_OPTS="$before -Duser.home=$work/home"
    export MOIDE_JAVA_OPTS
    daemon joined taskset -c 1
    host=$(cat joined.address)
    count=0
    while [ "$count" -lt "$runs" ]; do
        for name in $(turns "$count" alone expanded) drained; do
            engines=1 change="expand --hosts"
            [ "$name" != drained ] || engines=2 change=drain
            [ "$name" = alone ] || (
                tries=0
                until taskset -c 1 "$moide" status 2>/dev/null | grep -q '^computing' || [ $tries -gt 60 ]; do
                    tries=$((tries + 1))
                    sleep 0.2
                done
                sleep 4
                # shellcheck disable=SC2086 # two words
                taskset -c 1 "$moide" $change "$host" >"$name.out" 2>&1 || : >missed
            ) &
            expanding=$!
            run "join, $name" taskset -c 0 -- --threads 1 --hosts "$host" --engines $engines $bench.JoinBench --seconds 14
            wait "$expanding" 2>/dev/null
            [ -z "$show" ] || [ "$name" = alone ] || cat "$name.out" >&2
            number run.json longestMillis >>"$name.longest"
            number run.json longestOfAllMillis >>"$name.all"
            number run.json elsewhere >>"$name.elsewhere"
        done
        count=$((count + 1))
    done
    MOIDE_JAVA_OPTS=$before
    printf '\n| an engine joins or leaves | one that stays stood still, ms | each | with moves, ms | tasks elsewhere |\n'
    printf '|---|---|---|---|---|\n'
    for name in alone expanded drained; do
        printf '| %s | %s | %s | %s | %s |\n' $name "$(median $name.longest)" "$(tr '\n' ' ' <$name.longest)" \
            "$(median $name.all)" "$(median $name.elsewhere)"
    done
}

# talk <bytes of a state> <tasks> <engines>: workers that send to each other at random while 1,000 are moved
talk() {
    printf 'every = 0.02\nmost = %s\n' $((1040 / $3)) >random.properties
    run "moves of $1 bytes on $3 engines" -- --local-engines "$3" --threads 1 --strategy $bench.MoveAtRandom \
        --strategy-file random.properties $bench.MoveBench --state "$1" --tasks "$2" --cost 20 || return
    moves=$(workers moves) away=$(workers sentAway) sent=$(workers forwarded) tasks=$(workers tasks)
    most=$(workers mostForwards)
    ms=$(awk -v pause="$(workers pauseSeconds)" -v moves="$moves" 'BEGIN { printf "%.2f", pause / moves * 1000 }')
    share=$(awk -v sent="$sent" -v tasks="$tasks" 'BEGIN { printf "%.2f", 100 * sent / tasks }')
    hops=$(awk -v sent="$sent" -v away="$away" 'BEGIN { printf "%.4f", 1 + sent / away }')
    printf '| %s | %s | %s | %s (%s) | %s | ' "$3" "$1" "$(text verification)" "$moves" \
        "$(bar 'bar 1,000' 'x >= 1000' "$moves")" "$ms"
    printf '%s | %s | %s, %s%% (%s) | %s (%s) | %s (%s) |\n' "$tasks" "$away" "$sent" "$share" \
        "$(bar 'bar 2%' 'x < 2' "$share")" "$most" "$(bar 'bar 4' 'x <= 4' "$most")" "$hops" \
        "$(bar 'bar 1.05' 'x <= 1.05' "$hops")"
}

heading() {
    printf '\n| engines | state | verification | moves | ms each | tasks | to another engine | sent on | most | hops'
    printf ' |\n'
    printf '|---|---|---|---|---|---|---|---|---|---|\n'
}

moves() {
    heading
    for engines in 2 4; do talk 65536 1000000 $engines; done
}

forwarded() {
    heading
    for tasks in 1000000 200000; do talk 100 $tasks 4; done
}

million() {
    printf '\n| workers | until all have begun, s | resident MB | at most | control thread at the start | and then |\n'
    printf '|---|---|---|---|---|---|\n'
    for workers in 10000 100000 1000000; do
        count=0
        while [ "$count" -lt "$runs" ]; do
            run "$workers workers" -- --local-engines 2 --threads 1 $bench.CrowdBench --workers $workers || break
            for key in startSeconds residentMegabytes peakMegabytes controlAtStart controlShare; do
                number run.json $key >>$key.$workers
            done
            count=$((count + 1))
        done
        [ -s startSeconds.$workers ] || continue
        start=$(median startSeconds.$workers) share=$(median controlShare.$workers)
        [ "$workers" != 10000 ] || few=$share # the control thread with ten thousand
        printf '| %s | %.2f (%s) | %.0f | %.0f | %.3f | %.3f (%s) |\n' $workers "$start" \
            "$(bar 'bar 5' 'x <= 5' "$start")" "$(median residentMegabytes.$workers)" \
            "$(median peakMegabytes.$workers)" "$(median controlAtStart.$workers)" "$share" \
            "$(bar "bar 1.25 times the first" "x <= 1.25 * $few" "$share")"
    done
}

plate='--size 1000 --steps 50 --picture none'

strips() {
    # shellcheck disable=SC2086
    run stencil -- --threads 1 stencil $plate || return
    right=$(text sha256)
    # shellcheck disable=SC2086
    run strips -- --local-engines 4 --threads 1 --strategy rotate strips $plate --strips 100 || return
    printf '\n| stencil | %.16s... |\n|---|---|\n| strips, %s moves | %.16s... |\n' "$right" "$(workers moves)" "$(text sha256)"
    [ "$right" = "$(text sha256)" ] || { echo "strips: other bits MISSED"; failed=1; }
}

# children <pid>: its processes
children() {
    pgrep -P "$1"
}

# killed <name> <count> <words of the application>: one run with an engine's JVM killed in the midst: of the daemon if
# count is odd
killed() {
    name=$1 number=$2
    shift 2
    where='--local-engines 3'
    [ $((number % 2)) = 0 ] || where="--hosts $(cat victim.address)"
    rm -f run.json
    # shellcheck disable=SC2086
    "$moide" run --no-progress --report run.json --threads 1 $where "$@" >out 2>&1 </dev/null &
    running=$!
    parent=$running
    [ $((number % 2)) = 0 ] || parent=$(cat victim.pid)
    tries=0
    until [ -n "$(children "$parent")" ] || [ "$tries" = 300 ]; do tries=$((tries + 1)); sleep 0.1; done
    # somewhen in the middle half of what a run takes that nobody disturbs
    sleep "$(awk -v all="$(cat "$name.seconds")" -v part=$((number % 5)) \
        'BEGIN { printf "%.1f", all * (0.25 + 0.1 * part) }')"
    victim=$(children "$parent" | head -n 1)
    kill -9 "$victim"
    if ! wait "$running"; then
        echo "workers: $name, kill $number failed: $(head -n 5 out | tr '\n' ' ')" >&2
        failed=1
    fi
    running=''
    said "$name, kill $number"
}

kills() {
    daemon victim
    printf '\n| killed in | result | of these said so |\n|---|---|---|\n'
    for name in servers strips; do
        case $name in
            servers) set -- servers --asynchronous --accesses 200000 --cost 50 ;;
            strips) set -- strips --size 2000 --steps 500 --picture none ;;
        esac
        run $name -- --threads 1 --local-engines 3 "$@" || continue
        right=$(text sha256)
        number run.json wallSeconds >"$name.seconds"
        count=0 same=0 seen=0
        while [ "$count" -lt 5 ]; do
            killed $name $count "$@"
            wanted_word=''
            [ $name = strips ] || wanted_word=successful
            if [ "$(text sha256)" = "$right" ] && [ "$(text verification)" = "$wanted_word" ]; then
                same=$((same + 1))
            fi
            grep -qi 'lost' out && seen=$((seen + 1))
            count=$((count + 1))
        done
        printf '| %s | %s of %s the same bits (%s) | %s |\n' $name $same $count "$(bar 'bar 5' 'x == 5' $same)" $seen
    done
}

examples() {
    command -v taskset >/dev/null || { echo "workers: expected the command taskset, found none" >&2; exit 1; }
    daemon slow taskset -c 1
    slow=$(cat slow.address)
    for count in 1 2 3; do
        taskset -c 1 sh -c 'while :; do :; done' &
        running="$running $!"
    done
    printf '\n| example | strategy | s | each | moves |\n|---|---|---|---|---|\n'
    for name in farm servers strips; do
        strategies='none receiver greedy'
        case $name in
            farm)
                set -- pi --tasks 100 --steps 2000000000
                strategies='static stealing'
                ;;
            servers) set -- servers --asynchronous --accesses 10000 --cost 500 --clients 4 ;;
            strips) set -- strips --size 4000 --steps 100 --picture none ;;
        esac
        count=0
        while [ "$count" -lt "$runs" ]; do
            for strategy in $strategies; do
                run "$name with $strategy" taskset -c 0 -- --threads 1 --hosts "$slow" --strategy "$strategy" "$@" ||
                    continue
                number run.json wallSeconds >>"$name.$strategy"
                [ $name = farm ] || workers moves >>"$name.$strategy.moves"
            done
            count=$((count + 1))
        done
        for strategy in $strategies; do
            [ -s "$name.$strategy" ] || continue
            printf '| %s | %s | %.1f | %s | %s |\n' $name "$strategy" "$(median "$name.$strategy")" \
                "$(awk '{ printf "%.1f ", $1 }' "$name.$strategy")" \
                "$([ ! -s "$name.$strategy.moves" ] || median "$name.$strategy.moves")"
        done
    done
    for pid in $running; do kill "$pid"; done
    running=''
}

# iterations: 100 strips with 100 iterations of 10 ms each, which the border of the strip at the left sets off, as a
# workload; that at the left end is set off by its right neighbour
iterations() {
    awk 'BEGIN {
        strips = 100
        for (s = 0; s < strips; s++) {
            near = s == 0 ? 1 : s == strips - 1 ? s - 1 : s - 1 ", " s + 1
            workers = workers (s ? ", " : "") "{\"id\": " s ", \"stateBytes\": 408000, \"neighbours\": [" near "]}"
        }
        for (i = 0; i < 100; i++) for (s = 0; s < strips; s++) {
            between = i + s ? ", " : ""
            to = to between s
            cause = cause between (i ? (i - 1) * strips + (s ? s - 1 : 1) : -1)
            nanos = nanos between 10000000
            bytes = bytes between 4000
        }
        printf "{\"format\": \"moide-workers-1\", \"workers\": [%s],\n", workers
        printf "\"taskWorkers\": [%s],\n\"causes\": [%s],\n", to, cause
        printf "\"nanos\": [%s],\n\"taskBytes\": [%s]}\n", nanos, bytes
    }'
}

simulated() {
    iterations >iterations.json
    printf '\n| example | at best | strategy | s | efficiency | moves |\n|---|---|---|---|---|---|\n'
    for name in farm servers strips; do
        strategies='none receiver sender greedy gossip'
        case $name in
            farm) load=uniform:tasks=100,millis=10 strategies='static stealing' ;;
            servers) load=workers:count=100,hot=5,share=0.5,phases=5,tasks=10000,millis=10,chains=256,stateBytes=1000 ;;
            strips) load=iterations.json ;;
        esac
        for strategy in $strategies; do
            "$moide" simulate --members 10 --powers 1,1,1,1,1,1,1,1,1,0.25 --unknown-powers --strategy "$strategy" \
                --workload "$load" >out 2>&1 || { echo "workers: $name simulated: $(head -n 3 out)" >&2; failed=1; }
            awk -v name=$name -v strategy="$strategy" '
                $1 " " $2 == "at best" { best = $3 " " $4 }
                $1 == "predicted" { time = $2 " " $3 }
                $1 == "efficiency" { part = $2 }
                $1 == "moves" { moves = $2; sub(/,$/, "", moves) }
                END { printf "| %s | %s | %s | %s | %s | %s |\n", name, best, strategy, time, part, moves }' out
        done
    done
}

for wanted in ${*:-moving moves forwarded million strips join kills examples simulated}; do
    case $wanted in
        moving | moves | forwarded | million | strips | join | kills | examples | simulated)
            printf '\n## %s\n' "$wanted"
            $wanted
            ;;
        *)
            echo "bench/workers.sh: expected moving, moves, forwarded, million, strips, join, kills, examples or" \
                "simulated, found $wanted" >&2
            exit 2
            ;;
    esac
done
printf 'load %s\n' "$(load)"
[ ! -e missed ] || failed=1
exit "$failed"
