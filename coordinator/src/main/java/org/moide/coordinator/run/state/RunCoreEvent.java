package org.moide.coordinator.run.state;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.loan.MemberDeath;
import org.moide.coordinator.control.ChangeOrder;
import org.moide.coordinator.reconfigure.ChangeReason;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineReport;
import org.moide.engine.data.DataSpace;

/**
 * What can happen to a run, in the order in which the coordinator's control thread takes it. Plain data: with the times at which
 * they are taken they are all that a run's core knows.
 */
public sealed interface RunCoreEvent {
    /** The first: all engines are there that there will be in the beginning. */
    record Began() implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.began(this);
        }
    }

    record Reported(int engine, EngineReport report) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.reported(this);
        }
    }

    /** The engine's lifeline is there (again). */
    record LifelineOpened(int engine) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.lifelineOpened(this);
        }
    }

    record LifelineClosed(int engine) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.lifelineClosed(this);
        }
    }

    /** The engine's process has ended, as its parent says. */
    record EngineEnded(int engine, MemberDeath death) implements RunCoreEvent {
        /** Nothing is known of its tasks. */
        public EngineEnded(int engine, String cause) {
            this(engine, MemberDeath.unexplained(cause));
        }

        @Override
        public void handle(Handler by) {
            by.engineEnded(this);
        }
    }

    /** An engine that was recruited is there, and waits to be registered. */
    record EngineMade(AssembledEngine engine) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.engineMade(this);
        }
    }

    /** An engine that was recruited will not come. */
    record EngineNotMade(int seat, String why) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.engineNotMade(this);
        }
    }

    /**
     * Somebody wants engines changed, and says why.
     *
     * @param question the number under which it is answered, once; {@link #NOBODY_ASKS} if nobody waits for that
     */
    record ChangeWanted(long question, ChangeOrder order, ChangeReason why) implements RunCoreEvent {
        /** No question has this number. */
        public static final long NOBODY_ASKS = 0;

        @Override
        public void handle(Handler by) {
            by.changeWanted(this);
        }
    }

    /**
     * The user wants to know how the run stands.
     *
     * @param question the number under which it is answered
     */
    record StatusWanted(long question) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.statusWanted(this);
        }
    }

    /** The journal's records up to this one are on disk. */
    record JournalSynced(long upTo) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.journalSynced(this);
        }
    }

    /** A checkpoint is written down as complete, or cannot be: {@code problem}, null if it is. */
    record CommitWritten(
            CheckpointName checkpoint, @Nullable String problem) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.commitWritten(this);
        }
    }

    /** Whether the application's classes call {@code restore}. */
    record RestoreCallsFound(boolean any) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.restoreCallsFound(this);
        }
    }

    /**
     * The application's {@code createTasks} has put tasks.
     *
     * @param then what it does now
     * @param initial tasks of which each engine begins with one; they come before the others
     * @param objects IDs of the data objects that it has written
     * @param released IDs of the data objects that have come to their end
     * @param shared what engines may ask for, by name, in the order in which it was shared
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record TasksCreated(
            Then then,
            List<byte[]> initial,
            List<byte[]> tasks,
            long[] objects,
            long[] released,
            Map<String, byte[]> shared)
            implements RunCoreEvent {
        /** What {@code createTasks} does after it has put these. */
        public enum Then {
            /** It makes more of them: {@link RunAct.MoreTasksWanted} says when these are welcome. */
            MORE,
            /** As {@link #MORE}, and nobody knows when there will be more, or how many. */
            STREAM,
            /** It waits until all its tasks so far are done: {@link RunAct.PhaseDone} says so. */
            FLUSH,
            /** It has returned. */
            END
        }

        public TasksCreated {
            initial = List.copyOf(initial);
            tasks = List.copyOf(tasks);
            shared = Collections.unmodifiableMap(new LinkedHashMap<>(shared)); // in its order, for who writes it down
        }

        /** Under which IDs engines fetch what is shared, by name. */
        public Map<String, Long> sharedIds() {
            Map<String, Long> ids = new LinkedHashMap<>();
            shared.keySet().forEach(name -> ids.put(name, DataSpace.idOfShared(ids.size())));
            return ids;
        }

        @Override
        public void handle(Handler by) {
            by.tasksCreated(this);
        }
    }

    /** A result that was large has been merged, or handled; {@link RunAct.Source} has the loan's number. */
    record ResultTaken(long loan) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.resultTaken(this);
        }
    }

    /** The application's {@code handleResults} has returned. */
    record ResultsHandled() implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.resultsHandled(this);
        }
    }

    /** Application code threw on the coordinator. */
    record ApplicationFailed(EngineReport.Failed failure) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.applicationFailed(this);
        }
    }

    /** The user wants it to end. */
    record Interrupted() implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.interrupted(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** What the core does with each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void began(Began began);

        void reported(Reported reported);

        void lifelineOpened(LifelineOpened lifelineOpened);

        void lifelineClosed(LifelineClosed lifelineClosed);

        void engineEnded(EngineEnded engineEnded);

        void engineMade(EngineMade engineMade);

        void engineNotMade(EngineNotMade engineNotMade);

        void changeWanted(ChangeWanted changeWanted);

        void statusWanted(StatusWanted statusWanted);

        void journalSynced(JournalSynced journalSynced);

        void commitWritten(CommitWritten commitWritten);

        void restoreCallsFound(RestoreCallsFound restoreCallsFound);

        void tasksCreated(TasksCreated tasksCreated);

        void resultTaken(ResultTaken resultTaken);

        void resultsHandled(ResultsHandled resultsHandled);

        void applicationFailed(ApplicationFailed applicationFailed);

        void interrupted(Interrupted interrupted);
    }
}
