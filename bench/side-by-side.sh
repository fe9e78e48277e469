#!/bin/sh
# MOIDE beside the reference of one benchmark, by turns on this machine, with one command.
#
#   bench/side-by-side.sh [-n rounds (5)] [-i "items"] [-r folder] [-o folder] [-w where] cg|comm|uts|network|hello|nbody|radiosity|raytrace|taskbench|stencil|matmul|pi|queens|mandelbrot
#
#   cg         the sample cg, cold and warm, and its whole command, beside NPB's C++ (serial and OpenMP) and NPB's Fortran over
#              Open MPI: items are classes (W A)
#   comm       bench/peers.sh: messages and collectives beside Open MPI, PCJ and the JDK
#   uts        the sample uts beside C with threads, with its own SHA-1 and with the processor's: items are trees (T1 T3)
#   network    the samples cg and uts on two hosts, which are network namespaces with a line of 1 Gbit/s between them, beside Open MPI
#              over TCP: items are cg-A and its like, uts-T3 and its like, and comm, messages and collectives of up to 8 MiB on the same
#              line without a limit. MOIDE warmed up, with TLS as always and with --plain;
#              Open MPI encrypts nothing. Needs root and iproute2
#   hello      the whole command of the sample hello beside mpirun
#   nbody      a step of the sample nbody, warmed up, with --theta 1, beside one of SPLASH-3's Barnes with 0.83, at which forces
#              have the same error: items are numbers of bodies (16384). "2 runs at once" are two of one thread each
#   radiosity  the sample radiosity beside SPLASH-3's, SPLASH's room, at about as many interactions and with its rule for the end:
#              items are coarse (40,000 interactions) and fine (600,000). What counts is the time of an interaction; MOIDE warmed up
#   raytrace   the sample raytrace beside Embree 3, one ray at a time (rtcIntersect1): items are scenes (mesh mesh-lit spheres).
#              The same rays and the same shading, 2,048 x 2,048 pixels; warmed up, the fastest of three pictures for Embree.
#              "2 runs at once" are two commands of one thread each, and the time is half of the slower one's
#   taskbench  METG(50%) beside Task Bench's own program over Open MPI: items are patterns (stencil_1d)
#   stencil    a million updates of the sample stencil, in a run of 6,000 steps, beside C with OpenMP, and beside C over Open MPI for engines:
#              items are rows and columns (1000). C exchanges after each step and saves no states
#   matmul     the sample matmul: with whole numbers beside C's loop with OpenMP, and with two files of doubles beside OpenBLAS, which
#              reads the files, too: items are rows and columns (4000), of files with a word before them (files-4000)
#   pi         the sample pi beside C with OpenMP, with one Kahan sum for a part of the steps, and with 128 as in the sample: items
#              are steps (2000000000)
#   queens     the sample queens beside C with OpenMP: items are queens (16)
#   mandelbrot the sample mandelbrot beside C with OpenMP, without the picture's file: items are rows and columns (2000)
#              pi, queens, mandelbrot: the run of MOIDE, which begins before any thread and before any code is compiled, beside the
#              fastest of three turns in C
#
# cg, uts, hello: strong scaling over 1 and 2 threads of one engine, and 2 and 4 engines; the same work in each. taskbench: weak
# scaling, a column of tasks for each thread. What is not there is said and left out.
#
# -r names the folder of references that only public repositories have; nothing is fetched, and nothing is written there:
#   cg         NPB-SER and NPB-OMP (github.com/GMAP/NPB-CPP), NPB3.4-MPI (NASA's NPB 3.4), one of them at least
#   uts        uts.c, uts_shm.c and rng/ (UTS 1.1: github.com/xetqL/uts, its first commit)
#   network    NPB3.4-MPI, and of UTS 1.1 the folder uts
#   nbody      codes/ (github.com/SakalisC/Splash-3)
#   radiosity  codes/ (github.com/SakalisC/Splash-3); apt-get install m4
#   raytrace   include/ and lib/ of Embree 3, if it is not Debian's libembree-dev
#   taskbench  core/ and mpi/ (github.com/StanfordLegion/task-bench)
# The rest is Debian's: apt-get install gcc g++ gfortran make m4 openmpi-bin libopenmpi-dev libembree-dev libopenblas-dev
#
# -w says where: engines and threads of each, as "1x2 4x1", in place of those that a benchmark has by itself.
# -o names a folder for <benchmark>.json, all figures, and <benchmark>.svg, the speeds. The table has medians, and the least and
# most of all rounds; speed is the reference's time over MOIDE's. For a machine that does nothing else. Ends with 1 if a run failed.
# Functions are called by names that are put together.
# shellcheck disable=SC2317
set -u
rounds=5 items='' from='' to='' places=''
usage() {
    echo 'usage: bench/side-by-side.sh [-n rounds] [-i "items"] [-r folder] [-o folder] [-w where] cg|comm|uts|network|hello|nbody|radiosity|raytrace|taskbench|stencil|matmul|pi|queens|mandelbrot' >&2
    exit 2
}
# says <what was expected>: ends with an error of usage
says() {
    echo "bench/side-by-side.sh: $*" >&2
    exit 2
}
while getopts n:i:r:o:w: option; do
    case $option in
        n) rounds=$OPTARG ;;
        i) items=$OPTARG ;;
        r) from=$OPTARG ;;
        o) to=$OPTARG ;;
        w) places=$OPTARG ;;
        *) usage ;;
    esac
done
shift $((OPTIND - 1))
[ $# = 1 ] || usage
what=$1
case $rounds in '' | *[!0-9]* | 0*) says "-n: expected a number of rounds from 1 on, found '$rounds'" ;; esac
[ -z "$to" ] || [ -d "$to" ] || says "-o $to: expected a folder that is there"
for place in $places; do
    case $place in [1-9]x[1-9] | [1-9][0-9]x[1-9]) ;; *) says "-w: expected engines and threads of each, as 1x2 and 4x1, found '$place'" ;; esac
done
[ -z "$from" ] || [ -d "$from" ] || says "-r $from: expected a folder that is there"
# One that hangs must not hold up the others.
longest=300
# shellcheck source=bench/common.sh
. "$(dirname -- "$0")/common.sh"
failed=0 missing=''
all=$work/all.csv
: >"$all"

