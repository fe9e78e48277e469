#!/usr/bin/env bash
# Makes MOIDE with a JVM of its own, from what 'mvn -Pquick package' has made:
#   target/image/moide-<version>-<system>.tar.gz   for hosts without Java: unpack it, and call bin/moide
#   target/image/moide-image.tar                   an image for docker load, podman load, kind load image-archive
#
#   dist/image.sh [sources.list]
#
# The image is Debian's essential packages and that tree. sources.list: where these come from, if not from Debian's servers.
# The JVM is cut from the JDK in JAVA_HOME, else the newest in /usr/lib/jvm. Needs mmdebstrap, umoci and skopeo (Debian:
# apt-get install mmdebstrap umoci skopeo) and, for mmdebstrap, root or a range of user ids in /etc/subuid.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

fail() {
    echo "dist/image.sh: $1" >&2
    exit 2
}

case ${1:-} in
    -h | --help)
        sed -n '2,/^set -/{/^#/s/^# \{0,1\}//p}' "${BASH_SOURCE[0]}"
        exit
        ;;
esac
[ $# -le 1 ] || fail "expected at most a list of Debian's sources, found $# words"
[ $# = 0 ] || [ -f "$1" ] || fail "expected a list of Debian's sources, found no file $1"
for command in mmdebstrap umoci skopeo; do
    command -v $command >/dev/null || fail "expected $command, found none; Debian: apt-get install mmdebstrap umoci skopeo"
done
# shellcheck disable=SC2012  # names of ours
archive=$(ls -t dist/target/moide-*.tar.gz 2>/dev/null | head -n 1)
[ -n "$archive" ] || fail "expected dist/target/moide-<version>.tar.gz, found none; 'mvn -Pquick package' makes it"
jdk=${JAVA_HOME:-$(for home in /usr/lib/jvm/*; do
    [ ! -x "$home/bin/jlink" ] || sed -n "s|^JAVA_VERSION=\"\(.*\)\"|\1 $home|p" "$home/release"
done | sort -V | tail -n 1 | cut -d' ' -f2)}
[ -x "$jdk/bin/jlink" ] || fail "expected a JDK with jlink in JAVA_HOME or /usr/lib/jvm, found ${jdk:-none}"

out=$PWD/target/image
rm -rf "$out"
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# --- the tree ---------------------------------------------------------------------------------------------------------
# All of Java SE, since applications may use any of it, and what MOIDE and whoever looks at a JVM need besides.
echo "cutting a JVM from $jdk" >&2
mkdir "$work/tree"
tar -xzf "$archive" -C "$work/tree" --strip-components=1
needed=$("$jdk/bin/jdeps" --ignore-missing-deps --print-module-deps --multi-release base "$work"/tree/lib/*.jar)
"$jdk/bin/jlink" --output "$work/tree/jvm" --strip-debug --no-header-files --no-man-pages \
    --add-modules "java.se,jdk.crypto.ec,jdk.jcmd,jdk.management,jdk.management.jfr,jdk.unsupported,jdk.zipfs,$needed"
"$work/tree/jvm/bin/java" -Xshare:dump >/dev/null
system=$(uname -s | tr '[:upper:]' '[:lower:]')-$(uname -m)
name=$(basename "$archive" .tar.gz)
tar -czf "$out/$name-$system.tar.gz" -C "$work/tree" --owner=0 --group=0 --transform "s|^\.|$name|" .

# --- the image --------------------------------------------------------------------------------------------------------
echo "putting Debian's essential packages and the tree into an image" >&2
# shellcheck disable=SC2016  # the hooks expand $1: the folder of the root
mmdebstrap --quiet --variant=essential \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='mkdir -p "$1/opt/moide" "$1/home/moide/.moide"' \
    --customize-hook="sync-in '$work/tree' /opt/moide" \
    --customize-hook='chown -R 0:0 "$1/opt/moide"' \
    --customize-hook='ln -s /opt/moide/bin/moide "$1/usr/local/bin/moide"' \
    --customize-hook='echo "moide:x:10001:10001::/home/moide:/usr/sbin/nologin" >>"$1/etc/passwd"' \
    --customize-hook='echo "moide:x:10001:" >>"$1/etc/group"' \
    --customize-hook='chmod 0700 "$1/home/moide/.moide" && chown -R 10001:10001 "$1/home/moide"' \
    bookworm "$work/root.tar" ${1:+"$1"}
umoci init --layout "$work/oci"
umoci new --image "$work/oci:moide"
umoci raw add-layer --image "$work/oci:moide" "$work/root.tar"
# What it does is its argument; the same settings as in the Dockerfile.
umoci config --image "$work/oci:moide" --config.user 10001 --config.workingdir /home/moide \
    --config.env HOME=/home/moide --config.env LANG=C.UTF-8 \
    --config.env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    --config.exposedports 7100/tcp --config.exposedports 7090/tcp --config.stopsignal SIGTERM \
    --config.entrypoint /opt/moide/bin/moide --config.cmd --help
skopeo copy --quiet "oci:$work/oci:moide" "docker-archive:$out/moide-image.tar:moide:latest"
ls -sh "$out"
