# shellcheck shell=sh
# What the scripts here share; read by them, not run: . "$(dirname -- "$0")/common.sh"
#
# Gives $root, the checkout; $moide, its command, or that of $MOIDE; $samples, the jar of samples, or that of $MOIDE_SAMPLES; and
# $work, a folder that goes when the script ends. A script that starts what has to be ended defines end_all.

root=$(CDPATH='' cd -P -- "$(dirname -- "$0")/.." && pwd) || exit 1
moide=${MOIDE:-$root/moide}
samples=${MOIDE_SAMPLES:-$root/target/moide/moide-samples.jar}
work=$(mktemp -d) || exit 1

leave() {
    if command -v end_all >/dev/null; then end_all; fi
    rm -rf "$work"
}
trap leave EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# jdk_of <moide>: the folder of the JDK that this command runs on, which may build first; fails as it does
jdk_of() {
    "$1" --version >"$work/version" || return 1
    sed -n 's/^Java .*, \(\/.*\)$/\1/p' "$work/version" | head -n 1
}

# said <words of moide>: what the command says. If it fails, the whole script ends, although a pipe may read this
said() {
    "$moide" "$@" || { echo "$(basename -- "$0"): moide $* failed" >&2; kill -TERM $$; exit 1; }
}

# build_bench: builds the bench module, or says why not and ends the script
build_bench() {
    (cd "$root" && mvn -q -B -Pquick -DskipTests -pl bench -am package) >"$work/build.log" 2>&1 </dev/null && return
    echo "$0: the bench module cannot be built:" >&2
    grep ERROR "$work/build.log" | head -n 3 >&2
    exit 1
}

# number <file> <key>: the first number of that name in a report
number() {
    sed -n "s/^ *\"$2\": *\\([0-9.eE+-]*\\),\\{0,1\\}\$/\\1/p" "$1" 2>/dev/null | head -n 1
}

# median <file>: of the numbers in it, one a line
median() {
    sort -g "$1" 2>/dev/null | awk '{ value[NR] = $1 } END { print NR ? value[int((NR + 1) / 2)] : "nan" }'
}

# ratio <file> <file>: of the numbers in two files, pair by pair: the median of their ratios, and between which ratios it lies with 95%
# (sign test)
ratio() {
    paste "$1" "$2" | awk '{ print $1 / $2 }' | sort -n | awk '
        { ratio[NR] = $1 }
        END {
            # the largest k for which fewer than k - 1 of NR tosses have a chance of at most 2.5%
            chance = 1; for (i = 0; i < NR; i++) chance /= 2
            sum = 0; term = chance; k = 0
            while (sum + term <= 0.025) { sum += term; k++; term = term * (NR - k + 1) / k }
            if (k < 1) k = 1
            middle = NR % 2 ? ratio[(NR + 1) / 2] : (ratio[NR / 2] + ratio[NR / 2 + 1]) / 2
            printf "%.3f (%.3f to %.3f)", middle, ratio[k], ratio[NR - k + 1]
        }'
}

# turns <pair> <one> <other>: who is measured first in this pair, counted from 0, and who second. It changes from pair to pair, since
# a processor that has become warm, or is throttled, would favour one of them
turns() {
    if [ $(($1 % 2)) = 0 ]; then echo "$2 $3"; else echo "$3 $2"; fi
}

# load: what the machine has to do besides
load() {
    cut -d' ' -f1 /proc/loadavg 2>/dev/null
}

# timed <file> <command>: adds its wall and processor seconds to $work/<file>.wall and .cpu
timed() {
    timed=$1
    shift
    # The inner shell keeps apart what the command says; time may be a program or the shell's own.
    LC_ALL=C sh -c 'time -p sh -c '\''exec "$@" >/dev/null 2>&1'\'' quiet "$@"' timed "$@" 2>"$work/time" </dev/null ||
        { echo "$(basename -- "$0"): $* failed" >&2; exit 1; }
    awk '$1 == "real" { print $2 }' "$work/time" >>"$work/$timed.wall"
    awk '$1 == "user" || $1 == "sys" { sum += $2 } END { print sum }' "$work/time" >>"$work/$timed.cpu"
}

# daemon <name> <words before the command>: an engine daemon of this host; its address and process are in $work/<name>.address and .pid
daemon() {
    named=$1
    shift
    serves "$named" "$@" "$moide" engine --bind 127.0.0.1 --port 0
}

