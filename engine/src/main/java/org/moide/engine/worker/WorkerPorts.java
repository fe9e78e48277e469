package org.moide.engine.worker;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.moide.balance.worker.balancer.ProcessPower;
import org.moide.commlib.message.endpoint.EngineWay;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.registration.Registration;
import org.moide.engine.WorkerApplication;
import org.moide.engine.control.EngineHost;
import org.moide.engine.control.ProcessNumber;
import org.moide.engine.control.Processes;
import org.moide.engine.control.WorkerSettings;

/**
 * The services that an engine's workers need of their engine in one epoch.
 *
 * @param engine its number as a process, which it keeps to the end of the epoch
 * @param processes the engines of the registration by which it began
 * @param host the engine's own host
 * @param powers the powers of these engines, by place
 * @param way the way to the others
 * @param around the surroundings of the spare threads and of the control thread
 * @param safePoints tells whether a safe point is wanted, and keeps the states
 * @param waits how its threads wait
 * @param notes where its threads note what they handle
 * @param log the record of what workers do; null if nothing is recorded
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
    /** The epoch's safe points, as workers need them. Any thread. */
    public interface SafePoints {
        /** Returns whether engines are to be changed, so that threads leave at the next safe point. */
        boolean isLeaveWanted();

        /** Returns whether the states that were kept last have been stored. */
        boolean isFree();

        /**
         * Returns whether it is time to keep the states again.
         *
         * @param guessNanos the time that keeping may take; the first time, it decides whether that is worth it
         */
        boolean isDue(long guessNanos);

        /**
         * Notes that a safe point is over for which all had to come to rest.
         *
         * @param nanos the time since all began to come to rest
         */
        void rested(long nanos);

        /**
         * Keeps the state of all of this engine's workers at a cut, while its threads go on. For one thread, when
         * {@link #isFree} holds.
         *
         * @param epoch the epoch of the registration whose engines took part in the cut
         * @param keptNanos how long it took to make the state
         */
        void keep(byte[] save, long epoch, long keptNanos);

        /**
         * Returns how many safe points have been kept since the epoch began; between two safe points it is the same for
         * all engines.
         */
        long kept();

        /** Sets the count of an engine that has joined to the number that had been kept before. */
        void goOnFrom(long keptBefore);

        /**
         * Wants states to be kept soon: an engine waits for that, since others have to keep what it keeps before it
         * ends.
         */
        void want();

        /** Notes that an engine has joined or left: what is kept at rest from here on is of this registration. */
        void joined(long epoch);
    }

    /**
     * A place where a thread notes the task that it handles, to be read when the process is found dead. Each thread
     * notes its own.
     */
    public interface Notes {
        /** Notes that a thread is about to handle this task. May call the task's {@code toString}. */
        void begins(int thread, long worker, Object task);

        /** Notes that the thread has handled the task, or that its handler has thrown. */
        void ended(int thread);
    }

    /**
     * The waits of the engine's threads. The application may interrupt these threads, which means nothing; an interrupt
     * may also be the end of the epoch.
     */
    public interface Waits {
        /**
         * Waits until the condition holds.
         *
         * @param limitNanos the time after which it returns all the same; {@link Long#MAX_VALUE} for no limit
         * @throws InterruptedException if the epoch is over
         */
        void await(Signal signal, BooleanSupplier condition, long limitNanos) throws InterruptedException;

        /**
         * Waits as {@link #await} does, without a limit, for a thread in whose place others work: it sleeps at once.
         *
         * @throws InterruptedException if the epoch is over
         */
        void sleep(Signal signal, BooleanSupplier condition) throws InterruptedException;

        /** Returns whether the epoch is over. */
        boolean areOver();
    }

    /** Returns the registration by which this engine began the epoch. */
    Registration registration() {
        return processes.registration();
    }

    /** Returns how many engines there were when this one began the epoch. */
    int engines() {
        return registration().engines().size();
    }

    /** Returns the threads, and the power of each, of a process that was there when this engine began the epoch. */
    ProcessPower power(int process) {
        Registration.Member row = processes.rowOf(new ProcessNumber(process));
        return new ProcessPower(row.threads(), powers.get(row.engine()) / row.threads());
    }

    /** Returns the encoding of an application's tasks, states, answers and results. */
    Bodies bodies(WorkerApplication<?, ?, ?> application, ApplicationView outside) {
        return new Bodies(
                codec,
                application.codec(outside.arguments()),
                settings.handling().verifyTasks(),
                settings.recordedTasks() == 0 ? Bodies.NOT_RECORDED : settings.epoch(registration()));
    }

    /** Returns how many compute threads this engine has. */
    int computeThreads() {
        return processes.rowOf(new ProcessNumber(engine)).threads();
    }

    int firstId(int place) {
        return registration().engines().get(place).firstId();
    }
}
