package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/** Runs shell scripts on other hosts. Several threads may call it at once. */
interface RemoteShell {
    /**
     * The prefix of those output lines of a script that are for MOIDE. Lines without it come from the host's login
     * scripts and are ignored.
     */
    String PREFIX = "moide-ssh: ";

    /** The bytes that a script gets on standard input, after its own text. */
    interface Input {
        /** The input for a script that reads no bytes. */
        Input NONE = to -> {};

        /** Writes these bytes to the script's standard input. Called once, on a thread of the {@link RemoteShell}. */
        void writeTo(OutputStream to) throws IOException;
    }

    /**
     * The exit code and the output of a script.
     *
     * @param exitCode the script's exit code; 255 if the host was not reached
     * @param lines the output lines that began with {@link #PREFIX}, without it
     * @param complaint the text of standard error as one line; may be empty
     */
    record Answer(int exitCode, List<String> lines, String complaint) {
        public Answer {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Runs a script on a host. Blocks until the script has ended.
     *
     * @param host as ssh knows it
     * @param script for a POSIX shell; not secret
     * @param most the time limit
     * @throws HostTroubleException if ssh cannot be started, or the time limit has passed
     */
    Answer run(String host, String script, Input input, Duration most)
            throws HostTroubleException, InterruptedException;

    /**
     * Returns the name or address to which ssh connects for {@code host}, from ssh's configuration; {@code host} itself
     * if ssh does not say. Blocks while ssh reads its configuration.
     */
    String addressOf(String host) throws HostTroubleException, InterruptedException;
}
