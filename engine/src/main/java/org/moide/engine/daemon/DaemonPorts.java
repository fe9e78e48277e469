package org.moide.engine.daemon;

import java.util.concurrent.ThreadFactory;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.ObjectSpace;
import org.moide.commlib.port.Signal;
import org.moide.commlib.port.Ticker;
import org.moide.engine.timing.Timing;

/** What a daemon needs from outside. */
public record DaemonPorts(
        ObjectSpace space,
        Ticker ticker,
        Signal.Factory signals,
        FaultHandler faults,
        ThreadFactory threads,
        Timing timing) {}
