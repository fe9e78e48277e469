package org.moide.coordinator.run.state;

import org.moide.engine.control.EngineReport;

/** The reason for the end of a run. */
public sealed interface RunEnding {
    /** Returns a line for the engines, which end with the run. */
    String headline();

    /** Returns whether the same run could end in another way if it were resumed. */
    boolean leavesHope();

    /** The end of an application that was completed and has its result. */
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

    /** The end of a run by the user's wish. */
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
     * The end of a run that failed.
     *
     * @param told the failure as the user is told of it
     */
    record Failed(Cause cause, EngineReport.Failed told) implements RunEnding {
        /** Returns a failure of the run itself, in these words. */
        public static Failed of(Cause cause, String why) {
            return new Failed(cause, EngineReport.Failed.ofSystem("coordinator", why));
        }

        /** Returns whether a task hangs, while all others have ended in whatever way. */
        public boolean isOfHangingTask() {
            return told.kind() == EngineReport.Failed.Kind.HANGING;
        }

        @Override
        public String headline() {
            return "the run failed: " + told.headline();
        }

        /**
         * Returns whether a resumed run could end in another way. The application would throw the same again, wait in
         * vain again, or call System.exit again.
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

    /** The causes of a run's failure. */
    enum Cause {
        /** The application, or its surroundings, failed in an engine. */
        ENGINE,
        /** The application failed on the coordinator, and would fail again. */
        APPLICATION_HERE,
        /** A task threw too often. */
        TASK,
        /** Threads wait for each other for ever. */
        DEADLOCK,
        /** Engines were lost, and no other can go on for them. */
        LOSS,
        /** No engine was there to compute. */
        NOBODY,
        /** Two counts of the tasks differ. */
        BOOKS
    }
}
