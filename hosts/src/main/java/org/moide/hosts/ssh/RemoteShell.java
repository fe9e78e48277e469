package org.moide.hosts.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;

/** A shell on other hosts. Several threads at once. */
interface RemoteShell {
    /** Beginning of lines that are for us; other lines are a login's, and not read. */
    String PREFIX = "moide-ssh: ";

    /** Bytes that follow the script on its standard input. */
    interface Input {
        /** Empty input. */
        Input NONE = to -> {};

        /** Writes the bytes; called once, by a thread of the shell. */
        void writeTo(OutputStream to) throws IOException;
    }

    /**
     * Answer of a script.
     *
     * @param exitCode the script's exit code; 255 if the host was not reached
     * @param lines the lines that are for us, without their prefix
     * @param complaint what was said on standard error, in a line; may be empty
     */
    record Answer(int exitCode, List<String> lines, String complaint) {
        public Answer {
            lines = List.copyOf(lines);
        }
    }

    /**
     * Runs a script there. Blocks.
     *
     * @param host as ssh knows it
     * @param script for a POSIX shell; not secret
     * @param most how long it may take
     * @throws HostTroubleException if there is no ssh here, or it took longer
     */
    Answer run(String host, String script, Input input, Duration most)
            throws HostTroubleException, InterruptedException;

    /**
     * Returns the name or address under which ssh looks for that host; the host's own name if ssh does not say. Blocks
     * for a moment.
     */
    String addressOf(String host) throws HostTroubleException, InterruptedException;
}
