package org.moide.balance.worker;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.Departure;

/**
 * A message from the workers of one engine to those of another. Between two engines messages come in the order in which
 * they were sent. What counts for a safe point says how many cuts its sender had passed ({@link Cut}).
 */
public sealed interface WorkerMessage extends Serializable {
    /** The number in place of a cut: it changes nothing that is saved. */
    int NO_CUT = -1;

    /** The last cut that its sender had passed when it sent this; {@link #NO_CUT} if that does not matter. */
    default int cut() {
        return NO_CUT;
    }

    /** Makes the same message in another epoch, in which there was no cut yet, sent by this process. */
    default WorkerMessage anew(int process) {
        return this;
    }

    /**
     * A task for a worker, which is forwarded until it is where the worker is.
     *
     * @param to the worker
     * @param number its place among what {@code from} has sent to {@code to} from engine to engine, from 0
     * @param origin the process that sent it first, and is told where the worker is if that is elsewhere
     * @param version of the place that its last sender believed in
     * @param hops how often it was forwarded
     * @param cut see {@link WorkerMessage#cut}
     */
    @SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
    record Task(
            long to,
            long number,
            int origin,
            long version,
            int hops,
            long from,
            long planned,
            long ask,
            int asker,
            int cut,
            byte[] body)
            implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        public Task {
            if (number < 0 || hops < 0 || version < 0) {
                throw new IllegalArgumentException("expected number, hops and version from 0 on, found " + number + ", "
                        + hops + " and " + version);
            }
        }

        /**
         * Makes a task from this process, whose sender has passed this cut and believes in this place; null if it knows
         * none.
         */
        static Task of(long to, long number, int process, @Nullable WorkerPlace place, int cut, WorkerTask task) {
            return new Task(
                    to,
                    number,
                    process,
                    place == null ? 0 : place.version(),
                    0,
                    task.from(),
                    task.planned(),
                    task.ask(),
                    task.asker(),
                    cut,
                    task.body().bytes());
        }

        /** Makes the same task, sent on. */
        Task forwarded(long believedVersion) {
            return new Task(to, number, origin, believedVersion, hops + 1, from, planned, ask, asker, cut, body);
        }

        /**
         * Makes the same task, as if this process had sent it first, after this cut, and believed in the worker's first
         * place.
         */
        Task from(int process, int afterCut) {
            return new Task(to, number, process, 0, 0, from, planned, ask, asker, afterCut, body);
        }

        @Override
        public WorkerMessage anew(int process) {
            return from(process, 0);
        }

        /** Makes the same task, sent by somebody who has passed this cut. */
        Task after(int passed) {
            return new Task(to, number, origin, version, hops, from, planned, ask, asker, passed, body);
        }

        @Override
        public void handle(Handler by) {
            by.task(this);
        }
    }

    /**
     * The answer to a request of the receiving process.
     *
     * @param failed whether {@code bytes} are not the answer but the trace of what was thrown, in UTF-8
     */
    @SuppressWarnings("ArrayRecordComponent") // bulk bytes, which nobody compares
    record Answer(long ask, boolean failed, int cut, byte[] bytes) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.answer(this);
        }
    }

    /** A worker moves to the receiving process. */
    record Arrival(WorkerImage worker, int cut) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.arrival(this);
        }
    }

    /** Says where a worker is now. */
    record Located(long worker, WorkerPlace place) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.located(this);
        }
    }

    /**
     * Tells the directory of a worker that nobody had declared beforehand.
     *
     * @param after workers that must have ended before it begins
     */
    record Begun(long worker, WorkerPlace place, List<Long> after, int cut) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        public Begun {
            after = List.copyOf(after);
        }

        @Override
        public WorkerMessage anew(int process) {
            return at(place);
        }

        /** Makes the same in another epoch, where the worker is here. */
        Begun at(WorkerPlace other) {
            return new Begun(worker, other, after, 0);
        }

        @Override
        public void handle(Handler by) {
            by.begun(this);
        }
    }

    /** Tells the directory that a worker has ended. */
    record Ended(long worker, WorkerPlace place, int cut) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public WorkerMessage anew(int process) {
            return new Ended(worker, place, 0);
        }

        @Override
        public void handle(Handler by) {
            by.ended(this);
        }
    }

    /** Tells, from the directory, that all workers after which this one begins have ended. */
    record MayBegin(long worker, int cut) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public WorkerMessage anew(int process) {
            return new MayBegin(worker, 0);
        }

        @Override
        public void handle(Handler by) {
            by.mayBegin(this);
        }
    }

    /** Brings the directory a task that is to be sent when others have been handled. */
    record Dependent(List<Long> after, Task task) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        public Dependent {
            after = List.copyOf(after);
        }

        @Override
        public WorkerMessage anew(int process) {
            return new Dependent(after, task.from(process, 0));
        }

        @Override
        public int cut() {
            return task.cut();
        }

        @Override
        public void handle(Handler by) {
            by.dependent(this);
        }
    }

    /** Tells the directory that a planned task has been handled. */
    record Handled(long planned, int cut) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public WorkerMessage anew(int process) {
            return new Handled(planned, 0);
        }

        @Override
        public void handle(Handler by) {
            by.handled(this);
        }
    }

    /**
     * Tells, from a process that leaves, each that stays: from now on all find its untouched workers elsewhere.
     *
     * @param known of its workers that begin with the receiver from now on those that are not there, and where they are
     */
    record Inheritance(Departure departure, Map<Long, WorkerPlace> known) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        public Inheritance {
            known = Map.copyOf(known);
        }

        @Override
        public void handle(Handler by) {
            by.inheritance(this);
        }
    }

    /** Calls the method for its kind. */
    void handle(Handler by);

    /** A handler with a method for each kind. A kind that nobody thinks of does not compile. */
    interface Handler {
        void task(Task task);

        void answer(Answer answer);

        void arrival(Arrival arrival);

        void located(Located located);

        void begun(Begun begun);

        void ended(Ended ended);

        void mayBegin(MayBegin mayBegin);

        void dependent(Dependent dependent);

        void handled(Handled handled);

        void inheritance(Inheritance inheritance);
    }
}
