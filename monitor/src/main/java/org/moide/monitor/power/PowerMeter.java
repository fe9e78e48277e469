package org.moide.monitor.power;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.OptionalDouble;
import org.moide.commlib.port.FaultHandler;
import org.moide.commlib.port.Ticker;

/**
 * Measures this host's power in this JVM, once, and remembers it in memory and in a file. Any thread; the first to ask
 * measures, for 0.2 to 0.6 s, and the others wait for it.
 *
 * <p>Thread-CPU time is the measure: beside two busy loops, wall-clock rates fall to a third and processor time does
 * not. The best of several slices counts: a disturbance (compilation, a cold cache, a neighbour on the same core) can
 * only make a slice slower.
 */
public final class PowerMeter implements PowerSource {
    /** Long enough for clocks that tick in hundredths of a second. */
    private static final long SLICE_NANOS = 20_000_000;

    private static final int LEAST_SLICES = 10;
    /** A compiler that is starved of processor time may need this long to deliver. */
    private static final int MOST_SLICES = 30;
    /** Measuring ends when this many slices have brought nothing better. */
    private static final int CALM_SLICES = 5;

    private static final double BETTER = 1.02;
    /** The rounds between two looks at the clock: some tenth of a millisecond, so that looking costs nothing. */
    private static final int ROUNDS_BETWEEN_LOOKS = 1_000;

    private final PowerKey key;
    private final PowerFile file;
    private final Ticker threadTime;
    private final FaultHandler faults;
    private final Object lock = new Object();
    // Guarded by lock; NaN until known.
    private double perProcessor = Double.NaN;

    /**
     * @param threadTime the processor time of the calling thread ({@link #threadTime})
     * @param faults told if the file cannot be written
     */
    public PowerMeter(PowerKey key, PowerFile file, Ticker threadTime, FaultHandler faults) {
        this.key = key;
        this.file = file;
        this.threadTime = threadTime;
        this.faults = faults;
    }

    /**
     * The processor time of the calling thread, or elapsed time on the rare JVM that cannot tell it.
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

    /** Measures again, whatever was remembered, and remembers that. */
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

    /** Million rounds per second of {@code time}, on this thread. */
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
