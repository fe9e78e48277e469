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
 * An event of a run. The coordinator's control thread passes events to the core in order. Events are plain data. The
 * core knows nothing but events and the times at which they happen.
 */
public sealed interface RunCoreEvent {
    /** The first event: all engines with which the run begins are ready. */
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

    /** An engine has opened its lifeline, which is its connection to the coordinator. It may have had one before. */
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

    /** An engine's process has ended, as the process that started it reports. */
    record EngineEnded(int engine, MemberDeath death) implements RunCoreEvent {
        /** Creates the event for a process whose running tasks are unknown. */
        public EngineEnded(int engine, String cause) {
            this(engine, MemberDeath.unexplained(cause));
        }

        @Override
        public void handle(Handler by) {
            by.engineEnded(this);
        }
    }

    /** A requested engine is ready to be registered. */
    record EngineMade(AssembledEngine engine) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.engineMade(this);
        }
    }

    /** A requested engine could not be started. */
    record EngineNotMade(int seat, String why) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.engineNotMade(this);
        }
    }

    /**
     * The user, the run itself or a daemon orders a change of engines.
     *
     * @param question the number to which the answer is sent, once; {@link #NOBODY_ASKS} if no answer is wanted
     */
    record ChangeWanted(long question, ChangeOrder order, ChangeReason why) implements RunCoreEvent {
        /** The number of an order that needs no answer. */
        public static final long NOBODY_ASKS = 0;

        @Override
        public void handle(Handler by) {
            by.changeWanted(this);
        }
    }

    /**
     * The user asks for the state of the run.
     *
     * @param question the number to which the answer is sent
     */
    record StatusWanted(long question) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.statusWanted(this);
        }
    }

    /**
     * Records of the journal are on disk: the first and all up to number {@code upTo}.
     *
     * @param upTo the number of the last of these records
     */
    record JournalSynced(long upTo) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.journalSynced(this);
        }
    }

    /**
     * The commit of a checkpoint on disk has ended.
     *
     * @param problem why it failed; null if it succeeded
     */
    record CommitWritten(
            CheckpointName checkpoint, @Nullable String problem) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.commitWritten(this);
        }
    }

    /**
     * The search whether the application's classes call {@code restore} has ended.
     *
     * @param any whether they call it
     */
    record RestoreCallsFound(boolean any) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.restoreCallsFound(this);
        }
    }

    /**
     * The application's {@code createTasks} has put tasks.
     *
     * @param then how {@code createTasks} goes on
     * @param initial tasks of which each engine gets one, before it gets any of {@code tasks}
     * @param objects the IDs of data objects that {@code createTasks} has written
     * @param released the IDs of data objects that {@code createTasks} has released
     * @param shared the objects that {@code createTasks} has shared, by name and in order
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
        /** The ways in which {@code createTasks} may go on after it has put tasks. */
        public enum Then {
            /** The method creates further tasks. {@link RunAct.MoreTasksWanted} asks for them. */
            MORE,
            /** The method creates further tasks, like {@link #MORE}, but it is unknown when and how many. */
            STREAM,
            /**
             * The method waits until all tasks that it has put so far are done. {@link RunAct.PhaseDone} tells it that
             * they are.
             */
            FLUSH,
            /** The method has returned. */
            END
        }

        public TasksCreated {
            initial = List.copyOf(initial);
            tasks = List.copyOf(tasks);
            shared = Collections.unmodifiableMap(new LinkedHashMap<>(shared)); // keeps the order, for the journal
        }

        /** Returns, by name, the IDs with which engines fetch the shared objects. */
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

    /**
     * A large result has been merged or handled, and its memory is free.
     *
     * @param loan the number in the result's {@link RunAct.Source}
     */
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

    /** Application code on the coordinator has thrown an exception. */
    record ApplicationFailed(EngineReport.Failed failure) implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.applicationFailed(this);
        }
    }

    /** The user ends the run. */
    record Interrupted() implements RunCoreEvent {
        @Override
        public void handle(Handler by) {
            by.interrupted(this);
        }
    }

    /** Calls that method of the handler which is for this kind of event. */
    void handle(Handler by);

    /** Handles events. It has one method for each kind, so a class that forgets a kind does not compile. */
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
