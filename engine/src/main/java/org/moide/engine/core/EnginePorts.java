package org.moide.engine.core;

import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Pauses;
import org.moide.commlib.port.ProcessorClock;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.commlib.trace.ThreadTraces;
import org.moide.engine.checkpoint.WholeFiles;
import org.moide.engine.compute.ProgramSource;
import org.moide.engine.compute.TaskNotes;
import org.moide.engine.timing.Timing;

/**
 * What an engine needs from outside.
 *
 * @param computeSignals how compute threads wait for each other
 * @param controlSignals how control threads wait: they have no processor to spin on
 * @param classes the application's, where a strategy of its own may be
 * @param codec the application's objects, with its class loader and filter
 * @param disk where checkpoints are written, if the user wants that
 * @param notes where compute threads leave word of the tasks of a bag that they run
 * @param traces where compute threads leave word of what they do
 * @param pauses of this process
 * @param processors tells how long compute threads have had one
 * @param timing by which it judges its peers
 */
public record EnginePorts(
        ObjectSpace space,
        Ticker ticker,
        Signal.Factory computeSignals,
        Signal.Factory controlSignals,
        FaultHandler faults,
        ThreadFactory threads,
        ObjectCodec codec,
        ClassLoader classes,
        ProgramSource programs,
        WholeFiles disk,
        TaskNotes notes,
        ThreadTraces traces,
        Pauses pauses,
        ProcessorClock processors,
        Timing timing) {
    /** With traces of its own. */
    public EnginePorts(
            ObjectSpace space,
            Ticker ticker,
            Signal.Factory computeSignals,
            Signal.Factory controlSignals,
            FaultHandler faults,
            ThreadFactory threads,
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
                ticker,
                computeSignals,
                controlSignals,
                faults,
                threads,
                codec,
                classes,
                programs,
                disk,
                notes,
                new ThreadTraces(ticker),
                pauses,
                processors,
                timing);
    }

    /** Of an engine whose process nobody asks what it was running, with the usual times. */
    public EnginePorts(
            ObjectSpace space,
            Ticker ticker,
            Signal.Factory computeSignals,
            Signal.Factory controlSignals,
            FaultHandler faults,
            ThreadFactory threads,
            ObjectCodec codec,
            ClassLoader classes,
            ProgramSource programs,
            WholeFiles disk) {
        this(
                space,
                ticker,
                computeSignals,
                controlSignals,
                faults,
                threads,
                codec,
                classes,
                programs,
                disk,
                TaskNotes.NONE,
                Pauses.NONE,
                ProcessorClock.NONE,
                Timing.USUAL);
    }
}