# lacks <what> <where to get it>: left out, and said at the end
lacks() {
    missing="$missing${missing:+
}  $1: $2"
}

# needs <folders or files in $from>: whether all are there
needs() {
    [ -n "$from" ] || return 1
    for needed in "$@"; do [ -e "$from/$needed" ] || return 1; done
}

mpi=no
! command -v mpicc >/dev/null || ! command -v mpirun >/dev/null || mpi=yes
debian='apt-get install gcc g++ gfortran make openmpi-bin libopenmpi-dev'

# built <what> <command>: whether it could be built; says so if not
built() {
    building=$1
    shift
    if ! "$@" >"$work/build.log" 2>&1 </dev/null; then
        lacks "$building" "cannot be built: $(grep -i error "$work/build.log" | head -n 1)"
        return 1
    fi
}

# over_mpi: before a number of processes and a program; its words are meant to be split
over_mpi='env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --oversubscribe --mca btl self,vader -np'

# attempt <who> <command>: its output in $work/out, its wall time in $nanos
attempt() {
    who=$1
    shift
    start=$(date +%s%N)
    if ! timeout -k 5 "$longest" "$@" >"$work/out" 2>"$work/err" </dev/null; then
        echo "side-by-side: $who failed: $(cat "$work/err" "$work/out" | grep -v '^$' | head -n 1)" >&2
        failed=1
        return 1
    fi
    nanos=$(($(date +%s%N) - start))
}

# figure <who> <what> <where> <nanoseconds>; none is a figure that a failed run has not
figure() {
    case $4 in '' | nan | -nan | inf) return ;; esac
    echo "$1,$2,$3,0,$4" >>"$all"
}

# place <engines> <threads of each>
place() {
    if [ "$1" = at-once ]; then
        echo '2 runs at once'
    elif [ "$1" = tls ] || [ "$1" = plain ]; then
        echo "1 Gbit/s $1"
    elif [ "$1" = 1 ]; then
        [ "$2" = 1 ] && echo '1 thread' || echo "$2 threads"
    else
        echo "$1 engines of $2 thread"
    fi
}

# moide <engines> <threads> <words>: runs a sample; its report is in $work/run.json
moide_run() {
    engines=$1 threads=$2
    shift 2
    rm -f "$work/run.json"
    attempt "MOIDE ($engines x $threads)" "$moide" run --no-progress --no-history --local-engines "$engines" --threads "$threads" \
        --report "$work/run.json" "$@"
}

# both <option> <words>: a sample twice at once, one thread each; the option names the picture, the reports are in $work/run1.json
# and $work/run2.json
both() {
    option=$1
    shift
    for one in 1 2; do
        rm -f "$work/run$one.json"
        timeout -k 5 "$longest" "$moide" run --no-progress --no-history --threads 1 --report "$work/run$one.json" "$@" \
            "$option" "$work/picture$one.png" >"$work/out$one" 2>&1 </dev/null &
    done
    wait
    if [ ! -f "$work/run1.json" ] || [ ! -f "$work/run2.json" ]; then
        echo "side-by-side: MOIDE (two runs at once) failed: $(cat "$work/out1" "$work/out2" | head -n 1)" >&2
        failed=1
        return 1
    fi
}

# slower <seconds> <seconds>: half of the longer, which is what one of both took
slower() {
    awk -v a="${1:-0}" -v b="${2:-0}" 'BEGIN { print (a > b ? a : b) / 2 }'
}

# --- cg ------------------------------------------------------------------------------------------------------------------

# mop <class>: millions of operations by NPB's formula
mop() {
    case $1 in
        S) set -- 1400 7 15 ;; W) set -- 7000 8 15 ;; A) set -- 14000 11 15 ;; B) set -- 75000 13 75 ;; C) set -- 150000 15 75 ;;
        *) return 1 ;;
    esac
    awk -v na="$1" -v nz="$2" -v it="$3" 'BEGIN { v = nz * (nz + 1); print 2 * it * na * (3 + v + 25 * (5 + v) + 3) / 1e6 }'
}

npb_flags='-O3 -march=native'
build_cg() {
    for version in NPB-SER NPB-OMP; do
        needs "$version" || continue
        cp -r "$from/$version" "$work/" || exit 1
        mkdir -p "$work/$version/bin"
    done
    ser=no omp=no fortran=no
    for class in $items; do
        if needs NPB-SER && built "NPB in C++, class $class" make -s -C "$work/NPB-SER" cg CLASS="$class" \
            CFLAGS="$npb_flags -mcmodel=medium"; then ser=yes; fi
        if needs NPB-OMP && built "NPB with OpenMP, class $class" make -s -C "$work/NPB-OMP" cg CLASS="$class" \
            CFLAGS="$npb_flags -mcmodel=medium -fopenmp"; then omp=yes; fi
        if build_npb_over_mpi "$class"; then fortran=yes; fi
    done
    [ "$ser" = yes ] || lacks 'NPB in C++' 'put NPB-SER of github.com/GMAP/NPB-CPP into the folder that -r names'
    [ "$omp" = yes ] || lacks 'NPB with OpenMP' 'put NPB-OMP of github.com/GMAP/NPB-CPP into the folder that -r names'
    [ "$fortran" = yes ] || lacks_npb_over_mpi
}

lacks_npb_over_mpi() {
    lacks 'NPB over Open MPI' "put NPB3.4-MPI of NASA's NPB 3.4 into the folder that -r names; $debian"
}

# build_npb_over_mpi <class>: whether it could be built in $work/NPB3.4-MPI
build_npb_over_mpi() {
    if ! needs NPB3.4-MPI || [ "$mpi" = no ]; then return 1; fi
    if [ ! -d "$work/NPB3.4-MPI" ]; then cp -r "$from/NPB3.4-MPI" "$work/" || exit 1; fi
    mkdir -p "$work/NPB3.4-MPI/bin"
    cat >"$work/NPB3.4-MPI/config/make.def" <<END
MPIFC = mpif90
FLINK = mpif90
FFLAGS = $npb_flags -fallow-invalid-boz -fallow-argument-mismatch
FLINKFLAGS = $npb_flags
MPICC = mpicc
CLINK = mpicc
CFLAGS = $npb_flags
CLINKFLAGS = $npb_flags
CC = gcc
BINDIR = ../bin
RAND = randi8
END
    built "NPB over Open MPI, class $1" make -s -C "$work/NPB3.4-MPI" cg CLASS="$1"
}

