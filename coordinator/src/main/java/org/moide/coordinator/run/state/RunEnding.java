package org.moide.coordinator.run.state;

import org.moide.engine.control.EngineReport;

/** Why a run ended. */
public sealed interface RunEnding {
    /** For the engines, which end with it. */
    String headline();

    /** Whether the same run could come to another end if somebody went on with it. */
    boolean leavesHope();

    /** The application came to its end, and what it came to is there. */
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

    /** The user wanted it to end. */
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
     * It failed.
     *
     * @param told to the user
     */
    record Failed(Cause cause, EngineReport.Failed told) implements RunEnding {
        /** Of the run itself, in these words. */
        public static Failed of(Cause cause, String why) {
            return new Failed(cause, EngineReport.Failed.ofSystem("coordinator", why));
        }

        /** Whether a task hangs: all others have come to what they come to. */
        public boolean isOfHangingTask() {
            return told.kind() == EngineReport.Failed.Kind.HANGING;
        }

        @Override
        public String headline() {
            return "the run failed: " + told.headline();
        }

        /** The application would throw the same again, wait in vain again, or call System.exit again. */
        @Override
        public boolean leavesHope() {
            return switch (cause) {
                case ENGINE -> told.kind() == EngineReport.Failed.Kind.SYSTEM || isOfHangingTask();
                case LOSS, NOBODY, BOOKS -> true;
                case APPLICATION_HERE, TASK, DEADLOCK -> false;
            };
        }
    }

    /** What a run fails of. */
    enum Cause {
        /** The application, or what it runs on, failed in an engine. */
        ENGINE,
        /** The application failed on the coordinator: it would again. */
        APPLICATION_HERE,
        /** A task threw too often. */
        TASK,
        /** Threads wait for each other, for ever. */
        DEADLOCK,
        /** Engines were lost, and nobody can go on for them. */
        LOSS,
        /** There was nobody to compute. */
        NOBODY,
        /** Tasks were counted in two ways, which differ. */
        BOOKS
    }
}
