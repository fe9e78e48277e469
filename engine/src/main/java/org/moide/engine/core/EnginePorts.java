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
 * The means that an engine needs from outside.
 *
 * @param around the surroundings of its control threads, which have no processor to spin on; all threads that it makes
 *     may run the application's code, and have the application's class loader
 * @param computeSignals the signals by which compute threads wait for each other
 * @param codec encodes and decodes the application's objects, with its class loader and filter
 * @param classes the application's class loader, which may have a strategy of the application's own
 * @param disk writes checkpoints, if the user wants that
 * @param notes the place where compute threads note the tasks that they run
 * @param traces the place where compute threads record what they do
 * @param pauses the pauses of this process
 * @param processors tells how long compute threads have had a processor
 * @param timing the times by which the engine judges its peers
 * @param end ends the process for a task's sake; null if the process is not this engine's alone
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

    /** Ends its process for the sake of a task that neither ends nor heeds an interrupt. Any thread; may not return. */
    @FunctionalInterface
    public interface ProcessEnd {
        /**
         * Ends the process.
         *
         * @param thread the compute thread whose task is to blame
         * @param why the reason, in words that stand behind the engine's name
         */
        void by(int thread, String why);
    }

    /** Returns the same ports for an engine that has its process for itself. */
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

    /** Creates the ports with traces of their own. */
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