cg_moide() {
    moide_run "$2" "$3" cg --class "$1" &&
        figure MOIDE "cg $1 NPB's rule" "$where" "$(awk -v s="$(number "$work/run.json" seconds)" 'BEGIN { print s * 1e9 }')" &&
        figure MOIDE "cg $1 whole command" "$where" "$nanos"
    moide_run "$2" "$3" cg --class "$1" --warm-up &&
        figure MOIDE "cg $1 warmed up" "$where" "$(awk -v s="$(number "$work/run.json" seconds)" 'BEGIN { print s * 1e9 }')"
}

# npb <who> <class> <program> <command>: if the program is there
npb() {
    npb=$1 class=$2
    [ -x "$3" ] || return 0
    shift 3
    attempt "$npb" "$@" || return 0
    rate=$(sed -n 's/.*Mop\/s total *= *\([0-9.]*\).*/\1/p' "$work/out" | head -n 1)
    each=$(awk -v mop="$(mop "$class")" -v rate="${rate:-0}" 'BEGIN { if (rate > 0) print 1e9 * mop / rate }')
    figure "$npb" "cg $class NPB's rule" "$where" "$each"
    figure "$npb" "cg $class warmed up" "$where" "$each"
    figure "$npb" "cg $class whole command" "$where" "$nanos"
}

cg_reference() {
    program=$work/NPB-SER/bin/cg.$1
    case "$2 $3" in
        '1 1') npb 'C++' "$1" "$program" "$program" ;;
        '1 2')
            program=$work/NPB-OMP/bin/cg.$1
            npb 'C++ with OpenMP' "$1" "$program" env OMP_NUM_THREADS=2 "$program"
            ;;
        *)
            program=$work/NPB3.4-MPI/bin/cg.$1.x
            # shellcheck disable=SC2086
            npb 'Fortran over Open MPI' "$1" "$program" $over_mpi "$2" "$program"
            ;;
    esac
}

# --- uts -----------------------------------------------------------------------------------------------------------------

tree() {
    case $1 in
        T1) echo '-t 1 -a 3 -d 10 -b 4 -r 19' ;;
        T3) echo '-t 0 -b 2000 -q 0.124875 -m 8 -r 42' ;;
        T5) echo '-t 1 -a 0 -d 20 -b 4 -r 34' ;;
        T1L) echo '-t 1 -a 3 -d 13 -b 4 -r 29' ;;
        T3L) echo '-t 0 -b 2000 -q 0.200014 -m 5 -r 7' ;;
        *) return 1 ;;
    esac
}

build_uts() {
    if needs uts.c uts_shm.c rng; then
        cp -r "$from" "$work/uts" || exit 1
        (cd "$work/uts" && built 'UTS in C' gcc -O3 -march=native -DBRG_RNG -D__PTHREADS__ -pthread -o uts-pthread uts_shm.c uts.c \
            rng/brg_sha1.c -lm) || lacks 'UTS in C' "$(grep -i error "$work/build.log" | head -n 1); $debian"
        # The JVM's SHA-1 uses the processor's instructions, so C is measured with them, too.
        if grep -qw sha_ni /proc/cpuinfo 2>/dev/null; then
            sed 's/^VOID_RETURN sha1_compile(sha1_ctx ctx\[1\])$/VOID_RETURN sha1_plain(sha1_ctx ctx[1])/' \
                "$work/uts/rng/brg_sha1.c" >"$work/uts/rng/plain.c"
            (cd "$work/uts" && built "UTS in C with the processor's SHA-1" gcc -O3 -march=native -DBRG_RNG -D__PTHREADS__ -pthread -I rng \
                -o uts-instructions uts_shm.c uts.c rng/plain.c "$root/bench/src/main/c/sha1.c" -lm)
        else
            lacks "C with the processor's SHA-1" 'this processor has no instructions for it'
        fi
    else
        lacks 'UTS in C' 'name the folder with uts.c, uts_shm.c and rng/ by -r (github.com/xetqL/uts, its first commit)'
    fi
}

uts_moide() {
    moide_run "$2" "$3" uts --tree "$1" &&
        figure MOIDE "uts $1" "$where" "$(awk -v s="$(number "$work/run.json" seconds)" 'BEGIN { print s * 1e9 }')"
    moide_run "$2" "$3" uts --tree "$1" --warm-up 3 &&
        figure MOIDE "uts $1 warmed up" "$where" "$(awk -v s="$(number "$work/run.json" seconds)" 'BEGIN { print s * 1e9 }')"
}

uts_reference() {
    uts_in_c 'C with threads' uts-pthread "$@"
    uts_in_c 'C with SHA-1 instructions' uts-instructions "$@"
}

# uts_in_c <who> <program> <tree> <engines> <threads>
uts_in_c() {
    [ -x "$work/uts/$2" ] || return 0
    # C's processes share no memory here: as many threads stand for engines, too. The words of a tree are meant to be split.
    # shellcheck disable=SC2046
    attempt "$1" "$work/uts/$2" -T "$(($4 * $5))" $(tree "$3") || return 0
    took=$(sed -n 's/.*Wallclock time = \([0-9.]*\) sec.*/\1/p' "$work/out")
    for kind in "uts $3" "uts $3 warmed up"; do
        figure "$1" "$kind" "$where" "$(awk -v s="$took" 'BEGIN { print s * 1e9 }')"
    done
}

# --- network -------------------------------------------------------------------------------------------------------------

# words_of <item>: the words of the sample after its name
words_of() {
    case $1 in
        comm) echo '--quick --milliseconds 150' ;;
        cg-*) mop "${1#cg-}" >/dev/null && echo "--class ${1#cg-} --warm-up-limit 10" ;;
        uts-*) tree "${1#uts-}" >/dev/null && echo "--tree ${1#uts-} --warm-up 3" ;;
        *) return 1 ;;
    esac
}

