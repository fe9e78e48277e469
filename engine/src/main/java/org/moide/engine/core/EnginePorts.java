package org.moide.engine.core;

import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectCodec;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.checkpoint.WholeFiles;
import org.moide.engine.compute.ProgramSource;

/**
 * What an engine needs from outside.
 *
 * @param computeSignals how compute threads wait for each other
 * @param controlSignals how control threads wait: they have no processor to spin on
 * @param classes the application's, where a strategy of its own may be
 * @param codec the application's objects, with its class loader and filter
 * @param disk where checkpoints are written, if the user wants that
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
        WholeFiles disk) {}
