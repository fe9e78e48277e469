package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The process that has a run.
 *
 * @param host its host's name
 * @param process its number there and the time at which it began, since in containers the same numbers are used
 *     again and again
 */
record Owner(String host, String process) {
    private static final String BETWEEN = " ";

    /** The name of this process. The system is asked for it once, since that takes longer than writing it. */
    private static final String SELF = self();

    static Owner thisProcess(String host) {
        return new Owner(host, SELF);
    }

    /** Returns the owner that is a process of this host. */
    static Owner of(ProcessHandle process, String host) {
        return new Owner(host, named(process));
    }

    /** Returns the number of the process; 0 if it was not written down. */
    long processId() {
        String digits = process.split("@", 2)[0];
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
    }

    boolean isThisProcess() {
        return process.equals(SELF);
    }

    /** Returns whether the process still lives. It must belong to the caller's host. */
    boolean isAlive() {
        return ProcessHandle.of(processId())
                .filter(handle -> named(handle).equals(process))
                .isPresent();
    }

    private static String self() {
        return named(ProcessHandle.current());
    }

    private static String named(ProcessHandle handle) {
        return handle.pid() + "@"
                + handle.info().startInstant().map(Instant::toString).orElse("unknown");
    }

    String text() {
        return process + BETWEEN + host + "\n";
    }

    /** Reads an owner from a file; null if it cannot be read. */
    static @Nullable Owner read(Path file) {
        try {
            String[] words =
                    Files.readString(file, StandardCharsets.UTF_8).strip().split(BETWEEN, 2);
            return words.length == 2 ? new Owner(words[1], words[0]) : null;
        } catch (IOException unreadable) {
            return null;
        }
    }
}
