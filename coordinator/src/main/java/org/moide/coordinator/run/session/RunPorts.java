package org.moide.coordinator.run.session;

import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.run.spread.TreeShape;
import org.moide.engine.timing.Timing;

/**
 * What a run needs from outside.
 *
 * @param signals how the coordinator's own threads wait: they have no processor to spin on
 * @param timing by which the coordinator judges engines and daemons
 * @param tree in which engines ask each other for what all are told
 */
public record RunPorts(
        ObjectSpace space,
        Ticker ticker,
        Signal.Factory signals,
        FaultHandler faults,
        ThreadFactory threads,
        Timing timing,
        TreeShape tree) {
    /** With the usual tree. */
    public RunPorts(
            ObjectSpace space,
            Ticker ticker,
            Signal.Factory signals,
            FaultHandler faults,
            ThreadFactory threads,
            Timing timing) {
        this(space, ticker, signals, faults, threads, timing, TreeShape.USUAL);
    }
}
