package org.moide.balance.worker;

import java.io.Serializable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.leave.Departure;
import org.moide.commlib.port.FixedOrder;

/**
 * A message between the workers of two engines. Messages between two engines arrive in sending order. A message that
 * matters for a safe point carries the number of the last cut (snapshot) that its sender had passed ({@link Cut}).
 */
public sealed interface WorkerMessage extends Serializable {
    /** The value of {@link #cut} in a message that does not belong to the saved state. */
    int NO_CUT = -1;

    /**
     * Returns the number of the last cut (snapshot) that the sender had passed; {@link #NO_CUT} if that does not
     * matter.
     */
    default int cut() {
        return NO_CUT;
    }

    /**
     * Returns this message in the form in which it is sent again after a restart from a saved state. It then comes from
     * {@code process}, and its cut number is 0, since no cut has been made since the restart. Kinds of messages that
     * are never saved return themselves.
     */
    default WorkerMessage anew(int process) {
        return this;
    }

    /**
     * A task for a worker. The message is forwarded until it reaches the worker's engine.
     *
     * @param to the receiving worker
     * @param number its position among the tasks that {@code from} has sent to {@code to} between engines, from 0
     * @param origin the process that sent the message first; it is told the worker's place if it did not send the
     *     message there
     * @param version the version of the worker's place, as the last sending process knew it
     * @param hops how often the message was forwarded
     * @param cut see {@link WorkerMessage#cut}
     */
    @SuppressWarnings("ArrayRecordComponent") // large arrays that nobody compares
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
         * Makes the message of a task from this process.
         *
         * @param place the receiver's place as known here; null if it is not known
         * @param cut the number of the last cut that the sender has passed
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

        /**
         * Returns the task with its count of forwardings raised by one.
         *
         * @param believedVersion the version of the worker's place to which it is now forwarded
         */
        Task forwarded(long believedVersion) {
            return new Task(to, number, origin, believedVersion, hops + 1, from, planned, ask, asker, cut, body);
        }

        /**
         * Returns the task as if process {@code process} had sent it first, with this cut as its sender's last, and
         * knowing only the worker's initial place.
         */
        Task from(int process, int afterCut) {
            return new Task(to, number, process, 0, 0, from, planned, ask, asker, afterCut, body);
        }

        @Override
        public WorkerMessage anew(int process) {
            return from(process, 0);
        }

        /** Returns the task as if its sender had passed this cut (snapshot). */
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
     * @param failed whether {@code bytes} are an exception's stack trace in UTF-8, instead of the answer
     */
    @SuppressWarnings("ArrayRecordComponent") // large arrays that nobody compares
    record Answer(long ask, boolean failed, int cut, byte[] bytes) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.answer(this);
        }
    }

    /** Brings a worker that moves to the receiving process. */
    record Arrival(WorkerImage worker, int cut) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.arrival(this);
        }
    }

    /** Tells the place of a worker. */
    record Located(long worker, WorkerPlace place) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        @Override
        public void handle(Handler by) {
            by.located(this);
        }
    }

    /**
     * Tells the directory that a worker has begun without a declaration.
     *
     * @param after workers that must end before it may begin
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

        /** Returns this message for a new epoch, in which the worker begins at another place. */
        Begun at(WorkerPlace other) {
            return new Begun(worker, other, after, 0);
        }

        @Override
        public void handle(Handler by) {
            by.begun(this);
        }
    }

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

    /** The directory's permission for a worker to begin: all workers that it waits for have ended. */
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

    /**
     * Brings to the directory a task that is to be sent after other tasks have been handled.
     *
     * @param after the numbers of these planned tasks
     */
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
     * Tells each remaining process that the sender leaves, and that the workers which would have begun on it begin
     * elsewhere.
     *
     * @param known the places of those workers that the receiver takes over but that have already begun and are
     *     elsewhere
     */
    record Inheritance(Departure departure, Map<Long, WorkerPlace> known) implements WorkerMessage {
        private static final long serialVersionUID = 1L;

        public Inheritance {
            known = FixedOrder.copyOf(known);
        }

        @Override
        public void handle(Handler by) {
            by.inheritance(this);
        }
    }

    /** Calls the handler's method for this kind of message. */
    void handle(Handler by);

    /**
     * A receiver of messages with one method for each kind. A new kind does not compile until every receiver handles
     * it.
     */
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
