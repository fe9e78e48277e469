package org.moide.engine.control;

import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskClass;
import org.moide.balance.loan.Letter;
import org.moide.balance.loan.LoanTotals;
import org.moide.balance.worker.Declarations;
import org.moide.commlib.registration.NodeReference;
import org.moide.commlib.system.VisibleText;
import org.moide.commlib.waiting.EngineState;

public sealed interface EngineReport extends Serializable {
    /** Confirms that the engine uses the registration, the table of engines, of this epoch. */
    record Registered(long epoch) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.registered(this);
        }
    }

    /**
     * The heartbeat of an engine, sent once in each period {@link org.moide.engine.control.Timing#beat}.
     *
     * @param tasks how many tasks this engine's threads have executed
     * @param queued how many tasks wait on this engine
     * @param waitedNanos the time that its threads have waited for tasks, summed over threads
     * @param workers the state of its workers, in a worker application
     * @param longest the task that has been running for longest, if it runs for {@link TaskNow#LONG_NANOS}; otherwise
     *     null
     * @param sight facts for the run's displays
     * @param trace the trace of its threads since the last heartbeat, if the run is traced
     */
    record Beat(
            long tasks,
            int queued,
            long waitedNanos,
            WorkersNow workers,
            @Nullable TaskNow longest,
            EngineSight sight,
            TraceChunk trace)
            implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** Heartbeat of an engine that has nothing to do. */
        public static final Beat IDLE = new Beat(0, 0, 0);

        /** Creates a heartbeat without workers, facts for displays, and trace. */
        public Beat(long tasks, int queued, long waitedNanos) {
            this(tasks, queued, waitedNanos, WorkersNow.NONE);
        }

        /** Creates a heartbeat without facts for displays and without trace. */
        public Beat(long tasks, int queued, long waitedNanos, WorkersNow workers) {
            this(tasks, queued, waitedNanos, workers, null, EngineSight.NONE, TraceChunk.NONE);
        }

        /** Returns a copy with these facts for displays and this trace. */
        public Beat with(EngineSight seen, TraceChunk chunk) {
            return new Beat(tasks, queued, waitedNanos, workers, longest, seen, chunk);
        }

        /** Returns a copy without facts for displays and without trace. */
        public Beat without() {
            return with(EngineSight.NONE, TraceChunk.NONE);
        }

        /** Returns a copy with this task as {@link #longest}. */
        public Beat with(@Nullable TaskNow task) {
            return new Beat(tasks, queued, waitedNanos, workers, task, sight, trace);
        }

        @Override
        public void handle(Handler by) {
            by.beat(this);
        }
    }

    /**
     * Reports what the compute threads wait for. Sent when a thread has been in the same call for a while, and again
     * when the waits have changed.
     *
     * @param state the state of the threads in the engine's newest epoch
     */
    record Looked(EngineState state) implements EngineReport {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.looked(this);
        }
    }

    /**
     * Delivers a letter, a message about a loan of tasks, to the coordinator, which lends tasks to engines and is the
     * root of all loans.
     */
    record Loan(Letter letter) implements EngineReport {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.loan(this);
        }
    }

    /**
     * Output of the application for the user.
     *
     * @param id the logical ID of the thread that called {@link org.moide.engine.Report}
     * @param number how many lines and results that ID had reported before; a thread that restarts from a checkpoint
     *     continues the checkpoint's count, so that repeats are recognized. {@link #UNNUMBERED} for progress, and in a
     *     bag of tasks
     */
    record Said(int id, long number, Utterance utterance) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The value of {@code number} for utterances that are not checked for repeats. */
        public static final long UNNUMBERED = -1;

        @Override
        public void handle(Handler by) {
            by.said(this);
        }
    }

    /**
     * Tells that the application has called {@code restore}, so that the run can restart from its checkpoints.
     *
     * @param redistributes whether it can restart with another number of logical IDs
     */
    record Restorable(long epoch, boolean redistributes) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.restorable(this);
        }
    }

    /**
     * Tells that this engine's part of a checkpoint is stored.
     *
     * @param firstId the first of the part's consecutive logical IDs
     * @param ids the number of the part's logical IDs
     * @param seats the seats of the engines that keep the states in memory
     * @param onDisk the digests of the states that are on disk, in the order of IDs; empty if nothing was written
     * @param problem why writing to disk failed; null if it succeeded or was not wanted
     */
    record CheckpointStored(
            CheckpointName checkpoint,
            int firstId,
            int ids,
            List<Integer> seats,
            List<StateDigest> onDisk,
            @Nullable String problem)
            implements OfEpoch {
        private static final long serialVersionUID = 1L;

        public CheckpointStored {
            seats = List.copyOf(seats);
            onDisk = List.copyOf(onDisk);
            if (!onDisk.isEmpty() && onDisk.size() != ids) {
                throw new IllegalArgumentException(
                        "expected the files of " + ids + " states or of none, found " + onDisk.size());
            }
        }

        @Override
        public void handle(EpochHandler by) {
            by.checkpointStored(this);
        }
    }

    /**
     * Tells that every compute thread of this engine has left the application or returned from it, so that the epoch
     * has ended here.
     *
     * @param checkpoints how many checkpoints each thread has made in the epoch
     */
    record Left(long epoch, long checkpoints, EngineStatistics statistics) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.left(this);
        }
    }

    /**
     * Tells that a thread left the application because another engine does not answer, or is in another epoch. The
     * coordinator treats the exception as a failure only if it finds no lost engine that explains it.
     */
    record Released(long epoch, Failed failure) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.released(this);
        }
    }

    /**
     * Tells that the change of engines which {@link EngineCommand.Widen} announced is complete: the new engine takes
     * part, or the leaving engine has left. Sent by engine 0 of a worker application. Later reports of engine 0 refer
     * to all engines of this registration.
     */
    record Joined(long epoch) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.joined(this);
        }
    }

    /**
     * A part of the recorded workload of this engine. Sent before {@link Finished}.
     *
     * @param tasks three numbers for each task: its number, the number of the task that put it or {@link #NO_PARENT},
     *     its run time in nanoseconds
     * @param folded three numbers for each task to which further tasks were added, because they were too many to be
     *     recorded: its number, how many were added, and their run time in nanoseconds
     * @param readers the tasks that read data objects, by class; a class may be in several parts
     * @param encodedTasks how many tasks arrived encoded
     * @param encodedBytes the bytes of the encoded tasks
     * @param workers the recorded workload of workers, in a worker application
     */
    @SuppressWarnings("ArrayRecordComponent") // reports are never compared, and the arrays are too large to copy
    record Recorded(
            long[] tasks,
            long[] folded,
            List<Readers> readers,
            long encodedTasks,
            long encodedBytes,
            List<WorkerPart> workers)
            implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The value in place of a parent's number for a task that no task put. */
        public static final long NO_PARENT = -1;

        /**
         * Recorded tasks of one class: they read the same data objects.
         *
         * @param tasks the tasks' numbers
         */
        @SuppressWarnings("ArrayRecordComponent") // reports are never compared, and the arrays are too large to copy
        public record Readers(TaskClass taskClass, long[] tasks) implements Serializable {
            private static final long serialVersionUID = 1L;
        }

        /**
         * The recorded workload of workers.
         *
         * @param epoch the epoch of the tasks; each epoch numbers its tasks from 0
         * @param workers the workers and their directives; the last entry for a worker counts
         * @param states two numbers for each worker that handled a task: its number, and the bytes of its last state
         * @param tasks {@value #NUMBERS} numbers for each task: its number, the number of the task that sent it or
         *     {@link #NO_CAUSE}, its worker, its run time in nanoseconds, its length in bytes
         */
        @SuppressWarnings("ArrayRecordComponent") // reports are never compared, and the arrays are too large to copy
        public record WorkerPart(long epoch, List<Declarations.Workers> workers, long[] states, long[] tasks)
                implements Serializable {
            private static final long serialVersionUID = 1L;

            /** The value in place of a sender's number for a task that no task sent. */
            public static final long NO_CAUSE = -1;

            /** The number of numbers for each task in {@code tasks}. */
            public static final int NUMBERS = 5;

            public WorkerPart {
                workers = List.copyOf(workers);
                if (states.length % 2 != 0 || tasks.length % NUMBERS != 0) {
                    throw new IllegalArgumentException("expected two numbers for each state and " + NUMBERS
                            + " for each task, found " + states.length + " and " + tasks.length + " numbers");
                }
            }
        }

        public Recorded(long[] tasks, long[] folded, List<Readers> readers, long encodedTasks, long encodedBytes) {
            this(tasks, folded, readers, encodedTasks, encodedBytes, List.of());
        }

        /** Returns a report with a recorded workload of workers alone. */
        public static Recorded of(WorkerPart workers) {
            return new Recorded(new long[0], new long[0], List.of(), 0, 0, List.of(workers));
        }

        public Recorded {
            readers = List.copyOf(readers);
            workers = List.copyOf(workers);
            if (tasks.length % 3 != 0 || folded.length % 3 != 0) {
                throw new IllegalArgumentException("expected three numbers for each recorded task, found "
                        + tasks.length + " and " + folded.length + " numbers");
            }
        }

        @Override
        public void handle(Handler by) {
            by.recorded(this);
        }
    }

    /**
     * Tells that every compute thread of this engine has returned from the application.
     *
     * @param loans the counts of tasks that this engine lent and ran
     * @param firstTaskNanos the time from the engine's registration until its first task began; {@link #NO_TASK} if no
     *     task began
     */
    record Finished(EngineStatistics statistics, LoanTotals loans, long firstTaskNanos) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        /** The value of {@code firstTaskNanos} for an engine that ran no task. */
        public static final long NO_TASK = -1;

        public Finished(EngineStatistics statistics, LoanTotals loans) {
            this(statistics, loans, NO_TASK);
        }

        @Override
        public void handle(EpochHandler by) {
            by.finished(this);
        }
    }

    /**
     * Tells that the application or the system failed on this engine. It ends the run.
     *
     * @param where the thread and host, as text for the user
     * @param headline the failure in one line
     * @param trace the stack trace as text, without the headline
     * @param id the logical ID of the thread that threw; below 0 if it has none
     * @param host that thread's host; empty if unknown
     */
    record Failed(String where, String headline, String trace, Kind kind, int id, String host) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The part of a headline that says that a task hangs in the coordinator's JVM. */
        public static final String HANGS_HERE = ", in the coordinator's own JVM, which cannot be ended for it";

        public enum Kind {
            /** The application threw an exception. */
            APPLICATION,
            /** The user gave wrong arguments ({@link org.moide.engine.UsageException}). */
            USAGE,
            /** MOIDE or something below it failed. The headline explains it, and there is no stack trace. */
            SYSTEM,
            /**
             * A task does not end and ignores interrupts. Its process cannot be ended, because the engine shares the
             * process with others. The headline explains that.
             */
            HANGING
        }

        public Failed {
            where = VisibleText.line(where);
            headline = kind == Kind.APPLICATION ? VisibleText.line(headline) : VisibleText.lines(headline);
            trace = VisibleText.lines(trace);
            host = VisibleText.line(host);
        }

        /** Creates a failure that no thread with a logical ID caused. */
        public Failed(String where, String headline, String trace, Kind kind) {
            this(where, headline, trace, kind, -1, "");
        }

        /** Returns a failure of kind {@code SYSTEM}. */
        public static Failed ofSystem(String where, String why) {
            return new Failed(where, why, "", Kind.SYSTEM);
        }

        /** Returns a failure of kind {@code HANGING}. */
        public static Failed ofHangingTask(String where, String why) {
            return new Failed(where, why, "", Kind.HANGING);
        }

        /** Returns a copy for the thread with this logical ID. */
        public Failed of(int thrower, String itsHost) {
            return new Failed(where, headline, trace, kind, thrower, itsHost);
        }

        /**
         * Returns a copy that names {@code places} as the place of the failure. Used when the same failure happened in
         * several places.
         */
        public Failed in(String places) {
            return new Failed(places, headline, trace, kind, id, host);
        }

        /** Returns whether both failures have the same headline and stack trace. */
        public boolean isLike(Failed other) {
            return headline.equals(other.headline) && trace.equals(other.trace);
        }

        @Override
        public void handle(Handler by) {
            by.failed(this);
        }
    }

    /**
     * Lists processes of other engines that this engine cannot reach.
     *
     * @param inquiry the number of the {@link EngineCommand.Probe} that this report answers; {@link #UNASKED} if the
     *     coordinator has not asked, but engines have not answered for {@link Timing#cut}
     */
    record Unreached(long inquiry, List<NodeReference> nodes) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The value of {@code inquiry} in a report that answers no inquiry. */
        public static final long UNASKED = 0;

        public Unreached {
            nodes = List.copyOf(nodes);
        }

        @Override
        public void handle(Handler by) {
            by.unreached(this);
        }
    }

    /** Calls the method of {@code by} for this kind of report. */
    void handle(Handler by);

    /** A report about one epoch, the time in which the engines of the run do not change. */
    sealed interface OfEpoch extends EngineReport {
        /** Calls the method of {@code by} for this kind of report. */
        void handle(EpochHandler by);

        @Override
        default void handle(Handler by) {
            handle((EpochHandler) by);
        }
    }

    /** Has one method for each kind of report about an epoch. */
    interface EpochHandler {
        void registered(Registered registered);

        void restorable(Restorable restorable);

        void checkpointStored(CheckpointStored checkpointStored);

        void left(Left left);

        void released(Released released);

        void joined(Joined joined);

        void finished(Finished finished);
    }

    /** Has one method for each kind of report, so that the compiler finds a kind without a handler. */
    interface Handler extends EpochHandler {
        void beat(Beat beat);

        void looked(Looked looked);

        void loan(Loan loan);

        void said(Said said);

        void recorded(Recorded recorded);

        void failed(Failed failed);

        void unreached(Unreached unreached);
    }
}
