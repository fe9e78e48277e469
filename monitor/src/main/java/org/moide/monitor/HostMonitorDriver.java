package org.moide.monitor;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.DaemonThreads;
import org.moide.commlib.system.Loop;

/**
 * The daemon thread, named "monitor", that makes a {@link HostMonitor} take samples at intervals. It ends on
 * {@link #close}.
 */
public final class HostMonitorDriver implements AutoCloseable {
    private static final String NAME = "monitor";

    private final HostMonitor monitor;
    private final Signal signal;
    private final long intervalNanos;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Creates the driver and starts its thread, which takes the first sample after one interval. */
    public HostMonitorDriver(HostMonitor monitor, Signal.Factory signals, Duration interval, FaultHandler faults) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("expected a positive interval, found " + interval);
        }
        this.monitor = monitor;
        this.signal = signals.create();
        this.intervalNanos = interval.toNanos();
        DaemonThreads.named(NAME, Loop.ofRounds(NAME, closed::get, this::round, faults), faults)
                .start();
    }

    private void round() throws InterruptedException {
        if (!signal.await(closed::get, intervalNanos)) {
            monitor.sample();
        }
    }

    /** Stops without waiting for the thread, which ends within one sample. */
    @Override
    public void close() {
        closed.set(true);
        signal.raise();
    }
}
