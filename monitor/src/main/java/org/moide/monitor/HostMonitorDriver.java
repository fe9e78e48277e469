package org.moide.monitor;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Signal;
import org.moide.commlib.system.DaemonThreads;

/** The thread that makes a {@link HostMonitor} look at intervals; named "monitor", a daemon, ends on close. */
public final class HostMonitorDriver implements AutoCloseable {
    private final HostMonitor monitor;
    private final Signal signal;
    private final long intervalNanos;
    private final FaultHandler faults;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Starts at once; the first look comes after one interval. */
    public HostMonitorDriver(HostMonitor monitor, Signal.Factory signals, Duration interval, FaultHandler faults) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("expected a positive interval, found " + interval);
        }
        this.monitor = monitor;
        this.signal = signals.create();
        this.intervalNanos = interval.toNanos();
        this.faults = faults;
        DaemonThreads.named("monitor", this::loop, faults).start();
    }

    private void loop() {
        try {
            while (!signal.await(closed::get, intervalNanos)) {
                look();
            }
        } catch (InterruptedException asked) {
            // Nobody interrupts it but to end it.
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        try {
            monitor.sample();
        } catch (RuntimeException unreadable) {
            faults.onFault("monitor", unreadable);
        }
    }

    /** Does not wait for the thread, which ends within one look. */
    @Override
    public void close() {
        closed.set(true);
        signal.raise();
    }
}
