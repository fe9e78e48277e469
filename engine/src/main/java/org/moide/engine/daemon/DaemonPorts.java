package org.moide.engine.daemon;

import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.process.Launcher;
import org.moide.engine.timing.Timing;

/**
 * What a daemon needs from outside.
 *
 * @param launcher starts the processes of its engines
 */
public record DaemonPorts(
        ObjectSpace space,
        Ticker ticker,
        Signal.Factory signals,
        FaultHandler faults,
        ThreadFactory threads,
        Launcher launcher,
        Timing timing) {}
