package org.moide.engine.worker;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.RepeatedTaskException;
import org.moide.balance.worker.balancer.ProcessPower;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.Registration;
import org.moide.engine.WorkerApplication;
import org.moide.engine.control.CheckpointName;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.ProcessNumber;
import org.moide.engine.control.Processes;
import org.moide.engine.control.WorkerSettings;

/**
 * The engine's values and services that its workers use in one epoch.
 *
 * @param engine the engine's process number
 * @param processes the engines of the registration with which the engine began the epoch
 * @param host the host on which the engine runs
 * @param powers the powers of these engines, by engine number
 * @param way sends messages to the other engines
 * @param around the clock, threads and signals for spare threads and the control thread
 * @param safePoints tells whether a safe point is wanted, and stores the states
 * @param waits the waiting methods of the engine's threads
 * @param notes takes notes of the tasks that threads handle
 * @param log the recorded workload; null if it is not recorded
 */
record WorkerPorts(
        int engine,
        Processes processes,
        EngineHost host,
        List<Double> powers,
        ObjectCodec codec,
        Surroundings around,
        EngineWay way,
        SafePoints safePoints,
        Waits waits,
        WorkerSettings settings,
        Notes notes,
        @Nullable WorkerLog log) {
    /** The checkpoints of an epoch, as far as workers use them. Any thread. */
    public interface SafePoints {
        /** Returns whether the run's engines will change, so that threads must leave at the next safe point. */
        boolean isLeaveWanted();

        /** Returns whether the last states are stored, so that the next may be handed over. */
        boolean isFree();

        /**
         * Returns whether it is time to store the states again.
         *
         * @param guessNanos the assumed time for storing, which counts before it was measured
         */
        boolean isDue(long guessNanos);

        /**
         * Notes that a safe point is over for which all workers had to come to rest.
         *
         * @param nanos the time from the request that workers come to rest until the end of the safe point
         */
        void rested(long nanos);

        /**
         * Stores the snapshot of all of this engine's workers at a cut. A cut is taken while the engine's threads
         * continue. Called by one thread, when {@link #isFree} holds.
         *
         * @param epoch the epoch number of the registration whose engines took part in the cut
         * @param keptNanos the time for building the snapshot
         */
        void keep(byte[] save, long epoch, long keptNanos);

        /**
         * Returns the number of stored safe points since the epoch began. Between two safe points it is the same on all
         * engines.
         */
        long kept();

        /** Returns the checkpoint from which the epoch began; null if it began without one. */
        @Nullable
        CheckpointName restored();

        /** Sets the number of stored safe points on an engine that has joined. */
        void goOnFrom(long keptBefore);

        /**
         * Requests that states are stored soon. An engine that waits to leave needs this: the states that it keeps must
         * first be stored on other engines.
         */
        void want();

        /**
         * Notes that an engine has joined or left. States that are stored at rest belong to the registration (table of
         * engines) with this number from now on.
         */
        void joined(long epoch);
    }

    /**
     * Notes of the tasks that threads handle, to be read after the process has died. Each thread writes its own notes.
     */
    public interface Notes {
        /** Notes that a thread is about to handle this task. May call the task's {@code toString}. */
        void begins(int thread, long worker, Object task);

        /** Notes that the thread has handled the task, or that the handler has thrown. */
        void ended(int thread);
    }

    /**
     * The waiting methods of the engine's threads. They ignore interrupts of the application, but end at an interrupt
     * that ends the epoch.
     */
    public interface Waits {
        /**
         * Waits until the condition holds or the time limit has passed.
         *
         * @param limitNanos the time limit; {@link Long#MAX_VALUE} for none
         * @throws InterruptedException if the epoch is over
         */
        void await(Signal signal, BooleanSupplier condition, long limitNanos) throws InterruptedException;

        /**
         * Waits until the condition holds, without spinning first. Used by a thread that a spare thread replaces
         * meanwhile.
         *
         * @throws InterruptedException if the epoch is over
         */
        void sleep(Signal signal, BooleanSupplier condition) throws InterruptedException;

        /** Returns whether the epoch is over. */
        boolean areOver();
    }

    /** Returns the registration, the table of engines, with which this engine began the epoch. */
    Registration registration() {
        return processes.registration();
    }

    /**
     * Returns the error with words that say where the task came from, and with which states the epoch began.
     *
     * @param origin from where the task came to this engine
     */
    RepeatedTaskException traced(RepeatedTaskException error, String origin) {
        CheckpointName from = safePoints.restored();
        return error.from("from " + origin + " to engine " + engine + " in epoch "
                + registration().epoch() + ", which began from "
                + (from == null ? "the beginning" : "checkpoint " + from));
    }

    /** Returns the number of engines with which this engine began the epoch. */
    int engines() {
        return registration().engines().size();
    }

    /**
     * Returns the number of threads, and the power of each thread, of one of the processes with which this engine began
     * the epoch.
     */
    ProcessPower power(int process) {
        Registration.Member row = processes.rowOf(new ProcessNumber(process));
        return new ProcessPower(row.threads(), powers.get(row.engine()) / row.threads());
    }

    /** Returns the encoding of the application's tasks, states, answers and results. */
    Bodies bodies(WorkerApplication<?, ?, ?> application, ApplicationView outside) {
        return new Bodies(
                codec,
                application.codec(outside.arguments()),
                settings.handling().verifyTasks(),
                settings.recordedTasks() == 0 ? Bodies.NOT_RECORDED : settings.epoch(registration()));
    }

    /** Returns the number of compute threads of this engine. */
    int computeThreads() {
        return processes.rowOf(new ProcessNumber(engine)).threads();
    }

    int firstId(int place) {
        return registration().engines().get(place).firstId();
    }
}
