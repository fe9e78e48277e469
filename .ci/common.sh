# shellcheck shell=bash
# What the scripts here share; read by them, not run. Gives say, install, and $JAVA_HOME and $JAVA25_HOME for Maven.

say() { printf '\n== %s\n' "$*"; }

# --- tools ------------------------------------------------------------------------------------------------------------
install() {
    command -v apt-get >/dev/null || { echo "expected $*, and there is no apt-get to install it with" >&2; exit 1; }
    say "installing $*"
    local sudo=()
    [ "$(id -u)" = 0 ] || sudo=(sudo)
    "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive sh -c "apt-get update -qq && apt-get install -y -qq --no-install-recommends $*"
}

feature_of() { # the feature number of the JDK in $1, 0 if it is none
    [ -x "$1/bin/javac" ] || { echo 0; return; }
    sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2>/dev/null | grep . || echo 0
}

find_jdk() { # the first JDK of version $1
    local home
    for home in "${JAVA_HOME:-}" "$(printenv "JAVA_HOME_$1_X64" || true)" /usr/lib/jvm/* \
        "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* /opt/*; do
        if [ -n "$home" ] && [ "$(feature_of "$home")" = "$1" ]; then
            echo "$home"
            return
        fi
    done
}

jdk17=$(find_jdk 17)
if [ -z "$jdk17" ]; then
    install openjdk-17-jdk-headless
    jdk17=$(find_jdk 17)
fi
command -v mvn >/dev/null || install maven
export JAVA_HOME=$jdk17
jdk25=$(find_jdk 25)
if [ -n "$jdk25" ]; then
    export JAVA25_HOME=$jdk25
else
    unset JAVA25_HOME
fi
say "JDK 17: $jdk17   JDK 25: ${jdk25:-none, so only 17 is tested}   $(mvn -v | sed -n 1p)"
