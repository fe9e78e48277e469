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
 * An event of a run. The coordinator's control thread takes events in order. They are plain data; together with the
 * times at which they are taken they are all that a run's core knows.
 */
public sealed interface RunCoreEvent {
    /** The first event: all engines with which the run begins are there. */
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

    /** The opening of an engine's lifeline, for the first time or again. */
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

    /** The end of an engine's process, as its parent reports it. */
    record EngineEnded(int engine, MemberDeath death) implements RunCoreEvent {
        /** Creates the end of a process of whose tasks nothing is known. */
        public EngineEnded(int engine, String cause) {
            this(engine, MemberDeath.unexplained(cause));
        }

        @Override
        public void handle(Handler by) {
            by.engineEnded(this);
        }
    }

    /** An engine that was recruited, is there, and waits to be registered. */
    record EngineMade(AssembledEngine engine) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.engineMade(this);
        }
    }

    /** An engine that was recruited and will not come. */
    record EngineNotMade(int seat, String why) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.engineNotMade(this);
        }
    }

    /**
     * A change of engines that somebody wants, with the reason.
     *
     * @param question the number under which it is answered, once; {@link #NOBODY_ASKS} if nobody waits for that
     */
    record ChangeWanted(long question, ChangeOrder order, ChangeReason why) implements RunCoreEvent {
        /** The number of no question. */
        public static final long NOBODY_ASKS = 0;

        @Override
        public void handle(Handler by) {
            by.changeWanted(this);
        }
    }

    /**
     * The user's question for the state of the run.
     *
     * @param question the number under which it is answered
     */
    record StatusWanted(long question) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.statusWanted(this);
        }
    }

    /** The record up to which the journal is on disk. */
    record JournalSynced(long upTo) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.journalSynced(this);
        }
    }

    /** The outcome of writing down that a checkpoint is complete; {@code problem} is null if it is on disk. */
    record CommitWritten(
            CheckpointName checkpoint, @Nullable String problem) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.commitWritten(this);
        }
    }

    /** The answer whether the application's classes call {@code restore}. */
    record RestoreCallsFound(boolean any) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.restoreCallsFound(this);
        }
    }

    /**
     * Tasks that the application's {@code createTasks} has put.
     *
     * @param then what {@code createTasks} does now
     * @param initial tasks of which each engine begins with one; they come before the others
     * @param objects IDs of the data objects that it has written
     * @param released IDs of the data objects whose life has ended
     * @param shared the objects that engines may ask for, by name, in the order in which they were shared
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
        /** The next step of {@code createTasks} after it has put these tasks. */
        public enum Then {
            /** {@code createTasks} makes more tasks. {@link RunAct.MoreTasksWanted} says when these are welcome. */
            MORE,
            /** {@code createTasks} makes more tasks as for {@link #MORE}, and nobody knows when or how many. */
            STREAM,
            /** {@code createTasks} waits until all its tasks so far are done. {@link RunAct.PhaseDone} says when. */
            FLUSH,
            /** {@code createTasks} has returned. */
            END
        }

        public TasksCreated {
            initial = List.copyOf(initial);
            tasks = List.copyOf(tasks);
            shared = Collections.unmodifiableMap(new LinkedHashMap<>(shared)); // in its order, for who writes it down
        }

        /** Returns the IDs under which engines fetch shared objects, by name. */
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

    /** The end of taking a large result: it has been merged or handled. {@link RunAct.Source} has the loan's number. */
    record ResultTaken(long loan) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.resultTaken(this);
        }
    }

    /** The return of the application's {@code handleResults}. */
    record ResultsHandled() implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.resultsHandled(this);
        }
    }

    /** An exception of application code on the coordinator. */
    record ApplicationFailed(EngineReport.Failed failure) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.applicationFailed(this);
        }
    }

    /** The user's wish that the run end. */
    record Interrupted() implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.interrupted(this);
        }
    }

    /** Calls the handler's method for its kind. */
    void handle(Handler by);

    /** A method of the core for each kind of event. Code that forgets a kind does not compile. */
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
