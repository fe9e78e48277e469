package org.moide.coordinator.control;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.moide.commlib.wire.ExtensibleRecord;

/**
 * The description and the stage of a run, as far as a host knows them.
 *
 * @param run its ID
 * @param words the application and its arguments; empty if the host only has engines of the run
 * @param owner who started the run and from where, as the starter claimed; empty if unknown
 * @param host the coordinator's host; empty if unknown
 * @param process the coordinator's process ID on that host; 0 if unknown
 * @param startedAt the start by the clock of the coordinator's host; null if unknown
 * @param ending how the run ended, or why it did not begin, in words; empty before its end
 * @param exitCode the exit code of the run's command; {@link #NO_EXIT_CODE} before the end or if unknown
 * @param detached whether the run needs no terminal and its output and files are kept
 * @param here whether the run's coordinator is on the host that gives this description
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

    /** The value of {@code exitCode} for a run that has not ended, or whose exit code is unknown. */
    public static final int NO_EXIT_CODE = -1;

    public enum Stage {
        /** The coordinator lives, and no engine computes yet. */
        STARTING("starting"),
        /** Engines compute. */
        RUNNING("running"),
        /**
         * The coordinator is on another host that shares this home folder. Only that host knows the run's true stage.
         */
        ELSEWHERE("elsewhere"),
        /** The coordinator's process ended before it could end the run. */
        BROKEN_OFF("broken off"),
        /** The run ended before any engine computed. */
        FAILED_TO_START("failed to start"),
        /** The run ended after engines had computed. */
        ENDED("ended");

        private final String words;

        Stage(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }

        /** Returns whether the run is over: its stage no longer changes. */
        public boolean isOver() {
            return this == BROKEN_OFF || this == FAILED_TO_START || this == ENDED;
        }
    }
}
