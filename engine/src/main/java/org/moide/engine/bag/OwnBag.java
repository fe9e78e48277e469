package org.moide.engine.bag;

import org.jspecify.annotations.Nullable;
import org.moide.balance.data.TaskLimits;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Surroundings;
import org.moide.engine.compute.SharedObjects;
import org.moide.engine.compute.Voice;

/**
 * A bag of tasks that is part of MOIDE, such as the executor's. Unlike an application's bag, it gets access to services
 * of the engine: see {@link Means}.
 */
public interface OwnBag {
    /** Takes the services of an engine whose threads are about to run the bag. Called once, before any other method. */
    void begins(Means means);

    /**
     * Sends everything that the tasks of a loan (a batch of borrowed tasks) still have to send. Called before a thread
     * sends the loan's result, so that the result arrives last.
     */
    void loanCloses();

    /**
     * Runs one call of an executor directly, without a task of the bag. It runs on this engine only, and its answer is
     * sent at once. Called by a compute thread.
     */
    void runAlone(byte[] call, Naming naming);

    /** Returns the name of one of the bag's tasks. May run code of the application, to get the name. Any thread. */
    String nameOf(byte[] task);

    /** Returns what the coordinator must know of one of the bag's tasks. Called at the coordinator. */
    TaskLimits limits(byte[] task);

    /**
     * Tells the program that a running call is given up, because it does not end and its JVM is also the coordinator's.
     * Any thread; does not block.
     *
     * @param why follows the call's name
     */
    void givesUp(byte[] call, String why);

    /** Notes that no thread of the engine runs the bag any more. Any thread; a second call has no effect. */
    void ends();

    /**
     * The methods by which such a bag and the compute thread that runs its call tell each other of that. The thread
     * itself sees only the bytes of a task.
     */
    interface Naming {
        /** Gives the call that the calling thread runs a time limit of its own, in place of that of all tasks. */
        void limit(long nanos);

        /**
         * Notes the call that the calling thread is about to run, so that messages can name the call. May run the
         * call's {@code toString}.
         */
        void named(Object task);

        /**
         * Decodes an encoded result if the call has a time limit, so that a result which takes receivers too long to
         * decode exceeds the limit here. Called by the thread that runs the task.
         *
         * @throws org.moide.commlib.CommException if it cannot be decoded
         */
        void readBack(byte[] encoded);

        /**
         * Notes that the call has ended, so that later work does not count for the call's time limit. Called by the
         * thread that ran the call.
         *
         * @return words that follow the call's name in a message, if the call was interrupted because it exceeded the
         *     time limit; otherwise null
         */
        @Nullable
        String ended();
    }

    /**
     * A task of the bag has exceeded its time limit, and the bag has found out by {@link Naming#ended}; the root decides
     * whether it is tried again.
     */
    final class Late extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /** @param thrown what the task threw; null if it returned */
        public Late(@Nullable Throwable thrown) {
            super(thrown);
        }
    }

    /**
     * The services of an engine for the bag.
     *
     * @param codec encodes and decodes objects of the program's classes
     * @param voice sends bytes to the program that started the run
     * @param calls knows which of the program's calls were cancelled
     * @param shared has the values that are shared with all engines
     * @param around the clock, threads and signals for the bag
     * @param role the prefix of the names of threads that the bag starts
     */
    record Means(
            ObjectCodec codec,
            Voice voice,
            ProgramCalls calls,
            SharedObjects.ById shared,
            Surroundings around,
            String role) {}
}
