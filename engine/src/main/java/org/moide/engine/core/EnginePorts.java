package org.moide.engine.core;

import org.jspecify.annotations.Nullable;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Surroundings;
import org.moide.commlib.trace.ThreadTraces;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.control.Timing;
import org.moide.engine.loading.ApplicationThreads;
import org.moide.engine.spmd.WholeFiles;

/**
 * The outside services that an engine uses.
 *
 * @param around the clock, threads and signals of its control threads, which do not spin; its threads have the
 *     application's class loader
 * @param computeSignals the signals by which compute threads wait for each other
 * @param codec encodes and decodes the application's objects
 * @param classes the application's class loader, which also finds the application's own strategies
 * @param disk writes checkpoints, if the user wants them on disk
 * @param notes takes notes of the tasks that compute threads run
 * @param traces takes the traces of compute threads
 * @param pauses reports the garbage collector's pauses in this process
 * @param processors reports the processor time of compute threads
 * @param timing time limits by which the engine judges whether other engines are alive
 * @param end ends the process because of a task; null if the process is not this engine's alone
 */
public record EnginePorts(
        ObjectSpace space,
        Surroundings around,
        Signal.Factory computeSignals,
        ObjectCodec codec,
        ClassLoader classes,
        ProgramSource programs,
        WholeFiles disk,
        TaskNotes notes,
        ThreadTraces traces,
        Pauses pauses,
        ProcessorClock processors,
        Timing timing,
        @Nullable ProcessEnd end) {
    public EnginePorts {
        around = around.with(ApplicationThreads.with(classes, around.threads()));
    }

    /**
     * Ends the engine's process because of a task that neither ends nor reacts to an interrupt. Any thread; may not
     * return.
     */
    @FunctionalInterface
    public interface ProcessEnd {
        /**
         * Ends the process.
         *
         * @param thread the compute thread that runs the task
         * @param why the reason, as text that follows the engine's name
         */
        void by(int thread, String why);
    }

    /** Returns a copy for an engine that has a process of its own. */
    public EnginePorts endedBy(ProcessEnd ending) {
        return new EnginePorts(
                space,
                around,
                computeSignals,
                codec,
                classes,
                programs,
                disk,
                notes,
                traces,
                pauses,
                processors,
                timing,
                ending);
    }

    /** Creates ports with new traces, for an engine in a shared process. */
    public EnginePorts(
            ObjectSpace space,
            Surroundings around,
            Signal.Factory computeSignals,
            ObjectCodec codec,
            ClassLoader classes,
            ProgramSource programs,
            WholeFiles disk,
            TaskNotes notes,
            Pauses pauses,
            ProcessorClock processors,
            Timing timing) {
        this(
                space,
                around,
                computeSignals,
                codec,
                classes,
                programs,
                disk,
                notes,
                new ThreadTraces(around.ticker()),
                pauses,
                processors,
                timing,
                null);
    }
}