# serves <name> <command>: an engine daemon by any command; as daemon
serves() {
    named=$1
    shift
    "$@" >"$work/$named.out" 2>&1 </dev/null &
    echo $! >"$work/$named.pid"
    tries=0
    until grep -q 'serves at' "$work/$named.out" 2>/dev/null; do
        tries=$((tries + 1))
        [ "$tries" -lt 300 ] || { echo "$(basename -- "$0"): no engine daemon: $(head -n 3 "$work/$named.out")" >&2; exit 1; }
        sleep 0.1
    done
    sed -n 's/.*serves at \([0-9.]*:[0-9]*\).*/\1/p' "$work/$named.out" | head -n 1 >"$work/$named.address"
}

# apart: before a command that is to have no memory in common with others, so that a line is between them and no ring. It ends by
# kill -9 only, and what it runs ends with it
apart='unshare --pid --fork --kill-child --mount-proc'

# two_namespaces: network namespaces $one and $other at $here and $there, with a line between them; or says why not and ends the script
one=moide-one-$$ other=moide-other-$$ here=10.213.0.1 there=10.213.0.2
two_namespaces() {
    for word in ip tc unshare; do
        command -v $word >/dev/null || { echo "$0: expected the command $word, found none (apt-get install iproute2)" >&2; exit 1; }
    done
    [ "$(id -u)" = 0 ] || { echo "$0: expected root, who may make network namespaces, found another user" >&2; exit 1; }
    ip netns add "$one" && ip netns add "$other" &&
        ip link add line netns "$one" type veth peer name line netns "$other" &&
        ip -n "$one" addr add $here/24 dev line && ip -n "$other" addr add $there/24 dev line &&
        ip -n "$one" link set lo up && ip -n "$other" link set lo up &&
        ip -n "$one" link set line up && ip -n "$other" link set line up ||
        { echo "$0: network namespaces cannot be made" >&2; exit 1; }
}

# line_limited <megabits a second>: in both directions
line_limited() {
    for end in "$one" "$other"; do
        tc -n "$end" qdisc add dev line root tbf rate "$1mbit" burst 128kb latency 100ms || exit 1
    done
}

# line_free: without a limit again
line_free() {
    for end in "$one" "$other"; do tc -n "$end" qdisc del dev line root; done
}

# namespaces_gone: ends the daemons and removes the namespaces; for end_all
namespaces_gone() {
    for pid in $(daemons); do kill -9 "$pid" 2>/dev/null; done
    ip netns del "$one" 2>/dev/null
    ip netns del "$other" 2>/dev/null
}

# host <name> <processor> <part of it>: an engine daemon on a host of its own with one processor, as far as a machine has several: a
# control group with so much of that processor, as heavy as one process of the script; a host name, a boot ID, and what the kernel's files say of
# processors and their use, as lxcfs shows them in containers. So its monitor sees what runs there and nothing else. As daemon; its
# group's files are in the folders of $work/<name>.group. Needs root
host() {
    host=$1 processor=$2 part=$3
    for word in taskset unshare; do
        command -v $word >/dev/null || { echo "$0: expected the command $word, found none" >&2; exit 1; }
    done
    [ "$(id -u)" = 0 ] || { echo "$0: expected root, who may make control groups, found another user" >&2; exit 1; }
    if grep -qw cpu /sys/fs/cgroup/cgroup.controllers 2>/dev/null; then
        group=/sys/fs/cgroup/moide-$host-$$
        echo +cpu >/sys/fs/cgroup/cgroup.subtree_control
        mkdir "$group" && awk -v of="$part" 'BEGIN { print (of < 1 ? int(of * 20000) : "max"), 20000 }' >"$group/cpu.max" &&
            awk -v nice="$(nice)" 'BEGIN { w = int(100 * 1.25 ^ -nice); print (w > 10000 ? 10000 : w) }' >"$group/cpu.weight" || exit 1
        echo "$group" >"$work/$host.group"
        used=$group/cpu.stat tasks=$group/cgroup.threads
    else
        group=/sys/fs/cgroup/cpu/moide-$host-$$ counted=/sys/fs/cgroup/cpuacct/moide-$host-$$
        mkdir "$group" && { [ -d "$counted" ] || mkdir "$counted"; } && echo 20000 >"$group/cpu.cfs_period_us" &&
            awk -v of="$part" 'BEGIN { print (of < 1 ? int(of * 20000) : -1) }' >"$group/cpu.cfs_quota_us" &&
            awk -v nice="$(nice)" 'BEGIN { print int(1024 * 1.25 ^ -nice) }' >"$group/cpu.shares" || exit 1
        printf '%s\n%s\n' "$group" "$counted" >"$work/$host.group"
        used=$counted/cpuacct.usage tasks=$group/tasks
    fi
    shown=$work/$host.proc
    mkdir "$shown" && cat /proc/sys/kernel/random/uuid >"$shown/boot_id"
    awk '/^processor/ { found++ } found < 2' /proc/cpuinfo >"$shown/cpuinfo"
    mkdir -p "$shown/cpu/cpu0" && cp -r --no-preserve=all /sys/devices/system/cpu/cpu0/topology "$shown/cpu/cpu0"
    for word in online possible present; do echo 0 >"$shown/cpu/$word"; done
    : >"$shown/stat"
    figures "$used" "$tasks" "$shown/stat" &
    echo $! >"$work/$host.shown.pid"
    # shellcheck disable=SC2016,SC2046 # words of the inner shell; a path has no blanks
    daemon "$host" taskset -c "$processor" unshare --uts --mount sh -c '
        hostname "$1" && mount --bind "$2/stat" /proc/stat && mount --bind "$2/cpuinfo" /proc/cpuinfo &&
            mount --bind "$2/cpu" /sys/devices/system/cpu &&
            mount --bind "$2/boot_id" /proc/sys/kernel/random/boot_id || exit 1
        shift 2
        while [ "$1" != -- ]; do echo $$ >"$1/cgroup.procs" || exit 1; shift; done
        shift
        exec "$@"' host "$host" "$shown" $(cat "$work/$host.group") --
}

