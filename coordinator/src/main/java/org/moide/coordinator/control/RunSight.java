package org.moide.coordinator.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * A run as a host knows it.
 *
 * @param run its ID
 * @param words the application and its arguments; empty if the host has engines of the run only
 * @param owner who started it and from where, a claim; empty if it is not known
 * @param host where its coordinator is; empty if it is not known
 * @param process its coordinator's number there; 0 if it is not known
 * @param startedAt by the clock of the coordinator's host; null if it is not known
 * @param stage how far it is
 * @param ending how it ended, or why it did not begin, in words; empty before
 * @param exitCode of its command; {@link #NO_EXIT_CODE} before it has ended, or if nobody knows it
 * @param detached whether it goes on without a terminal, and its output and files are kept
 * @param here whether the host that says so is the one that coordinates the run
 */
public record RunSight(
        String run,
        String words,
        String owner,
        String host,
        long process,
        @Nullable Instant startedAt,
        Stage stage,
        String ending,
        int exitCode,
        boolean detached,
        boolean here)
        implements ExtensibleRecord {
    private static final long serialVersionUID = 1L;

    /** The {@code exitCode} of a run whose exit code is not known. */
    public static final int NO_EXIT_CODE = -1;

    /** A stage in the life of a run. */
    public enum Stage {
        /** The stage in which the coordinator lives, and no engine computes yet. */
        STARTING("starting"),
        /** The stage in which engines compute. */
        RUNNING("running"),
        /** The stage of a run whose coordinator is on another host that shares this home folder: more is known there only. */
        ELSEWHERE("elsewhere"),
        /** The stage of a run whose coordinator is gone and did not end it. */
        BROKEN_OFF("broken off"),
        /** The stage of a run that came to an end before any engine computed. */
        FAILED_TO_START("failed to start"),
        /** The stage of a run that came to an end. */
        ENDED("ended");

        private final String words;

        Stage(String words) {
            this.words = words;
        }

        /** Returns the stage in words for the user. */
        public String words() {
            return words;
        }

        /** Returns whether nothing more happens by itself. */
        public boolean isOver() {
            return this == BROKEN_OFF || this == FAILED_TO_START || this == ENDED;
        }
    }
}
