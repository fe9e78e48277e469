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
 * What an engine's workers need of it in one epoch.
 *
 * @param engine its number as a process, which it keeps to the end of the epoch
 * @param processes the engines of the registration by which it began
 * @param host its own
 * @param powers of these
 * @param way to the others
 * @param around of the threads that help out, and of the control thread
 * @param safePoints whether one is wanted
 * @param waits how its threads wait
 * @param notes where its threads note what they handle
 * @param log where it is recorded what workers do; null if it is not
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
    /** Whether all workers should come to rest. Any thread. */
    public interface SafePoints {
        /** Engines are to be changed: threads leave at the next safe point. */
        boolean isLeaveWanted();

        /** What was kept last has been stored. */
        boolean isFree();

        /** It is time to keep the states again; before the first time, if {@code guessNanos}, which it may take, are worth it. */
        boolean isDue(long guessNanos);

        /** For the safe point that is over now all had to come to rest, from which on so long passed. */
        void rested(long nanos);

        /**
         * Has what all of this engine's workers were at a cut kept, while its threads go on. For one thread, when it is {@link
         * #isFree free}.
         *
         * @param epoch of the registration whose engines took part in the cut
         * @param keptNanos how long it took to make that
         */
        void keep(byte[] save, long epoch, long keptNanos);

        /** How many have been kept since the epoch began; the same for all engines, between two of them. */
        long kept();

        /** This engine has joined, and as many had been kept before. */
        void goOnFrom(long keptBefore);

        /** An engine waits for the next time that states are kept, since others have to keep what it keeps before it ends. */
        void want();

        /** An engine has joined or left: what is kept at rest from here on is of this registration. */
        void joined(long epoch);
    }

    /** Where a thread notes the task that it handles, to be read when the process is found dead. Each notes its own. */
    public interface Notes {
        /** It is about to handle this. May call the task's {@code toString}. */
        void begins(int thread, long worker, Object task);

        /** It has handled it, or that has thrown. */
        void ended(int thread);
    }

    /** Waits of threads that the application may interrupt, which means nothing, and whose end an interrupt may be. */
    public interface Waits {
        /**
         * Waits until the condition holds.
         *
         * @param limitNanos after which it returns all the same; {@link Long#MAX_VALUE} for none
         * @throws InterruptedException if the epoch is over
         */
        void await(Signal signal, BooleanSupplier condition, long limitNanos) throws InterruptedException;

        /**
         * As {@link #await} without a limit, by a thread in whose place others work: it sleeps at once.
         *
         * @throws InterruptedException if the epoch is over
         */
        void sleep(Signal signal, BooleanSupplier condition) throws InterruptedException;

        /** Whether the epoch is over. */
        boolean areOver();
    }

    /** The one by which it began. */
    Registration registration() {
        return processes.registration();
    }

    /** How many there were when the epoch began for this one. */
    int engines() {
        return registration().engines().size();
    }

    /** Of the process with this number, which was there then: how its threads are, and what its power is. */
    ProcessPower power(int process) {
        Registration.Member row = processes.rowOf(new ProcessNumber(process));
        return new ProcessPower(row.threads(), powers.get(row.engine()) / row.threads());
    }

    /** How an application's tasks, states, answers and results become bytes. */
    Bodies bodies(WorkerApplication<?, ?, ?> application, ApplicationView outside) {
        return new Bodies(
                codec,
                application.codec(outside.arguments()),
                settings.handling().verifyTasks(),
                settings.recordedTasks() == 0 ? Bodies.NOT_RECORDED : settings.epoch(registration()));
    }

    /** How many compute threads this engine has. */
    int computeThreads() {
        return processes.rowOf(new ProcessNumber(engine)).threads();
    }

    int firstId(int place) {
        return registration().engines().get(place).firstId();
    }
}
