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

/** A report of an engine to the coordinator. */
public sealed interface EngineReport extends Serializable {
    /** A notice that this epoch's registration is in force on the engine. */
    record Registered(long epoch) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.registered(this);
        }
    }

    /**
     * A sign of life, sent at each {@link org.moide.engine.control.Timing#beat}, so that silence means something.
     *
     * @param tasks how many tasks this engine's threads have executed
     * @param queued how many tasks lie on this engine, not begun
     * @param waitedNanos for how long its threads have waited for tasks, all together
     * @param workers the state of its workers, in a worker application
     * @param longest the task that has been running for long, if one has; null if not
     * @param sight facts for those who look on
     * @param trace what its threads did since the beat before, if the run is traced
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

        /** The beat of an engine that has nothing to do. */
        public static final Beat IDLE = new Beat(0, 0, 0);

        /** Creates a beat of an engine without workers, with nothing for those who look on. */
        public Beat(long tasks, int queued, long waitedNanos) {
            this(tasks, queued, waitedNanos, WorkersNow.NONE);
        }

        /** Creates a beat with nothing for those who look on. */
        public Beat(long tasks, int queued, long waitedNanos, WorkersNow workers) {
            this(tasks, queued, waitedNanos, workers, null, EngineSight.NONE, TraceChunk.NONE);
        }

        /** Returns the same beat with what threads did, and what else has changed, for those who look on. */
        public Beat with(EngineSight seen, TraceChunk chunk) {
            return new Beat(tasks, queued, waitedNanos, workers, longest, seen, chunk);
        }

        /** Returns the same beat without what is only for those who look on. */
        public Beat without() {
            return with(EngineSight.NONE, TraceChunk.NONE);
        }

        /** Returns the same beat with another task, or with none. */
        public Beat with(@Nullable TaskNow task) {
            return new Beat(tasks, queued, waitedNanos, workers, task, sight, trace);
        }

        @Override
        public void handle(Handler by) {
            by.beat(this);
        }
    }

    /**
     * The state of the compute threads, sent when some have been in the same call for a moment, and again when that has
     * changed.
     *
     * @param state the state in the engine's newest epoch
     */
    record Looked(EngineState state) implements EngineReport {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.looked(this);
        }
    }

    /** A letter about tasks, for the root of the balancing. */
    record Loan(Letter letter) implements EngineReport {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.loan(this);
        }
    }

    /**
     * Words of the application to the user.
     *
     * @param id the logical ID whose thread said it
     * @param number how many things that ID had said before; an ID that goes on from a checkpoint counts from there, so
     *     that nothing is shown twice. {@link #UNNUMBERED} in a bag of tasks
     */
    record Said(int id, long number, Utterance utterance) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The number of words that are shown each time. */
        public static final long UNNUMBERED = -1;

        @Override
        public void handle(Handler by) {
            by.said(this);
        }
    }

    /**
     * A notice that the application can go on from a checkpoint: it has called {@code restore}.
     *
     * @param redistributes whether it can do so with another number of logical IDs too
     */
    record Restorable(long epoch, boolean redistributes) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.restorable(this);
        }
    }

    /**
     * A notice that this engine's part of a checkpoint is stored.
     *
     * @param firstId the first of the logical IDs whose states it has
     * @param ids how many
     * @param seats the seats of the engines that keep the states in memory
     * @param onDisk what lies on disk of the states now, ID by ID; empty if nothing was written
     * @param problem why they are not on disk though they should be; null if all is well
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
     * A notice that the epoch has ended on this engine: every compute thread has left the application, or the
     * application was over there.
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
     * A notice that a thread left the application because another engine does not answer any more, or not in this
     * epoch. It is a failure only if the coordinator does not come to know of a loss that explains it.
     */
    record Released(long epoch, Failed failure) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.released(this);
        }
    }

    /**
     * A notice by engine 0 of a worker application: the engine that came in this registration has been taken in, or the
     * one that it lacks has left, and all workers go on. Everything that engine 0 says from here on is about all
     * engines of this registration.
     */
    record Joined(long epoch) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(EpochHandler by) {
            by.joined(this);
        }
    }

    /**
     * A part of what was recorded of this engine's tasks, before {@link Finished}.
     *
     * @param tasks three numbers for each task: its own, that of the task that put it or {@link #NO_PARENT}, its
     *     nanoseconds
     * @param folded three numbers for each task into which others are folded: its own, how many, their nanoseconds
     * @param readers the tasks that read data objects; those of one class may be in several parts
     * @param encodedTasks tasks that came as bytes
     * @param encodedBytes the bytes of those
     * @param workers what was recorded of workers, in a worker application
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
    record Recorded(
            long[] tasks,
            long[] folded,
            List<Readers> readers,
            long encodedTasks,
            long encodedBytes,
            List<WorkerPart> workers)
            implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The parent's number of a task that no task put. */
        public static final long NO_PARENT = -1;

        /**
         * Recorded tasks of one class.
         *
         * @param tasks their numbers
         */
        @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
        public record Readers(TaskClass taskClass, long[] tasks) implements Serializable {
            private static final long serialVersionUID = 1L;
        }

        /**
         * Workers, and tasks that they handled.
         *
         * @param epoch the epoch in which they handled them; numbers of tasks begin anew in the next
         * @param workers the workers and where they may be; of several entries for a worker the later one counts
         * @param states two numbers for each worker that handled something: its own, and how long its state was at its
         *     end
         * @param tasks {@value #NUMBERS} numbers for each task: its own, its sender's or {@link #NO_CAUSE}, its
         *     worker's, its nanoseconds, its length
         */
        @SuppressWarnings("ArrayRecordComponent") // never compared, and too big to copy
        public record WorkerPart(long epoch, List<Declarations.Workers> workers, long[] states, long[] tasks)
                implements Serializable {
            private static final long serialVersionUID = 1L;

            /** The sender's number of a task that no task sent. */
            public static final long NO_CAUSE = -1;

            /** The count of numbers for a task. */
            public static final int NUMBERS = 5;

            public WorkerPart {
                workers = List.copyOf(workers);
                if (states.length % 2 != 0 || tasks.length % NUMBERS != 0) {
                    throw new IllegalArgumentException("expected two numbers for each state and " + NUMBERS
                            + " for each task, found " + states.length + " and " + tasks.length + " numbers");
                }
            }
        }

        /** Creates the report of an application without workers. */
        public Recorded(long[] tasks, long[] folded, List<Readers> readers, long encodedTasks, long encodedBytes) {
            this(tasks, folded, readers, encodedTasks, encodedBytes, List.of());
        }

        /** Returns a report with a part of what was recorded of workers. */
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
     * A notice that every compute thread of this engine has returned.
     *
     * @param loans what this engine lent to others, and how many tasks its own threads ran
     * @param firstTaskNanos the time from the engine's registration until its first task began; {@link #NO_TASK} if
     *     none did
     */
    record Finished(EngineStatistics statistics, LoanTotals loans, long firstTaskNanos) implements OfEpoch {
        private static final long serialVersionUID = 1L;

        /** The time of an engine on which no thread has begun a task. */
        public static final long NO_TASK = -1;

        /** Creates the report of an engine that ran no task. */
        public Finished(EngineStatistics statistics, LoanTotals loans) {
            this(statistics, loans, NO_TASK);
        }

        @Override
        public void handle(EpochHandler by) {
            by.finished(this);
        }
    }

    /**
     * A notice that the application threw on this engine, or that something it runs on failed; the run ends.
     *
     * @param where thread and host
     * @param headline one line
     * @param trace the stack trace as text, without the headline
     * @param id the logical ID whose thread threw; below 0 if it was none
     * @param host its host; empty if it was none
     */
    record Failed(String where, String headline, String trace, Kind kind, int id, String host) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The party whose fault a failure is. */
        public enum Kind {
            /** The application: it threw, from the lines of the trace. */
            APPLICATION,
            /** The user: the arguments are wrong ({@link org.moide.engine.UsageException}). */
            USAGE,
            /** The system, or something it runs on: the headline says all, and there is no trace. */
            SYSTEM,
            /**
             * A task that neither ends nor heeds an interrupt, where no process can be ended for it; the headline says
             * all.
             */
            HANGING
        }

        public Failed {
            where = VisibleText.line(where);
            headline = kind == Kind.APPLICATION ? VisibleText.line(headline) : VisibleText.lines(headline);
            trace = VisibleText.lines(trace);
            host = VisibleText.line(host);
        }

        /** Creates a failure of no thread with an ID. */
        public Failed(String where, String headline, String trace, Kind kind) {
            this(where, headline, trace, kind, -1, "");
        }

        /** Returns a failure of the system, in one line. */
        public static Failed ofSystem(String where, String why) {
            return new Failed(where, why, "", Kind.SYSTEM);
        }

        /** Returns a failure of a task that hangs, in one line. */
        public static Failed ofHangingTask(String where, String why) {
            return new Failed(where, why, "", Kind.HANGING);
        }

        /** Returns the same failure as that of a logical ID. */
        public Failed of(int thrower, String itsHost) {
            return new Failed(where, headline, trace, kind, thrower, itsHost);
        }

        /** Returns the same failure in more places. */
        public Failed in(String places) {
            return new Failed(places, headline, trace, kind, id, host);
        }

        /** Returns whether the same exception was thrown from the same lines. */
        public boolean isLike(Failed other) {
            return headline.equals(other.headline) && trace.equals(other.trace);
        }

        @Override
        public void handle(Handler by) {
            by.failed(this);
        }
    }

    /**
     * A list of other engines' processes that this one does not reach.
     *
     * @param inquiry of the {@link EngineCommand.Probe} that is answered, with those of its processes; {@link #UNASKED} for all that
     *     have not answered for {@link Timing#cut}
     */
    record Unreached(long inquiry, List<NodeReference> nodes) implements EngineReport {
        private static final long serialVersionUID = 1L;

        /** The number where nobody has asked. */
        public static final long UNASKED = 0;

        public Unreached {
            nodes = List.copyOf(nodes);
        }

        @Override
        public void handle(Handler by) {
            by.unreached(this);
        }
    }

    /** Calls the handler's method for this kind of report. */
    void handle(Handler by);

    /** A report about an epoch. */
    sealed interface OfEpoch extends EngineReport {
        /** Calls the handler's method for this kind of report. */
        void handle(EpochHandler by);

        @Override
        default void handle(Handler by) {
            handle((EpochHandler) by);
        }
    }

    /** A handler of all kinds of reports about epochs. */
    interface EpochHandler {
        void registered(Registered registered);

        void restorable(Restorable restorable);

        void checkpointStored(CheckpointStored checkpointStored);

        void left(Left left);

        void released(Released released);

        void joined(Joined joined);

        void finished(Finished finished);
    }

    /** A handler of all kinds of reports. A kind that nobody handles does not compile. */
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