build_network() {
    end_all() { namespaces_gone; }
    if [ "$mpi" = no ]; then
        lacks 'Open MPI' "$debian"
        return
    fi
    for item in $items; do
        case $item in
            cg-*) build_npb_over_mpi "${item#cg-}" || lacks_npb_over_mpi ;;
            comm) built 'messages over Open MPI' mpicc -O3 -march=native -o "$work/peers" "$root/bench/src/main/c/peers.c" ;;
            *)
                if ! needs uts/uts_dm.c uts/mpi_workstealing.c; then
                    lacks 'UTS over Open MPI' 'put UTS 1.1 (github.com/xetqL/uts, its first commit) as uts into the folder that -r names'
                elif [ ! -x "$work/uts-mpi" ]; then
                    (cd "$from/uts" && built 'UTS over Open MPI' mpicc -O3 -march=native -DBRG_RNG -D__MPI__ -o "$work/uts-mpi" \
                        uts_dm.c dequeue.c dlist.c mpi_workstealing.c rng/brg_sha1.c uts.c stats.c -lm) ||
                        lacks 'UTS over Open MPI' "$(grep -i error "$work/build.log" | head -n 1)"
                fi
                ;;
        esac
    done
    two_namespaces
    line_limited 1000
    # Open MPI starts its daemon on the other host by this in place of ssh. With another name, too: it takes hosts of one name for one.
    cat >"$work/rsh" <<END
#!/bin/sh
shift
exec ip netns exec $other unshare --uts sh -c 'hostname $other && exec sh -c "\$0"' "\$*"
END
    chmod +x "$work/rsh"
    # shellcheck disable=SC2086
    serves tls ip netns exec "$other" $apart "$moide" engine --bind "$there" --port 7100
    # shellcheck disable=SC2086
    serves plain ip netns exec "$other" $apart "$moide" engine --plain --bind "$there" --port 7101
}

# network_moide <item> <tls or plain>
network_moide() {
    set -- "$1" "$2" --hosts "$(cat "$work/$2.address")"
    [ "$2" = tls ] || set -- "$@" --plain
    item=$1
    shift 2
    rm -f "$work/run.json"
    if [ "$item" = comm ]; then
        line_free
        # shellcheck disable=SC2046
        attempt "MOIDE ($where)" ip netns exec "$one" "$moide" bench comm $(words_of comm) --bind "$here" --threads 1 "$@" \
            --json "$work/run.json" &&
            "$java" -cp "$root/bench/target/classes:$root/target/moide/moide.jar" org.moide.bench.peers.PeerTable take "$work/run.json" \
                "${where#1 Gbit/s } without a limit" "$all"
        line_limited 1000
        return
    fi
    # The words of a sample are meant to be split.
    # shellcheck disable=SC2046
    attempt "MOIDE ($where)" ip netns exec "$one" "$moide" run --no-progress --no-history --bind "$here" --threads 1 "$@" \
        --report "$work/run.json" "${item%%-*}" $(words_of "$item") &&
        figure MOIDE "${item%%-*} ${item#*-} warmed up" "$where" \
            "$(awk -v s="$(number "$work/run.json" seconds)" 'BEGIN { print s * 1e9 }')"
}

network_reference() {
    set -- "$1" ip netns exec "$one" env OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun --bind-to none \
        --mca plm_rsh_agent "$work/rsh" --mca oob_tcp_if_include line --mca btl tcp,self --mca btl_tcp_if_include line \
        --wdir "$work" --host "$here,$there" -np 2
    item=$1
    shift
    case $item in
        comm)
            [ -x "$work/peers" ] || return 0
            line_free
            ! attempt 'Open MPI over TCP' "$@" "$work/peers" 'Open MPI over TCP' "${where#1 Gbit/s } without a limit" 8388608 150 ||
                grep '^Open MPI' "$work/out" >>"$all"
            line_limited 1000
            ;;
        cg-*)
            program=$work/NPB3.4-MPI/bin/cg.${item#cg-}.x
            npb 'Open MPI over TCP' "${item#cg-}" "$program" "$@" "$program"
            ;;
        *)
            [ -x "$work/uts-mpi" ] || return 0
            # shellcheck disable=SC2046
            attempt 'Open MPI over TCP' "$@" "$work/uts-mpi" $(tree "${item#uts-}") || return 0
            took=$(sed -n 's/.*Wallclock time = \([0-9.]*\) sec.*/\1/p' "$work/out")
            figure 'Open MPI over TCP' "uts ${item#uts-} warmed up" "$where" "$(awk -v s="$took" 'BEGIN { print s * 1e9 }')"
            ;;
    esac
}

# --- hello ---------------------------------------------------------------------------------------------------------------

build_hello() {
    if [ "$mpi" = no ]; then lacks 'Open MPI' "$debian"; fi
    [ "$mpi" = no ] || built 'hello over Open MPI' mpicc -O2 -o "$work/hello" "$root/bench/src/main/c/hello.c"
}

hello_moide() {
    moide_run "$2" "$3" hello && figure MOIDE 'hello whole command' "$where" "$nanos"
}

hello_reference() {
    [ -x "$work/hello" ] || return 0
    # shellcheck disable=SC2086
    ! attempt mpirun $over_mpi "$(($2 * $3))" "$work/hello" || figure mpirun 'hello whole command' "$where" "$nanos"
}

# --- nbody ---------------------------------------------------------------------------------------------------------------

nbody_steps=14 # with many more, its cells have no room
build_nbody() {
    if needs codes/apps/barnes codes/pthread_macros codes/Makefile.config; then
        mkdir -p "$work/splash/apps" && cp -r "$from/codes/apps/barnes" "$work/splash/apps/" &&
            cp -r "$from/codes/pthread_macros" "$from/codes/Makefile.config" "$work/splash/" || exit 1
        barnes=$work/splash/apps/barnes
        make -s -C "$barnes" clean >/dev/null 2>&1
        built "SPLASH-3's Barnes" make -s -C "$barnes" CFLAGS="-O3 -march=native -pthread -D_XOPEN_SOURCE=500 \
            -D_POSIX_C_SOURCE=200112 -std=c11 -fno-strict-aliasing" && cp "$barnes/BARNES" "$work/barnes"
    else
        lacks "SPLASH-3's Barnes" \
            'name the folder with codes/ by -r (github.com/SakalisC/Splash-3); apt-get install gcc make m4'
    fi
}

