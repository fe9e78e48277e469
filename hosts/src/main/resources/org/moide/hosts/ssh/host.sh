# What 'moide up', 'moide down' and 'moide run --ssh' have done on a host. A shell reads it over ssh; before it stand lines
# such as task='probe', which say what is to be done. POSIX shell, and nothing but what every system has.
#
# Each line for the other side begins with "moide-ssh: ". What a login prints besides is not read.
set -u
umask 077

say() {
    printf 'moide-ssh: %s\n' "$*"
}

fail() {
    say "fail $(printf '%s' "$*" | tr '\n' ' ' | cut -c 1-1000)"
    exit 1
}

[ -n "${MOIDE_HOME:-${HOME:-}}" ] || fail "expected a home folder, found that HOME is not set"
above=${MOIDE_HOME:-$HOME}/.moide
base=$above/ssh

make_folder() {
    said=$(mkdir -p "$1" 2>&1) || fail "cannot make the folder $1: $said"
}

# Sets $sum to the SHA-256 of the file $1.
sum_of() {
    if command -v sha256sum >/dev/null 2>&1; then
        sum=$(sha256sum <"$1")
    elif command -v shasum >/dev/null 2>&1; then
        sum=$(shasum -a 256 <"$1")
    else
        fail "expected sha256sum or shasum, found neither"
    fi
    sum=${sum%% *}
}

# --- what is there ----------------------------------------------------------------------------------------------------

# Says the version of the Java in $1, if there is one; after $2. Starts none where a file says it: that is slow.
say_java() {
    [ -x "$1/bin/java" ] || return 0
    full=''
    if [ -r "$1/release" ]; then
        full=$(sed -n 's/^JAVA_VERSION="\([0-9][0-9.]*\).*/\1/p' "$1/release" | head -n 1)
    else
        full=$("$1/bin/java" -version 2>&1 </dev/null | sed -n 's/^[^"]* version "\([0-9][0-9.]*\).*/\1/p' | head -n 1)
    fi
    [ -z "$full" ] || say "$2 $full $1"
}

# The JDK that a java on the PATH belongs to: its links lead there.
home_of() {
    command=$1 hops=0
    while [ -h "$command" ] && [ "$hops" -lt 40 ]; do
        hops=$((hops + 1))
        target=$(readlink "$command") || return 0
        case $target in
            /*) command=$target ;;
            *) command=${command%/*}/$target ;;
        esac
    done
    command=${command%/*}
    printf '%s\n' "${command%/*}"
}

# Whether the process $1 is the daemon $2: its number may be another's by now.
is_daemon() {
    case $1 in '' | *[!0-9]*) return 1 ;; esac
    { tr '\0' ' ' <"/proc/$1/cmdline" || ps -o args= -p "$1"; } 2>/dev/null | grep -q -e "-Dmoide.up=$2 "
}

# Sets $pid to the process of the daemon $1, to nothing if it is not alive. One that another host has is alive: the
# home folder is shared, and nothing is known from here.
look_at() {
    folder=$base/daemons/$1 pid='' elsewhere=''
    [ -d "$folder" ] || return 0
    on=$(cat "$folder/host" 2>/dev/null)
    if [ -n "$on" ] && [ "$on" != "$(uname -n)" ]; then
        elsewhere=$on
        return 0
    fi
    pid=$(cat "$folder/pid" 2>/dev/null)
    is_daemon "$pid" "$1" || pid=''
}

probe() {
    say "system $(uname -s) $(uname -m)"
    for digest in $jars; do
        if [ -f "$base/lib/$digest.jar" ]; then
            sum_of "$base/lib/$digest.jar"
            [ "$sum" != "$digest" ] || say "has $digest"
        fi
    done
    if [ -n "${MOIDE_JAVA_HOME:-}" ]; then
        say_java "$MOIDE_JAVA_HOME" java
    else
        say_java "${JAVA_HOME:-/nonexistent}" java
        on_path=$(command -v java) && say_java "$(home_of "$on_path")" java
        for home in /usr/lib/jvm/* /usr/java/* /usr/local/java/* /opt/java/* /opt/jdk* /opt/*jdk* \
            "${HOME:-/nonexistent}"/.sdkman/candidates/java/* "${HOME:-/nonexistent}"/.jdks/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home; do
            say_java "$home" java
        done
    fi
    for copy in "$base"/java/*; do
        if [ -f "$copy" ]; then
            say_java "$base/java/$(cat "$copy")" "copied ${copy##*/}"
        fi
    done
    for id in $ids; do
        look_at "$id"
        [ -z "$pid$elsewhere" ] || say "alive $id"
    done
    say "done"
}

