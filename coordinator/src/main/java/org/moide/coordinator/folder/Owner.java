package org.moide.coordinator.folder;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The process that coordinates a run, as a file in the run's folder names it.
 *
 * @param process the process ID and the start time of the process. The start time is needed because containers use the
 *     same process IDs again and again
 */
record Owner(String host, String process) {
    private static final String BETWEEN = " ";

    /**
     * The value of {@link #process} for this process. It is computed once, since asking the system takes longer than
     * writing the file.
     */
    private static final String SELF = self();

    static Owner thisProcess(String host) {
        return new Owner(host, SELF);
    }

    /** Returns the value for a process on this host. */
    static Owner of(ProcessHandle process, String host) {
        return new Owner(host, named(process));
    }

    /** Returns the process ID; 0 if the file has none. */
    long processId() {
        String digits = process.split("@", 2)[0];
        return digits.matches("[0-9]{1,18}") ? Long.parseLong(digits) : 0;
    }

    boolean isThisProcess() {
        return process.equals(SELF);
    }

    /** Returns whether the process is alive. The caller must be on the owner's host. */
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

    /** Reads an owner from a file; returns null if the file cannot be read. */
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
