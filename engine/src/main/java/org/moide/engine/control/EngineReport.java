package org.moide.engine.control;

import java.io.Serializable;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;

/** What an engine tells the coordinator. */
public sealed interface EngineReport extends Serializable {
    /** This epoch's registration is in force here. */
    record Registered(long epoch) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /**
     * Sent once a second, so that silence means something.
     *
     * @param tasks how many tasks this engine's threads have executed
     */
    record Beat(long tasks) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /** About tasks, for the root of the balancing. */
    record Loan(Letter letter) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /** What the application said. */
    record Said(Utterance utterance) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /**
     * A part of what was recorded of this engine's tasks, before {@link Finished}.
     *
     * @param tasks three numbers for each: its own, that of the task that put it or {@link #NO_PARENT}, its nanoseconds
     * @param folded three numbers for each task into which others are folded: its own, how many, their nanoseconds
     * @param encodedTasks tasks that came as bytes
     * @param encodedBytes theirs
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Recorded(long[] tasks, long[] folded, long encodedTasks, long encodedBytes) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** No task put it. */
        public static final long NO_PARENT = -1;

        public Recorded {
            if (tasks.length % 3 != 0 || folded.length % 3 != 0) {
                throw new IllegalArgumentException("expected three numbers for each recorded task, found "
                        + tasks.length + " and " + folded.length + " numbers");
            }
        }
    }

    /**
     * Every compute thread here has returned.
     *
     * @param loans what this engine lent to others, and how many tasks its own threads ran
     */
    record Finished(EngineStatistics statistics, LoanTotals loans) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }

    /**
     * The application threw here; the run ends.
     *
     * @param where thread and host
     * @param headline one line
     * @param trace the stack trace as text
     * @param usage whether it is the user's arguments that are wrong ({@link org.moide.engine.UsageException})
     */
    record Failed(String where, String headline, String trace, boolean usage) implements EngineReport {
        private static final long serialVersionUID = 1L;
    }
}