# figures <usage of a group> <its tasks> <file>: writes them there as /proc/stat has them, four times a second. The file is never cut, so
# nobody reads half of it
figures() {
    while [ -e "$2" ]; do
        ticks=0
        while read -r key value; do
            case $key in
                usage_usec) ticks=$((value / 10000)) ;;
                [0-9]*) ticks=$((key / 10000000)) ;;
            esac
        done <"$1"
        running=0
        while read -r task; do
            { read -r line <"/proc/$task/stat"; } 2>/dev/null || continue
            case $line in *') R '*) running=$((running + 1)) ;; esac
        done <"$2"
        printf 'cpu  %-15d 0 0 0 0 0 0 0 0 0\ncpu0 %-15d 0 0 0 0 0 0 0 0 0\nprocs_running %-15d\n' $ticks $ticks $running 1<>"$3"
        sleep 0.25
    done
}

# loaded <name of a host> <processor> <count>: so many loops that never rest on this host; their processes are in $work/<name>.loops
loaded() {
    loop=0
    while [ "$loop" -lt "$3" ]; do
        # shellcheck disable=SC2016,SC2046
        taskset -c "$2" sh -c 'for group; do echo $$ >"$group/cgroup.procs"; done; while :; do :; done' loop $(cat "$work/$1.group") &
        echo $! >>"$work/$1.loops"
        loop=$((loop + 1))
    done
}

# unloaded <name of a host>: ends its loops
unloaded() {
    for pid in $(cat "$work/$1.loops" 2>/dev/null); do kill "$pid" 2>/dev/null; done
    rm -f "$work/$1.loops"
}

# hosts_gone: ends all hosts, their loops and engines, and removes their groups; for end_all
hosts_gone() {
    for pid in $(daemons) $(cat "$work"/*.loops 2>/dev/null); do kill "$pid" 2>/dev/null; done
    for group in $(cat "$work"/*.group 2>/dev/null); do
        tries=0
        until rmdir "$group" 2>/dev/null || [ "$tries" = 50 ]; do tries=$((tries + 1)); sleep 0.1; done
    done
}

# daemons: the processes of all of them
daemons() {
    cat "$work"/*.pid 2>/dev/null
}

# figures_built: builds what draws figures, for figure_drawn; not with MOIDE_BUILD=no, as moide itself
figures_built() {
    if [ "${MOIDE_BUILD:-}" != no ] && ! (cd "$root" && mvn -q -B -Pquick -DskipTests -pl bench -am package) >"$work/build.log" 2>&1 </dev/null; then
        echo "$(basename -- "$0"): the bench module cannot be built: $(grep ERROR "$work/build.log" | head -n 1)" >&2
        exit 1
    fi
    java=$("$moide" --version | sed -n 's/^Java .*, \(.*\)$/\1/p')/bin/java
    [ -x "$java" ] || java=java
}

# figure_drawn <lines|doubling|bars> <title> <values> <places> <file of panel;series;place;value> <picture>
figure_drawn() {
    "$java" -Djava.awt.headless=true -cp "$root/bench/target/classes:$root/target/moide/moide.jar" org.moide.bench.papers.PaperFigure "$@" ||
        exit 1
}