# --- what is copied ---------------------------------------------------------------------------------------------------

# Unpacks what comes into a folder of its own; only what is whole gets its name, in one step.
unpack() {
    new=$1/.new.$id
    make_folder "$new"
    trap 'rm -rf "$new" "$new.broken"' EXIT
    trap 'exit 1' HUP INT TERM
    said=$(cd "$new" && { { "$2" || : >"$new.broken"; } | tar -xf - 2>&1; }) || fail "cannot unpack what came: $said"
    [ ! -e "$new.broken" ] || fail "expected the whole of what was sent, found less"
}

gunzipped() {
    gzip -dc 2>/dev/null
}

copy_jars() {
    unpack "$base/lib" cat
    for digest in $jars; do
        [ -f "$new/$digest.jar" ] || fail "expected the jar $digest, found less than all of what was sent"
        sum_of "$new/$digest.jar"
        [ "$sum" = "$digest" ] || fail "expected the jar $digest, found another: the disk may be full"
        mv -f "$new/$digest.jar" "$base/lib/$digest.jar" || fail "cannot write to $base/lib"
    done
    say "done"
}

# Gives jars to the host $to, with the keys and settings of this one. Nobody is asked for a password, or whether to trust a host.
pass_on() {
    script=$(dd bs=1 count="$bytes" 2>/dev/null)
    cd "$base/lib" || fail "cannot enter $base/lib"
    files=''
    for digest in $jars; do
        [ -f "$digest.jar" ] || fail "expected the jar $digest, found that it has gone"
        files="$files $digest.jar"
    done
    # shellcheck disable=SC2086
    said=$({ printf '%s' "$script" && tar -cf - $files; } | ssh -T -oBatchMode=yes -oConnectTimeout=5 \
        -oServerAliveInterval=10 -oServerAliveCountMax=3 -oClearAllForwardings=yes -- "$to" \
        "exec sh -c 'eval \"\$(dd bs=1 count=$bytes 2>/dev/null)\"'" 2>&1)
    case $said in
        *'moide-ssh: done'*) say "done" ;;
        *) fail "its ssh said: $(printf '%s' "$said" | tail -n 3)" ;;
    esac
}

# Keeps the JDK that follows, or that has come as the file $archive.
copy_java() {
    if [ -n "${archive:-}" ]; then
        [ -f "$base/lib/$archive.jar" ] || fail "expected the packed JDK $archive, found that it has gone"
        sum_of "$base/lib/$archive.jar"
        [ "$sum" = "$archive" ] || fail "expected the packed JDK $archive, found another: the disk may be full"
        unpack "$base/java" gunzipped <"$base/lib/$archive.jar"
    else
        unpack "$base/java" gunzipped
    fi
    said=$("$new/bin/java" -version 2>&1 </dev/null) || fail "the JDK that was copied does not run here: $said"
    mv "$new" "$base/java/$java.$id" && printf '%s\n' "$java.$id" >"$base/java/.is.$id" &&
        mv -f "$base/java/.is.$id" "$base/java/$java" || fail "cannot write to $base/java"
    say "home $base/java/$java.$id"
    say "done"
}

# --- daemons ----------------------------------------------------------------------------------------------------------

# What daemons have left here that ended by themselves. One that is just being started has no pid yet.
sweep() {
    for folder in "$base"/daemons/*; do
        if [ -s "$folder/pid" ]; then
            look_at "${folder##*/}"
            [ -n "$pid$elsewhere" ] || rm -rf "$folder"
        fi
    done
}