# nbody_figure <who> <bodies> <seconds of a step>
nbody_figure() {
    figure "$1" "nbody $2 a step" "$where" "$(awk -v s="${3:-0}" 'BEGIN { if (s > 0) print s * 1e9 }')"
}

nbody_moide() {
    set -- "$@" nbody --bodies "$1" --theta 1 --steps 100 --warm-up-limit 2
    bodies=$1 engines=$2 threads=$3
    shift 3
    if [ "$engines" = at-once ]; then
        both --picture "$@" || return
        each=$(slower "$(number "$work/run1.json" secondsPerStep)" "$(number "$work/run2.json" secondsPerStep)")
    else
        moide_run "$engines" "$threads" "$@" --picture none || return
        each=$(number "$work/run.json" secondsPerStep)
    fi
    nbody_figure MOIDE "$bodies" "$each"
}

# barnes <bodies> <threads> <steps> <program>: it reads a step of 0.025, a softening of 0.05, a theta of 0.83, and when it stops
barnes() {
    stop=$(awk -v n="$3" 'BEGIN { print (n - 0.5) * 0.025 }')
    printf '\n%s\n123\n\n0.025\n0.05\n0.83\n2.0\n5.0\n%s\n0.25\n%s\n' "$1" "$stop" "$2" >"$work/barnes.in"
    attempt Barnes sh -c "$4" "$work/barnes" "$work/barnes.in"
}

# Barnes tells whole seconds only: what some steps take is how much longer they take than one; without any it crashes.
# Its threads stand for engines, too. The programs are for another shell.
# shellcheck disable=SC2016
nbody_reference() {
    [ -x "$work/barnes" ] || return 0
    bodies=$1
    if [ "$2" = at-once ]; then
        set -- 1 2 '"$0" <"$1" >"$1.1" & "$0" <"$1" >"$1.2" && wait $!'
    else
        set -- $(($2 * $3)) 1 '"$0" <"$1" >"$1.1"'
    fi
    barnes "$bodies" "$1" 1 "$3" || return 0
    none=$nanos
    barnes "$bodies" "$1" $((nbody_steps + 1)) "$3" || return 0
    nbody_figure 'SPLASH-3' "$bodies" \
        "$(awk -v a="$nanos" -v b="$none" -v n=$((nbody_steps * $2)) 'BEGIN { print (a - b) / n / 1e9 }')"
}

# --- raytrace ------------------------------------------------------------------------------------------------------------

raytrace_side=2048
build_raytrace() {
    set -- g++ -O3 -march=native -o "$work/raytrace" "$root/bench/src/main/c/raytrace.cpp"
    if needs include lib; then set -- "$@" -I"$from/include" -L"$from/lib" -Wl,-rpath,"$from/lib"; fi
    built 'Embree' "$@" -lembree3 -pthread || lacks Embree 'apt-get install g++ libembree-dev'
    [ ! -x "$work/raytrace" ] || "$work/raytrace" make "$work" || exit 1
}

# raytrace_figure <who> <scene> <seconds of a picture>
raytrace_figure() {
    figure "$1" "raytrace $2" "$where" "$(awk -v s="${3:-0}" 'BEGIN { if (s > 0) print s * 1e9 }')"
}

raytrace_moide() {
    set -- "$@" raytrace --scene "$work/$1.scene" --width $raytrace_side --warm-up 3
    scene=$1 engines=$2 threads=$3
    shift 3
    if [ "$engines" != at-once ]; then
        moide_run "$engines" "$threads" "$@" --output "$work/picture.png" && raytrace_figure MOIDE "$scene" "$(number "$work/run.json" seconds)"
        return
    fi
    both --output "$@" || return
    raytrace_figure MOIDE "$scene" "$(slower "$(number "$work/run1.json" seconds)" "$(number "$work/run2.json" seconds)")"
}

raytrace_seconds() {
    sed -n 's/.* seconds \([0-9.]*\).*/\1/p' "$1"
}

raytrace_reference() {
    [ -x "$work/raytrace" ] || return 0
    # Embree has no processes: as many threads stand for engines, too.
    if [ "$2" != at-once ]; then
        attempt Embree "$work/raytrace" render "$work/$1.scene" $raytrace_side $raytrace_side "$(($2 * $3))" || return 0
        raytrace_figure Embree "$1" "$(raytrace_seconds "$work/out")"
        return
    fi
    for one in 1 2; do
        "$work/raytrace" render "$work/$1.scene" $raytrace_side $raytrace_side 1 >"$work/out$one" 2>&1 </dev/null &
    done
    wait
    raytrace_figure Embree "$1" "$(slower "$(raytrace_seconds "$work/out1")" "$(raytrace_seconds "$work/out2")")"
}

# --- radiosity -----------------------------------------------------------------------------------------------------------

# radiosity_words <item>: the same accuracy for MOIDE and, after a bar, for SPLASH
radiosity_words() {
    case $1 in
        coarse) echo '--accuracy 2e-4 --smallest 5000 --warm-up 30|-ae 5000 -bf 0.1' ;;
        fine) echo '--accuracy 8e-6 --smallest 500 --warm-up 4|-ae 500 -bf 0.01' ;;
        *) return 1 ;;
    esac
}

