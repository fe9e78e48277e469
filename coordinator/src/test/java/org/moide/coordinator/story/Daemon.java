package org.moide.coordinator.story;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An engine daemon in a process of its own, on loopback, at a port that the system chose. */
final class Daemon implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("serves at 127\\.0\\.0\\.1:(\\d+)");

    private final MoideProcess process;
    private final int port;

    private Daemon(MoideProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    static Daemon start(Path home) {
        MoideProcess process = MoideProcess.start(home, "engine", "--bind", "127.0.0.1", "--port", "0");
        process.awaitError("serves at");
        for (String line : process.err()) {
            Matcher matcher = ADDRESS.matcher(line);
            if (matcher.find()) {
                return new Daemon(process, Integer.parseInt(matcher.group(1)));
            }
        }
        throw new AssertionError("expected a line with the daemon's address, found " + process);
    }

    int port() {
        return port;
    }

    String address() {
        return "localhost:" + port;
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
