package org.moide.hosts.ssh;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/**
 * Fake hosts: folders on this machine, an {@code ssh} that runs its script in one of them, and a Java that only prints
 * how it was called.
 */
final class FakeHosts {
    private static final String SSH = """
            #!/bin/sh
            mode=run
            while [ "$1" != -- ]; do
                [ "$1" != -G ] || mode=name
                shift
            done
            host=$2
            if [ $mode = name ]; then
                echo "user me"
                echo "hostname $host.lab"
                exit
            fi
            [ "$host" != refused ] || { echo "ssh: connect to host $host port 22: Connection refused" >&2; exit 255; }
            # From one host to another.
            if [ -n "${FAKE_HOST:-}" ]; then
                echo "$FAKE_HOST $host" >>"@FOLDER@/passed"
                case $host in closed*) echo "ssh: connect to host $host port 22: No route to host" >&2; exit 255 ;; esac
            fi
            echo "Welcome to $host!"
            [ "$host" != hanging ] || exec sleep 60
            unset MOIDE_HOME JAVA_HOME
            export FAKE_HOST="$host" PATH="@FOLDER@:$PATH"
            export HOME="@FOLDER@/$host" MOIDE_JAVA_HOME="@FOLDER@/$host/jdk"
            cd "$HOME" && exec sh -c "$3"
            """;

    /** The script of a fake Java. It reads the secret, and then listens, never listens, or fails, as the test wants. */
    private static final String JAVA = """
            #!/bin/sh
            { printf '%s\\n' "$@"; env; } >"$HOME/said"
            file='' secret=''
            for word in "$@"; do
                case $before in
                    --port-file) file=$word ;;
                    --secret-file) secret=$word ;;
                esac
                before=$word
            done
            ls -l "$secret" | cut -c 1-10 >"$HOME/mode"
            cat "$secret" >"$HOME/heard"
            case ${HOME##*/} in
                broken) echo "moide engine: --bind: no such address" >&2; exit 2 ;;
                slow) ;;
                *) echo 4711 >"$file" ;;
            esac
            # A test that fails may leave it: it goes with its folder.
            while [ -d "${file%/*}" ]; do
                sleep 0.05
            done
            """;

    private final Path folder;

    FakeHosts(Path folder) throws IOException {
        this.folder = folder;
        executable(folder.resolve("ssh"), SSH.replace("@FOLDER@", folder.toString()));
    }

    /** Returns the words that start the fake ssh. */
    List<String> ssh() {
        return List.of(folder.resolve("ssh").toString());
    }

    /** Adds hosts that have a Java. */
    FakeHosts with(String... names) throws IOException {
        for (String name : names) {
            without(name);
            jdk(home(name).resolve("jdk"), "17.0.1");
        }
        return this;
    }

    /** Creates a fake JDK of this version, for this machine's operating system, in a folder. */
    static void jdk(Path home, String version) throws IOException {
        executable(Files.createDirectories(home.resolve("bin")).resolve("java"), JAVA);
        boolean isMac = System.getProperty("os.name").startsWith("Mac");
        String machine = System.getProperty("os.arch").equals("amd64") ? "x86_64" : System.getProperty("os.arch");
        Files.writeString(
                home.resolve("release"),
                "JAVA_VERSION=\"" + version + "\"\nOS_NAME=\"" + (isMac ? "Darwin" : "Linux") + "\"\nOS_ARCH=\""
                        + machine + "\"\n");
    }

    /** Adds a host that has no Java. */
    FakeHosts without(String name) throws IOException {
        Files.createDirectories(home(name));
        return this;
    }

    Path home(String name) {
        return folder.resolve(name);
    }

    /** Returns a line for each time that one host has called ssh for another host. */
    List<String> passed() throws IOException {
        Path file = folder.resolve("passed");
        return Files.exists(file) ? Files.readAllLines(file) : List.of();
    }

    /** Returns the files that MOIDE has left on a host, as paths relative to the host's home folder. */
    List<String> left(String name) throws IOException {
        Path moide = home(name).resolve(".moide");
        if (Files.notExists(moide)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(moide)) {
            return all.filter(Files::isRegularFile)
                    .map(file -> home(name).relativize(file).toString())
                    .sorted()
                    .toList();
        }
    }

    private static void executable(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