build_radiosity() {
    if ! needs codes/apps/radiosity; then
        lacks "SPLASH-3's radiosity" 'name the folder with codes/ by -r (github.com/SakalisC/Splash-3)'
        return
    fi
    cp -r "$from/codes" "$work/codes" || exit 1
    # Its clock counts seconds; this one microseconds. Its results are longs, so it begins anew every thousand seconds.
    sed 's/^define(CLOCK.*/define(CLOCK, `{struct timespec now; clock_gettime(CLOCK_MONOTONIC, \&now); ($1) = now.tv_sec % 1000 * 1000000 + now.tv_nsec \/ 1000;}'"'"')/' \
        "$from/codes/pthread_macros/pthread.m4.stougie" >"$work/codes/pthread_macros/pthread.m4.stougie"
    built "SPLASH-3's radiosity" make -s -C "$work/codes/apps/radiosity" ||
        lacks "SPLASH-3's radiosity" 'apt-get install gcc make m4'
    {
        echo 'camera from 0 0 650  at 0 -200 -500  fov 75'
        awk '
            /^ModelDataBase / { wanted = $2 ~ /^room_model/ }
            wanted && /MODEL_(RECTANGLE|TRIANGLE)/ { triangle = /TRIANGLE/; text = ""; open = 1; next }
            open { text = text " " $0 }
            open && /} } } }/ {
                open = 0
                gsub(/[{},;]/, " ", text)
                split(text, v, " ")
                for (i = 1; i <= 3; i++) if (v[i] > 0.99) v[i] = 0.99
                print "material m" ++count, "reflect", v[1], v[2], v[3], "emit", v[4], v[5], v[6]
                if (triangle) print "triangle", v[7], v[8], v[9], v[10], v[11], v[12], v[13], v[14], v[15], "material m" count
                else
                    print "panel", v[7], v[8], v[9], "along", v[10] - v[7], v[11] - v[8], v[12] - v[9], \
                        "across", v[13] - v[7], v[14] - v[8], v[15] - v[9], "material m" count
            }' "$from/codes/apps/radiosity/room_model.c.in"
    } >"$work/splash.room"
}

# radiosity_figure <who> <item> <seconds> <interactions>: nanoseconds of an interaction
radiosity_figure() {
    figure "$1" "radiosity $2: an interaction" "$where" \
        "$(awk -v s="${3:-0}" -v n="${4:-0}" 'BEGIN { if (s > 0 && n > 0) print s * 1e9 / n }')"
}

radiosity_moide() {
    words=$(radiosity_words "$1")
    item=$1 engines=$2 threads=$3
    # The words of an item are meant to be split.
    # shellcheck disable=SC2086
    set -- radiosity --scene "$work/splash.room" --rest 0.05 ${words%|*}
    if [ "$engines" != at-once ]; then
        moide_run "$engines" "$threads" "$@" --output none &&
            radiosity_figure MOIDE "$item" "$(number "$work/run.json" seconds)" "$(number "$work/run.json" interactions)"
        return
    fi
    both --output "$@" || return
    radiosity_figure MOIDE "$item" "$(slower "$(number "$work/run1.json" seconds)" "$(number "$work/run2.json" seconds)")" \
        "$(number "$work/run1.json" interactions)"
}

