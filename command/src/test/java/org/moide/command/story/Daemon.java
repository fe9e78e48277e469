package org.moide.command.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * An engine daemon in a process of its own, at a port that the system chose. It listens on loopback unless the test
 * says otherwise.
 */
final class Daemon implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Pattern ADDRESS = Pattern.compile("serves at [0-9.]+:(\\d+)");

    private final MoideProcess process;
    private final String host;
    private final int port;

    private Daemon(MoideProcess process, String host, int port) {
        this.process = process;
        this.host = host;
        this.port = port;
    }

    static Daemon start(Path home) {
        return start(home, List.of(), LOOPBACK);
    }

    /** Starts a daemon at the port of an earlier daemon, which has ended. */
    static Daemon startAt(Path home, int port) {
        return start(home, List.of(), LOOPBACK, port);
    }

    /** Starts a daemon whose host has a label. */
    static Daemon labelled(Path home, String label) {
        return start(home, List.of(), LOOPBACK, 0, "--label", label);
    }

    /**
     * Starts a daemon on another host.
     *
     * @param by the words that make a command run on that host
     * @param host the address of that host
     */
    static Daemon start(Path home, List<String> by, String host, String... options) {
        return start(home, by, host, 0, options);
    }

    /**
     * Starts a daemon on another host at a given port.
     *
     * @param by the words that make a command run on that host
     * @param host the address of that host
     */
    static Daemon startAt(Path home, List<String> by, String host, int port) {
        return start(home, by, host, port);
    }

    private static Daemon start(Path home, List<String> by, String host, int port, String... options) {
        List<String> words = new ArrayList<>(List.of("engine", "--bind", host, "--port", Integer.toString(port)));
        words.addAll(List.of(options));
        return of(MoideProcess.start(home, by, words.toArray(String[]::new)), host);
    }

    /** Waits until a starting daemon's process serves, and returns the daemon. */
    static Daemon of(MoideProcess process, String host) {
        process.awaitError("serves at");
        for (String line : process.err()) {
            Matcher matcher = ADDRESS.matcher(line);
            if (matcher.find()) {
                return new Daemon(
                        process, host.equals(LOOPBACK) ? "localhost" : host, Integer.parseInt(matcher.group(1)));
            }
        }
        throw new AssertionError("expected a line with the daemon's address, found " + process);
    }

    int port() {
        return port;
    }

    String address() {
        return host + ":" + port;
    }

    MoideProcess process() {
        return process;
    }

    int openFiles() throws IOException {
        return count("fd");
    }

    int threads() throws IOException {
        return count("task");
    }

    private int count(String folder) throws IOException {
        try (Stream<Path> entries = Files.list(Path.of("/proc", Long.toString(process.pid()), folder))) {
            return (int) entries.count();
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
