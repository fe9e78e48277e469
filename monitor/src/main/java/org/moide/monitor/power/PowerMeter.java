package org.moide.monitor.power;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.OptionalDouble;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;

/**
 * Measures this host's power in this JVM once, and keeps it in memory and in a file. Any thread may call it; the first
 * caller measures, for 0.2 to 0.6 s, and the others wait for it.
 *
 * <p>It measures the thread's processor time: beside two busy loops, rates by wall-clock time fall to a third, but
 * rates by processor time do not. The best of several slices counts, since a disturbance (compilation, a cold cache, a
 * neighbour on the same core) can only make a slice slower.
 */
public final class PowerMeter implements PowerSource {
    /** The length of a slice (one part of the measurement), enough for clocks that tick in hundredths of a second. */
    private static final long SLICE_NANOS = 20_000_000;

    private static final int LEAST_SLICES = 10;
    /** The greatest number of slices: a compiler that gets little processor time may need this long. */
    private static final int MOST_SLICES = 30;
    /** The number of slices in a row without a better result after which the measurement ends. */
    private static final int CALM_SLICES = 5;

    private static final double BETTER = 1.02;
    /** The rounds between two readings of the clock: about a tenth of a millisecond, so that readings cost nothing. */
    private static final int ROUNDS_BETWEEN_LOOKS = 1_000;

    private final PowerKey key;
    private final PowerFile file;
    private final Ticker threadTime;
    private final FaultHandler faults;
    private final Object lock = new Object();
    // Guarded by lock; NaN until known.
    private double perProcessor = Double.NaN;

    /**
     * Creates a meter, which measures at the first request.
     *
     * @param threadTime the processor time of the calling thread ({@link #threadTime})
     * @param faults gets the failure if the file cannot be written
     */
    public PowerMeter(PowerKey key, PowerFile file, Ticker threadTime, FaultHandler faults) {
        this.key = key;
        this.file = file;
        this.threadTime = threadTime;
        this.faults = faults;
    }

    /**
     * Returns a ticker of the calling thread's processor time; {@code otherwise} on the rare JVM that cannot measure
     * it.
     *
     * @param otherwise elapsed time
     */
    public static Ticker threadTime(Ticker otherwise) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        if (threads.isCurrentThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled()) {
            return threads::getCurrentThreadCpuTime;
        }
        return otherwise;
    }

    @Override
    public double power(double processors) {
        if (!(processors > 0) || Double.isInfinite(processors)) {
            throw new IllegalArgumentException("expected some processors, found " + processors);
        }
        synchronized (lock) {
            if (Double.isNaN(perProcessor)) {
                OptionalDouble known = file.load(key);
                perProcessor = known.isPresent() ? known.getAsDouble() : measureAndStore();
            }
            return perProcessor / PowerKernel.ROUNDS_OF_ONE * processors;
        }
    }

    /** Measures again, even if a power is known, and keeps the new one in memory and in the file. */
    public double measureAgain(double processors) {
        synchronized (lock) {
            perProcessor = measureAndStore();
        }
        return power(processors);
    }

    private double measureAndStore() {
        double measured = measure(new PowerKernel(), threadTime);
        try {
            file.store(key, measured);
        } catch (IOException unwritable) {
            faults.onFault("power file", unwritable);
        }
        return measured;
    }

    /** Returns the million rounds of the kernel per second of {@code time}, measured on this thread. */
    static double measure(PowerKernel kernel, Ticker time) {
        double best = 0;
        int calm = 0;
        for (int slice = 0; slice < MOST_SLICES && (slice < LEAST_SLICES || calm < CALM_SLICES); slice++) {
            double rate = slice(kernel, time);
            calm = rate > best * BETTER ? 0 : calm + 1;
            best = Math.max(best, rate);
        }
        if (kernel.checksum() == 0) {
            throw new IllegalStateException("the power kernel computed nothing: its checksum is 0");
        }
        return best;
    }

    private static double slice(PowerKernel kernel, Ticker time) {
        long start = time.nanoTime();
        long rounds = 0;
        long passed;
        do {
            kernel.run(ROUNDS_BETWEEN_LOOKS);
            rounds += ROUNDS_BETWEEN_LOOKS;
            passed = time.nanoTime() - start;
        } while (passed < SLICE_NANOS);
        // Rounds per nanosecond are thousands of million rounds per second.
        return 1_000.0 * rounds / passed;
    }
}