radiosity_reference() {
    program=$work/codes/apps/radiosity/RADIOSITY
    [ -x "$program" ] || return 0
    words=$(radiosity_words "$1")
    item=$1
    # SPLASH has no processes: as many threads stand for engines, too.
    # shellcheck disable=SC2086
    set -- "$2" "$3" "$program" -batch -room -en 0.05 ${words#*|}
    engines=$1 threads=$2
    shift 2
    if [ "$engines" != at-once ]; then
        attempt SPLASH-3 "$@" -p "$((engines * threads))" || return 0
        radiosity_figure SPLASH-3 "$item" "$(splash_seconds "$work/out")" "$(splash_interactions "$work/out")"
        return
    fi
    for one in 1 2; do
        "$@" -p 1 >"$work/out$one" 2>&1 </dev/null &
    done
    wait
    radiosity_figure SPLASH-3 "$item" "$(slower "$(splash_seconds "$work/out1")" "$(splash_seconds "$work/out2")")" \
        "$(splash_interactions "$work/out1")"
}

splash_seconds() {
    awk '/Total time without initialization/ { print $NF / 1e6 }' "$1"
}

splash_interactions() {
    awk '/Total number of interactions/ { print $NF }' "$1"
}

# --- taskbench -----------------------------------------------------------------------------------------------------------

build_taskbench() {
    if [ "$mpi" = yes ] && needs core mpi; then
        mkdir "$work/tb" && cp -r "$from/core" "$from/mpi" "$work/tb/" || exit 1
        built "Task Bench's core" make -s -C "$work/tb/core" && built 'Task Bench over Open MPI' make -s -C "$work/tb/mpi" nonblock
    else
        lacks 'Task Bench over Open MPI' \
            "name the folder with core/ and mpi/ by -r (github.com/StanfordLegion/task-bench); $debian"
    fi
}

taskbench_moide() {
    moide_run "$2" "$3" taskbench --pattern "$1" || return
    micros=$(number "$work/run.json" "$1MetgMicros")
    figure MOIDE "taskbench $1 METG" "$where" "$(awk -v us="$micros" 'BEGIN { if (us > 0) print us * 1000 }')"
}

# The same lengths of tasks as in MOIDE, each for some 10 ms and the best of three, and METG of them in the same way.
taskbench_reference() {
    [ -x "$work/tb/mpi/nonblock" ] || return 0
    processes=$(($2 * $3))
    : >"$work/metg"
    iterations=32768
    while [ "$iterations" -gt 0 ]; do
        steps=$((400000 / iterations + 10))
        [ "$steps" -le 20000 ] || steps=20000
        repeats=0
        while [ "$repeats" -lt 3 ]; do
            # shellcheck disable=SC2086
            attempt 'Task Bench' env LD_LIBRARY_PATH="$work/tb/core" $over_mpi "$processes" "$work/tb/mpi/nonblock" -type "$1" -radix 5 \
                -width "$processes" -steps $steps -kernel compute_bound -iter $iterations || return 0
            awk -v it="$iterations" -v steps="$steps" '/^Elapsed Time/ { print it, $3 / steps }' "$work/out" >>"$work/metg"
            repeats=$((repeats + 1))
        done
        iterations=$((iterations / 2))
    done
    figure 'Task Bench over Open MPI' "taskbench $1 METG" "$where" "$(sort -n -k1,1 -k2,2g "$work/metg" | awk '
        $1 != last { last = $1; n++; it[n] = $1; each[n] = $2; if ($1 / $2 > peak) peak = $1 / $2 }
        END {
            for (i = 1; i <= n; i++) if (it[i] / each[i] >= peak / 2) break
            if (i > n) exit
            if (i == 1) { print each[1] * 1e9; exit }
            above = log(it[i] / each[i] / peak * 2); below = log(peak / 2 / (it[i - 1] / each[i - 1]))
            print exp(log(each[i]) + above / (above + below) * (log(each[i - 1]) - log(each[i]))) * 1e9
        }')"
}

# --- stencil -------------------------------------------------------------------------------------------------------------

build_stencil() {
    set -- -O3 -march=native "$root/bench/src/main/c/stencil.c" -lm
    built 'C with OpenMP' gcc -fopenmp -o "$work/stencil" "$@" || lacks 'C with OpenMP' "$debian"
    if [ "$mpi" = no ]; then
        lacks 'Open MPI' "$debian"
    else
        built 'stencil over Open MPI' mpicc -DOVER_MPI -o "$work/stencil-mpi" "$@"
    fi
}

# stencil_figure <who> <size> <updates a second>
stencil_figure() {
    figure "$1" "stencil $2: a million updates" "$where" "$(awk -v n="${3:-0}" 'BEGIN { if (n > 0) print 1e15 / n }')"
}

stencil_moide() {
    moide_run "$2" "$3" stencil --size "$1" --steps 6000 --picture none &&
        stencil_figure MOIDE "$1" "$(number "$work/run.json" updatesPerSecond)"
}

stencil_reference() {
    item=$1
    if [ "$2" = 1 ]; then
        who='C with OpenMP' program=$work/stencil
        set -- env OMP_NUM_THREADS="$3" "$program"
    else
        who='C over Open MPI' program=$work/stencil-mpi
        # shellcheck disable=SC2086
        set -- $over_mpi "$2" "$program"
    fi
    [ -x "$program" ] || return 0
    attempt "$who" "$@" "$item" 2000 4 || return 0
    stencil_figure "$who" "$item" "$(sed -n 's/^updates \([0-9.e+]*\) .*/\1/p' "$work/out")"
}

# --- matmul --------------------------------------------------------------------------------------------------------------

build_matmul() {
    for item in $items; do
        if [ "${item#files-}" = "$item" ]; then
            [ -x "$work/matmul" ] || built "C's loop" gcc -O3 -march=native -fopenmp -o "$work/matmul" "$root/bench/src/main/c/matmul.c" ||
                lacks "C's loop" "$debian"
            continue
        fi
        [ -x "$work/openblas" ] || built OpenBLAS gcc -O3 -o "$work/openblas" "$root/bench/src/main/c/openblas.c" -lopenblas ||
            lacks OpenBLAS 'apt-get install gcc libopenblas-dev'
        # A column of random numbers times a row of them: a matrix without NumPy.
        size=${item#files-}
        for side in "$size 1" "1 $size"; do
            awk -v side="$side" -v size="$size" 'BEGIN {
                print "%%MatrixMarket matrix array real general"; print side
                srand(1); for (i = 0; i < size; i++) printf "%.6f\n", rand() }' >"$work/$(echo "$side" | tr ' ' -).mtx" || exit 1
        done
        "$moide" run --no-progress --no-history matmul --a "$work/$size-1.mtx" --b "$work/1-$size.mtx" --out "$work/$size.npy" \
            >"$work/out" 2>&1 </dev/null || { cat "$work/out" >&2; exit 1; }
    done
}

matmul_moide() {
    size=${1#files-}
    if [ "$size" = "$1" ]; then
        set -- "$2" "$3" matmul --size "$size"
        name="matmul $size"
    else
        set -- "$2" "$3" matmul --a "$work/$size.npy" --b "$work/$size.npy"
        name="matmul of files $size"
    fi
    moide_run "$@" && figure MOIDE "$name" "$where" "$(awk -v s="$(number "$work/run.json" seconds)" 'BEGIN { print s * 1e9 }')"
}

matmul_reference() {
    size=${1#files-}
    if [ "$size" = "$1" ]; then
        kernel_reference "$size" "$3" "C's loop" matmul "$size"
    else
        [ -x "$work/openblas" ] || return 0
        attempt OpenBLAS env OPENBLAS_NUM_THREADS="$3" OMP_NUM_THREADS="$3" "$work/openblas" "$size" "$work/$size.npy" "$work/$size.npy" ||
            return 0
        figure OpenBLAS "matmul of files $size" "$where" "$(seconds_of_c)"
    fi
}

# seconds_of_c: the nanoseconds that a program of bench/src/main/c has printed
seconds_of_c() {
    awk '/^seconds/ { print $2 * 1e9 }' "$work/out"
}

# --- pi, queens, mandelbrot ----------------------------------------------------------------------------------------------

# build_kernel <name>: that program of bench/src/main/c
build_kernel() {
    built 'C with OpenMP' gcc -O3 -march=native -fopenmp -o "$work/$1" "$root/bench/src/main/c/$1.c" -lm || lacks 'C with OpenMP' "$debian"
}

# kernel_moide <item> <engines> <threads> <words>
kernel_moide() {
    item=$1
    shift
    moide_run "$@" && figure MOIDE "$3 $item" "$where" "$(awk -v s="$(number "$work/run.json" wallSeconds)" 'BEGIN { print s * 1e9 }')"
}

# kernel_reference <item> <threads> <who> <name> <words>: that program with these words
kernel_reference() {
    item=$1 threads=$2 who=$3 name=$4
    shift 4
    [ -x "$work/$name" ] || return 0
    attempt "$who" env OMP_NUM_THREADS="$threads" "$work/$name" "$@" || return 0
    figure "$who" "$name $item" "$where" "$(seconds_of_c)"
}

build_pi() {
    build_kernel pi
}

pi_moide() {
    kernel_moide "$@" pi --steps "$1"
}

pi_reference() {
    kernel_reference "$1" "$3" 'C with OpenMP' pi "$1" 1
    kernel_reference "$1" "$3" 'C with 128 sums' pi "$1" 128
}

build_queens() {
    build_kernel queens
}

queens_moide() {
    kernel_moide "$@" queens --size "$1"
}

queens_reference() {
    kernel_reference "$1" "$3" 'C with OpenMP' queens "$1"
}

build_mandelbrot() {
    build_kernel mandelbrot
}

mandelbrot_moide() {
    kernel_moide "$@" mandelbrot --size "$1" --picture none
}

mandelbrot_reference() {
    kernel_reference "$1" "$3" 'C with OpenMP' mandelbrot "$1" 1000
}

# --- all -----------------------------------------------------------------------------------------------------------------

shapes='1 1;1 2;2 1;4 1'
case $what in
    cg) items=${items:-W A} ;;
    uts) items=${items:-T1 T3} ;;
    network) items=${items:-cg-A uts-T3} shapes='tls 1;plain 1' ;;
    hello) items=hello ;;
    nbody) items=${items:-16384} shapes='1 1;1 2;2 1;at-once 1' ;;
    radiosity) items=${items:-coarse fine} shapes='1 1;1 2;2 1;at-once 1' ;;
    raytrace) items=${items:-mesh mesh-lit spheres} shapes='1 1;1 2;2 1;at-once 1' ;;
    taskbench) items=${items:-stencil_1d} shapes='1 1;1 2;2 1' ;;
    stencil) items=${items:-1000} shapes='1 1;1 2;2 1' ;;
    matmul) items=${items:-4000 files-4000} shapes='1 1;1 2' ;;
    pi) items=${items:-2000000000} shapes='1 1;1 2' ;;
    queens) items=${items:-16} shapes='1 1;1 2' ;;
    mandelbrot) items=${items:-2000} shapes='1 1;1 2' ;;
    comm) ;;
    *) usage ;;
