#!/bin/sh
# Measures what `moide bench comm` measures, and the same with Open MPI, PCJ and java.util.concurrent, in alternating
# rounds on this machine, over loopback and shared memory only, and shows MOIDE's times over theirs.
#
#   bench/peers.sh [rounds] [milliseconds] [most bytes]      (default: 3 40 8388608; some three minutes)
#
# PEERS_CSV names a file that is to have every figure: lines of who,operation,place,bytes,nanos.
#
# A peer that is not there is left out, and the output says so. Nothing is installed: Debian has Open MPI
# (apt-get install openmpi-bin libopenmpi-dev gcc), and Maven brings PCJ when the bench module is built.
set -u
rounds=${1:-3} milliseconds=${2:-40} most=${3:-8388608}
# One that hangs must not hold up the others.
longest=300
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"

java=$(jdk_of "$root/moide")/bin/java || exit 1
build_bench
[ -x "$java" ] || java=java
pcj=$(find "${HOME:-/nonexistent}/.m2/repository/pl/edu/icm/pcj/pcj" -name 'pcj-[0-9.]*.jar' 2>/dev/null | sort | tail -n 1)
classes=$root/bench/target/classes:$root/target/moide/moide.jar
missing=''

mpi=no
if command -v mpicc >/dev/null 2>&1 && command -v mpirun >/dev/null 2>&1; then
    if mpicc -O3 -march=native -o "$work/peers" "$root/bench/src/main/c/peers.c" 2>"$work/mpicc.log"; then
        mpi=yes
    else
        missing="Open MPI: peers.c could not be compiled: $(head -n 1 "$work/mpicc.log")"
    fi
else
    missing='Open MPI: not here (apt-get install openmpi-bin libopenmpi-dev gcc)'
fi
if [ -z "$pcj" ]; then
    missing="$missing${missing:+
}PCJ: its jar is not in the local Maven repository"
fi

# Runs a command for a limited time; says so if it fails, and goes on.
attempt() {
    what=$1
    shift
    if ! timeout -k 5 "$longest" "$@" >"$work/out" 2>"$work/err" </dev/null; then
        missing="$missing${missing:+
}$what failed: $( (cat "$work/err" "$work/out") | grep -v '^$' | head -n 1)"
        return 1
    fi
}

moide() {
    attempt "MOIDE ($1)" "$root/moide" bench comm --quick --milliseconds "$milliseconds" --most "$most" \
        --local-engines "$2" --threads "$3" --json "$work/moide.json" &&
        "$java" -cp "$classes" org.moide.bench.peers.PeerTable take "$work/moide.json" "$1" "$work/all.csv"
}

open_mpi() {
    # Without --bind-to core two processes may share one; with a processor for each, they need not yield.
    attempt "$1" env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe -np 2 \
        --mca pml ob1 --mca btl "$2" --mca btl_tcp_if_include lo --mca oob_tcp_if_include lo \
        "$work/peers" "$1" two "$most" "$milliseconds" && cat "$work/out" >>"$work/all.csv"
}

with_pcj() {
    attempt "PCJ ($1)" "$java" -cp "$classes:$pcj" org.moide.bench.peers.PcjPeer "$work/all.csv" "$most" "$milliseconds" "$1"
}

: >"$work/all.csv"
round=1
while [ "$round" -le "$rounds" ]; do
    echo "peers: round $round of $rounds (load $(load))" >&2
    moide one 1 2
    attempt java.util.concurrent "$java" -cp "$classes" org.moide.bench.peers.JdkPeer "$work/all.csv" "$most" "$milliseconds"
    [ -z "$pcj" ] || with_pcj one
    moide two 2 1
    if [ $mpi = yes ]; then
        open_mpi 'Open MPI tcp' self,tcp
        open_mpi 'Open MPI shm' self,vader
    fi
    [ -z "$pcj" ] || with_pcj two
    round=$((round + 1))
done
# Open MPI over shared memory is also what two threads of one process are measured against.
sed -n 's/^\(Open MPI shm,[^,]*\),two,/\1,one,/p' "$work/all.csv" >"$work/shm.csv"
cat "$work/shm.csv" >>"$work/all.csv"
"$java" -cp "$classes" org.moide.bench.peers.PeerTable table "$work/all.csv" "$work/table.txt" || exit 1
[ -z "${PEERS_CSV:-}" ] || cp "$work/all.csv" "$PEERS_CSV" || exit 1
cat "$work/version"
[ $mpi = no ] || mpirun --version 2>/dev/null | head -n 1
[ -z "$pcj" ] || basename "$pcj"
echo "$(nproc 2>/dev/null) processors, load $(cut -d' ' -f1-3 /proc/loadavg 2>/dev/null), $rounds rounds of $milliseconds ms"
echo
cat "$work/table.txt"
[ -z "$missing" ] || printf 'not measured:\n%s\n' "$missing"
