#!/bin/sh
# Whether a run says so when it would gain by another host, and what following its advice saves. Two daemons on hosts of their own (see
# host in bench/common.sh), a processor each; a bag of pi's calls on one of them, beside which loops begin to compute 10 s later.
#
#   bench/advice.sh [-n rounds (2)] [-s billions of steps (120)] [-l loops (2)] [-k command] [alone] [followed] [replaced]
#
# By turns, without a word all: advised and left alone; followed, the printed command run as it stands; and with --replace-slow.
# Seconds of each, when the line came, and what it said that would be saved.
#
#   -s   pi's steps: 120 are a minute of one processor
#   -k   a command that is run once while the advice stands, with the page's address behind it: to look at the page
#
# Needs root and a machine of two processors that does nothing else. 20 minutes. Ends with 1 if no advice came, or if the command that
# it printed, or `moide status`, did not do as they should.
set -u
rounds=2 steps=120 loops=2 look=''
while getopts n:s:l:k: option; do
    case $option in
        n) rounds=$OPTARG ;;
        s) steps=$OPTARG ;;
        l) loops=$OPTARG ;;
        k) look=$OPTARG ;;
        *) echo "usage: bench/advice.sh [-n rounds] [-s billions of steps] [-l loops] [-k command] [alone] [followed] [replaced]" >&2; exit 2 ;;
    esac
done
shift $((OPTIND - 1))
for word in "$@"; do
    case $word in
        alone | followed | replaced) ;;
        *) echo "bench/advice.sh: expected alone, followed or replaced, found $word" >&2; exit 2 ;;
    esac
done
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
running=''
end_all() {
    [ -z "$running" ] || kill "$running" 2>/dev/null
    hosts_gone
}
"$moide" --version >/dev/null || exit 1
export MOIDE_HOME="$work/home" # runs of its own
"$moide" key create >/dev/null || exit 1

# line: the advice, once the run has said it
line() {
    grep -h "would save" "$work/out" | head -n 1
}

# run <alone|followed|replaced>: a line of the table
run() {
    option='' from='' command=-
    [ "$1" != replaced ] || option=--replace-slow
    # shellcheck disable=SC2086 # no word, or one
    "$moide" run --no-progress --no-own-engine --hosts "$hosts" --engines 1 --page $option --report "$work/run.json" \
        pi --tasks 3000 --steps "${steps}000000000" >"$work/out" 2>&1 </dev/null &
    running=$!
    until [ "$(wc -l <"$(head -n 1 "$work/one.group")/cgroup.procs")" -gt 1 ] && chosen=one processor=0 ||
        { [ "$(wc -l <"$(head -n 1 "$work/two.group")/cgroup.procs")" -gt 1 ] && chosen=two processor=1; }; do
        kill -0 "$running" 2>/dev/null || { echo "advice: the run failed: $(head -n 3 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
        sleep 0.5
    done
    sleep 10
    loaded "$chosen" "$processor" "$loops"
    from=$(date +%s) said=-
    while kill -0 "$running" 2>/dev/null; do
        if [ "$said" = - ] && [ -n "$(line)" ]; then
            said=$(($(date +%s) - from))
            line >>"$work/lines"
            "$moide" status >"$work/status" 2>&1
            grep -qF "$(line | cut -d"'" -f2)" "$work/status" || { echo "advice: moide status does not say it: $(cat "$work/status")" >&2; failed=1; }
            if [ -n "$look" ]; then
                $look "$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$work/out" | head -n 1)"
                look=''
            fi
            if [ "$1" = followed ]; then
                command=$(line | cut -d"'" -f2)
                sh -c "$moide ${command#moide }" >"$work/followed" 2>&1 ||
                    { echo "advice: $command: $(cat "$work/followed")" >&2; failed=1; }
            fi
        fi
        sleep 0.5
    done
    wait "$running" || { echo "advice: $1 failed: $(tail -n 3 "$work/out" | tr '\n' ' ')" >&2; exit 1; }
    running=''
    unloaded "$chosen"
    seconds=$(number "$work/run.json" wallSeconds)
    echo "$seconds" >>"$work/$1"
    printf '| %s | %.1f | %s | %s |\n' "$1" "$seconds" "$said" "$(line | sed 's/.*would save //; s/|/ /g')"
    [ "$1" != alone ] || tail -n 6 "$work/out" | grep -i sav >>"$work/lines"
    sleep 15 # until the daemons have forgotten the loops
}

failed=0
host one 0 1
host two 1 1
hosts=$(cat "$work/one.address"),$(cat "$work/two.address")
sleep 12
printf '| run | s | advice after, s | it would save |\n|---|---|---|---|\n'
round=0
while [ "$round" -lt "$rounds" ]; do
    for each in ${*:-alone followed replaced}; do run "$each"; done
    round=$((round + 1))
done
printf '\n'
cat "$work/lines"
printf 'load %s\n' "$(load)"
[ -s "$work/lines" ] || failed=1
exit "$failed"
