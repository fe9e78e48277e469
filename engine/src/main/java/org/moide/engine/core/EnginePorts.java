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
 * What an engine needs from outside.
 *
 * @param around of its control threads, which have no processor to spin on; all threads that it makes may come to run the
 *     application's code, and have its class loader
 * @param computeSignals how compute threads wait for each other
 * @param codec the application's objects, with its class loader and filter
 * @param classes the application's, where a strategy of its own may be
 * @param disk where checkpoints are written, if the user wants that
 * @param notes where compute threads leave word of the tasks of a bag that they run
 * @param traces where compute threads leave word of what they do
 * @param pauses of this process
 * @param processors tells how long compute threads have had one
 * @param timing by which it judges its peers
 * @param end of the process for a task's sake; null if that is more than this engine's
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
         * Ends it.
         *
         * @param thread the compute thread whose task is to blame
         * @param why in words that go on after the engine's name
         */
        void by(int thread, String why);
    }

    /** The same of an engine that has its process for itself. */
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

    /** With traces of its own. */
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
