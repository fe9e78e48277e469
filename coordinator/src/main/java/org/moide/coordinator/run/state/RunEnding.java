package org.moide.coordinator.run.state;

import org.moide.engine.control.EngineReport;

/** The end of a run, with its reason. */
public sealed interface RunEnding {
    /**
     * The last words of the failure of a run that has lost all engines. If a run for a program's executor fails in this
     * way, the executor begins another run.
     */
    String NO_ENGINE_LEFT = "; no engine is left to run the remaining tasks";

    /** Returns a line that tells engines why they end with the run. */
    String headline();

    /** Returns whether the run might end differently if it were resumed. */
    boolean leavesHope();

    /** The application has run to its end and has its result. */
    record Complete() implements RunEnding {
        @Override
        public String headline() {
            return "the run is complete";
        }

        @Override
        public boolean leavesHope() {
            return false;
        }
    }

    /** The user ended the run. */
    record Interrupted() implements RunEnding {
        @Override
        public String headline() {
            return "the run was interrupted";
        }

        @Override
        public boolean leavesHope() {
            return true;
        }
    }

    /**
     * The run failed.
     *
     * @param told the failure for the user
     */
    record Failed(Cause cause, EngineReport.Failed told) implements RunEnding {
        /** Returns a failure of the run itself, described in these words. */
        public static Failed of(Cause cause, String why) {
            return new Failed(cause, EngineReport.Failed.ofSystem("coordinator", why));
        }

        /** Returns whether the run failed because one task hangs after all others have ended. */
        public boolean isOfHangingTask() {
            return told.kind() == EngineReport.Failed.Kind.HANGING;
        }

        @Override
        public String headline() {
            return "the run failed: " + told.headline();
        }

        /**
         * Returns whether the run might end differently if it were resumed. It would not if the application threw the
         * same exception, waited in the same deadlock or called System.exit again.
         */
        @Override
        public boolean leavesHope() {
            return switch (cause) {
                case ENGINE -> told.kind() == EngineReport.Failed.Kind.SYSTEM || isOfHangingTask();
                case LOSS, NOBODY, BOOKS -> true;
                case APPLICATION_HERE, TASK, DEADLOCK -> false;
            };
        }
    }

    /** The kinds of reasons why a run failed. */
    enum Cause {
        /** The application or its environment failed on an engine. */
        ENGINE,
        /** The application failed on the coordinator, and would fail again. */
        APPLICATION_HERE,
        /** A task failed too often. */
        TASK,
        /** Threads wait for each other without end. */
        DEADLOCK,
        /** Engines were lost and could not be replaced. */
        LOSS,
        /** There was no engine to compute. */
        NOBODY,
        /** The number of tasks that were put differs from the number that are done, so the result would be wrong. */
        BOOKS
    }
}
