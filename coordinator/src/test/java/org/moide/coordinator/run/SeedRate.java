package org.moide.coordinator.run;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Measures how many simulated runs are done in a second, from the time on when this object was created. It measures
 * this by the clock and by processor time, which other processes on the machine hardly affect.
 */
final class SeedRate {
    private final OperatingSystemMXBean process = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final long beganCpuNanos = process.getProcessCpuTime();
    private final long beganNanos = System.nanoTime();

    /**
     * Returns the line to print after this number of simulated runs.
     *
     * @param what the kind of runs
     */
    String line(long seeds, String what) {
        double cpu = (process.getProcessCpuTime() - beganCpuNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        double clock = (System.nanoTime() - beganNanos) / (double) TimeUnit.SECONDS.toNanos(1);
        return String.format(
                Locale.ROOT,
                "%d %s: %.1f for each second of the processor's time, %.1f a second",
                seeds,
                what,
                seeds / cpu,
                seeds / clock);
    }
}