esac
if [ -n "$places" ]; then
    case $what in comm | network) says "-w: expected another benchmark than $what, which has its own places" ;; esac
    shapes=$(echo "$places" | tr -s ' ' ';' | tr x ' ')
fi
for item in $items; do
    case $what in
        cg) mop "$item" >/dev/null || says "-i: expected classes of S W A B C, found '$item'" ;;
        uts) tree "$item" >/dev/null || says "-i: expected trees of T1 T3 T5 T1L T3L, found '$item'" ;;
        network) words_of "$item" >/dev/null || says "-i: expected items as cg-A, uts-T3 and comm, found '$item'" ;;
        nbody)
            case $item in
                *[!0-9]* | 0*) says "-i: expected numbers of bodies, found '$item'" ;;
            esac
            ;;
        stencil | mandelbrot)
            case $item in
                *[!0-9]* | 0*) says "-i: expected numbers of rows, found '$item'" ;;
            esac
            ;;
        matmul)
            case ${item#files-} in
                '' | *[!0-9]* | 0*) says "-i: expected numbers of rows, as 4000 and files-4000, found '$item'" ;;
            esac
            ;;
        pi)
            case $item in
                *[!0-9]* | 0*) says "-i: expected numbers of steps, found '$item'" ;;
            esac
            ;;
        queens)
            case $item in
                [4-9] | 1[0-9] | 20) ;;
                *) says "-i: expected numbers of queens, 4 to 20, found '$item'" ;;
            esac
            ;;
        radiosity) radiosity_words "$item" >/dev/null || says "-i: expected coarse or fine, found '$item'" ;;
        raytrace)
            case $item in
                mesh | mesh-lit | spheres) ;;
                *) says "-i: expected scenes of mesh mesh-lit spheres, found '$item'" ;;
            esac
            ;;
        taskbench)
            case $item in
                trivial | stencil_1d | nearest | spread | fft) ;;
                *) says "-i: expected patterns of trivial stencil_1d nearest spread fft, found '$item'" ;;
            esac
            ;;
    esac
done

"$moide" --version >"$work/version" || exit 1
if [ "$what" = comm ]; then
    PEERS_CSV=$all "$root/bench/peers.sh" "$rounds" || exit 1
    figures_built
else
    "build_$what"
    if [ -n "$missing" ]; then printf 'side-by-side: not there:\n%s\n' "$missing" >&2; fi
    case $what in
        cg) ls "$work"/NPB*/bin/cg.* ;;
        uts) ls "$work/uts/uts-pthread" ;;
        network) ls "$work/uts-mpi" || ls "$work/peers" || ls "$work"/NPB3.4-MPI/bin/cg.* ;;
        hello) ls "$work/hello" ;;
        nbody) ls "$work/barnes" ;;
        radiosity) ls "$work/codes/apps/radiosity/RADIOSITY" ;;
        raytrace) ls "$work/raytrace" ;;
        taskbench) ls "$work/tb/mpi/nonblock" ;;
        stencil) ls "$work/stencil" ;;
        matmul) ls "$work/matmul" || ls "$work/openblas" ;;
        pi | queens | mandelbrot) ls "$work/$what" ;;
    esac >/dev/null 2>&1 || { echo "side-by-side: expected a reference for $what, found none: nothing is measured" >&2; exit 1; }
    figures_built
    round=0
    while [ "$round" -lt "$rounds" ]; do
        echo "side-by-side: round $((round + 1)) of $rounds (load $(load))" >&2
        for item in $items; do
            remaining=$shapes
            while [ -n "$remaining" ]; do
                shape=${remaining%%;*}
                case $remaining in *';'*) remaining=${remaining#*;} ;; *) remaining='' ;; esac
                where=$(place "${shape% *}" "${shape#* }")
                for turn in $(turns $round moide reference); do "${what}_$turn" "$item" "${shape% *}" "${shape#* }"; done
            done
        done
        round=$((round + 1))
    done
fi
"$java" -Djava.awt.headless=true -cp "$root/bench/target/classes:$root/target/moide/moide.jar" org.moide.bench.peers.SideBySide "$all" "$what" \
    ${to:+"$to"} || exit 1
cat "$work/version"
echo "$(nproc 2>/dev/null) processors, load $(load), $rounds rounds"
[ -z "$missing" ] || printf 'left out:\n%s\n' "$missing"
[ -z "$to" ] || echo "$to/$what.json and $to/$what.svg have all figures and the speeds"
exit "$failed"
