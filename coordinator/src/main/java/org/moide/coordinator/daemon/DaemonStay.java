package org.moide.coordinator.daemon;

import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.moide.commlib.port.Ticker;
import org.moide.coordinator.plan.EngineDaemonPlan;
import org.moide.coordinator.text.WholeFile;

/** How long a daemon serves. One thread. */
final class DaemonStay {
    /** Idle times are minutes. */
    private static final long LOOK_SECONDS = 1;

    private static final long NANOS_OF_MINUTE = 60_000_000_000L;

    private final EngineDaemonPlan.Stay plan;
    private final Ticker ticker;
    private long busyNanos;

    DaemonStay(EngineDaemonPlan.Stay plan, Ticker ticker) {
        this.plan = plan;
        this.ticker = ticker;
        this.busyNanos = ticker.nanoTime();
    }

    /**
     * It listens.
     *
     * @throws java.io.UncheckedIOException if that cannot be written down
     */
    void begin(int port) {
        Path file = plan.portFile();
        if (file != null) {
            WholeFile.write(port + "\n", file, "port");
        }
        busyNanos = ticker.nanoTime();
    }

    /** Returns when it has been idle for as long as it may be; never, if that is for ever. */
    void await(IntSupplier engines) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        if (plan.idleMinutes() == 0) {
            never.await();
        }
        while (!isOver(engines.getAsInt())) {
            never.await(LOOK_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Whether it is to end, with so many engines now. */
    boolean isOver(int engines) {
        long now = ticker.nanoTime();
        if (engines > 0) {
            busyNanos = now;
        }
        return plan.idleMinutes() > 0 && now - busyNanos >= plan.idleMinutes() * NANOS_OF_MINUTE;
    }
}