start() {
    sweep
    make_folder "$base/home"
    folder=$base/daemons/$id
    make_folder "$folder"
    IFS= read -r secret || fail "expected the secret, found nothing"
    # A shell's own printf: the secret is in no process's arguments.
    printf '%s\n' "$secret" >"$folder/secret" || fail "cannot write to $folder"
    secret=''
    uname -n >"$folder/host"
    cd "$folder" || fail "cannot enter $folder"
    path=''
    for digest in $jars; do
        path=${path:+$path:}$base/lib/$digest.jar
    done
    # The words of what follows are quoted where they are made. It writes down its own number before it becomes the daemon.
    eval "set -- $words"
    if [ -n "$through" ]; then
        make_folder "$folder/t"
        # A star has eight digits, a dot and a number; the kernel has room for 107 bytes.
        [ "${#folder}" -le 92 ] ||
            refuse "expected a path of at most 107 bytes for sockets, found the folder $folder: set MOIDE_HOME to a shorter one there, or do without --tunnel"
        set -- "$@" --tunnel "$id:$folder/t"
        say "tunnel $folder/t"
    fi
    # A JVM does not start with two collectors, nor with a heap that begins larger than it may become: what this host's user has
    # said of these stands in the place of ours.
    heap='-Xmx512m -Xms16m -XX:MaxNewSize=4m' collector=-XX:+UseSerialGC
    set -f
    for word in ${JAVA_TOOL_OPTIONS:-} ${JDK_JAVA_OPTIONS:-} ${_JAVA_OPTIONS:-}; do
        case $word in
            -XX:+Use*GC) collector='' ;;
            -Xm[nsx]* | -XX:*HeapSize=* | -XX:*NewSize=* | -XX:*RAM=*) heap='' ;;
        esac
    done
    set +f
    # shellcheck disable=SC2016,SC2086
    MOIDE_HOME=$base/home nohup sh -c 'echo $$ >pid && exec "$@"' sh "$java/bin/java" \
        $heap $collector "-Dmoide.up=$id" -cp "$path" \
        org.moide.command.MoideCommand engine --port "$port" --port-file "$folder/port" \
        --secret-file "$folder/secret" --log-file "$folder/log" "$@" >said 2>&1 </dev/null &
    child=$!
    waited=0
    until [ -s "$folder/port" ]; do
        kill -0 "$child" 2>/dev/null || refuse "its daemon ended: $(tail -n 3 said)"
        waited=$((waited + 1))
        if [ "$waited" -gt 300 ]; then
            kill -9 "$child"
            refuse "expected that its daemon listens, found that it does not yet: $(tail -n 3 said)"
        fi
        sleep 0.2 2>/dev/null || sleep 1
    done
    rm -f secret
    say "port $(cat port)"
    say "done"
}

# sshd listens at $star.$number already, and goes on as long as this does: until nothing can come any more. Processes look for
# the name of the star, which is given in one step, since an earlier ssh may not have noticed its end yet.
tunnel() {
    look_at "$id"
    [ -z "$elsewhere" ] || fail "expected the host $elsewhere, where its daemon is, found $(uname -n)"
    [ -n "$pid" ] || fail "expected its daemon, found that it has ended: 'moide down', and 'moide up' starts another"
    folder=$base/daemons/$id/t
    cd "$folder" || fail "cannot enter $folder"
    [ -S "$star.$number" ] || fail "expected that its sshd forwards Unix sockets, found that it does not: its sshd_config" \
        "must have 'AllowStreamLocalForwarding yes' (and not 'DisableForwarding yes'), which whoever runs the host sets;" \
        "or do without --tunnel"
    trap 'untunnel' EXIT
    trap 'exit 1' HUP INT TERM PIPE
    ln -s "$star.$number" ".new.$star.$number" && mv -f ".new.$star.$number" "$star" || fail "cannot write to $folder"
    for old in "$star".*; do
        [ "$old" = "$star.$number" ] || rm -f "$old"
    done
    say "done"
    cat >/dev/null
}

untunnel() {
    [ "$(readlink "$star")" != "$star.$number" ] || rm -f "$star"
    rm -f "$star.$number"
}

refuse() {
    cd / && rm -rf "$folder"
    fail "$*"
}

stop() {
    look_at "$id"
    [ -z "$elsewhere" ] || fail "expected the host $elsewhere, where its daemon is, found $(uname -n)"
    if [ -n "$pid" ]; then
        kill -TERM "$pid"
        waited=0
        while is_daemon "$pid" "$id"; do
            waited=$((waited + 1))
            [ "$waited" -ne 175 ] || kill -KILL "$pid"
            [ "$waited" -lt 200 ] || fail "expected that its daemon ends, found that process $pid is still there"
            sleep 0.2 2>/dev/null || sleep 1
        done
    fi
    # Empty folders go too; what is in use stays.
    rm -rf "$folder"
    say "done"
}

purge() {
    for folder in "$base"/daemons/*; do
        [ -d "$folder" ] || continue
        look_at "${folder##*/}"
        [ -z "$pid$elsewhere" ] || fail "expected no daemon there any more, found one on ${elsewhere:-it}: end it by 'moide down'"
    done
    rm -rf "$base" || fail "cannot remove $base"
    rmdir "$above" 2>/dev/null
    say "done"
}

"$task"
